"""The commands that read profiles and write trees. usage: command_convert_test.py RINGSCOPE"""

import gzip
import os
import resource
import signal
import subprocess
import time

import binary
from binary import SOURCE, BinaryTest, program, run, speedscope


class InfoTest(BinaryTest):
    def test_keys_and_numbers(self):
        info = self.json("info", self.example, "--json")
        self.assertEqual(info["format"], "folded")
        self.assertEqual((info["nodes"], info["layers"], info["frames"]), (18, 6, 5))
        self.assertEqual(len(info["metrics"]), 1)
        metric = info["metrics"][0]
        self.assertEqual((metric["name"], metric["unit"], metric["total"]), ("samples", "count", 3238))
        self.assertEqual(info["skipped"], {})

    def test_several_profiles_become_one(self):
        first = self.write("first.folded", "main;f 3\nmain;g 1\n")
        second = self.write("second.folded", "main;g 4\nother 2\n")
        third = self.write("third.folded", "main;f;h 5\n")
        merged = self.made("merged.cct", "convert", first, second, third)
        self.assertEqual(self.json("info", merged, "--json")["metrics"][0]["total"], 15)
        # By halves and in another order: the same file.
        half, again = self.path("half.cct"), self.path("again.cct")
        self.ok("convert", third, second, "-o", half)
        self.ok("convert", half, first, "-o", again)
        self.assertEqual(self.ok("dump", again), self.ok("dump", merged))

    def test_a_missing_profile_keeps_no_other_from_becoming_part(self):
        first, second = self.write("first.folded", "main;f 3\n"), self.write("second.folded", "main;g 4\n")
        missing, out = self.path("missing"), self.path("out.cct")
        result = run("convert", first, missing, second, "-o", out)
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr.decode(),
                         f"{missing}: expected a file that can be read, found: No such file or directory\n")
        self.assertEqual(self.json("info", out, "--json")["metrics"][0]["total"], 7)
        os.remove(out)
        for files in ([missing], [missing, missing]):
            result = run("convert", *files, "-o", out)
            self.assertEqual((result.returncode, result.stdout), (2, b""))
            self.assertEqual(len(result.stderr.splitlines()), len(files))
            self.assertFalse(os.path.exists(out))

    def test_the_report_names_the_profiles_that_were_merged(self):
        first = self.write("first.folded", "main;f 3\nno count\n")
        second = self.write("second.folded", "main;g 4.0000000001\nmain;f 1\nmain;h 1\nno count\nnone\n")
        os.mkdir(self.path("other"))
        third = self.write("other/first.folded", "main;f 5\n")
        merged = self.made("merged.cct", "convert", first, second)
        info = self.json("info", merged, "--json")
        reason = "no count at the end of the line, in first.folded and second.folded"
        self.assertEqual(info["skipped"], {reason: 3})
        self.assertEqual(info["first_skipped_offset"], {reason: 9})
        self.assertEqual(len(info["notes"]), 1)
        self.assertTrue(info["notes"][0].startswith("second.folded: "), info["notes"])
        # Names that are not enough are paths.
        self.ok("convert", second, third, first, "-o", merged)
        self.assertEqual(list(self.json("info", merged, "--json")["skipped"]),
                         [f"no count at the end of the line, in {first} and second.folded"])

    def test_the_standard_input_is_a_file_as_well(self):
        whole = self.ok("dump", self.example)
        content = self.read("example.folded")
        for piped in (content, gzip.compress(content)):
            result = run("dump", "-", input=piped)
            self.assertEqual((result.returncode, result.stdout), (0, whole), result.stderr)
        self.assertIn("the file is empty", self.fails("info", "-", input=b""))
        self.convert(self.example, "piped.cct")
        self.assertIn("opened by its name", self.fails("info", "-", input=self.read("piped.cct")))

    def test_pprof_and_speedscope_come_back(self):
        for name in ("out.pb.gz", "out.speedscope.json"):
            self.ok("export", self.example, "-o", self.path(name))
            self.assertEqual(self.ok("dump", self.path(name)), self.ok("dump", self.example))

    def test_labels_become_rings(self):
        profile = os.path.join(SOURCE, "tests/cct/import/data/pprof/threads.pb")
        self.assertIn(b"region: eu", self.ok("dump", profile, "--labels", "region"))
        self.assertIn(b"worker (tid 101)", self.ok("dump", profile, "--labels", "region,thread"))

    def test_folded_stacks_are_given_a_name_and_a_unit(self):
        profile = self.write("wall.folded", "main;f 1500\n")
        naming = ["--metric-name", "wall time", "--unit", "us"]
        self.assertIn(b"wall time", self.ok("info", profile, *naming))
        self.ok("convert", profile, *naming, "-o", self.path("wall.cct"))
        self.assertIn(b"1.500 ms", self.ok("table", self.path("wall.cct")))
        self.assertIn("a .cct file, which has its own", self.fails("info", self.path("wall.cct"), *naming))
        pprof = os.path.join(SOURCE, "tests/cct/import/data/pprof/threads.pb")
        self.assertIn("pprof, which has its own", self.fails("dump", pprof, "--unit", "us"))
        self.assertIn("--unit", self.fails("dump", profile, "--unit", "a\nb"))

    def test_what_is_read_is_not_written_over(self):
        profile = self.write("mine.folded", "main;f 3\n")
        other = self.write("other.folded", "main;g 3\n")
        for arguments in (["convert", profile, "-o", profile], ["convert", other, profile, "-o", profile],
                          ["transform", profile, "--apply", "invert", "-o", profile]):
            with self.subTest(arguments=arguments):
                self.assertIn("another file", self.fails(*arguments))
                self.assertEqual(self.read("mine.folded"), b"main;f 3\n")
        self.assertIn("name of a file", self.fails("convert", profile, "-o", "-"))

    def test_names_of_other_formats_are_for_export(self):
        for ending in (".folded", ".speedscope.json", ".pb.gz", ".csv"):
            out = self.path("out" + ending)
            for arguments in (["convert", self.example], ["transform", self.example, "--apply", "invert"],
                              ["synth", "--nodes", "10"]):
                self.assertIn("'ringscope export FILE -o " + out, self.fails(*arguments, "-o", out))
            self.assertFalse(os.path.exists(out))

    def test_names_of_pictures_are_for_render(self):
        for name in ("out.png", "out.SVG"):
            out = self.path(name)
            for arguments in (["convert", self.example], ["compare", self.example, self.example],
                              ["synth", "--nodes", "10"]):
                self.assertIn("'ringscope render' draws pictures", self.fails(*arguments, "-o", out))
            self.assertFalse(os.path.exists(out))

    def test_the_standard_input_is_read_once(self):
        self.assertIn("twice", self.fails("convert", "-", "-", "-o", self.path("out.cct"), input=b"a 1\n"))

    def test_what_memory_allows(self):
        message = self.fails("convert", self.example, "-o", self.path("out.cct"), "--max-memory", "1")
        self.assertIn(": needs more than the 1 byte allowed: allow more", message)

    def test_verify_is_for_cct_files(self):
        self.assertIn("checks .cct files", self.fails("verify", self.example))
        self.assertIn("standard input", self.fails("verify", "-", input=b"a 1\n"))
        self.ok("verify", self.convert(self.example, "out.cct"))

    def test_a_converted_file_tells_the_same(self):
        converted = self.convert(self.example, "out.cct")
        self.assertEqual(self.json("info", converted, "--json"), self.json("info", self.example, "--json"))

    def test_skipped_records_are_counted_by_reason(self):
        profile = self.write("some.folded", "a;b 3\nno count here\na 4\nnor here\n")
        info = self.json("info", profile, "--json")
        self.assertEqual(sum(info["skipped"].values()), 2)
        self.assertEqual(list(info["first_skipped_offset"].values()), [6])
        self.assertIn(b"skipped 2", self.ok("info", profile))
        self.assertIn(b"skipped 2", self.ok("convert", profile, "-o", self.path("some.cct")))

    def test_what_is_kept_in_part_is_not_skipped(self):
        profile = self.write("some.speedscope.json", speedscope([{"name": "f"}], [[0], [0, 7]], [1, 2]))
        for source in (profile, self.convert(profile, "some.cct")):
            info = self.json("info", source, "--json")
            self.assertEqual((info["skipped"], list(info["incomplete"].values())), ({}, [1]))
            self.assertEqual(list(info["first_incomplete_offset"]), list(info["incomplete"]))
            self.assertIn(b"  kept 1 in part: a frame that is not in the file's list", self.ok("info", source))

    def test_a_profile_without_samples_is_an_empty_tree(self):
        for name in ("callgrind/no_costs.txt", "dhat/no_points.json", "chrome_trace/no_slices.json"):
            profile = os.path.join(SOURCE, "tests/cct/import/data", name)
            self.assertEqual({metric["total"] for metric in self.json("info", profile, "--json")["metrics"]}, {0})
            self.assertIn(b"  The profile holds no samples.\n", self.ok("info", profile))
            for command in (["table"], ["methods"], ["dump"], ["layout"], ["search", "*"]):
                with self.subTest(name=name, command=command):
                    self.ok(command[0], profile, *command[1:])
            for ending in (".cct", ".folded", ".speedscope.json", ".pb.gz", ".csv"):
                self.assertEqual(run("export", profile, "-o", self.path("none" + ending)).returncode, 0)

    def test_hostile_names_give_valid_json(self):
        profile = self.write("bytes.folded", b'a"\\\xff\xc3;b\x00\x01\xe2\x82 3\n')
        layout = self.json("layout", profile, "--json")
        deepest = max(layout["segments"], key=lambda segment: len(segment["path"]))
        self.assertEqual(deepest["path"][0], 'a"\\\ufffd\ufffd')


