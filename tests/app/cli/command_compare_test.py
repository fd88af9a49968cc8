"""Comparing profiles. usage: command_compare_test.py RINGSCOPE"""

import json
import os
import random
import sys

import binary
from binary import speedscope
from compared import ComparedProfiles

sys.path.append(os.path.join(binary.SOURCE, "tests/cct/import"))
import make_pprof_data

JDOM_TEXT = """before: a.folded, 2026-01-02 03:04 UTC
after: b.folded, 2026-01-03 03:04 UTC
samples: 942 before, 1,905 after, +963 (+102 %)
Noise: samples, a difference of at most 2 sqrt(before + after) is within it.
6 contexts: 4 common, 1 new, 0 gone, 1 wrapper

99.0 % of all change lies here
change  before  after  difference  by share    where
58.2 %       0    699        +699  +36.69 %    build;parse_proxy;new_method
31.6 %     404    784        +380   -1.73 %    build;createParser
9.16 %     495    385        -110  -32.34 %    build;parse_proxy;parse

Functions whose own cost differs: 6
before  after  difference  by share         function
     0    699        +699  +36.69 %         new_method
   404    784        +380   -1.73 %         createParser
   495    385        -110  -32.34 %         parse
     9      0          -9   -0.96 %         build
    34     36          +2   -1.72 %  noise  createContentHandler
     0      1          +1   +0.05 %  noise  parse_proxy

New: 1 place
before  after  difference  by share  where
     0    699        +699  +36.69 %  build;parse_proxy;new_method

Wrappers, through which the other side's cost passes: 1 place
before  after  difference  by share  where
   495  1,085        +590   +4.41 %  build;parse_proxy
"""


INFO_TEXT = """: 6 contexts in 3 layers, 6 frames, from comparison (9 records)
  before: a.folded, 2026-01-02 03:04 UTC
  after: b.folded, 2026-01-03 03:04 UTC
  samples@before: 942 in all
  samples@after: 1,905 in all
  samples@change: 1,201 in all
"""


