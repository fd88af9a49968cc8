"""Gates that compare with a baseline, and what answers tell of damaged profiles. usage: command_check_test.py RINGSCOPE"""

import json

import binary
from binary import JDOM_AFTER, JDOM_BEFORE, BinaryTest, run

class CheckBaselineTest(BinaryTest):
    def setUp(self):
        super().setUp()
        self.before, self.after = self.write("a.folded", JDOM_BEFORE), self.write("b.folded", JDOM_AFTER)
        self.gate = ["check", self.after, "--baseline", self.before, "--require"]

    def runs(self, letter, costs):
        return [self.write(f"{letter}{k}.folded", f"m;f {cost}\nm;g 1000\n") for k, cost in enumerate(costs)]

    def test_yes_and_no(self):
        self.assertEqual(self.ok(*self.gate, "delta(incl(fn:\"parse\")) < 5%"),
                         b"fn:\"parse\": inclusive 495 before, 385 after, -110 (-11.68 % of the total before), "
                         b"beyond noise, required < 5 %: ok\n")
        self.assertEqual(self.answers_no(*self.gate, "delta(self(createParser)) < 40%"),
                         b"createParser: self 404 before, 784 after, +380 (+40.34 % of the total before), "
                         b"beyond noise, required < 40 %: FAILED\n")
        self.assertEqual(self.ok(*self.gate, "delta(incl(createContentHandler)) <= 2"),
                         b"createContentHandler: inclusive 34 before, 36 after, +2 (+0.21 % of the total before), "
                         b"within noise, required <= 2: ok\n")
        self.assertEqual(self.answers_no(*self.gate, "delta(total) < 100%", "--require", "delta(total) > 1k"),
                         b"total 942 before, 1,905 after, +963 (+102.23 % of the total before), beyond noise, "
                         b"required < 100 %: FAILED\n"
                         b"total 942 before, 1,905 after, +963 (+102.23 % of the total before), beyond noise, "
                         b"required > 1 k: FAILED\n")

    def test_a_wrapper_costs_what_it_adds(self):
        self.ok(*self.gate, "delta(incl(parse_proxy)) = 590")
        self.ok(*self.gate, "delta(incl(parse_proxy)) = 1085", "--match", "exact")

    def test_new_and_gone(self):
        self.assertEqual(self.answers_no(*self.gate, "new(self>1%) = 0"),
                         b"self>1%: 1 new context (new_method), required = 0: FAILED\n")
        self.ok(*self.gate, "new(self>40%) = 0", "--require", "new(*) = 2", "--require", "gone(*) = 0",
                "--require", "new(*) <= 33.4%")
        self.assertEqual(self.answers_no("check", self.before, "--baseline", self.after, "--require",
                                         "gone(incl>1%) = 0"),
                         b"incl>1%: 2 gone contexts (new_method, parse_proxy), required = 0: FAILED\n")
        many = self.write("many.folded", JDOM_BEFORE + "".join(f"build;f{k} {k}\n" for k in range(1, 6)))
        self.assertEqual(self.answers_no("check", many, "--baseline", self.before, "--require", "new(*) < 5"),
                         b"*: 5 new contexts (f5, f4, f3, ...), required < 5: FAILED\n")

    def test_what_was_required_before_is_of_the_profile(self):
        self.assertEqual(self.answers_no(*self.gate, "incl(fn:\"parse\") < 5%", "--require", "delta(total) > 0"),
                         b"fn:\"parse\": inclusive 20.2 % (385), required < 5 %: FAILED\n"
                         b"total 942 before, 1,905 after, +963 (+102.23 % of the total before), beyond noise, "
                         b"required > 0: ok\n")

    def test_several_runs(self):
        before = self.runs("a", [100, 110, 104, 107])
        noisy, slower = self.runs("b", [108, 105, 112, 109]), self.runs("c", [120, 125, 122, 130])
        require = ["--require", "delta(incl(f)) < 0.2%"]
        self.assertEqual(self.ok("check", *noisy, "--baseline", *before, *require),
                         b"f: inclusive 105.25 before, 108.5 after, +3.25 (+0.29 % of the total before), within the noise "
                         b"of 4 and 4 runs, which counts as no difference, required < 0.2 %: ok\n")
        self.assertEqual(self.answers_no("check", *slower, "--baseline", *before, *require),
                         b"f: inclusive 105.25 before, 124.25 after, +19 (+1.72 % of the total before), beyond the noise "
                         b"of 4 and 4 runs, required < 0.2 %: FAILED\n")
        # What is within noise proves no progress.
        self.answers_no("check", *before, "--baseline", *noisy, "--require", "delta(incl(f)) < 0")
        # Bounds are about one run, whatever their numbers; --baseline may be repeated.
        result = run("check", *slower, "--baseline", before[0], "--baseline", before[1], *require,
                     "--require", "delta(incl(f)) > 19", "--require", "delta(incl(f)) < 20")
        self.assertEqual(result.stderr, b"note: Each side was multiplied to stand for 4 runs: 2 before, 4 after.\n")
        self.assertEqual(result.stdout.decode().splitlines()[1:],
                         ["f: inclusive 105 before, 124.25 after, +19.25 (+1.74 % of the total before), beyond the noise "
                          "of 2 and 4 runs, required > 19: ok",
                          "f: inclusive 105 before, 124.25 after, +19.25 (+1.74 % of the total before), beyond the noise of "
                          "2 and 4 runs, required < 20: ok"])

    def test_several_runs_are_each_checked(self):
        runs = self.runs("a", [100, 200])
        self.assertEqual(self.answers_no("check", *runs, "--require", "self(f) < 150"),
                         b"a0.folded: f: self 100, required < 150: ok\na1.folded: f: self 200, required < 150: FAILED\n")
        found = json.loads(run("check", *runs, "--json", "--require", "self(f) < 150").stdout)
        self.assertEqual([(one["file"], one["ok"]) for one in found["requirements"]],
                         [("a0.folded", True), ("a1.folded", False)])

    def test_json(self):
        result = run(*self.gate, "delta(incl(createParser)) < 5%", "--require", "new(*) = 2", "--json")
        self.assertEqual(result.returncode, 1)
        found = json.loads(result.stdout)
        by_share = found["requirements"][0].pop("by_share")
        self.assertAlmostEqual(by_share, -0.0173, 4)
        self.assertEqual(found, {"ok": False, "notes": [], "requirements": [
            {"require": "delta(incl(createParser)) < 5%", "ok": False, "before": 404, "after": 784, "difference": 380,
             "whole": 942, "within_noise": False, "contexts": 1},
            {"require": "new(*) = 2", "ok": True, "measured": 2, "whole": 6, "contexts": 2}]})

    def test_units_metrics_and_a_root(self):
        a = self.convert_as(self.before, "a.cct", "time", "ms")
        b = self.convert_as(self.after, "b.cct", "time", "ms")
        gate = ["check", b, "--baseline", a, "--require"]
        self.assertEqual(self.answers_no(*gate, "delta(incl(createParser, time)) < 0.379 s"),
                         b"createParser: inclusive time 404 ms before, 784 ms after, +380 ms (+40.34 % of the total "
                         b"before), noise not known, required < 0.379 s: FAILED\n")
        self.ok(*gate, "delta(total) = 963 ms")
        self.ok(*gate, "delta(total) = -110 ms", "--root", "build;parse_proxy;parse")
        self.ok(*gate, "delta(total) <= 119.4%%", "--root", "build;parse_proxy")
        self.assertIn("of the metric 'time' (ms), found one in MB", self.fails(*gate, "delta(total) < 1 MB"))
        self.assertIn("'heap'", self.fails(*gate, "delta(total(heap)) < 1%"))
        self.assertIn("build;parse_proxy", self.fails(*gate, "delta(total) < 1%", "--root", "build;parse_proxy;x"))

    def convert_as(self, source, name, metric, unit):
        return self.made(name, "convert", source, "--metric-name", metric, "--unit", unit)

    def test_a_query_without_matches_is_told(self):
        self.assertEqual(self.ok(*self.gate, "delta(incl(pasre)) < 5%"),
                         b"pasre: inclusive 0 before, 0 after, 0 (+0.00 % of the total before), no context matches, "
                         b"required < 5 %: ok\n")
        self.answers_no(*self.gate, "delta(incl(pasre)) < 5%", "--must-match")
        self.ok(*self.gate, "gone(pasre) = 0", "--must-match")

    def test_rules_and_steps(self):
        a, b = self.write("x.folded", "m;f_v1 5\n"), self.write("y.folded", "m;f_v2 6\n")
        gate = ["check", b, "--baseline", a, "--require", "new(*) = 0"]
        self.answers_no(*gate)
        self.ok(*gate, "--rules", self.write("rules", "_v\\d+$ =>\n"))
        self.ok(*self.gate, "delta(total) = -110", "--apply", "focus fn:\"parse\"")

    def test_totals_of_zero(self):
        none, some = self.write("none.folded", "a;b 0\n"), self.write("some.folded", "a;b 1\n")
        self.assertEqual(self.ok("check", none, "--baseline", none, "--require", "delta(total) < 5%"),
                         b"total 0 before, 0 after, 0 (the total before is 0), required < 5 %: ok\n")
        self.assertEqual(self.answers_no("check", some, "--baseline", none, "--require", "delta(total) < 5%"),
                         b"total 0 before, 1 after, +1 (the total before is 0), within noise, required < 5 %: FAILED\n")
        self.ok("check", none, "--baseline", some, "--require", "delta(total) = -100%")

    def test_the_same_file_twice(self):
        self.ok("check", self.before, "--baseline", self.before, "--require", "delta(total) = 0", "--require",
                "delta(incl(parse)) = 0", "--require", "new(*) = 0", "--require", "gone(*) = 0")

    def test_errors(self):
        self.assertIn("expected --baseline", self.fails("check", self.after, "--require", "delta(total) < 5%"))
        self.assertIn("expected a requirement that compares", self.fails(*self.gate, "total < 5"))
        for requirement, column in (("delta(contexts(f)) < 5", 7), ("delta < 5", 7), ("delta(incl(f) < 5", 13),
                                    ("new < 5", 5)):
            with self.subTest(requirement):
                self.assertTrue(self.fails(*self.gate, requirement).startswith(f"--require:{column}: "))
        self.assertTrue(self.fails("check", self.after, "--baseline", self.path("missing"), "--require",
                                   "delta(total) < 5%").startswith(self.path("missing")))
        self.assertIn("nearest: ", self.fails("check", self.perf, "--baseline", self.before, "--require",
                                              "delta(total) < 5%"))
        self.assertIn("twice", self.fails("check", "-", "--baseline", "-", "--require", "delta(total) < 5%"))
        self.assertEqual(self.fails("check", "missing", "--baseline", *["missing"] * 10000, "--require",
                                    "delta(total) < 5%"),
                         "check: expected at most 10000 profiles to compare, found 10001")


