"""What export writes, and what it says that it leaves out. usage: command_export_test.py RINGSCOPE"""

import csv
import gzip
import io
import json
import os

import binary
from binary import SOURCE, WORKED_EXAMPLE, BinaryTest, run, speedscope


TIMES_LOST = "only .cct holds what is known beside costs: 3 times of samples left out"


class ExportTest(BinaryTest):
    def test_every_ending(self):
        for ending in (".cct", ".folded"):
            out = self.path("out" + ending)
            self.assertEqual(self.ok("export", self.example, "-o", out), b"")
            self.assertEqual(self.ok("dump", out), self.ok("dump", self.example))
        scope = json.loads(self.read(self.made("out.speedscope.json", "export", self.example)))
        self.assertEqual(sum(scope["profiles"][0]["weights"]), 3238)
        self.assertEqual(len(scope["profiles"][0]["samples"]), 18)
        self.ok("export", self.example, "-o", self.path("out.pb.gz"))
        self.ok("export", self.example, "-o", self.path("out.pb"))
        self.assertEqual(gzip.decompress(self.read("out.pb.gz")), self.read("out.pb"))
        self.assertIn(b"samples", self.read("out.pb"))
        self.ok("export", self.example, "-o", self.path("out.pprof"))
        self.assertEqual(self.read("out.pprof"), self.read("out.pb.gz"))
        rows = list(csv.reader(io.StringIO(self.text_of(self.made("out.csv", "export", self.example)))))
        self.assertEqual(len(rows), 19)
        self.assertEqual(rows[2], ["main;f", "f", "", "", "", "180", "890"])
        lines = self.text_of(self.made("out.tsv", "export", self.example)).split("\n")
        self.assertEqual(lines[2], "main;f\tf\t\t\t\t180\t890")

    def test_the_input_is_not_overwritten(self):
        os.symlink("example.folded", self.path("link.folded"))
        os.link(self.example, self.path("twin.folded"))
        other_name = os.path.join(self.folder, ".", "example.folded")
        for out in (self.example, self.path("link.folded"), self.path("twin.folded"), other_name):
            with self.subTest(out):
                message = f"{out}: expected another file than the one that is read"
                self.assertEqual(self.fails("export", self.example, "-o", out), message)
                with open(self.example) as source:
                    self.assertEqual(self.fails("export", "-", "-o", out, stdin=source), message)
        self.assertIn("another file", self.fails("export", self.path("link.folded"), "-o", self.example))
        table = self.write("profile.csv", WORKED_EXAMPLE)
        self.assertIn("another file", self.fails("export", table, "--table", "function", "-o", table))
        self.assertEqual(self.read("profile.csv"), self.read("example.folded"))
        self.assertEqual(self.text_of("example.folded"), WORKED_EXAMPLE)

    def test_one_metric_and_one_subtree(self):
        out = self.path("out.folded")
        self.assertEqual(self.notes("export", self.perf, "--threads", "merge", "--metric", "misses", "-o", out),
                         [TIMES_LOST,
                          "folded stacks hold only contexts with cost in misses: 1 other context left out"])
        self.assertEqual(self.read("out.folded"), b"main;work 7\n")
        self.ok("export", self.example, "--root", "main;f;g", "-o", out)
        self.assertEqual(self.read("out.folded"),
                         b"g 180\ng;g 90\ng;g;h 60\ng;g;h;i 50\ng;h 60\ng;h;i 50\n")

    def test_tables(self):
        self.ok("export", self.perf, "--threads", "merge", "--table", "module", "-o", self.path("out.csv"))
        self.assertEqual(self.text_of("out.csv").splitlines()[1:], ["/lib/libc.so,1,30,30,1,1,0,0,0,0",
                                                                          "/bin/tool,2,5,35,1,2,7,7,1,1"])
        self.assertIn(".csv or .tsv", self.fails("export", self.perf, "--table", "module", "-o", self.path("o.folded")))
        unknown = self.fails("export", self.example, "-o", self.path("out.txt"))
        self.assertIn("ending in .cct, .folded, ", unknown)
        self.assertIn(" or .html, found 'out.txt'", unknown)

    def test_call_stack(self):
        self.assertEqual(self.ok("stack", self.perf, "--threads", "merge", "--root", "main;work;memcpy").decode(),
                         "memcpy [/lib/libc.so]\nwork [/bin/tool]\nmain [/bin/tool]\n"
                         "cycles: self 30 events (85.7 %), inclusive 30 events (85.7 %)\n"
                         "cycles samples: self 1 (50.0 %), inclusive 1 (50.0 %)\n"
                         "misses: self 0 events (0 %), inclusive 0 events (0 %)\n"
                         "misses samples: self 0 (0 %), inclusive 0 (0 %)\n")
        self.fails("stack", self.example)
        self.fails("stack", self.example, "--root", "main;nowhere")