class DumpTest(BinaryTest):
    def test_text(self):
        profile = self.write("small.folded", "a;b 3\na;c 5\na 1\n")
        self.assertEqual(self.ok("dump", profile), b"# samples count 1 9\na  9/1\n  c  5/5\n  b  3/3\n")

    def test_tsv(self):
        profile = self.write("small.folded", "a;b;c 3\na;t\\ab 5\n")
        lines = self.ok("dump", "--tsv", profile).decode().split("\n")
        self.assertEqual(lines[0].split("\t"), ["1", "0", "8", "a", "", "", "0", "0", "0"])
        self.assertEqual(lines[1].split("\t"), ["2", "5", "5", "t\\\\ab", "", "", "0", "0", "1"])
        self.assertEqual(lines[2].split("\t"), ["2", "0", "3", "b", "", "", "0", "0", "1"])
        self.assertEqual(lines[3].split("\t"), ["3", "3", "3", "c", "", "", "0", "0", "3"])

    def test_cct_and_profile_dump_alike(self):
        converted = self.convert(self.example, "out.cct")
        self.assertEqual(self.ok("dump", converted), self.ok("dump", self.example))
        self.assertEqual(self.ok("dump", "--tsv", converted), self.ok("dump", "--tsv", self.example))

    def test_export_round_trip(self):
        out = self.path("out.folded")
        self.assertEqual(self.ok("export", self.example, "-o", out), b"")
        self.assertEqual(self.ok("dump", out), self.ok("dump", self.example))


