"""Profiles that cannot or can hardly be compared. usage: command_compare_errors_test.py RINGSCOPE"""

import json

import binary
from compared import ComparedProfiles


class CompareErrorsTest(ComparedProfiles):
    def test_limits_and_swapped_dates(self):
        before, after = self.jdom()
        text = self.ok("compare", after, before, "--limit", 1).decode()
        self.assertIn("The profiles before are younger than those after: are they swapped?\n", text)
        self.assertIn("\n... and 5 more\n", text)
        self.assertEqual(len(self.json("compare", before, after, "--json", "--limit", 2)["functions"]), 2)

    def test_the_same_file_twice(self):
        before, _ = self.jdom()
        self.assertIn("\nNothing differs.\n", self.ok("compare", before, before).decode())
        found = self.json("compare", before, before, "--json")
        self.assertEqual((found["functions"], found["new"], found["gone"], found["explanation"]["change"]), ([], [], [], 0))

    def test_rules_and_profiles_are_not_written_over(self):
        before, after = self.jdom()
        rules = self.write("rules.cct", "default\n")
        for command in ((("compare", before, after),) + (("series", before, after),)):
            with self.subTest(command[0]):
                self.assertEqual(self.fails(*command, "--rules", rules, "-o", rules), f"{rules}: expected another file than the one that is read")
        self.assertEqual(self.text_of(rules), "default\n")

    def test_errors(self):
        before, after = self.jdom()
        self.assertEqual(self.fails("compare", before, self.perf),
                         "compare: expected a metric that all profiles have, found none: a.folded has 'samples', "
                         "two.perf has 'cycles', 'cycles samples', 'misses', 'misses samples'; "
                         "nearest: 'samples' and 'cycles samples'")
        self.assertEqual(self.fails("compare", before, after, "--metric", "heap"),
                         "compare: expected a metric that all profiles have, found 'heap': a.folded has 'samples', "
                         "b.folded has 'samples'; all have 'samples'")
        self.assertIn("expected two profiles, BEFORE and AFTER, found 1", self.fails("compare", before))
        self.assertTrue(self.fails("compare", before, after, "--before", before).startswith(before))
        self.assertEqual(self.fails("compare", "--before", before),
                         "--before: expected --after with it, found none: a comparison has two sides")
        self.assertTrue(self.fails("compare", before, self.path("missing")).startswith(self.path("missing")))
        self.assertIn("another file", self.fails("compare", before, after, "-o", after))
        self.assertIn(".cct", self.fails("compare", before, after, "-o", self.path("x.csv")))
        self.assertIn("twice", self.fails("compare", "-", "-"))
        self.assertIn("--match", self.fails("compare", before, after, "--match", "fuzzy"))
        # Nothing is read: there are no such files.
        self.assertEqual(self.fails("compare", "--before", *["missing"] * 5000, "--after", *["missing"] * 5001),
                         "compare: expected at most 10000 profiles to compare, found 10001")

    def test_no_common_root(self):
        a = self.profile("a.folded", "main;run;parse;scan 5\nmain;run;work 3\n")
        b = self.profile("b.folded", "start;a;b;c;d;parse;scan 7\nstart;a;b;c;d;work 1\n")
        note = ("No context is on both sides: before begins at 'main', after at 'start'. Nearest: both call 'parse'; "
                "the step 'focus fn:\"parse\"' makes both begin there.")
        self.assertIn(f"\n{note}\n", self.ok("compare", a, b).decode())
        self.assertEqual(self.json("compare", a, b, "--json")["notes"], [note])
        found = self.json("compare", a, b, "--json", "--apply", "focus fn:\"parse\"")
        self.assertEqual((found["contexts"]["common"], found["notes"]), (2, []))
        c = self.profile("c.folded", "other;thing 5\n")
        self.assertEqual(self.json("compare", a, c, "--json")["notes"],
                         ["No context is on both sides: before begins at 'main', after at 'other'."])

    def test_totals_of_zero(self):
        none, some = self.profile("a.folded", "m;f 0\n"), self.profile("b.folded", "m;f 3\n")
        for sides in ((none, none), (none, some), (some, none)):
            for options in ([], ["--share"]):
                with self.subTest(sides=sides, options=options):
                    text = self.ok("compare", *sides, *options).decode()
                    self.assertNotRegex(text, r"\b(nan|inf)\b")
                    self.assertNotIn("null", json.dumps(self.json("compare", *sides, *options, "--json")))

    def test_sums_near_two_to_the_63(self):
        most = 2 ** 63 - 1
        a, b = self.profile("a.folded", f"m;f {most}\n"), self.profile("b.folded", f"m;f {most - 1}\n")
        found = self.json("compare", a, b, "--json")
        self.assertEqual([one["total"] for one in found["executions"]], [most, most - 1])
        self.assertEqual((found["metrics"][0]["change"], found["functions"][0]["difference"]), (1, -1))
        other = self.profile("c.folded", f"m;g {most}\n")
        self.assertIn("2^63", self.fails("compare", a, other))
        self.ok("compare", a, other, "--share")
        self.assertIn("the total of metric 'samples' reaches 2^63",
                      self.fails("compare", "--before", a, b, "--after", a, b))

    def test_different_units(self):
        def convert(text, name, unit):
            self.ok("convert", self.profile("text.folded", text), "--metric-name", "t", "--unit", unit, "-o",
                    self.path(name))
            return self.path(name)
        a, b = convert("m;f 5\n", "a.cct", "ms"), convert("m;f 6000\n", "b.cct", "us")
        found = self.json("compare", a, b, "--json")
        self.assertIn("'t' was brought to ns.", found["notes"])
        self.assertEqual([one["total"] for one in found["executions"]], [5_000_000, 6_000_000])
        message = self.fails("compare", a, convert("m;f 5\n", "c.cct", "bytes"))
        self.assertEqual(message, "compare: expected one kind of unit of 't', found ms in a.cct and bytes in c.cct")

    def test_a_damaged_side_is_named(self):
        whole = self.convert(self.example, "whole.cct")
        bytes_of_it = bytearray(self.read("whole.cct"))
        bytes_of_it[len(bytes_of_it) // 2] ^= 0xff
        damaged, short = self.write("damaged.cct", bytes(bytes_of_it)), self.write("short.cct", self.read("whole.cct")[:200])
        for bad in (damaged, short):
            for command in (["compare", whole, bad], ["compare", bad, whole],
                            ["check", whole, "--baseline", bad, "--require", "delta(total) < 5%"]):
                with self.subTest(command):
                    self.assertTrue(self.fails(*command).startswith(bad))


if __name__ == "__main__":
    binary.main()
