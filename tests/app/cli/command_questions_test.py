"""The commands that answer questions about a tree, and the transforms before them.

usage: command_questions_test.py RINGSCOPE"""

import json
import os

import binary
from binary import SOURCE, BinaryTest, run, speedscope

# Of the call graph in estimate.txt.
ESTIMATED_SHARE = "48.5"


class NamesTest(BinaryTest):
    def test_names_as_they_are_copied(self):
        """A name of a table is an argument, whatever it begins with."""
        names = ["-[Parser initWithText:]", "+[Parser new]", "void call<void (*)(), int>(void (*)(), int)", "-> left",
                 "operator()(char) const", "closure #1 () -> () in run", "--odd"]
        profile = self.write("names.folded", "".join(f"main;{name};leaf {k + 1}\n" for k, name in enumerate(names)))
        for k, name in enumerate(names):
            with self.subTest(name):
                # What could be an option is one, unless it stands behind `--`.
                words = ["--", name] if name == "--odd" else [name]
                self.assertEqual(self.json("search", "--json", profile, *words)["frames"], 1)
                self.assertEqual(self.json("callers", "--json", profile, *words)["callers_of"], name)
                rows = self.json("callees", "--json", profile, *words)
                self.assertEqual(rows["callees_of"], name)
                self.assertEqual(self.json("table", "--json", profile, f"--callees-of={name}"), rows)


