"""Input, usage and output that are bad. usage: command_errors_test.py RINGSCOPE"""

import json
import os
import pty
import random
import subprocess
import unittest

import binary
from binary import WORKED_EXAMPLE, BinaryTest, program, run


class BadInputTest(BinaryTest):
    def test_files_that_are_no_profile(self):
        random.seed(1)
        cases = {
            "missing": self.path("missing"),
            "folder": self.folder,
            "empty": self.write("empty", ""),
            "random": self.write("random", random.randbytes(5000)),
            "prose": self.write("prose", "It was a dark and stormy night.\nThe rain fell in torrents.\n"),
        }
        for name, path in cases.items():
            for command in (["info", path], ["info", path, "--json"], ["dump", path], ["verify", path],
                            ["layout", path, "--json"], ["convert", path, "-o", self.path("out.cct")]):
                with self.subTest(name, command=command[0]):
                    self.assertTrue(self.fails(*command).startswith(path + ":"))
        self.assertFalse(os.path.exists(self.path("out.cct")))

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_no_permission(self):
        path = self.write("secret", WORKED_EXAMPLE)
        os.chmod(path, 0)
        self.assertIn("ermission", self.fails("info", path))

    def test_damaged_cct_files(self):
        converted = self.convert(self.example, "good.cct")
        good = self.read("good.cct")
        for size in list(range(0, 200, 13)) + list(range(200, len(good), 97)):
            path = self.write("cut.cct", good[:size])
            self.fails("info", path)
        random.seed(2)
        for _ in range(150):
            damaged = bytearray(good)
            damaged[random.randrange(len(damaged))] ^= 1 << random.randrange(8)
            path = self.write("flipped.cct", bytes(damaged))
            for command in (["verify", path], ["layout", path, "--json"], ["layout", path, "--json", "--no-verify"]):
                result = run(*command)
                # Padding between columns belongs to nobody; everything else has to be noticed by the checks.
                self.assertIn(result.returncode, (0, 2), result.stderr)
        self.ok("verify", converted)

    def test_a_damaged_column_is_named(self):
        self.convert(self.example, "good.cct")
        good = self.read("good.cct")
        named = set()
        for offset in range(0, len(good), 8):
            damaged = bytearray(good)
            damaged[offset] ^= 0x40
            result = run("verify", self.write("flipped.cct", bytes(damaged)))
            for column in ("first_child", "running_inclusive[0]", "frame", "layer_begin"):
                if f"column '{column}'" in result.stderr.decode():
                    named.add(column)
        self.assertEqual(named, {"first_child", "running_inclusive[0]", "frame", "layer_begin"})

    def test_usage(self):
        for arguments in (["info"], ["info", "a", "b"], ["info", self.example, "--nonsense"],
                          ["layout", self.example, "--mode", "round"], ["layout", self.example, "--depth", "0"],
                          ["layout", self.example, "--depth", "-3"], ["layout", self.example, "--size", "10"],
                          ["layout", self.example, "--size", "0x0"], ["layout", self.example, "--threads", "no"],
                          ["convert", self.example], ["convert", "-o", self.path("o.cct")],
                          ["table", self.example, "--limit", "-1"], ["search", self.example, "f", "--list", "-1"],
                          ["synth", "--nodes", "-5", "-o", self.path("o.cct")],
                          ["dump"], ["bench", self.example, "--depths", "1,,2"], ["--nonsense"]):
            with self.subTest(arguments=arguments):
                message = self.fails(*arguments)
                if "-1" in arguments or "-5" in arguments:
                    self.assertIn("expected a whole number", message)
                    self.assertIn("found '-", message)

    def test_words_that_are_no_command_and_no_file(self):
        missing = self.path("missing.folded")
        for arguments, word, meant in (
                (["zz", self.example], "zz", ""), (["zz"], "zz", ""), ([missing], missing, ""),
                ([missing, missing], missing, ""), (["zz", "methods", self.example], "zz", ""),
                (["metods", self.example], "metods", "methods"),
                (["metods", self.example, "--json", "--metric", "samples"], "metods", "methods"),
                (["serach", self.example, "fn:g"], "serach", "search"),
                (["caller", self.example, "g"], "caller", "callers")):
            with self.subTest(arguments):
                self.assertEqual(self.fails(*arguments),
                                 f"ringscope: '{word}' is neither a command nor a file; "
                                 + (f"did you mean '{meant}'?" if meant else "see 'ringscope --help'"))

    def test_an_unknown_option_names_the_nearest_one(self):
        for arguments, found, meant in (
                (["methods", self.example, "--limt", "5"], "--limt", "--limit"),
                (["methods", self.example, "--jsno"], "--jsno", "--json"),
                (["render", self.example, "--ouput=x.png"], "--ouput", "--output"),
                # What is missing besides is told when this is right.
                (["convert", self.example, "--out", "x.cct"], "--out", None),
                (["compare", "--befor", self.example], "--befor", "--before"),
                (["info", self.example, "-x"], "-x", None)):
            with self.subTest(arguments):
                hint = f"; did you mean '{meant}'?" if meant else ""
                self.assertEqual(self.fails(*arguments),
                                 f"ringscope: expected an option, found '{found}'{hint}; "
                                 f"see 'ringscope {arguments[0]} --help'")
        for command, argument in (("search", "QUERY"), ("callers", "NAME"), ("callees", "NAME")):
            self.assertEqual(self.fails(command, self.example, "-x"),
                             f"ringscope: expected an option, found '-x'; as {argument} it is written 'fn:-x', or stands "
                             f"behind '--'; see 'ringscope {command} --help'")
        self.assertNotIn("fn:", self.fails("search", self.example, "main", "-x"))
        self.assertEqual(self.fails("--verson"), "ringscope: expected an option, found '--verson'; did you mean "
                                                 "'--version'?; see 'ringscope --help'")

    def test_a_missing_file_keeps_no_other_from_opening(self):
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        missing = self.path("missing.folded")
        result = run(self.example, missing, env=environment)
        # The window would open, where there is a display.
        lines = result.stderr.decode().splitlines()
        self.assertEqual(lines[0], f"note: {missing}: there is no such file")
        self.assertEqual(len(lines), 2, lines)
        self.assertNotIn("neither a command nor a file", lines[1])

    def test_the_option_of_a_wrong_choice_is_named(self):
        self.assertIn("--by: expected class|file|", self.fails("table", self.example, "--by", "foo"))
        self.assertIn("--mode: expected area|", self.fails("layout", self.example, "--mode", "foo"))

    def test_the_window_reads_no_standard_input(self):
        self.assertIn("convert - -o", self.fails("-"))

    def test_unknown_roots_and_metrics_are_named(self):
        self.assertIn("'nowhere'", self.fails("layout", self.example, "--json", "--root", "main;nowhere"))
        message = self.fails("layout", self.example, "--json", "--metric", "bogus")
        self.assertIn("'bogus'", message)
        self.assertIn("'samples'", message)
        for name in ("s", "sample", "0", ""):
            self.assertIn("metric", self.fails("methods", self.example, "--metric", name))
        self.ok("methods", self.example, "--metric", "SAMPLES")

    def test_output_that_cannot_be_written(self):
        self.fails("convert", self.example, "-o", self.path("no/such/folder.cct"))
        self.fails("convert", self.example, "-o", self.folder)
        self.fails("render", self.example, "-o", self.path("no/such/folder.svg"))

    def test_the_file_behind_the_standard_output_is_not_replaced(self):
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            for command in (["convert", self.example], ["render", self.example], ["synth", "--nodes", "10"]):
                with self.subTest(command=command[0], name=name):
                    path = self.write("redirected", "as it was")
                    with open(path, "r+b") as file:
                        result = subprocess.run([program(), *command, "-o", name], stdout=file, stderr=subprocess.PIPE)
                    self.assertEqual(result.returncode, 2, result.stderr)
                    self.assertEqual(self.read("redirected"), b"as it was")

    def test_a_link_to_nothing_stays_a_link(self):
        os.symlink("target.cct", self.path("link.cct"))
        self.ok("convert", self.example, "-o", self.path("link.cct"))
        self.assertTrue(os.path.islink(self.path("link.cct")))
        self.ok("verify", self.path("target.cct"))

    def test_endings_may_be_in_upper_case(self):
        self.ok("render", self.example, "-o", self.path("OUT.SVG"))
        self.assertTrue(self.read("OUT.SVG").startswith(b"<"))
        self.ok("export", self.example, "-o", self.path("OUT.CSV"))
        self.ok("export", self.example, "-o", self.path("OUT.Folded"))
        self.ok("export", self.example, "--table", "function", "-o", self.path("TABLE.Csv"))
        self.assertIn(b",", self.read("TABLE.Csv"))


