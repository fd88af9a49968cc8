"""What happens where memory runs out. usage: command_memory_test.py RINGSCOPE"""

import gzip
import json
import resource
import subprocess
import unittest

import binary
from binary import BinaryTest, program

MEBIBYTE = 1 << 20


def run_within(limit_bytes, *arguments):
    """As `ulimit -v` does it: the whole of the program's address space."""
    return subprocess.run([program(), *map(str, arguments)], capture_output=True,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit_bytes, limit_bytes)))


class MemoryTest(BinaryTest):
    def setUp(self):
        super().setUp()
        self.starts = 64
        while self.starts <= 1024 and run_within(self.starts * MEBIBYTE, "info", self.example).returncode != 0:
            self.starts += 16
        if self.starts > 1024:
            self.skipTest("a sanitizer needs more address space than there is memory")
        # More than the first step of the heap, 64 MiB, which every program of ours has.
        text = "".join(f"main;{'f' * 60}{i};{'g' * 60}{i} 1\n" for i in range(200_000))
        self.profiles = [self.write("many.folded", text), self.write("many.folded.gz", gzip.compress(text.encode(), 1))]

    def test_one_sentence_says_that_memory_ran_out(self):
        for profile in self.profiles:
            failed = 0
            # From too little to map the file to nearly enough.
            for more in range(0, 200, 20):
                result = run_within((self.starts + more) * MEBIBYTE, "info", profile)
                if result.returncode == 0:
                    break
                failed += 1
                with self.subTest(profile=profile, more=more):
                    self.assertEqual(result.returncode, 2, result.stderr)
                    self.assertEqual(result.stdout, b"")
                    lines = result.stderr.decode().split("\n")
                    self.assertEqual(len(lines), 2, result.stderr)
                    self.assertTrue(lines[0].startswith(profile + ": "), lines[0])
                    self.assertRegex(lines[0], "memory")
            self.assertGreater(failed, 1)

    def test_a_failed_conversion_leaves_the_old_file(self):
        target = self.write("out.cct", "old")
        result = run_within((self.starts + 20) * MEBIBYTE, "convert", self.profiles[0], "-o", target)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(self.read("out.cct"), b"old")

    def test_what_is_allowed_is_all_that_is_taken(self):
        refused = self.fails("convert", self.profiles[0], "-o", self.path("out.cct"), "--max-memory", "10M")
        self.assertIn("many.folded: needs more than the 10.0 MiB allowed", refused)
        both = self.fails("convert", *self.profiles, "-o", self.path("out.cct"), "--max-memory", "40M")
        self.assertIn("needs more than the 40.0 MiB allowed", both)
        self.ok("convert", *self.profiles, "-o", self.path("out.cct"), "--max-memory", "1G")

    def test_statistics_of_members_go_to_the_disk(self):
        """The statistics of 5 million contexts take 320 MB and more while they grow."""
        members = [self.path(f"{seed}.cct") for seed in (1, 2)]
        for seed, member in enumerate(members, 1):
            self.ok("synth", "--nodes", "2500000", "--seed", str(seed), "-o", member)
        self.ok("aggregate", *members, "-o", self.path("memory.cct"))
        result = binary.run("aggregate", *members, "-o", self.path("disk.cct"), "--max-memory", "500M")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b"go to files in", result.stderr)
        self.assertEqual(self.read("memory.cct"), self.read("disk.cct"))

    def test_every_command_is_told_what_it_may_take(self):
        for command in (["info"], ["dump"], ["methods"], ["summary"], ["search", "f"], ["table"], ["verify"],
                        ["layout"], ["bench"], ["check", "--require", "self(f) < 1"], ["compare", self.profiles[0]],
                        ["export", "-o", self.path("x.csv")], ["render", "-o", self.path("x.svg")]):
            with self.subTest(command=command):
                file = [self.profiles[0]]
                words = command[:1] + file + command[1:] + ["--max-memory", "5M"]
                self.assertIn("many.folded: ", self.fails(*words))
                self.assertIn("--max-memory", binary.run(command[0], "--help").stdout.decode())

    def test_no_command_ends_without_a_sentence(self):
        """Whatever little it may take."""
        file = self.write("few.folded", "".join(f"main;f{i % 7};g{i} {i + 1}\n" for i in range(2000)))
        converted = self.convert(file, "few.cct")
        query = "fn:f1"
        commands = [["info", file], ["info", converted], ["dump", file], ["verify", converted],
                    ["stack", file, "--root", "main"],
                    ["methods", file], ["summary", file], ["search", file, query], ["table", file],
                    ["callers", file, query], ["callees", file, query], ["layout", file], ["bench", file],
                    ["render", file, "-o", self.path("out.png")], ["render", file, "-o", self.path("out.svg")],
                    ["threads", file], ["fit", file], ["check", file, "--require", "self(f1) < 1%"],
                    ["compare", file, converted], ["series", file, converted], ["cluster", file, converted],
                    ["convert", file, converted, "-o", self.path("out.cct")],
                    ["transform", file, "--apply", "fold-recursion", "-o", self.path("out.cct")],
                    ["synth", "--nodes", "20000", "-o", self.path("out.cct")], ["record", "--list"]]
        commands += [["export", file, "-o", self.path("out" + end)] for end in (".folded", ".pb.gz", ".csv")]
        for command in commands:
            told = 0
            for limit_bytes in (1, 100, *(3 ** power for power in range(6, 17))):
                with self.subTest(command=command, limit_bytes=limit_bytes):
                    result = binary.run(*command, "--max-memory", limit_bytes)
                    errors = result.stderr.decode()
                    self.assertIn(result.returncode, (0, 1, 2), errors)
                    if "allowed: allow more" in errors:
                        told += 1
                        self.assertEqual((result.returncode, errors.count("\n")), (2, 1), errors)
            self.assertGreater(told, 0, command)

    def test_the_standard_input_is_read_as_it_comes(self):
        with subprocess.Popen([program(), "info", "-", "--json", "--max-memory", "64M"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            lines = b"main;function;called 1\n" * 50_000
            for _ in range(150):
                process.stdin.write(lines)
            said, errors = process.communicate()
        self.assertEqual((process.returncode, errors), (0, b""))
        self.assertEqual(json.loads(said)["metrics"][0]["total"], 7_500_000)

    def test_what_has_no_format_is_refused_at_once(self):
        """Though more and more of it comes."""
        with subprocess.Popen([program(), "info", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            with self.assertRaises(BrokenPipeError):
                while True:
                    process.stdin.write(b"It was a dark and stormy night.\n" * 1000)
            errors = process.stderr.read().decode()
            process.stdout.close()
            try:
                process.stdin.close()
            except BrokenPipeError:
                pass
        self.assertEqual(process.returncode, 2)
        self.assertIn("-: expected a profile in a format that is read", errors)

    def test_memory_that_a_command_takes_for_itself_counts(self):
        self.convert(self.profiles[0], "many.cct")
        refused = self.fails("search", self.path("many.cct"), "f", "--list", "4000000000", "--max-memory", "1M")
        self.assertIn("needs more than the 1.00 MiB allowed", refused)


if __name__ == "__main__":
    binary.main()