class ApplyTest(BinaryTest):
    def test_before_every_command(self):
        fold = ["--apply", "fold-recursion"]
        self.assertEqual(self.json("info", self.example, "--json", *fold)["nodes"], 12)
        self.assertEqual(self.ok("dump", self.example, *fold).count(b"\n"), 13)
        self.assertEqual(len(self.json("layout", self.example, "--json", *fold)["segments"]), 12)
        self.assertEqual(self.json("search", self.example, "g", "--json", *fold)["contexts"], 2)
        self.ok("render", self.example, "-o", self.path("out.svg"), *fold)
        out = self.made("out.cct", "convert", self.example, *fold)
        self.assertEqual(self.json("info", out, "--json")["nodes"], 12)

    def test_errors_point_at_the_column(self):
        message = self.fails("info", self.example, "--apply", "fold-recursion | prunee 3%")
        self.assertTrue(message.startswith("--apply:18: expected "), message)
        message = self.fails("info", self.example, "--apply", "focus incl(bytes)>5%")
        self.assertTrue(message.startswith("--apply"), message)
        self.assertIn("bytes", message)

    def test_conditions_are_about_the_metric_of_the_view(self):
        for metric, contexts, notes in (("cycles", 1, b""),
                                        ("misses", 0, b"note: step 1, focus memcpy self>0: matched nothing\n")):
            found = run("methods", self.perf, "--threads", "merge", "--metric", metric, "--json",
                        "--apply", "focus fn:memcpy self>0")
            self.assertEqual((found.returncode, len(json.loads(found.stdout)), found.stderr), (0, contexts, notes))

    def test_transform_says_what_each_step_did(self):
        out = self.path("out.cct")
        text = self.ok("transform", self.example, "--apply", "fold-recursion | drop fn:\"i\"", "-o", out).decode()
        self.assertEqual(text.splitlines(), ["fold-recursion: 12 contexts, before 18",
                                             "drop \"i\": 8 contexts, before 12; removed 660 (20.4 %) of samples"])
        self.assertEqual(self.json("info", out, "--json")["metrics"][0]["total"], 3238 - 660)
        steps = self.json("transform", self.example, "--apply", "fold-recursion | drop fn:\"i\"", "-o", out, "--json")
        self.assertEqual(steps, {"nodes": 8, "steps": [
            {"step": "fold-recursion", "contexts_before": 18, "contexts_after": 12, "removed": {"samples": 0}},
            {"step": "drop \"i\"", "contexts_before": 12, "contexts_after": 8, "removed": {"samples": 660}}]})
        self.fails("transform", self.example, "-o", out)

    def test_derived_metrics(self):
        define = ["--define", "rate = misses / cycles"]
        found = self.json("search", self.perf, "self(rate)>1", "--json", "--threads", "merge", *define)
        self.assertEqual(found["contexts"], 1)
        table = self.json("table", self.perf, "--threads", "merge", "--sort", "name", "--json", *define)
        self.assertEqual(table["derived"], ["rate"])
        rows = {row["name"]: row for row in table["rows"]}
        self.assertAlmostEqual(rows["work"]["derived_self"][0], 7 / 5)
        self.assertAlmostEqual(rows["main"]["derived_inclusive"][0], 7 / 35)
        self.assertEqual(rows["memcpy"]["derived_self"], [0])
        message = self.fails("table", self.perf, "--define", "Misses = cycles")
        self.assertIn("none of the profile's metrics, found 'misses'", message)
        message = self.fails("table", self.perf, "--define", "rate = misses / ")
        self.assertTrue(message.startswith("--define:17: "), message)
        self.assertIn("'nothing'", self.fails("table", self.perf, "--define", "rate = misses / nothing"))
        self.assertIn("derived", self.fails("table", self.perf, "--metric", "rate", *define))

    def test_a_derived_metric_may_name_those_before_it(self):
        rate = ["--threads", "merge", "--define", "rate = misses / cycles"]
        define = [*rate, "--define", "double rate = 2 * rate"]
        rows = {row["name"]: row for row in self.json("table", self.perf, "--json", *define)["rows"]}
        self.assertAlmostEqual(rows["work"]["derived_self"][1], 14 / 5)
        self.assertAlmostEqual(rows["main"]["derived_inclusive"][1], 14 / 35)
        self.assertEqual(self.json("search", self.perf, "self('double rate') > 2.7", "--json", *define)["frames"], 1)
        self.ok("check", self.perf, *define, "--require", "self(work, 'double rate') == 2.8")
        self.ok("export", self.perf, *define, "--table", "function", "-o", self.path("out.csv"))
        self.assertIn(b"double rate self", self.read("out.csv").splitlines()[0])
        message = self.fails("table", self.perf, "--define", "x = 1 + \u00fc", *rate)
        self.assertTrue(message.startswith("--define:9: in 'x': "), message)
        message = self.fails("table", self.perf, "--define", "\u00fc = 2 * rate", *rate)
        self.assertTrue(message.startswith("--define:9: in '\u00fc': "), message)
        self.assertIn("found 'rate', which is defined after it", message)

    def test_a_name_is_defined_once(self):
        rate = ["--threads", "merge", "--define", "rate = misses / cycles"]
        message = self.fails("table", self.perf, *rate, "--define", "rate = 2")
        self.assertEqual(message, "--define: expected one formula for 'rate', found another one: '2'")
        # What is asked for takes the place of what was saved.
        view = self.write("saved.ringview",
                          "ringscope view 1\nderived_metric = \"rate = misses / cycles\"\n[view]\n"
                          f'profile = "{self.perf}"\nmode = length\ndepth = all\ncolor = "metric:rate"\n')
        pictures = []
        for define in ([], ["--define", "rate = misses / cycles"], ["--define", "rate = misses * 0"]):
            pictures.append(self.read(self.made("rate.svg", "render", view, *define)))
        self.assertEqual(pictures[0], pictures[1])
        self.assertNotEqual(pictures[0], pictures[2])

    def test_derived_metrics_in_lists_of_functions(self):
        define = ["--threads", "merge", "--define", "rate = misses / cycles"]
        work = next(row for row in self.json("methods", self.perf, "--json", *define) if row["name"] == "work")
        self.assertEqual(list(work), ["name", "module", "self", "inclusive", "contexts", "derived_self",
                                      "derived_inclusive"])
        self.assertAlmostEqual(work["derived_self"][0], 7 / 5)
        lines = self.ok("methods", self.perf, *define).decode().splitlines()
        self.assertIn("rate self  rate inclusive", lines[1])
        self.assertIn("1.4", next(line for line in lines if "work" in line))
        self.ok("export", self.perf, *define, "--table", "function", "-o", self.path("out.csv"))
        self.assertIn(b"rate self,rate inclusive", self.read("out.csv").splitlines()[0])

    def test_a_derived_metric_that_nothing_uses_is_refused(self):
        define = ["--define", "rate = misses / cycles"]
        out = self.path("out.cct")
        for command in (["info", self.perf], ["dump", self.perf], ["layout", self.perf],
                        ["convert", self.perf, "-o", out], ["export", self.perf, "-o", out],
                        ["callers", self.perf, "work"], ["stack", self.perf, "--root", "main"]):
            with self.subTest(command=command):
                self.assertTrue(self.fails(*command, *define).startswith("--define: "))
        self.assertIn("the times of samples were left out",
                      self.noted("convert", self.perf, "-o", out, *define, "--apply", "focus self(rate)>1"))


