"""The command summary. usage: command_summary_test.py RINGSCOPE"""

import json
import os
import re

import binary
from binary import SOURCE, BinaryTest, on_terminal, run

EXAMPLE = """example.folded: 18 contexts in 6 layers, 5 functions, from folded (18 records)
  samples  3,238  in all

 self   share                        5 functions
1,066  32.9 %  ████████████████████  main
  792  24.5 %  ██████████████▉       h
  660  20.4 %  ████████████▍         i
  540  16.7 %  ██████████▏           g
  180  5.56 %  ███▍                  f

deepest stack: 6 layers
  main
  f
  g
  g
  h
  i

recursion: 1 function, 12.4 % of samples in recursive calls
  2 times on one stack: g
"""

BELOW_F = """example.folded, below 'main;f': 9 contexts in 5 layers, 4 functions, from folded (18 records)
  samples  890  27.5 % of the profile

self   share                        4 functions
 270  30.3 %  ████████████████████  g
 620  69.7 %                        ... and 3 more

deepest stack: 6 layers
  main
  f
  g
  g
  h
  i

recursion: 1 function, 22.5 % of samples in recursive calls
  2 times on one stack: g
"""

PERF_MISSES = """two.perf: 7 contexts in 4 layers, 5 functions, from perf script (3 records)
  cycles          35 events  in all
  cycles samples          2  in all
  misses           7 events  in all, broken down below
  misses samples          1  in all

    self  share                        5 functions
7 events  100 %  ████████████████████  work [/bin/tool]
0 events    0 %                        ... and 4 more

    self  share                        3 modules
7 events  100 %  ████████████████████  /bin/tool
0 events    0 %                        ... and 2 more

    self  share                        2 threads
7 events  100 %  ████████████████████  tool (tid 21)
0 events    0 %                        ... and 1 more

deepest stack: 4 layers
  tool (tid 22)
  main
  work
  memcpy

recursion: none
"""