class LossTest(BinaryTest):
    def setUp(self):
        super().setUp()
        self.points = os.path.join(SOURCE, "tests/cct/import/data/aprof/contexts.aprof")

    def test_points(self):
        self.assertIn(b"\n", self.ok("dump", self.points, "--points"))
        self.assertIn("has no points", self.noted("dump", self.example, "--points"))
        self.assertGreater(len(self.ok("dump", self.points, "--points", "--apply", "invert").splitlines()), 1)
        self.assertIn("transform", self.noted("dump", self.points, "--points", "--apply", "group mod"))
        out = self.path("out.cct")
        self.assertIn("transform", self.noted("transform", self.points, "--apply", "group mod", "-o", out))
        self.assertNotIn(b"left out", self.ok("convert", self.points, "-o", out))
        self.assertIn(b"  The points of cost by input size were left out",
                      self.ok("convert", self.points, self.example, "-o", out))

    def test_what_only_cct_holds(self):
        for ending in (".pb.gz", ".csv"):
            self.assertRegex(self.noted("export", self.points, "-o", self.path("out" + ending)),
                             r"^only \.cct holds what is known beside costs: \d+ points of cost by input size left out$")

    def test_cost_outside_of_functions(self):
        profile = self.write("root.folded", "m;a 10\n 50\n")
        self.ok("export", profile, "-o", self.path("out.csv"))
        self.assertEqual(self.text_of("out.csv").splitlines()[1:],
                         [",,,,,50,60", "m,m,,,,0,10", "m;a,a,,,,10,10"])

    def test_samples_with_times(self):
        timed = self.write("timed.perf", "".join(
            f"prog 1 7.{i}00000: {i} cycles:\n\t{0x1000:16x} {name}+0x0 (/bin/prog)\n\n"
            for i, name in enumerate("aabb", 1)))
        self.assertEqual(self.ok("dump", timed, "--samples").decode().splitlines(),
                         ["ns\tcontext\tcycles\tsamples", "0\t2\t1\t1", "100000000\t2\t2\t1",
                          "200000000\t1\t3\t1", "300000000\t1\t4\t1"])
        self.assertIn(b"  4 samples with times, over 300 ms\n", self.ok("info", timed))
        self.assertEqual(json.loads(self.ok("info", timed, "--json"))["samples"], {"count": 4, "span_ns": 300000000})
        part = self.ok("dump", timed, "--apply", "time 100ms..300ms").decode().splitlines()
        self.assertEqual(part, ["# cycles events 1 5", "# samples count 1 2",
                                "b [/bin/prog]  3/3 1/1", "a [/bin/prog]  2/2 1/1"])
        self.assertIn("has no samples", self.noted("dump", self.example, "--samples"))
        self.assertIn("transform", self.noted("dump", timed, "--samples", "--apply", "invert"))
        self.assertIn("has to stand first", self.fails("dump", timed, "--apply", "invert | time 1s.."))
        self.assertIn("matched nothing", self.noted("dump", timed, "--apply", "time 1s.."))
        out = self.made("out.cct", "convert", timed)
        self.assertEqual(self.ok("dump", out, "--samples"), self.ok("dump", timed, "--samples"))
        self.assertIn(b"  The times of samples were left out", self.ok("convert", timed, self.example, "-o", out))

    def test_names_that_folded_stacks_cannot_hold(self):
        frames = [{"name": name} for name in ("main", "a;b", "c\nd", "plain")]
        profile = self.write("names.speedscope.json", speedscope(frames, [[0, 1], [0, 2], [0, 3]], [1, 2, 3]))
        out = self.path("out.folded")
        self.assertIn("2 names changed", self.noted("export", profile, "-o", out))
        self.assertEqual(sorted(self.read("out.folded").splitlines()), [b"main;a:b 1", b"main;c d 2", b"main;plain 3"])

    def test_names_that_folded_stacks_do_not_give_back(self):
        out = self.path("out.folded")

        def tree(*stacks):
            """A profile of these stacks, a list of names each, in which each costs its place."""
            names = sorted({name for stack in stacks for name in stack})
            samples = [[names.index(name) for name in stack] for stack in stacks]
            return self.write("names.speedscope.json",
                              speedscope([{"name": name} for name in names], samples, list(range(1, len(stacks) + 1))))

        for stacks, count, name, reason in (
                ([["task 1"], ["main", "task 2"]], "2 names", "task 1", "both are read as counts"),
                ([["main", "f_[k]"], ["f_[w]", "g"]], "2 names", "f_[k]", "read as the kind"),
                ([["# a", "b"], ["c"]], "1 name", "# a", "read as a comment and its cost is lost"),
                ([["#"], ["c"]], "1 name", "#", "read as a comment"),
                ([["main", "pad "], ["c"]], "1 name", "pad ", "not read as part of a name")):
            with self.subTest(name):
                profile = tree(*stacks)
                note = self.noted("export", profile, "-o", out)
                self.assertTrue(note.startswith(f"{count} will not read back as written, such as "), note)
                self.assertIn(f"such as '{name}'" if len(stacks[0]) == 1 else "such as '", note)
                self.assertIn(reason, note)
                self.assertNotEqual(self.ok("dump", out), self.ok("dump", profile))
        # What only looks so comes back, and nothing is said.
        for stacks in ([["task 1"], ["main", "task 2"], ["main"]], [["#f"], ["#", "g"]], [["5"], ["main", "6"]],
                       [["f_[x]"], ["_[k", "f[k]"]], [["main", "# f"]], [[], ["task 1"]], [["pad ", "f"]]):
            with self.subTest(stacks):
                profile = tree(*stacks)
                self.ok("export", profile, "-o", out)
                self.assertEqual(self.ok("dump", out).split(b"\n", 1)[1], self.ok("dump", profile).split(b"\n", 1)[1])

    def test_names_that_look_like_another_format(self):
        out = self.path("out.folded")

        def tree(names):
            frames = [{"name": name} for name in names]
            return self.write("names.speedscope.json",
                              speedscope(frames, [[i] for i in range(len(names))], [1] * len(names)))

        for names, told in ((["12 34", "56 78"], "no reader will take the file for folded stacks"),
                            (["events: Ir", "fn=main", "7"], "for the callgrind format, not for folded stacks")):
            with self.subTest(names):
                profile = tree(names)
                self.assertIn(told, self.noted("export", profile, "-o", out))
                again = run("dump", out)
                self.assertTrue(again.returncode != 0 or again.stdout != self.ok("dump", profile))
        self.assertIn("byte order mark", self.noted("export", tree(["\ufeffmain"]), "-o", out))
        for names in (["main", "12"], ["events", "fn main"]):
            with self.subTest(names):
                self.ok("export", tree(names), "-o", out)
                self.ok("dump", out)

    def test_an_empty_file_of_folded_stacks(self):
        profile = os.path.join(SOURCE, "tests/cct/import/data/dhat/no_points.json")
        out = self.path("out.folded")
        self.assertIn("the file is empty", run("export", profile, "-o", out).stderr.decode())
        self.assertEqual(self.read("out.folded"), b"")
        self.ok("export", profile, "-o", self.path("out.csv"))

    def test_metrics_without_room(self):
        out = self.path("out.folded")
        self.assertEqual(self.notes("export", self.perf, "-o", out),
                         ["folded stacks hold one metric: cycles is written, 3 other metrics left out: "
                          "choose with --metric", TIMES_LOST])
        self.assertEqual(self.notes("export", self.perf, "-o", self.path("out.speedscope.json")),
                         [TIMES_LOST, "speedscope's files have no place for modules: 2 modules left out"])

    def test_frames_without_a_name(self):
        profile = self.write("nameless.folded", "main;;b 3\nmain;c 1\n")
        for ending, format in ((".pb.gz", "profiles of pprof"), (".speedscope.json", "speedscope's files")):
            self.assertEqual(self.noted("export", profile, "-o", self.path("out" + ending)),
                             f"in {format} every frame has a name: 1 frame without one will read back as [unknown]")

    def test_contexts_without_cost(self):
        profile = self.write("free.folded", "main;a 3\nmain;b;c 0\nd 0\n")
        for ending, format in ((".folded", "folded stacks"), (".speedscope.json", "speedscope's files")):
            out = self.path("out" + ending)
            self.assertEqual(self.noted("export", profile, "-o", out),
                             f"{format} hold only contexts with cost: 3 contexts without any left out")
            self.assertEqual(self.json("info", out, "--json")["nodes"], 2)
        self.ok("export", profile, "-o", self.path("out.pb"))
        self.assertIn("hold only", self.noted("export", profile, "--root", "main", "-o", self.path("out.folded")))
        self.ok("export", profile, "--root", "main;a", "-o", self.path("out.folded"))

    def test_names_that_are_not_utf8(self):
        profile = self.write("bytes.folded", b"main;\xff 1\nmain;\xfe 2\nmain;\xc3\xa9 4\n")
        out = self.path("out.speedscope.json")
        self.assertIn("are UTF-8: 2 names with other bytes", self.noted("export", profile, "-o", out))
        self.ok("export", profile, "-o", self.path("out.folded"))


if __name__ == "__main__":
    binary.main()