class SearchTest(BinaryTest):
    def test_counts(self):
        self.assertEqual(self.json("search", self.example, "g", "--json"),
                         {"contexts": 4, "self": 540, "inclusive": 980, "frames": 1})
        self.assertEqual(self.json("search", self.example, "g", "--root", "main;f", "--json"),
                         {"contexts": 2, "self": 270, "inclusive": 490, "frames": 1})
        self.assertEqual(self.json("search", self.example, "G", "--json"),
                         {"contexts": 0, "self": 0, "inclusive": 0, "frames": 0})
        self.assertIn(b"4 contexts", self.ok("search", self.example, "g"))

    def test_queries(self):
        def found(query, *arguments):
            return self.json("search", self.example, query, "--json", *arguments)

        self.assertEqual(found("under:f h"), {"contexts": 3, "self": 240, "inclusive": 440, "frames": 1})
        self.assertEqual(found("self>10%"), {"contexts": 3, "self": 1858, "inclusive": 3238, "frames": 3})
        self.assertEqual(found("recursive"), {"contexts": 2, "self": 180, "inclusive": 400, "frames": 1})
        self.assertEqual(found("leaf or root")["contexts"], 7)
        self.assertEqual(found("self>=20%%", "--root", "main;f")["contexts"], 2)

    def test_the_most_expensive_matches(self):
        listed = self.json("search", self.example, "h", "--list", "2", "--json")
        self.assertEqual(listed["list"], [{"path": ["main", "h"], "self": 432, "inclusive": 792},
                                          {"path": ["main", "f", "h"], "self": 120, "inclusive": 220}])
        lines = self.ok("search", self.example, "h", "--list", "3").decode().splitlines()
        self.assertEqual(lines[-3].split(), "432 792 24.5 % main;h".split())
        self.assertEqual(len(lines), 3 + 1 + 1 + 3)

    def test_values_are_in_the_unit_of_the_metric(self):
        profile = self.write("seconds.speedscope.json",
                             speedscope([{"name": "f"}, {"name": "g"}], [[0], [0, 1]], [1.5, 0.25], "seconds"))
        method = next(one for one in self.json("methods", profile, "--json") if one["name"] == "f")
        self.assertEqual((method["self"], method["inclusive"]), (1.5, 1.75))
        self.assertEqual(self.json("search", profile, "f", "--json", "--list", "1"),
                         {"contexts": 1, "self": 1.5, "inclusive": 1.75, "frames": 1,
                          "list": [{"path": ["f"], "self": 1.5, "inclusive": 1.75}]})
        layout = self.json("layout", profile, "--json", "--root", "f")
        self.assertEqual([(one["self"], one["inclusive"]) for one in layout["segments"]], [(1.5, 1.75), (0.25, 0.25)])
        self.assertEqual((layout["total"], layout["unit"]), (1.75, "s"))

    def test_errors_point_at_the_column(self):
        message = self.fails("search", self.example, "f (g or")
        self.assertTrue(message.startswith("QUERY:8: "), message)
        self.assertIn("bogus", self.fails("search", self.example, "self(bogus)>5"))