class SummaryTest(BinaryTest):
    def text(self, *arguments):
        """What it prints of a file of the folder, without the folder."""
        return self.ok("summary", *arguments).decode().replace(self.folder + os.sep, "")

    def test_worked_example(self):
        self.assertEqual(self.text(self.example), EXAMPLE)
        self.assertEqual(self.text(self.example, "--root", "main;f", "--limit", "1"), BELOW_F)

    def test_several_metrics_modules_and_threads(self):
        self.assertEqual(self.text(self.perf, "--metric", "misses"), PERF_MISSES)

    def test_functions_of_one_name_have_their_places(self):
        def node(number, name, line):
            return {"id": number, "callFrame": {"functionName": name, "scriptId": "1", "url": "file:///a.js",
                                                "lineNumber": line, "columnNumber": 9}}
        root = {"id": 1, "children": [2, 3, 4], "callFrame": {"functionName": "(root)", "scriptId": "0", "url": "",
                                                              "lineNumber": -1, "columnNumber": -1}}
        profile = self.write("same.cpuprofile", json.dumps(
            {"nodes": [root, node(2, "", 4), node(3, "", 7), node(4, "f", 9)], "startTime": 0, "endTime": 60,
             "samples": [2, 3, 4, 4], "timeDeltas": [10, 20, 30, 30]}))
        text = self.text(profile)
        for name in ("(anonymous) (file:///a.js:5:10)", "(anonymous) (file:///a.js:8:10)", "f"):
            self.assertRegex(text, f"%  [█▉▊▋▌▍▎▏]+ +{re.escape(name)}\n")

    def test_one_context(self):
        self.assertEqual(self.text(self.write("one.folded", "main 5\n")), """\
one.folded: 1 context in 1 layer, 1 function, from folded (1 record)
  samples  5  in all

self  share                        1 function
   5  100 %  ████████████████████  main

deepest stack: 1 layer
  main

recursion: none
""")

    def test_cost_outside_of_functions_is_named(self):
        file = self.write("outside.folded", "m;a 10\nm;b 90\n 50\n")
        lines = [line.split() for line in self.text(file).splitlines()]
        self.assertIn(["50", "33.3", "%", "outside", "of", "functions"], lines)
        functions = self.json("summary", file, "--json")["functions"]
        self.assertEqual((functions["outside"], functions["other_self"]), (50, 0))
        self.assertEqual(self.json("summary", file, "--root", "m", "--json")["functions"]["outside"], 0)
        self.assertEqual(self.json("summary", file, "--apply", "invert", "--json")["functions"]["outside"], 50)
        self.assertNotIn("outside", self.text(self.example))
        for command in ("methods", "table"):
            for options in ((), ("--limit", "1"), ("--apply", "invert")):
                text = self.ok(command, file, *options).decode()
                self.assertEqual(text.splitlines()[-1], "outside of functions: 50, 33.3 %", (command, options))
            self.assertNotIn("outside", self.ok(command, file, "--root", "m").decode())
            self.assertNotIn("outside", self.ok(command, self.example).decode())

    def test_without_cost(self):
        self.assertEqual(self.text(self.write("free.folded", "main;f 0\nmain;g 0\n")), """\
free.folded: 3 contexts in 2 layers, 3 functions, from folded (2 records)
  samples  0  in all

self  share  3 functions
   0    0 %  all of them

deepest stack: 2 layers
  main
  f

recursion: none
""")

    def test_without_contexts(self):
        arguments = ["summary", self.example, "--apply", "focus nothing"]
        result = run(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, b"note: step 1, focus nothing: matched nothing\n")
        self.assertEqual(result.stdout.decode(), f"""\
{self.example}: 0 contexts in 0 layers, 0 functions, from folded (18 records)
  samples  0  in all
""")
        found = json.loads(run(*arguments, "--json").stdout)
        self.assertEqual((found["nodes"], found["layers"], found["functions"]["count"]), (0, 0, 0))
        self.assertEqual(found["deepest_stack"], {"layers": 0, "path": []})

    def test_agrees_with_methods_table_info_and_search(self):
        javac = os.path.join(SOURCE, "examples", "javac.folded.gz")
        for profile in (self.example, self.perf, javac):
            for arguments in ([], ["--threads", "merge"], ["--threads", "ring"], ["--apply", "invert"]):
                with self.subTest(profile=profile, arguments=arguments):
                    self.check_agreement(profile, arguments)

    def check_agreement(self, profile, arguments):
        found = self.json("summary", profile, "--json", "--limit", "7", *arguments)
        info = self.json("info", profile, "--json", *arguments)
        for key in ("format", "nodes", "layers", "metrics", "records", "skipped", "incomplete", "estimated", "notes",
                    "truncated_stacks", "input_bytes", "first_skipped_offset", "first_incomplete_offset"):
            self.assertEqual(found[key], info[key], key)
        self.assertEqual((found["root"], found["metric"]), ([], info["metrics"][0]["name"]))
        methods = self.json("methods", profile, "--json", *arguments)
        self.assertEqual(found["functions"]["count"], len(methods))
        costly = [method for method in methods if method["self"] != 0]
        self.assertEqual(found["functions"]["rows"], costly[:7])
        self.assertEqual(found["functions"]["other_self"], sum(method["self"] for method in costly[7:]))
        for by in ("package", "module", "thread"):
            rows = self.json("table", profile, "--by", by, "--json", *arguments)["rows"]
            if by != "thread" and [row["name"] for row in rows] == ["(unknown)"]:
                rows = []  # it has none
            self.assertEqual(found[by + "s"]["count"], len(rows))
            self.assertEqual([(row["name"], [row["self"]], [row["inclusive"]], row["contexts"])
                              for row in found[by + "s"]["rows"]],
                             [(row["name"], row["self"][:1], row["inclusive"][:1], row["contexts"])
                              for row in rows if row["self"][0] != 0][:7])
        self.assertEqual(len(found["deepest_stack"]["path"]), info["layers"])
        recursive = self.json("search", profile, "recursive not kind:thread", "--json", *arguments)
        for key in ("contexts", "inclusive"):
            self.assertEqual(found["recursion"][key], recursive[key], key)
        self.assertEqual(found["recursion"]["functions"], recursive["frames"])
        path = found["recursion"]["path"]
        self.assertEqual(path.count(path[-1]) if path else 0, found["recursion"]["most_times"])

    def test_below_a_context(self):
        found = self.json("summary", self.example, "--root", "main;f", "--json")
        self.assertEqual((found["root"], found["nodes"], found["layers"]), (["main", "f"], 9, 5))
        self.assertEqual([metric["total"] for metric in found["metrics"]], [890])
        self.assertEqual({row["name"]: row["self"] for row in found["functions"]["rows"]},
                         {"f": 180, "g": 270, "h": 240, "i": 200})
        self.assertEqual(found["recursion"]["path"], ["main", "f", "g", "g"])

    def test_a_terminal_has_lines_of_its_width(self):
        name = "com.example.very.long." + "package." * 12 + "Name.method"
        profile = self.write("long.folded", f"main;{name};{name} 3\nmain 1\n")
        wide = on_terminal(400, "summary", profile)
        self.assertEqual(wide, self.ok("summary", profile).decode())
        for width in (100, 60, 45):
            lines = on_terminal(width, "summary", profile).splitlines()
            self.assertEqual({len(line) for line in lines if "…" in line}, {width})
            self.assertEqual(any("█" in line for line in lines), width > 60)
            row = next(line for line in lines if "75.0 %" in line)
            self.assertIn("…", row)
            self.assertTrue(row.endswith("method"), row)

    def test_what_was_not_read(self):
        profile = self.write("odd.folded", "main;f 3\nnonsense\nmain 1\n")
        self.assertTrue(self.text(profile).endswith(
            "\nimport:\n  skipped 1: no count at the end of the line (first at byte 9)\n"), self.text(profile))

    def test_wrong_use(self):
        self.assertIn("'nobody'", self.fails("summary", self.example, "--root", "nobody"))
        self.assertIn("'bytes'", self.fails("summary", self.example, "--metric", "bytes"))
        self.assertIn("--define", self.fails("summary", self.example, "--define", "a = samples / 2"))
        self.assertIn("whole number", self.fails("summary", self.example, "--limit", "few"))


if __name__ == "__main__":
    binary.main()