class BadNumbersTest(BinaryTest):
    def test_numbers_are_asked_for_in_a_sentence(self):
        picture = self.path("x.png")
        cases = [
            (["render", self.example, "-o", picture, "--depth", "x"],
             "--depth: expected all or a whole number of at least 1, found 'x'"),
            (["render", self.example, "-o", picture, "--depth", "-1"],
             "--depth: expected all or a whole number of at least 1, found '-1'"),
            (["layout", self.example, "--depth", "99999999999"],
             "--depth: expected all or a whole number of 1 to 4294967295, found '99999999999'"),
            (["bench", self.example, "--hover", "x"], "--hover: expected a whole number of at least 0, found 'x'"),
            (["bench", self.example, "--frames", "0"], "--frames: expected a whole number of 1 to 100000, found '0'"),
            (["synth", "-o", picture, "--recursion", "2"], "--recursion: expected a number of 0 to 0.9, found '2'"),
            (["synth", "-o", picture, "--twin-share", "x"], "--twin-share: expected a number of 0 to 1, found 'x'"),
            (["layout", self.example, "--depth"], "--depth: expected a value behind it, found none"),
            (["layout", self.example, "zzz"], "expected no further argument, found 'zzz'"),
            (["layout", self.example, "zzz", "--xxx"], "expected no further argument, found 'zzz'"),
        ]
        for arguments, message in cases:
            with self.subTest(arguments):
                self.assertEqual(self.fails(*arguments),
                                 f"ringscope: {message}; see 'ringscope {arguments[0]} --help'")