class EstimateTest(BinaryTest):
    """A call graph whose contexts are in part an estimate, and a tree that is none."""

    def setUp(self):
        super().setUp()
        self.graph = os.path.join(SOURCE, "tests/cct/import/data/callgrind/estimate.txt")
        self.exact = self.write("exact.callgrind", "events: Ir\n\nfn=main\n1 590\n")

    def share(self, line):
        self.assertIn("of Ir in the whole profile is an estimate", line)
        return line.split(" %")[0]

    def test_every_command_that_prints_costs_says_so(self):
        out = self.path("out.cct")
        for command in (["table", self.graph], ["table", self.graph, "--json"], ["methods", self.graph],
                        ["search", self.graph, "*"], ["stack", self.graph, "--root", "main"], ["dump", self.graph],
                        ["layout", self.graph], ["check", self.graph, "--require", "total > 0"],
                        ["export", self.graph, "-o", self.path("out.csv")],
                        ["transform", self.graph, "--apply", "invert", "-o", out], ["table", out],
                        ["render", self.graph, "-o", self.path("out.svg")]):
            with self.subTest(command=command):
                self.assertEqual(self.share(self.noted(*command)), ESTIMATED_SHARE)
        # These tell it themselves.
        self.assertIn(b"  estimate: ", self.ok("info", self.graph))
        self.assertIn(b"  estimate: ", self.ok("convert", self.graph, "-o", out))
        self.assertEqual(self.json("info", self.graph, "--json")["estimated"],
                         [{"metric": "Ir", "cost": 199, "total": 410}, {"metric": "calls", "cost": 10, "total": 18}])
        self.ok("table", self.exact)

    def test_exported_pprof_has_a_comment(self):
        out = self.path("out.pb")
        self.noted("export", self.graph, "-o", out)
        self.assertIn(b"of Ir in the whole profile is an estimate", self.read("out.pb"))

    def test_the_share_is_of_all_that_was_merged(self):
        merged = self.made("merged.cct", "convert", self.graph, self.exact)
        self.assertEqual(self.json("info", merged, "--json")["estimated"],
                         [{"metric": "Ir", "cost": 199, "total": 1000}, {"metric": "calls", "cost": 10, "total": 18}])
        self.assertEqual(self.share(self.noted("table", merged)), "19.9")

    def test_an_estimate_is_told_in_the_unit_of_its_metric(self):
        graph = self.write("samples.callgrind", self.text_of(self.graph).replace("Ir", "samples"))
        merged = self.made("tenths.cct", "convert", graph, self.write("tenths.folded", "main 0.5\n"))
        info = self.json("info", merged, "--json")
        self.assertEqual([(m["name"], m["scale"]) for m in info["metrics"]], [("calls", 1), ("samples", 10)])
        self.assertEqual(info["estimated"], [{"metric": "calls", "cost": 10, "total": 18},
                                             {"metric": "samples", "cost": 199, "total": 410.5}])

    def test_a_transform_leaves_the_share_one_of_the_whole_profile(self):
        part = self.path("part.cct")
        self.noted("transform", self.graph, "--apply", "focus fn:main | fold-recursion", "-o", part)
        self.assertEqual(self.share(self.noted("table", part)), ESTIMATED_SHARE)
        self.assertEqual(self.share(self.noted("table", self.graph, "--apply", "invert")), ESTIMATED_SHARE)


