"""Runs the real binary and looks at exit codes, stdout, stderr and files. usage: command_line_test.py RINGSCOPE"""

import gzip
import json
import math
import os
import pty
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

RINGSCOPE = ""
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

# Fig. 1 of Moret et al.: executed bytecodes of 18 contexts.
WORKED_EXAMPLE = """main 1066
main;f 180
main;f;g 180
main;f;g;h 60
main;f;g;h;i 50
main;f;g;g 90
main;f;g;g;h 60
main;f;g;g;h;i 50
main;f;h 120
main;f;h;i 100
main;g 180
main;g;h 60
main;g;h;i 50
main;g;g 90
main;g;g;h 60
main;g;g;h;i 50
main;h 432
main;h;i 360
"""
# path: inclusive, degrees in equal mode, degrees in length and area mode
WORKED_EXAMPLE_SWEEPS = {
    "main": (3238, 360, 360),
    "main;f": (890, 120, 98.9500),
    "main;f;g": (490, 60, 54.4781),
    "main;f;g;h": (110, 30, 12.2298),
    "main;f;g;h;i": (50, 30, 5.5590),
    "main;f;g;g": (200, 30, 22.2359),
    "main;f;g;g;h": (110, 30, 12.2298),
    "main;f;g;g;h;i": (50, 30, 5.5590),
    "main;f;h": (220, 60, 24.4595),
    "main;f;h;i": (100, 60, 11.1180),
    "main;g": (490, 120, 54.4781),
    "main;g;h": (110, 60, 12.2298),
    "main;g;h;i": (50, 60, 5.5590),
    "main;g;g": (200, 60, 22.2359),
    "main;g;g;h": (110, 60, 12.2298),
    "main;g;g;h;i": (50, 60, 5.5590),
    "main;h": (792, 120, 88.0544),
    "main;h;i": (360, 120, 40.0247),
}


def run(*arguments, **options):
    return subprocess.run([RINGSCOPE, *map(str, arguments)], capture_output=True, **options)


class CommandLineTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.example = self.write("example.folded", WORKED_EXAMPLE)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, contents):
        mode = "wb" if isinstance(contents, bytes) else "w"
        with open(self.path(name), mode) as file:
            file.write(contents)
        return self.path(name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def ok(self, *arguments):
        result = run(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, b"")
        return result.stdout

    def noted(self, *arguments):
        """Exit code 0 and one line on stderr, a note, which is returned without the word."""
        result = run(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = result.stderr.decode("utf-8", "replace").split("\n")
        self.assertEqual(len(lines), 2, result.stderr)
        self.assertTrue(lines[0].startswith("note: "), lines[0])
        return lines[0][len("note: "):]

    def json(self, *arguments):
        return json.loads(self.ok(*arguments))

    def fails(self, *arguments, **options):
        """Exit code 2, nothing on stdout, one line on stderr, which is returned."""
        result = run(*arguments, **options)
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        self.assertEqual(result.stdout, b"")
        lines = result.stderr.decode("utf-8", "replace").split("\n")
        self.assertEqual(len(lines), 2, result.stderr)
        self.assertEqual(lines[1], "")
        return lines[0]

    def convert(self, source, name):
        self.ok("convert", source, "-o", self.path(name))
        return self.path(name)


class InfoTest(CommandLineTest):
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
        merged = self.path("merged.cct")
        self.ok("convert", first, second, third, "-o", merged)
        self.assertEqual(self.json("info", merged, "--json")["metrics"][0]["total"], 15)
        # By halves and in another order: the same file.
        half, again = self.path("half.cct"), self.path("again.cct")
        self.ok("convert", third, second, "-o", half)
        self.ok("convert", half, first, "-o", again)
        self.assertEqual(self.ok("dump", again), self.ok("dump", merged))
        self.assertIn("no-such-file", self.fails("convert", first, self.path("no-such-file"), "-o", half))

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

    def test_the_standard_input_is_read_once(self):
        self.assertIn("twice", self.fails("convert", "-", "-", "-o", self.path("out.cct"), input=b"a 1\n"))

    def test_what_memory_allows(self):
        message = self.fails("convert", self.example, "-o", self.path("out.cct"), "--max-memory", "1")
        self.assertIn("example.folded: needs more than the 1 byte allowed: allow more", message)

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
        profile = self.write("some.speedscope.json", json.dumps({
            "$schema": "https://www.speedscope.app/file-format-schema.json", "shared": {"frames": [{"name": "f"}]},
            "profiles": [{"type": "sampled", "name": "p", "unit": "none", "startValue": 0, "endValue": 3,
                          "samples": [[0], [0, 7]], "weights": [1, 2]}]}))
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


class DumpTest(CommandLineTest):
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


class ConvertTest(CommandLineTest):
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
        stored = self.path("ring.cct")
        self.ok("convert", profile, "--threads", "ring", "-o", stored)
        self.assertEqual(self.json("info", stored, "--threads", "merge", "--json")["nodes"], 2)

    def test_kill_leaves_the_old_file(self):
        source = self.path("large.cct")
        self.ok("synth", "--nodes", "2000000", "--layers", "50", "--frames", "1000", "-o", source)
        target = self.write("target.cct", "the old contents")
        begin = time.monotonic()
        self.ok("convert", source, "-o", self.path("timing.cct"))
        whole = time.monotonic() - begin
        killed = 0
        for k in range(12):
            process = subprocess.Popen([RINGSCOPE, "convert", source, "-o", target], stdout=subprocess.DEVNULL)
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
        source = self.path("large.cct")
        self.ok("synth", "--nodes", "100000", "--layers", "50", "--frames", "1000", "-o", source)
        target = self.write("target.cct", "the old contents")
        before = sorted(os.listdir(self.folder))

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

        message = self.fails("convert", source, "-o", target, preexec_fn=limit)
        self.assertIn("target.cct", message)
        self.assertEqual(self.read("target.cct"), b"the old contents")
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_interrupting_removes_the_unfinished_file(self):
        source = self.path("large.cct")
        self.ok("synth", "--nodes", "2000000", "--layers", "50", "--frames", "1000", "-o", source)
        before = sorted(os.listdir(self.folder))
        for pause in (0.01, 0.03, 0.05):
            process = subprocess.Popen([RINGSCOPE, "convert", source, "-o", self.path("target.cct")],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(pause)
            process.send_signal(signal.SIGINT)
            process.communicate()
            if process.returncode == 0:
                os.remove(self.path("target.cct"))  # it was faster than the signal
            self.assertEqual(sorted(os.listdir(self.folder)), before)


class LayoutTest(CommandLineTest):
    def segments(self, *arguments):
        layout = self.json("layout", self.example, "--json", *arguments)
        self.assertEqual(layout["rest"], [])
        return {";".join(segment["path"]): segment for segment in layout["segments"]}

    def test_sweeps_of_the_worked_example(self):
        for mode, column in (("equal", 1), ("length", 2), ("area", 2)):
            segments = self.segments("--mode", mode)
            self.assertEqual(set(segments), set(WORKED_EXAMPLE_SWEEPS))
            for path, expected in WORKED_EXAMPLE_SWEEPS.items():
                segment = segments[path]
                self.assertEqual(segment["inclusive"], expected[0], path)
                self.assertEqual(segment["layer"], path.count(";"), path)
                self.assertAlmostEqual(segment["sweep_deg"], expected[column], delta=1e-3, msg=f"{mode} {path}")
        selves = {line.rsplit(" ", 1)[0]: int(line.rsplit(" ", 1)[1]) for line in WORKED_EXAMPLE.splitlines()}
        self.assertEqual({path: segment["self"] for path, segment in segments.items()}, selves)

    def test_callees_start_where_their_caller_does_largest_first(self):
        segments = self.segments()
        starts = {"main;f": 0, "main;h": 98.9500, "main;g": 187.0043, "main;f;g": 0, "main;f;h": 54.4781,
                  "main;h;i": 98.9500, "main;g;g": 187.0043, "main;g;h": 209.2403}
        for path, start in starts.items():
            self.assertAlmostEqual(segments[path]["start_deg"], start, delta=1e-3, msg=path)

    def test_radii(self):
        def edges(mode):
            result = {}
            for segment in self.segments("--mode", mode).values():
                result[segment["layer"]] = (segment["inner_px"], segment["outer_px"])
            return [result[layer] for layer in sorted(result)]

        for mode in ("equal", "length"):
            rings = edges(mode)
            for layer, (inner, outer) in enumerate(rings):
                self.assertAlmostEqual(inner / rings[0][1], layer, delta=1e-6 * max(layer, 1))
                self.assertAlmostEqual(outer / rings[0][1], layer + 1, delta=1e-6 * (layer + 1))
        rings = edges("area")
        for layer, (inner, outer) in enumerate(rings):
            self.assertAlmostEqual(outer / rings[0][1], math.sqrt(layer + 1), delta=1e-6)
            self.assertAlmostEqual(inner / rings[0][1], math.sqrt(layer), delta=1e-6)

    def test_subtree(self):
        segments = self.segments("--root", "main;f")
        expected = {"main;f": 360, "main;f;g": 198.2022, "main;f;g;h": 44.4944, "main;f;g;h;i": 20.2247,
                    "main;f;g;g": 80.8989, "main;f;g;g;h": 44.4944, "main;f;g;g;h;i": 20.2247, "main;f;h": 88.9888,
                    "main;f;h;i": 40.4494}
        self.assertEqual(set(segments), set(expected))
        for path, sweep in expected.items():
            self.assertAlmostEqual(segments[path]["sweep_deg"], sweep, delta=1e-3, msg=path)
        self.assertEqual(segments["main;f"]["layer"], 0)

    def test_depth_limit(self):
        segments = self.segments("--depth", "3")
        self.assertEqual(len(segments), 9)
        self.assertEqual(segments["main;f;g"]["inclusive"], 490)

    def test_names_with_separators(self):
        # A folded stack cannot have a ';' in a name, but a .cpuprofile can.
        profile = {"nodes": [{"id": 1, "callFrame": {"functionName": "(root)", "scriptId": "0", "url": "", "lineNumber": -1,
                                                     "columnNumber": -1}, "children": [2]},
                             {"id": 2, "callFrame": {"functionName": "a;b\\c", "scriptId": "1", "url": "x.js",
                                                     "lineNumber": 0, "columnNumber": 0}, "children": [3], "hitCount": 1},
                             {"id": 3, "callFrame": {"functionName": "d", "scriptId": "1", "url": "x.js",
                                                     "lineNumber": 1, "columnNumber": 0}, "hitCount": 1}],
                   "startTime": 0, "endTime": 30, "samples": [2, 3, 3], "timeDeltas": [10, 10, 10]}
        path = self.write("a.cpuprofile", json.dumps(profile))
        whole = self.json("layout", path, "--json")
        name = next(segment["path"] for segment in whole["segments"] if segment["path"][-1:] == ["d"])
        escaped = ";".join(part.replace("\\", "\\\\").replace(";", "\\;") for part in name[:-1])
        layout = self.json("layout", path, "--json", "--root", escaped)
        self.assertEqual(layout["root"][-1], "a;b\\c")

    def test_rest_segments_keep_every_unit(self):
        random.seed(5)
        profile = self.write("wide.folded", "".join(
            f"main;f{k} {random.choice([1, 1, 1, 2, 50, 4000])}\n" for k in range(20_000)) + "main 123\n")
        layout = self.json("layout", profile, "--json")
        self.assertTrue(layout["rest"])
        ring = [piece for piece in layout["segments"] + layout["rest"] if piece["layer"] == 1]
        self.assertEqual(sum(piece["inclusive"] for piece in ring) + 123, layout["total"])
        segments = sum(1 for piece in layout["segments"] if piece["layer"] == 1)
        self.assertEqual(segments + sum(piece["contexts"] for piece in layout["rest"]), 20_000)
        for rest in layout["rest"]:
            self.assertEqual(rest["parent"], ["main"])
            self.assertTrue({"start_deg", "sweep_deg", "contexts", "inclusive", "layer"} <= set(rest))

    def test_size_and_text(self):
        small = self.segments("--size", "200x100")
        large = self.segments("--size", "2000x1000")
        self.assertGreater(large["main"]["outer_px"], small["main"]["outer_px"])
        self.assertIn(b"18 segments", self.ok("layout", self.example))


class SearchTest(CommandLineTest):
    def test_counts(self):
        self.assertEqual(self.json("search", self.example, "g", "--json"),
                         {"contexts": 4, "self": 540, "inclusive": 980, "frames": 1})
        self.assertEqual(self.json("search", self.example, "g", "--root", "main;f", "--json"),
                         {"contexts": 2, "self": 270, "inclusive": 490, "frames": 1})
        self.assertEqual(self.json("search", self.example, "G", "--json"),
                         {"contexts": 0, "self": 0, "inclusive": 0, "frames": 0})
        self.assertIn(b"4 contexts", self.ok("search", self.example, "g"))


class RenderTest(CommandLineTest):
    def test_svg(self):
        out = self.path("out.svg")
        self.assertEqual(self.ok("render", self.example, "-o", out, "--light", "--size", "300x200"), b"")
        svg = self.read("out.svg")
        self.assertIn(b"<svg", svg)
        self.assertIn(b"27.5 %", svg)

    def test_other_formats_are_refused(self):
        self.assertIn(".png or .svg", self.fails("render", self.example, "-o", self.path("out.gif")))

    def test_render_colors(self):
        pictures = set()
        for color in ("function", "kind", "self-share", "metric:samples,absolute,log"):
            self.ok("render", self.example, "-o", self.path("out.svg"), "--color", color)
            pictures.add(self.read("out.svg"))
        self.assertEqual(len(pictures), 4)
        self.assertIn("'samples'", self.fails("render", self.example, "-o", self.path("out.svg"), "--color", "metric:x"))
        self.assertIn("self-share", self.fails("render", self.example, "-o", self.path("out.svg"), "--color", "red"))
        self.assertIn(".folded", self.fails("export", self.example, "-o", self.path("out.txt")))


class SynthTest(CommandLineTest):
    def test_sizes(self):
        out = self.path("out.cct")
        self.ok("synth", "--nodes", "5000", "--layers", "30", "--frames", "200", "--seed", "3", "-o", out)
        info = self.json("info", out, "--json")
        self.assertEqual((info["nodes"], info["layers"], info["frames"]), (5000, 30, 200))
        self.assertEqual(info["metrics"][0]["total"], 25_000_000)
        first = self.read("out.cct")
        self.ok("synth", "--nodes", "5000", "--layers", "30", "--frames", "200", "--seed", "3", "-o", out)
        self.assertEqual(self.read("out.cct"), first)

    def test_published_sizes(self):
        out = self.path("out.cct")
        self.ok("synth", "--like", "lusearch", "-o", out)
        info = self.json("info", out, "--json")
        self.assertEqual((info["nodes"], info["layers"], info["metrics"][0]["total"]), (33_189, 63, 502_521_414))

    def test_small_trees_have_fewer_layers(self):
        out = self.path("out.cct")
        for nodes, layers in ((1, 1), (10, 5), (500, 100)):
            self.ok("synth", "--nodes", str(nodes), "-o", out)
            info = self.json("info", out, "--json")
            self.assertEqual((info["nodes"], info["layers"]), (nodes, layers))

    def test_what_cannot_be(self):
        for arguments in (["--nodes", "5", "--layers", "6"], ["--recursion", "1"], ["--nodes", "x"], ["--like", "nobody"],
                          ["--like", "pmd", "--nodes", "5"], ["--nodes", "0"]):
            self.fails("synth", *arguments, "-o", self.path("none.cct"))
        self.assertFalse(os.path.exists(self.path("none.cct")))


class BadInputTest(CommandLineTest):
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


class StandardOutputTest(CommandLineTest):
    def test_help_and_version(self):
        self.assertIn(b"convert", self.ok("--help"))
        self.assertIn(b"--mode", self.ok("layout", "--help"))
        self.assertTrue(self.ok("--version").startswith(b"ringscope "))

    def test_a_closed_pipe_is_no_error(self):
        source = self.path("large.cct")
        self.ok("synth", "--nodes", "100000", "--layers", "50", "--frames", "1000", "-o", source)
        for command in (["dump", source], ["dump", "--tsv", source], ["layout", source, "--json"]):
            process = subprocess.Popen([RINGSCOPE, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            process.stdout.read(10)
            process.stdout.close()
            self.assertEqual(process.stderr.read(), b"")
            process.stderr.close()
            self.assertEqual(process.wait(), 0)

    def test_a_full_device_is_an_error(self):
        for command in (["info", self.example], ["dump", self.example], ["layout", self.example, "--json"]):
            with open("/dev/full", "w") as full:
                result = subprocess.run([RINGSCOPE, *command], stdout=full, stderr=subprocess.PIPE)
            self.assertEqual(result.returncode, 2)
            self.assertIn(b"standard output", result.stderr)

    def test_json_stays_pure_with_a_terminal_as_stderr(self):
        """A progress bar is drawn on a terminal only, and never on stdout."""
        source = self.write("some.folded", "".join(f"main;f{k};g{k % 77} {k + 1}\n" for k in range(300_000)))
        terminal, stderr = pty.openpty()
        result = subprocess.run([RINGSCOPE, "info", source, "--json"], stdout=subprocess.PIPE, stderr=stderr)
        os.close(stderr)
        os.close(terminal)
        self.assertEqual(result.returncode, 0)
        json.loads(result.stdout)


if __name__ == "__main__":
    RINGSCOPE = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