class StandardOutputTest(BinaryTest):
    def test_help_and_version(self):
        self.assertIn(b"convert", self.ok("--help"))
        self.assertIn(b"--mode", self.ok("layout", "--help"))
        for command in ("layout", "record", "help"):
            self.assertEqual(self.ok("help", command), self.ok(command, "--help"))
        self.assertEqual(self.ok("help"), self.ok("--help"))
        self.assertEqual(self.fails("help", "layuot"),
                         "ringscope: expected a command, found 'layuot'; did you mean 'layout'?")
        self.assertRegex(self.ok("--version"), rb"\Aringscope \d+\.\d+\.\d+(\+git\d{8}\.[0-9a-f]{8,})?\n\Z")

    def test_a_closed_pipe_is_no_error(self):
        source = self.made("large.cct", "synth", "--nodes", "100000", "--layers", "50", "--frames", "1000")
        for command in (["dump", source], ["dump", "--tsv", source], ["layout", source, "--json"]):
            process = subprocess.Popen([program(), *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            process.stdout.read(10)
            process.stdout.close()
            self.assertEqual(process.stderr.read(), b"")
            process.stderr.close()
            self.assertEqual(process.wait(), 0)

    def test_a_file_that_gets_shorter_is_an_error(self):
        source = self.made("large.cct", "synth", "--nodes", "100000", "--layers", "50", "--frames", "1000")
        process = subprocess.Popen([program(), "dump", source], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        # The file has been opened and checked; what comes next does not fit the pipe.
        process.stdout.read(10)
        os.truncate(source, 5000)
        _, said = process.communicate()
        self.assertEqual(said.decode(), f"{source}: expected a file that stays as it is while it is read, "
                         "found that another program made it shorter\n")
        self.assertEqual(process.returncode, 2)

    def test_no_text_acts_on_a_terminal(self):
        acting = "\x1b[31m\x07\x7f\x9b\u202e\u2066\u200f"
        source = self.write(f"a{acting}.folded", b"=main%s\x9b;f%s 3\nmain 1\n" % ((acting.encode(),) * 2))
        # A pprof profile with such texts as its metric, unit, file, comment and names.
        def field(number, contents):
            return bytes([number << 3 | 2, len(contents)]) + contents
        strings = b"".join(field(6, text.encode()) for text in ("", acting + "m", acting + "u", acting + "f", acting))
        pprof = self.write("acting.pb", b"".join([
            field(1, b"\x08\x01\x10\x02"), field(2, b"\x0a\x01\x01\x12\x01\x07"),
            field(4, b"\x08\x01\x22\x02\x08\x01"), field(5, b"\x08\x01\x10\x03\x20\x04"), strings, b"\x68\x04"]))
        metric = self.path("acting.cct")
        run("convert", pprof, "-o", metric)
        for file in (source, pprof, metric):
            for command in (["info", file], ["info", "--json", file], ["dump", file], ["dump", "--tsv", file],
                            ["dump", "--frames", file], ["methods", file], ["methods", "--json", file],
                            ["table", file], ["table", "--csv", file], ["search", file, "f"],
                            ["search", file, acting], ["summary", file], ["layout", file, "--json"],
                            ["compare", file, file], ["check", file, "f: self < " + acting],
                            ["info", file + "missing"], ["dump", file, "--apply", acting]):
                result = run(*command)
                self.assertIn(result.returncode, (0, 1, 2))
                for text in (result.stdout, result.stderr):
                    with self.subTest(command=command, text=text):
                        text = text.decode()
                        self.assertFalse([c for c in text if c in acting[:1] + acting[5:] or c < " " and c not in "\t\n"])
        self.assertIn("'=main", self.ok("table", "--csv", source).decode())

    def test_a_dump_of_very_many_layers_is_refused_before_it_begins(self):
        def dump_of(layers):
            chain = self.write("chain.folded", ";".join(["f"] * layers) + " 1\n")
            return run("dump", chain), chain
        result, chain = dump_of(100_000)
        self.assertEqual((result.returncode, result.stdout[:2]), (2, b""))
        self.assertRegex(result.stderr.decode(), r"^\S+chain.folded: writes more than 9.3\d GiB, .*'dump --tsv'")
        self.assertEqual(len(self.ok("dump", "--tsv", chain).splitlines()), 100_000)
        result, _ = dump_of(1_000)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(len(result.stdout.splitlines()), 1_001)

    def test_a_full_device_is_an_error(self):
        for command in (["info", self.example], ["dump", self.example], ["layout", self.example, "--json"]):
            with open("/dev/full", "w") as full:
                result = subprocess.run([program(), *command], stdout=full, stderr=subprocess.PIPE)
            self.assertEqual(result.returncode, 2)
            self.assertIn(b"standard output", result.stderr)

    def test_json_stays_pure_with_a_terminal_as_stderr(self):
        """A progress bar is drawn on a terminal only, and never on stdout."""
        source = self.write("some.folded", "".join(f"main;f{k};g{k % 77} {k + 1}\n" for k in range(300_000)))
        terminal, stderr = pty.openpty()
        result = subprocess.run([program(), "info", source, "--json"], stdout=subprocess.PIPE, stderr=stderr)
        os.close(stderr)
        os.close(terminal)
        self.assertEqual(result.returncode, 0)
        json.loads(result.stdout)


if __name__ == "__main__":
    binary.main()
