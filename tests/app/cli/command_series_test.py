"""Series of profiles. usage: command_series_test.py RINGSCOPE"""

import os

import binary
from binary import BinaryTest

THREE_TEXT = """#  samples  execution
1      150  v1.folded, 2026-01-02 03:04 UTC
2      155  v2.folded, 2026-01-02 03:04 UTC
3      260  v3.folded, 2026-01-02 03:04 UTC
3 contexts

Functions whose own cost varies: 2
first  last  least  in         most  in         function
  100   210    100  v1.folded   210  v3.folded  f
   50    50     49  v2.folded    50  v1.folded  g
"""


class SeriesTest(BinaryTest):
    def three(self):
        files = [self.write(f"v{k + 1}.folded", text)
                 for k, text in enumerate(["m;f 100\nm;g 50\n", "m;f 106\nm;g 49\n", "m;f 210\nm;g 50\n"])]
        for file in files:
            os.utime(file, (1767323040, 1767323040))
        return files

    def twenty(self):
        """The cost of f doubles with the 13th."""
        def text(k):
            return f"m;f {(500 if k < 12 else 1000) + k * 7 % 10}\nm;g {300 + k * 11 % 17}\n"
        return [self.write(f"r{k:02}.folded", text(k)) for k in range(20)]

    def test_text(self):
        self.assertEqual(self.ok("series", *self.three()).decode(), THREE_TEXT)

    def test_json(self):
        found = self.json("series", *self.three(), "--json")
        self.assertEqual([(one["name"], one["totals"]) for one in found["executions"]],
                         [("v1.folded", [150]), ("v2.folded", [155]), ("v3.folded", [260])])
        self.assertEqual([(one["function"]["name"], one["self"]) for one in found["functions"]],
                         [("f", [100, 106, 210]), ("g", [50, 49, 50])])
        self.assertEqual((found["contexts"], found["steps"], found["by_share"]), (3, [], False))

    def test_the_tree_is_written_and_read_again(self):
        files = self.three()
        out = self.path("s.cct")
        text = self.ok("series", *files, "-o", out)
        self.ok("verify", out)
        self.assertEqual([one["total"] for one in self.json("info", out, "--json")["metrics"]], [565, 150, 155, 260])
        self.assertEqual(self.ok("series", out), text)
        self.ok("render", out, "-o", self.path("out.svg"), "--metric", "samples@2")
        # Totals of several executions say that they are sums.
        self.assertIn(b"  samples: 565 in all, sum of 3 runs\n  samples@1: 150 in all\n", self.ok("info", out))
        self.assertRegex(self.ok("summary", out).decode(), r"\n  samples +565  in all, sum of 3 runs, broken down below\n")
        self.assertTrue(self.ok("methods", out).startswith(b"samples: 565 in 3 functions, sum of 3 runs\n"))
        converted = [self.convert(file, file + ".cct") for file in files]
        again = self.made("again.cct", "series", *converted, "--names", "v1.folded,v2.folded,v3.folded")
        self.assertEqual(self.ok("dump", again), self.ok("dump", out))
        # A comparison holds executions, too.
        comparison = self.made("c.cct", "compare", *files[:2])
        found = self.json("series", comparison, "--json")
        self.assertEqual([one["totals"] for one in found["executions"]], [[150], [155]])

    def test_steps(self):
        text = self.ok("series", *self.twenty()).decode()
        self.assertRegex(text, r"\nSteps: 2\nbefore +after +change +p +from +function\n"
                               r" +\S+ +\S+ +\+\d+\.\d % +[<.0-9]+ +r12.folded +\(the whole profile\)\n"
                               r" +\S+ +\S+ +\+\d+\.\d % +[<.0-9]+ +r12.folded +f\n")
        found = self.json("series", *self.twenty(), "--json")
        step = found["functions"][0]["steps"][0]
        self.assertEqual((step["execution"], step["name"]), (12, "r12.folded"))
        self.assertLess(step["probability"], 0.001)
        self.assertEqual(found["functions"][1]["steps"], [])

    def test_shares(self):
        text = self.ok("series", *self.three(), "--share").decode()
        self.assertIn("Shares of the totals vary, not values.\n", text)
        self.assertRegex(text, r"66\.67 % +80\.77 % +66\.67 % +v1.folded +80\.77 % +v3.folded +f\n")

    def test_at_least(self):
        files = self.three() + [self.write("v4.folded", "m;f 100\nm;g;deep 20\nm;once 7\n")]
        text = self.ok("series", *files, "--at-least", 2, "-o", self.path("s.cct")).decode()
        note = "Left out, with their cost in their callers: 2 contexts of fewer than 2 executions."
        self.assertIn(f"\n{note}\n3 contexts\n", text)
        self.assertIn(note, self.ok("info", self.path("s.cct")).decode())
        self.ok("verify", self.path("s.cct"))
        found = self.json("series", self.path("s.cct"), "--json")
        self.assertEqual([one["totals"] for one in found["executions"]], [[150], [155], [260], [127]])
        functions = {one["function"]["name"]: one["self"] for one in found["functions"]}
        self.assertEqual(functions, {"f": [100, 106, 210, 100], "g": [50, 49, 50, 20], "m": [0, 0, 0, 7]})
        # The same as a step.
        self.ok("series", *files, "-o", self.path("all.cct"))
        self.ok("transform", self.path("all.cct"), "--apply", "hide executions<2", "-o", self.path("step.cct"))
        self.assertEqual(self.ok("dump", self.path("step.cct"), "--tsv"), self.ok("dump", self.path("s.cct"), "--tsv"))
        self.assertEqual(self.fails("series", *files, "--at-least", 5),
                         "--at-least: expected at most the 4 executions that there are, found 5")
        self.assertIn("holds several executions", self.fails("search", files[0], "executions=1"))

    def test_table_over_executions(self):
        out = self.made("s.cct", "series", *self.three())
        self.assertEqual(self.ok("table", out, "--over-executions").decode(),
                         "v1.folded  v2.folded  v3.folded  function\n"
                         "      100        106        210  f\n"
                         "       50         49         50  g\n"
                         "        0          0          0  m\n")
        self.assertEqual(self.ok("table", out, "--over-executions", "--inclusive", "--limit", 1).decode(),
                         "v1.folded  v2.folded  v3.folded  function\n"
                         "      150        155        260  m\n... and 2 more\n")
        self.assertEqual(self.ok("table", out, "--over-executions", "--csv", "--by", "module").decode(),
                         "name,contexts,v1.folded,v2.folded,v3.folded\n(unknown),3,150,155,260\n")
        found = self.json("table", out, "--over-executions", "--json", "--sort", "name")
        self.assertEqual((found["metric"], found["values"], [one["total"] for one in found["executions"]]),
                         ("samples", "self", [150, 155, 260]))
        self.assertEqual([(one["name"], one["by_execution"]) for one in found["rows"]],
                         [("f", [100, 106, 210]), ("g", [50, 49, 50]), ("m", [0, 0, 0])])
        self.assertEqual(self.fails("table", self.example, "--over-executions"),
                         f"{self.example}: expected a metric with a column for each of several executions, "
                         "as 'ringscope series -o' and 'ringscope compare -o' write them, found 'samples'")
        self.assertIn("--over-executions", self.fails("table", out, "--inclusive"))

    def test_names(self):
        files = self.three()
        names = lambda *options: [one["name"] for one in self.json("series", *files, "--json", *options)["executions"]]
        self.assertEqual(names("--names", "a,b,c"), ["a", "b", "c"])
        self.assertEqual([one["name"] for one in self.json("series", files[0], files[0], "--json")["executions"]],
                         [files[0], files[0] + " (2)"])
        self.assertEqual(self.fails("series", *files, "--names", "a,b"),
                         "--names: expected a name for each of the 3 profiles, found 2")
        self.assertEqual(self.fails("series", *files, "--names", "a,b,a"),
                         "--names: expected each name once, found 'a' twice")
        self.assertEqual(self.fails("series", *files, "--name-by", "commit"),
                         f"{files[0]}: expected an attribute 'commit' to name it by, found none")

    def test_errors(self):
        files = self.three()
        self.assertEqual(self.fails("series", files[0]),
                         "series: expected at least two profiles, or one that holds several executions, "
                         f"found {files[0]}")
        self.assertEqual(self.fails("series", files[0], "--names", "a"),
                         "series: expected at least two profiles, found 1")
        # Nothing is read: there are no such files.
        self.assertEqual(self.fails("series", *["missing"] * 10001),
                         "series: expected at most 10000 profiles to compare, found 10001")
        self.assertEqual(self.fails("series", *files, self.perf),
                         "series: expected a metric that all profiles have, found none: v1.folded has 'samples', "
                         "v2.folded has 'samples', v3.folded has 'samples', two.perf has 'cycles', 'cycles samples', "
                         "'misses', 'misses samples'; nearest: 'samples' and 'cycles samples'")
        self.assertIn("found 'heap'", self.fails("series", *files, "--metric", "heap"))
        self.assertIn("another file", self.fails("series", *files, "-o", files[1]))
        out = self.made("s.cct", "series", *files)
        self.assertEqual(self.fails("series", out, "--metric", "heap"),
                         f"{out}: expected one of the metrics 'samples', found 'heap'")


if __name__ == "__main__":
    binary.main()