class CompareTest(ComparedProfiles):
    def test_totals_of_several_runs_are_sums(self):
        before, after = self.jdom()
        out = self.made("c.cct", "compare", "--before", before, before, "--after", after)
        told = self.ok("info", out).decode()
        self.assertIn("samples@before: 1,884 in all, sum of 2 runs a side\n", told)
        self.assertIn("samples@before1: 942 in all\n", told)
        self.assertIn(", sum of 2 runs a side", self.ok("methods", out).decode().splitlines()[0])
        self.assertIn("Values are means of the runs.", self.ok("compare", "--before", before, before, "--after", after).decode())

    def test_programs_of_two_names(self):
        def recorded(name, program):
            return self.profile(name, "".join(
                f"{program} 1 1.{k}: 1 cycles: \n\t1 work+0x1 (/{name}/{program})\n\t2 main+0x1 (/{name}/{program})\n\n" for k in range(5)))
        sides = recorded("a.perf", "prog1"), recorded("b.perf", "prog2")
        note = "The programs 'prog1' and 'prog2' count as one module: 2 frames changed."
        self.assertIn(note, self.ok("compare", *sides).decode())
        told = self.json("compare", *sides, "--json")
        self.assertTrue(any(one.startswith(note) for one in told["notes"]), told["notes"])
        self.assertEqual(told["functions"], [])
        apart = self.json("compare", *sides, "--json", "--match", "exact")
        self.assertEqual([one for one in apart["notes"] if "count as one" in one], [])
        self.assertEqual(len(apart["functions"]), 2)
        self.assertIn("2 frames changed", self.ok("series", *sides).decode())

    def test_text(self):
        self.assertEqual(self.ok("compare", *self.jdom()).decode(), JDOM_TEXT)

    def test_json(self):
        found = self.json("compare", *self.jdom(), "--json")
        self.assertEqual([(one["side"], one["name"], one["total"]) for one in found["executions"]],
                         [("before", "a.folded", 942), ("after", "b.folded", 1905)])
        shares = {one["path"][-1]: one["by_share"] for one in found["explanation"]["parts"]}
        self.assertAlmostEqual(shares["parse"], -0.3234, 4)
        self.assertAlmostEqual(shares["createParser"], -0.0173, 4)
        self.assertAlmostEqual(shares["new_method"], 0.3669, 4)
        self.assertAlmostEqual(found["wrappers"][0]["by_share"], 0.0441, 4)
        self.assertEqual(found["contexts"], {"common": 4, "new": 1, "gone": 0, "new wrapper": 1, "gone wrapper": 0})
        self.assertEqual(found["metrics"][0]["change"], 9 + 1 + 110 + 699 + 380 + 2)
        functions = {one["function"]["name"]: one for one in found["functions"]}
        self.assertTrue(functions["createContentHandler"]["within_noise"])
        self.assertFalse(functions["parse"]["within_noise"])

    def test_the_tree_is_written(self):
        before, after = self.jdom()
        out = self.made("out.cct", "compare", before, after)
        self.ok("verify", out)
        metrics = {one["name"]: one["total"] for one in self.json("info", out, "--json")["metrics"]}
        self.assertEqual(metrics, {"samples@before": 942, "samples@after": 1905, "samples@change": 1201})
        self.assertEqual(self.ok("info", out).decode(), out + INFO_TEXT)
        self.ok("render", out, "-o", self.path("out.svg"), "--metric", "samples@change")
        again = self.made("again.cct", "compare", self.convert(before, "a.cct"), after)
        self.assertEqual(self.ok("dump", out), self.ok("dump", again))

    def test_a_comparison_is_drawn(self):
        before, after = self.jdom()
        tree, out = self.path("out.cct"), self.path("out.svg")
        self.ok("compare", before, after, "-o", tree)

        def drawn(*options, color="difference"):
            self.ok("render", tree, "-o", out, "--color", color, *options)
            return self.text_of(out)
        text = drawn("--angle", "larger", "--absolute")
        self.assertIn("samples@larger: 2,024, ", text)
        self.assertIn("url(#new)", text)
        self.assertIn("url(#wrapper)", text)
        self.assertIn("after against before", text)
        self.assertIn("samples@common: 823, ", drawn("--angle", "common", "--absolute"))
        self.assertIn("samples@both: 2,847, ", drawn("--angle", "both", "--absolute"))
        # What costs less leaves a gap, so the same contexts are drawn smaller than by share.
        self.assertNotEqual(drawn("--angle", "before", "--absolute"), drawn("--angle", "before", "--share"))
        self.assertNotEqual(drawn(), drawn(color="difference,blueprint"))
        # It begins as the window does.
        begins = drawn("--metric", "samples@after")
        self.ok("render", tree, "-o", out)
        self.assertEqual(self.text_of(out), begins)
        view = self.profile("a.ringview", "ringscope view 1\n\n[view]\nprofile = \"out.cct\"\n"
                            "metric = \"samples@after\"\nangle = larger\nangle_by_share = off\ncolor = \"difference\"\n")
        self.ok("render", view, "-o", out)
        self.assertIn("samples@larger", self.text_of(out))
        self.assertIn("--angle, --share: expected a comparison", self.fails("render", before, "-o", out, "--angle", "both"))

    def test_functions_of_one_name_have_their_places(self):
        frames = [{"name": "f", "file": "a.js", "line": 5}, {"name": "f", "file": "b.js", "line": 8}, {"name": "g", "file": "a.js"}]
        sides = [self.profile(name, speedscope(frames, [[0], [1], [2]], [1000 * factor, 900 * factor, 800 * factor]))
                 for name, factor in (("a.json", 1), ("b.json", 3))]
        rows = self.ok("compare", *sides).decode().partition("Functions whose own cost differs: 3\n")[2].splitlines()
        self.assertEqual([row.partition(" %")[2].strip() for row in rows[1:4]], ["f (a.js:5)", "f (b.js:8)", "g"])

    def test_exact_matching(self):
        found = self.json("compare", *self.jdom(), "--json", "--match", "exact")
        self.assertEqual(found["contexts"], {"common": 3, "new": 3, "gone": 1, "new wrapper": 0, "gone wrapper": 0})

    def test_several_runs(self):
        a = [self.profile(f"a{k}.folded", f"m;f {100 + k}\nm;g 50\n") for k in range(4)]
        b = [self.profile(f"b{k}.folded", f"m;f {120 + k}\nm;g {49 + k % 3}\n") for k in range(4)]
        text = self.ok("compare", "--before", *a, "--after", *b).decode()
        self.assertIn("samples: 151.5 before, 171.25 after, +19.75 (", text)
        self.assertIn("Values are means of the runs.\nNoise: the Mann-Whitney test of 4 and 4 runs, p >= 0.05 is within it.\n", text)
        found = self.json("compare", "--before", *a, "--after", *b, "--json")
        self.assertEqual({one["function"]["name"]: (one["before"], one["within_noise"]) for one in found["functions"]},
                         {"f": (101.5, False)} | {one["function"]["name"]: (50, True) for one in found["functions"]
                                                  if one["function"]["name"] == "g"})
        f = found["functions"][0]
        self.assertEqual((f["stands_out"], f["median_before"], f["median_after"]), (True, 101.5, 121.5))
        self.assertEqual(f["shift"], {"median": 20, "low": 17, "high": 23})
        self.assertLess(f["probability"], 1e-4)
        self.assertRegex(text, r"95 % interval +function\n +101.5 +121.5 +\+20 +\S+ % +\+17 to \+23 +stands out +f\n")
        text = self.ok("compare", "--before", *a[:2], "--after", b[0], b[1], b[2], "-o", self.path("out.cct")).decode()
        self.assertIn("Each side was multiplied to stand for 6 runs: 2 before, 3 after.\n", text)
        self.assertIn("Noise: runs whose ranges overlap are within it; from 4 + 4 runs on there is a test.\n", text)
        info = self.json("info", self.path("out.cct"), "--json")
        self.assertEqual([(one["side"], one["name"]) for one in info["executions"]],
                         [("before", "a0.folded"), ("before", "a1.folded")] + [("after", f"b{k}.folded") for k in range(3)])
        self.assertEqual([(one["name"], one.get("role"), one.get("execution")) for one in info["metrics"]],
                         [(f"samples@{role}", role, None) for role in ("before", "after", "change")] +
                         [(f"samples@{name}", "execution", k)
                          for k, name in enumerate(("before1", "before2", "after1", "after2", "after3"))])
        # Steps keep what the columns are; so does merging with what is of the same executions.
        other = self.made("other.cct", "transform", self.path("out.cct"), "--apply", "hide fn:g | invert")
        self.ok("convert", other, self.path("out.cct"), "-o", self.path("both.cct"))
        for name in ("other.cct", "both.cct"):
            again = self.json("info", self.path(name), "--json")
            self.assertEqual(again["executions"], info["executions"])
            self.assertEqual([one.get("role") for one in again["metrics"]], [one.get("role") for one in info["metrics"]])

        # Of two different comparisons none is left.
        self.ok("compare", a[0], b[0], "-o", other)
        self.ok("convert", self.path("out.cct"), other, "-o", self.path("both.cct"))
        merged = self.json("info", self.path("both.cct"), "--json")
        self.assertNotIn("executions", merged)
        self.assertEqual([one["role"] for one in merged["metrics"] if "role" in one], [])
        self.assertIn("The executions were left out: those of different comparisons are not merged.", merged["notes"])

    def test_attributes(self):
        before, after = self.jdom()
        tagged = self.made("tagged.cct", "convert", before, "--attribute", "commit=old", "--attribute",
                           "commit=5f1c9e2", "--attribute", "flags=-O2 -DX=1")
        self.assertIn("\n  execution: commit=5f1c9e2, flags=-O2 -DX=1\n", self.ok("info", tagged).decode())
        os.utime(tagged, (0, 0))
        self.assertIn("before: tagged.cct, 1970-01-01 00:00 UTC, commit=5f1c9e2, flags=-O2 -DX=1\nafter: b.folded",
                      self.ok("compare", tagged, after, "-o", self.path("out.cct")).decode())
        self.assertEqual(self.json("info", self.path("out.cct"), "--json")["executions"][0],
                         {"side": "before", "name": "tagged.cct", "time": "1970-01-01 00:00 UTC",
                          "attributes": {"commit": "5f1c9e2", "flags": "-O2 -DX=1"}})
        self.assertEqual(self.fails("convert", before, "-o", tagged, "--attribute", "commit"),
                         "--attribute: expected name=value, found 'commit'")
        self.assertEqual(self.fails("convert", self.path("out.cct"), "-o", tagged, "--attribute", "a=b"),
                         "--attribute: expected a profile of one execution, found one of 2")

    def test_what_all_executions_have_alike_is_said_once(self):
        files = []
        for k in range(3):
            files.append(self.path(f"run{k}.cct"))
            self.ok("convert", self.write(f"run{k}.folded", f"m;f {k + 5}\n"), "-o", files[k], "--attribute", "command=./a-long-command --with options",
                    "--attribute", f"run={k}")
        text = self.ok("compare", "--before", files[0], "--after", *files[1:]).decode()
        self.assertEqual(text.count("a-long-command"), 1)
        self.assertIn("\nall: command=./a-long-command --with options\n", text)
        self.assertIn(", run=2\n", text)
        text = self.ok("series", *files, "-o", self.path("all.cct")).decode()
        self.assertEqual(text.count("a-long-command"), 1)
        self.assertIn(", run=2\n", text)
        text = self.ok("info", self.path("all.cct")).decode()
        self.assertEqual(text.count("a-long-command"), 1)
        self.assertIn(", run=2\n", text)

    def test_means_and_their_differences_add_up(self):
        def number(text):
            return round(100 * float(text.replace(",", "")))
        before = [self.write(f"p{k}.folded", f"m;f {cost}\n") for k, cost in enumerate((100, 101, 103))]
        after = [self.write(f"q{k}.folded", f"m;f {cost}\n") for k, cost in enumerate((105, 106, 106))]
        text = self.ok("compare", "--before", *before, "--after", *after).decode()
        self.assertIn("samples: 101.33 before, 105.67 after, +4.34 (", text)
        rows = [line.split() for line in text.splitlines() if line.endswith("  f") or line.endswith(";f")]
        self.assertGreater(len(rows), 0)
        for row in rows:
            row = row[2:] if row[1] == "%" else row
            self.assertEqual(number(row[0]) + number(row[2]), number(row[1]), row)

    def test_calls_split_the_difference(self):
        def callgrind(cost, calls):
            return (f"events: Ir calls\nfl=a.c\nfn=main\n1 10 1\ncfn=f\ncalls={calls} 5\n2 {cost} {calls}\n"
                    f"fn=f\n5 {cost} {calls}\n")
        text = self.ok("compare", self.profile("a.out", callgrind(100, 10)), self.profile("b.out", callgrind(240, 12)),
                       "--metric", "Ir").decode()
        self.assertRegex(text, "before +after +difference +by share +by calls +by cost a call +function\n")
        self.assertRegex(text, r"100 +240 +\+140 +\S+ % +\+20 +\+120 +f")
        self.assertIn("Noise: exact counts, every difference is real.\n", text)

    def test_pprof_differences(self):
        """What `pprof -diff_base` writes is a comparison, whose differences are those that pprof adds up."""
        numbers = random.Random(3)
        functions = ("main", "parse", "emit", "copy")
        stacks = [(k + 1, 1) for k in range(1, 4)] + [(1,), (3, 2, 1)]
        profile = make_pprof_data.Profile(("samples", "count"), ("cpu", "nanoseconds"))
        profile.functions(*functions)
        base = profile.label("pprof::base", "true")
        own, totals = {}, [0, 0]
        for side, labels in ((0, [base]), (1, [])):
            for stack in stacks:
                cost = numbers.randint(1, 99)
                sign = 1 if side == 1 else -1
                profile.sample(list(stack), [sign, sign * cost], *labels)
                name = functions[stack[0] - 1]
                own[name] = own.get(name, 0) + sign * cost
                totals[side] += cost
        file = self.write("difference.pb", profile.bytes())
        info = self.json("info", file, "--json")
        self.assertEqual([(one["side"], one["name"]) for one in info["executions"]], [("before", "base"), ("after", "profile")])
        metrics = {one["name"]: one for one in info["metrics"]}
        self.assertEqual([metrics[f"cpu@{side}"]["total"] for side in ("before", "after")], totals)
        rows = {row["name"]: row["self"] for row in self.json("table", file, "--json")["rows"]}
        names = [one["name"] for one in info["metrics"]]
        before, after, change = (names.index(f"cpu@{role}") for role in ("before", "after", "change"))
        self.assertEqual({name: self_values[after] - self_values[before] for name, self_values in rows.items()},
                         {name: own.get(name, 0) for name in rows})
        self.assertEqual(metrics["cpu@change"]["role"], "change")
        self.assertGreaterEqual(metrics["cpu@change"]["total"], abs(totals[1] - totals[0]))

    def test_points_of_both_sides(self):
        points = os.path.join(binary.SOURCE, "tests/cct/import/data/aprof/contexts.aprof")
        out = self.made("out.cct", "compare", points, points)
        self.ok("verify", out)
        both = self.ok("dump", out, "--points").decode().splitlines()
        one = self.ok("dump", points, "--points").decode().splitlines()
        self.assertEqual(both[0], one[0] + "\texecution")
        self.assertEqual(sorted(line.rsplit("\t", 1)[0].split("\t")[1:] for line in both[1:]),
                         sorted(line.split("\t")[1:] for line in one[1:] * 2))

    def test_rules(self):
        a, b = self.profile("a.folded", "m;f_v1 5\n"), self.profile("b.folded", "m;f_v2 5\n")
        self.assertEqual(self.json("compare", a, b, "--json")["contexts"]["common"], 1)
        rules = self.write("rules", "# versions\n_v\\d+$ =>\n")
        text = self.ok("compare", a, b, "--rules", rules).decode()
        self.assertIn("2 frames changed by the rule _v\\d+$ => \n", text)
        self.assertIn("2 contexts: 2 common", text)
        self.assertEqual(self.fails("compare", a, b, "--rules", self.write("rules", "a\n")),
                         self.path("rules") + ":1:1: expected 'pattern => replacement', found 'a'")
        self.assertTrue(self.fails("compare", a, b, "--rules", self.path("missing")).startswith(self.path("missing")))

    def test_renames_are_offered(self):
        a = self.profile("a.folded", "m;old;x 5\nm;old;y 5\nm;old;z 5\n")
        b = self.profile("b.folded", "m;new;x 5\nm;new;y 5\nm;new;z 6\n")
        self.assertIn("\nRenamed? 1 pair: lines 'rename: OLD => NEW' of --rules accept, 'no-rename: OLD => NEW' refuse\n"
                      " sure  recovers  places  before  after  function\n100 %   100.0 %       1      15     16  old => new\n",
                      self.ok("compare", a, b).decode())
        found = self.json("compare", a, b, "--json")["renamed"][0]
        self.assertEqual((found["confidence"], found["same_base_name"], found["similarity"], found["recovers"]), (1, False, 1, 1))
        accepted = self.json("compare", a, b, "--json", "--rules", self.write("rules", "rename: old => new\n"))
        self.assertEqual((accepted["contexts"]["common"], accepted["renamed"]), (5, []))
        refused = self.json("compare", a, b, "--json", "--rules", self.write("rules", "no-rename: old => new\n"))
        self.assertEqual((refused["contexts"]["new"], refused["renamed"]), (4, []))

    def test_shares(self):
        a, b = self.profile("a.folded", "m;f 1\nm;g 3\n"), self.profile("b.folded", "m;f 10\nm;g 30\n")
        self.assertIn("\nNothing differs.\n", self.ok("compare", a, b, "--share").decode())
        self.assertEqual(self.json("compare", a, b, "--share", "--json")["metrics"][0]["change"], 0)

    def test_shapes(self):
        before, after = self.jdom()
        def shape(word):
            out = self.path("shape.cct")
            found = self.json("compare", before, after, "--json", "--shape", word, "-o", out)
            self.ok("verify", out)
            self.assertEqual([one["total"] for one in found["executions"]], [942, 1905])
            return found
        self.assertEqual(shape("union"), self.json("compare", before, after, "--json"))
        found = shape("intersection")
        # The wrapper stays, as parse below it is common.
        self.assertEqual(found["contexts"], {"common": 4, "new": 0, "gone": 0, "new wrapper": 1, "gone wrapper": 0})
        self.assertEqual(found["notes"], ["Left out, with their cost in their callers: 1 context that only one side has."])
        self.assertEqual({one["function"]["name"]: (one["before"], one["after"]) for one in found["functions"]}["parse_proxy"],
                         (0, 700))
        found = shape("difference")
        self.assertEqual(found["contexts"], {"common": 1, "new": 1, "gone": 0, "new wrapper": 1, "gone wrapper": 0})
        self.assertEqual(found["notes"], ["Left out, with their cost in their callers: 3 contexts that both sides have."])
        self.assertIn("--shape", self.fails("compare", before, after, "--shape", "round"))

    def test_steps_before(self):
        before, after = self.jdom()
        found = self.json("compare", before, after, "--json", "--apply", "drop fn:createParser")
        self.assertEqual([one["total"] for one in found["executions"]], [942 - 404, 1905 - 784])
        self.assertTrue(self.fails("compare", before, after, "--apply", "prunee 3%").startswith("--apply:1: "))

    def test_two_column_folded_files(self):
        """What difffolded.pl says of a pair is what the two say of each other."""
        text = ("dd;[unknown];read;system_call_[k];sys_read_[k];vfs_read_[k];fsnotify_[k] 6 4\n"
                "dd;write;system_call_[k];sys_write_[k];__fdget_pos_[k];__fdget_[k];__fget_light_[k] 0 12\n"
                "dd;[unknown];read;system_call_[k];__fdget_pos_[k] 11 15\n"
                "dd;[unknown];[dd] 3 7\ndd;[unknown];read 14 13\n"
                "dd;[unknown];0x234f2abc;system_call_[k];0xF1BDE348 1 0\n")
        sides = [[], []]
        for line in text.splitlines():
            stack, a, b = line.rsplit(" ", 2)
            for side, count in zip(sides, (a, b)):
                if count != "0":
                    side.append(f"{stack} {count}\n")
        out = self.made("out.cct", "compare", self.profile("a.folded", "".join(sides[0])),
                        self.profile("b.folded", "".join(sides[1])), "--match", "exact", "--rules",
                        self.write("none", ""))
        values = {}
        for row in json.loads(self.ok("table", out, "--json")) ["rows"]:
            values[row["name"]] = row["self"][:2]
        reference = {row["name"]: row["self"] for row in self.json("table", self.write("two.folded", text), "--json")["rows"]}
        self.assertEqual(values, reference)

    def test_source(self):
        def profile(name, values):
            frames = [{"name": word, "file": "/build/src/work.py", "line": line} for word, line in (("slow", 1), ("fast", 4))]
            return self.profile(name, speedscope(frames, [[0], [1]], values))

        for version, step in (("v1", "1"), ("v2", "2")):
            os.makedirs(self.path(version), exist_ok=True)
            self.write(os.path.join(version, "work.py"),
                       f"def slow():\n    return {step}\n\ndef fast():\n    return 0\n")
        before, after = profile("a.speedscope.json", [100, 200]), profile("b.speedscope.json", [300, 100])
        places = ["--source-before", self.path("v1"), "--source-after", self.path("v2")]
        out = self.path("out.cct")
        found = self.json("compare", before, after, *places, "-o", out, "--json")
        self.assertEqual([(one["function"]["name"], one["source"]) for one in found["functions"]],
                         [("slow", "changed"), ("fast", "same")])
        self.assertIn("+200  +41.67 %  changed", self.ok("compare", before, after, *places).decode())
        self.assertEqual(self.json("search", out, "changed", "--json")["contexts"], 1)
        self.assertIn("source", self.ok("info", out).decode())
        # What was transformed keeps it.
        self.assertEqual(self.json("search", out, "not changed", "--apply", "invert", "--json")["contexts"], 1)
        self.assertIn("expected --source-before and --source-after together",
                      self.fails("compare", before, after, *places[:2]))
        self.assertIn("expected a folder, or REPOSITORY@REVISION",
                      self.fails("compare", before, after, *places[:3], self.path("v3")))

    def folded_stacks(self, file, *arguments):
        """Stack -> count, the counts of equal stacks added up, as difffolded.pl reads a file."""
        out = self.path("stacks.folded")
        # A note says that contexts without a cost of their own are not in it.
        self.assertEqual(binary.run("export", file, "-o", out, *arguments).returncode, 0)
        return stacks_of(self.text_of(out))

    def test_two_columns_of_stacks(self):
        """Exact matching gives for every stack what difffolded.pl writes: 'stack before after'."""
        numbers = random.Random(5)
        sides = ["".join(f"{';'.join(numbers.choice('abcde') for _ in range(numbers.randint(1, 5)))} {numbers.randint(0, 9)}\n"
                         for _ in range(300)) for _ in range(2)]
        for before, after in (sides, sides[::-1]):
            out = self.path("out.cct")
            a, b = self.profile("a.folded", before), self.profile("b.folded", after)
            self.ok("compare", a, b, "--match", "exact", "--rules", self.write("none", ""), "-o", out)
            columns = [self.folded_stacks(out, "--metric", f"samples@{side}") for side in ("before", "after")]
            reference = difffolded(before, after)
            self.assertEqual(difffolded(*("".join(f"{stack} {count}\n" for stack, count in one.items()) for one in columns)),
                             reference)
            found = self.json("compare", a, b, "--match", "exact", "--rules", self.write("none", ""), "--json")
            total = found["metrics"][0]
            self.assertEqual((total["before"], total["after"]), tuple(sum(int(line.split(" ")[-k]) for line in reference) for k in (2, 1)))
            differences = {}
            for line in reference:
                stack, one, other = line.rsplit(" ", 2)
                leaf = stack.split(";")[-1]
                differences[leaf] = differences.get(leaf, 0) + int(other) - int(one)
            self.assertEqual({one["function"]["name"]: one["difference"] for one in found["functions"]},
                             {name: difference for name, difference in differences.items() if difference != 0})



def stacks_of(text):
    stacks = {}
    for line in text.splitlines():
        stack, count = line.rsplit(" ", 1)
        stacks[stack] = stacks.get(stack, 0) + int(count)
    return {stack: count for stack, count in stacks.items() if count != 0}


def difffolded(before, after):
    """The lines that difffolded.pl writes, sorted; without stacks that cost nothing."""
    sides = stacks_of(before), stacks_of(after)
    return [f"{stack} {sides[0].get(stack, 0)} {sides[1].get(stack, 0)}" for stack in sorted({*sides[0], *sides[1]})]


if __name__ == "__main__":
    binary.main()