class ConvertTest(BinaryTest):
    def test_equal_input_gives_equal_bytes(self):
        first = self.convert(self.example, "first.cct")
        self.convert(self.example, "second.cct")
        self.convert(first, "third.cct")
        self.assertEqual(self.read("first.cct"), self.read("second.cct"))
        self.assertEqual(self.read("first.cct"), self.read("third.cct"))
        self.assertIn(b"sound", self.ok("verify", first))

    def test_threads(self):
        events = "".join(
            f"tool {10 + k}/{20 + k} 1.00{k}: 1 cycles:\n\t1000 work+0x1 (/bin/tool)\n\t2000 main+0x1 (/bin/tool)\n\n"
            for k in range(2))
        profile = self.write("out.perf", events)
        ring = self.json("info", profile, "--threads", "ring", "--json")
        merged = self.json("info", profile, "--threads", "merge", "--json")
        self.assertGreater(ring["nodes"], merged["nodes"])
        self.assertEqual(merged["nodes"], 2)
        self.assertEqual(ring["metrics"], merged["metrics"])
        # A stored ring can still be merged.
        stored = self.made("ring.cct", "convert", profile, "--threads", "ring")
        self.assertEqual(self.json("info", stored, "--threads", "merge", "--json")["nodes"], 2)

    def test_kill_leaves_the_old_file(self):
        source = self.made("large.cct", "synth", "--nodes", "2000000", "--layers", "50", "--frames", "1000")
        target = self.write("target.cct", "the old contents")
        begin = time.monotonic()
        self.ok("convert", source, "-o", self.path("timing.cct"))
        whole = time.monotonic() - begin
        killed = 0
        for k in range(12):
            process = subprocess.Popen([program(), "convert", source, "-o", target], stdout=subprocess.DEVNULL)
            time.sleep(whole * k / 12)
            process.kill()
            if process.wait() == -signal.SIGKILL:
                killed += 1
                if self.read("target.cct") == b"the old contents":
                    continue
            self.ok("verify", target)  # if not the old file, then all of the new one
            self.write("target.cct", "the old contents")
        self.assertGreater(killed, 0)

    def test_a_full_disk_leaves_the_old_file(self):
        source = self.made("large.cct", "synth", "--nodes", "100000", "--layers", "50", "--frames", "1000")
        target = self.write("target.cct", "the old contents")
        before = sorted(os.listdir(self.folder))

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

        message = self.fails("convert", source, "-o", target, preexec_fn=limit)
        self.assertIn("target.cct", message)
        self.assertEqual(self.read("target.cct"), b"the old contents")
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_interrupting_removes_the_unfinished_file(self):
        source = self.made("large.cct", "synth", "--nodes", "2000000", "--layers", "50", "--frames", "1000")
        before = sorted(os.listdir(self.folder))
        for pause in (0.01, 0.03, 0.05):
            process = subprocess.Popen([program(), "convert", source, "-o", self.path("target.cct")],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(pause)
            process.send_signal(signal.SIGINT)
            process.communicate()
            if process.returncode == 0:
                os.remove(self.path("target.cct"))  # it was faster than the signal
            self.assertEqual(sorted(os.listdir(self.folder)), before)


class SynthTest(BinaryTest):
    def test_sizes(self):
        out = self.made("out.cct", "synth", "--nodes", "5000", "--layers", "30", "--frames", "200", "--seed", "3")
        info = self.json("info", out, "--json")
        self.assertEqual((info["nodes"], info["layers"], info["frames"]), (5000, 30, 200))
        self.assertEqual(info["metrics"][0]["total"], 25_000_000)
        first = self.read("out.cct")
        self.ok("synth", "--nodes", "5000", "--layers", "30", "--frames", "200", "--seed", "3", "-o", out)
        self.assertEqual(self.read("out.cct"), first)

    def test_published_sizes(self):
        out = self.made("out.cct", "synth", "--like", "lusearch")
        info = self.json("info", out, "--json")
        self.assertEqual((info["nodes"], info["layers"], info["metrics"][0]["total"]), (33_189, 63, 502_521_414))

    def test_small_trees_have_fewer_layers(self):
        out = self.path("out.cct")
        for nodes, layers in ((1, 1), (10, 5), (500, 100)):
            self.ok("synth", "--nodes", str(nodes), "-o", out)
            info = self.json("info", out, "--json")
            self.assertEqual((info["nodes"], info["layers"]), (nodes, layers))

    def test_what_cannot_be(self):
        for arguments in (["--nodes", "5", "--layers", "6"], ["--recursion", "1"], ["--nodes", "x"],
                          ["--like", "nobody"], ["--like", "pmd", "--nodes", "5"], ["--nodes", "0"]):
            self.fails("synth", *arguments, "-o", self.path("none.cct"))
        self.assertFalse(os.path.exists(self.path("none.cct")))


if __name__ == "__main__":
    binary.main()