class CheckTest(BinaryTest):
    def test_yes_and_no(self):
        self.assertEqual(self.ok("check", self.example, "--require", "incl(fn:f) < 30%"),
                         b"fn:f: inclusive 27.5 % (890), required < 30 %: ok\n")
        self.assertEqual(self.answers_no("check", self.example, "--require", "incl(fn:f) < 5%"),
                         b"fn:f: inclusive 27.5 % (890), required < 5 %: FAILED\n")

    def test_every_form(self):
        for requirement in ("self(g) == 540", "self(g)<=16.7%", "incl(g) = 980", "contexts(h or fn:/^i/) == 12",
                            "contexts(g)<25%", "functions(h or \"i\") = 2", "functions(*) == 100%", "total >= 3k",
                            "total(samples) < 3.239 k", "incl(\"g\", samples) > 30%", "incl(fn:/^(g|h)$/)<62%",
                            "incl(f, 'samples') != 0", "contexts(fn:\"f(int, x)\") == 0"):
            with self.subTest(requirement):
                self.assertTrue(self.ok("check", self.example, "--require", requirement).endswith(b": ok\n"))
        for requirement in ("self(g) > 540", "contexts(g)>=25%", "functions(*) < 5", "total < 1k"):
            with self.subTest(requirement):
                self.assertIn(b": FAILED\n", self.answers_no("check", self.example, "--require", requirement))

    def test_one_that_fails_is_enough(self):
        lines = self.answers_no("check", self.example, "--require", "total > 1", "--require", "total < 1",
                                "--require", "total > 2").decode().splitlines()
        self.assertEqual([line.rsplit(" ", 1)[1] for line in lines], ["ok", "FAILED", "ok"])

    def test_a_query_without_matches_is_told(self):
        self.assertEqual(self.ok("check", self.example, "--require", "incl(fn:pasre) < 5%"),
                         b"fn:pasre: inclusive 0 % (0), no context matches, required < 5 %: ok\n")
        self.assertEqual(self.answers_no("check", self.example, "--must-match", "--require",
                                         "incl(fn:pasre) < 5%", "--require", "total > 0").decode().splitlines(),
                         ["fn:pasre: inclusive 0 % (0), no context matches, required < 5 %: FAILED",
                          "total 3,238, required > 0: ok"])

    def test_a_step_without_matches_is_told(self):
        gate = ["check", self.example, "--apply", "fold-recursion | focus \"zz\" | hide h", "--require", "total < 100"]
        notes = b"note: step 2, focus \"zz\": matched nothing\nnote: step 3, hide h: matched nothing\n"
        told = run(*gate)
        self.assertEqual((told.returncode, told.stderr, told.stdout), (0, notes, b"total 0, required < 100: ok\n"))
        told = run(*gate, "--must-match")
        self.assertEqual((told.returncode, told.stderr), (1, notes))
        self.assertEqual(told.stdout.decode().splitlines(),
                         ["step 2, focus \"zz\": matched nothing, required to match: FAILED",
                          "step 3, hide h: matched nothing, required to match: FAILED",
                          "total 0, required < 100: ok"])
        self.ok("check", self.example, "--must-match", "--apply", "focus g | prune 1% | invert",
                "--require", "total > 100")
        apply = ["--apply", "drop zz"]
        for command in (["methods"], ["table"], ["search", "*"], ["stack", "--root", "main"], ["dump"], ["layout"],
                        ["export", "-o", self.path("out.csv")], ["render", "-o", self.path("out.svg")],
                        ["transform", "-o", self.path("out.cct")], ["callers", "g"]):
            with self.subTest(command):
                self.assertEqual(self.noted(command[0], self.example, *command[1:], *apply),
                                 "step 1, drop zz: matched nothing")

    def test_json_of_steps(self):
        gate = ["check", self.example, "--apply", "fold-recursion | hide zz", "--require", "total > 0", "--json"]
        for must_match in ([], ["--must-match"]):
            with self.subTest(must_match):
                answer = json.loads(run(*gate, *must_match).stdout)
                self.assertEqual(answer["ok"], not must_match)
                self.assertEqual(answer["steps"],
                                 [{"step": "fold-recursion", "matched_nothing": False, "ok": True},
                                  {"step": "hide zz", "matched_nothing": True, "ok": not must_match}])
                self.assertTrue(answer["requirements"][0]["ok"])

    def test_json(self):
        result = run("check", self.example, "--json", "--require", "incl(f) < 5%", "--require", "contexts(g) == 4")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(json.loads(result.stdout), {"ok": False, "requirements": [
            {"require": "incl(f) < 5%", "ok": False, "measured": 890, "whole": 3238, "contexts": 1},
            {"require": "contexts(g) == 4", "ok": True, "measured": 4, "whole": 18, "contexts": 4}]})

    def test_of_another_metric_and_below_a_root(self):
        perf = ["check", self.perf, "--threads", "merge"]
        self.ok(*perf, "--require", "self(work, misses) == 7")
        self.ok(*perf, "--metric", "misses", "--require", "self(work) == 7", "--require", "self(work,cycles) == 5")
        self.ok("check", self.example, "--root", "main;f", "--require", "incl(g) == 490", "--require", "incl(g) < 20%",
                "--require", "incl(g) > 55%%")

    def test_of_a_derived_metric(self):
        perf = ["check", self.perf, "--threads", "merge", "--define", "rate = misses / cycles"]
        self.assertEqual(self.ok(*perf, "--require", "self(work, rate) < 1.5"),
                         b"work: self rate 1.4, required < 1.5: ok\n")
        self.answers_no(*perf, "--require", "self(work, rate) > 1.5")
        self.ok(*perf, "--require", "incl(main, rate) == 0.2", "--require", "total(rate) <= 1")
        self.ok(*perf, "--require", "incl(main, rate) >= 100%", "--require", "self(self(rate) > 1, rate) > 1")
        result = json.loads(self.ok(*perf, "--json", "--require", "self(work, rate) < 1.5"))
        self.assertAlmostEqual(result["requirements"][0]["measured"], 1.4)
        # Nothing holds for what has no value.
        self.assertIn(b"self rate no value (division by zero),",
                      self.answers_no(*perf, "--require", "self(nowhere, rate) < 1"))
        self.assertIn("without unit", self.fails(*perf, "--require", "self(work, rate) < 1 ms"))
        self.assertIn("'ratio'", self.fails(*perf, "--require", "self(work, ratio) < 1"))

    def test_what_cannot_be_measured(self):
        for requirement, column in (("incl(fn:f < 5%", 15), ("incl fn:f < 5%", 6), ("cost(f) < 5%", 1),
                                    ("incl(f)", 8), ("incl(f) < x", 11), ("incl() < 5%", 6),
                                    ("incl(f,) < 5%", 8), ("incl(f) < 5% or g", 12), ("incl(f or) < 5%", None)):
            with self.subTest(requirement):
                message = self.fails("check", self.example, "--require", requirement)
                self.assertTrue(message.startswith("--require:" + (f"{column}: " if column else "")), message)
        self.assertIn("'bytes'", self.fails("check", self.example, "--require", "incl(f, bytes) < 5%"))
        self.assertIn("ms", self.fails("check", self.example, "--require", "incl(f) < 5 ms"))
        self.fails("check", self.example)


if __name__ == "__main__":
    binary.main()