class DamagedProfileTest(BinaryTest):
    def test_each_answer_tells_what_was_left_out(self):
        profile = self.write("some.folded", "a;b 3\nno count here\na 4\nnor here\n")
        for file in (profile, self.convert(profile, "some.cct")):
            note = f"{file}: 2 records skipped; 'ringscope info' says more"
            for command in (["methods"], ["search", "a"], ["table"], ["callers", "b"], ["stack", "--root", "a;b"], ["dump"],
                            ["check", "--require", "total = 7"], ["check", "--require", "total = 7", "--json"]):
                self.assertEqual(self.notes(command[0], file, *command[1:]), [note], command)
            for command, name in (("render", "out.svg"), ("export", "out.folded")):
                self.assertEqual(self.notes(command, file, "-o", self.path(name)), [note], command)
            failed = run("check", file, "--require", "total < 7")
            self.assertEqual((failed.returncode, failed.stderr.decode()), (1, f"note: {note}\n"))
            # These list the records themselves.
            for command in ("info", "summary"):
                self.assertIn(b"skipped 2", self.ok(command, file))
                self.assertEqual(sum(self.json(command, file, "--json")["skipped"].values()), 2)

    def test_each_side_tells(self):
        before, after = self.write("a.folded", "a;b 3\na;c 1\nno count\n"), self.write("b.folded", "a;b 4\na;c 1\nno\na 2\nnor\n")
        notes = [f"{before}: 1 record skipped; 'ringscope info' says more",
                 f"{after}: 2 records skipped; 'ringscope info' says more"]
        self.assertEqual(self.notes("compare", before, after), notes)
        self.assertEqual(sorted(self.notes("check", after, "--baseline", before, "--require", "delta(total) = 3")), notes)

    def test_an_incomplete_record_and_a_cut_file(self):
        profile = self.write("part.json", binary.speedscope([{"name": "f"}], [[0], [0, 7]], [1, 2]))
        self.assertEqual(self.noted("methods", profile), f"{profile}: 1 record incomplete; 'ringscope info' says more")
        cut = self.write("cut.cpuprofile", '{"nodes":[{"id":1,"callFrame":{"functionName":"f","url":""},"hitCount":3},{"id":2,')
        self.assertEqual(self.noted("methods", cut), f"{cut}: the file may be cut off; 'ringscope info' says more")


if __name__ == "__main__":
    binary.main()
