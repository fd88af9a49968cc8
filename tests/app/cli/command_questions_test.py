"""The commands that answer questions about a tree, and the transforms before them. usage: command_questions_test.py RINGSCOPE"""

import fcntl
import json
import os
import pty
import struct
import subprocess
import termios

import binary
from binary import SOURCE, BinaryTest, run

# Of the call graph in estimate.txt.
ESTIMATED_SHARE = "48.5"


def on_terminal(width, *arguments):
    """What the program prints on a terminal of so many columns."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    program = subprocess.Popen([binary.program(), *arguments], stdin=subprocess.DEVNULL, stdout=its,
                               stderr=subprocess.DEVNULL)
    os.close(its)
    text = b""
    try:
        while part := os.read(ours, 1 << 16):
            text += part
    except OSError:  # the program closed its side
        pass
    os.close(ours)
    program.wait()
    return text.decode().replace("\r\n", "\n")


class ApplyTest(BinaryTest):
    def test_before_every_command(self):
        fold = ["--apply", "fold-recursion"]
        self.assertEqual(self.json("info", self.example, "--json", *fold)["nodes"], 12)
        self.assertEqual(self.ok("dump", self.example, *fold).count(b"\n"), 13)
        self.assertEqual(len(self.json("layout", self.example, "--json", *fold)["segments"]), 12)
        self.assertEqual(self.json("search", self.example, "g", "--json", *fold)["contexts"], 2)
        self.ok("render", self.example, "-o", self.path("out.svg"), *fold)
        out = self.path("out.cct")
        self.ok("convert", self.example, "-o", out, *fold)
        self.assertEqual(self.json("info", out, "--json")["nodes"], 12)

    def test_errors_point_at_the_column(self):
        message = self.fails("info", self.example, "--apply", "fold-recursion | prunee 3%")
        self.assertTrue(message.startswith("--apply:18: expected "), message)
        message = self.fails("info", self.example, "--apply", "focus incl(bytes)>5%")
        self.assertTrue(message.startswith("--apply"), message)
        self.assertIn("bytes", message)

    def test_conditions_are_about_the_metric_of_the_view(self):
        for metric, contexts in (("cycles", 1), ("misses", 0)):
            found = self.json("methods", self.perf, "--threads", "merge", "--metric", metric, "--json",
                              "--apply", "focus fn:memcpy self>0")
            self.assertEqual(len(found), contexts)

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
        self.ok("convert", self.perf, "-o", out, *define, "--apply", "focus self(rate)>1")


class MethodsTest(BinaryTest):
    def test_worked_example(self):
        methods = self.json("methods", self.example, "--json")
        expected = {"main": (1066, 3238, 1), "f": (180, 890, 1), "g": (540, 980, 4), "h": (792, 1452, 6),
                    "i": (660, 660, 6)}
        self.assertEqual({m["name"]: (m["self"], m["inclusive"], m["contexts"]) for m in methods}, expected)
        self.assertEqual([m["self"] for m in methods], sorted((m["self"] for m in methods), reverse=True))
        for method in methods:
            self.assertEqual(list(method), ["name", "module", "self", "inclusive", "contexts"])

    def test_subtree(self):
        methods = self.json("methods", self.example, "--root", "main;f", "--json")
        self.assertEqual({m["name"]: (m["self"], m["contexts"]) for m in methods},
                         {"f": (180, 1), "g": (270, 2), "h": (240, 3), "i": (200, 3)})

    def test_text_has_shares(self):
        lines = self.ok("methods", self.example).decode().splitlines()
        self.assertEqual(lines[0], "samples: 3,238 in 5 functions")
        self.assertEqual(lines[1].split(), ["self", "share", "inclusive", "share", "contexts", "function"])
        self.assertEqual(lines[2].split(), "1,066 32.9 % 3,238 100 % 1 main".split())
        self.assertEqual(len({len(line) - len(line.split()[-1]) for line in lines[1:]}), 1)

    def test_limit(self):
        self.assertEqual([m["name"] for m in self.json("methods", self.example, "--json", "--limit", "2")], ["main", "h"])
        lines = self.ok("methods", self.example, "--limit", "2").decode().splitlines()
        self.assertEqual(lines[0], "samples: 3,238 in 5 functions")
        self.assertEqual((len(lines), lines[-1]), (5, "... and 3 more"))

    def test_self_is_that_of_the_function_also_with_callers_first(self):
        def costs(command, *arguments):
            found = self.json(command, self.example, "--json", *arguments)
            rows = found["rows"] if command == "table" else found
            return {row["name"]: (row["self"], row["inclusive"]) for row in rows}

        for command in ("methods", "table"):
            self.assertEqual(costs(command, "--apply", "invert"), costs(command))
        # Where a later step took the ring that tells it, a note says what is told instead.
        result = run("methods", self.example, "--apply", "invert | focus g")
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"note: callers come first", result.stderr)

    def test_callers_above_the_place_a_viewer_opens_at_count_too(self):
        profile = self.write("chain.folded", "start;main;a 1\nstart;main;b 2\n")
        names = {m["name"]: m["inclusive"] for m in self.json("methods", profile, "--json")}
        self.assertEqual(names, {"start": 3, "main": 3, "a": 1, "b": 2})
        self.assertEqual(self.json("search", profile, "start", "--json")["contexts"], 1)


class TableTest(BinaryTest):
    def test_by_everything(self):
        def rows(by):
            table = self.json("table", self.perf, "--threads", "ring", "--by", by, "--json")
            self.assertEqual(table["by"], by)
            self.assertEqual([m["total"] for m in table["metrics"]], [35, 2, 7, 1])
            # Of cycles and misses, not of their numbers of samples.
            return {row["name"]: (row["contexts"], row["self"][::2], row["inclusive"][::2]) for row in table["rows"]}

        self.assertEqual(rows("module")["/bin/tool"], (4, [5, 7], [35, 7]))
        self.assertEqual(rows("module")["/lib/libc.so"], (1, [30, 0], [30, 0]))
        self.assertEqual(rows("function")["work"], (2, [5, 7], [35, 7]))
        self.assertEqual(rows("kind")["user"], (5, [35, 7], [35, 7]))
        threads = rows("thread")
        self.assertEqual(sorted(value[1] for name, value in threads.items() if "2" in name), [[5, 7], [30, 0]])
        for by in ("package", "class", "file"):
            self.assertEqual(rows(by)["(unknown)"][2], [35, 7])

    def test_order_and_limit(self):
        def names(*arguments):
            return [row["name"] for row in self.json("table", self.example, "--json", *arguments)["rows"]]

        self.assertEqual(names(), ["main", "h", "i", "g", "f"])
        self.assertEqual(names("--sort", "inclusive"), ["main", "h", "g", "f", "i"])
        self.assertEqual(names("--sort", "contexts"), ["h", "i", "g", "f", "main"])
        self.assertEqual(names("--sort", "name", "--limit", "2"), ["f", "g"])
        self.assertIn(b"... and 3 more", self.ok("table", self.example, "--limit", "2"))
        # By the metric that was asked for.
        table = self.json("table", self.perf, "--threads", "merge", "--metric", "misses", "--json")
        self.assertEqual(table["rows"][0]["name"], "work")

    def test_separated_values(self):
        rows = self.csv("table", self.example, "--csv", "--sort", "name")
        self.assertEqual(rows[0], ["name", "module", "file", "line", "contexts", "samples self", "samples inclusive"])
        self.assertEqual(rows[2], ["g", "", "", "", "4", "540", "980"])
        self.assertEqual(self.ok("table", self.example, "--tsv", "--by", "module"),
                         b"name\tcontexts\tsamples self\tsamples inclusive\n(unknown)\t18\t3238\t3238\n")
        self.fails("table", self.example, "--tsv", "--csv")

    def test_callers_and_callees(self):
        def rows(*arguments):
            table = self.json(*arguments, "--json")
            return [(row["name"], row["contexts"], row["inclusive"]) for row in table["rows"]]

        self.assertEqual(sorted(rows("callers", self.example, "g")),
                         [("f", 1, [490]), ("g", 2, [400]), ("main", 1, [490])])
        self.assertEqual(rows("callees", self.example, "g"), [("h", 4, [440]), ("g", 2, [400])])
        self.assertEqual(rows("callers", self.example, "main"), [("(no caller)", 1, [3238])])
        self.assertEqual(rows("table", self.example, "--callees-of", "fn:/^g$/"), [("h", 4, [440]), ("g", 2, [400])])
        self.assertEqual(rows("callees", self.perf, "--threads", "merge", "--by", "module", "mod:tool"),
                         [("/bin/tool", 1, [35, 2, 7, 1]), ("/lib/libc.so", 1, [30, 1, 0, 0])])
        text = self.ok("callees", self.example, "g").decode().splitlines()
        self.assertEqual(text[0], "callees of g (under recursion rows may overlap)")
        self.assertEqual(text[2].split(), "240 7.41 % 440 13.6 % 4 h".split())
        self.assertEqual(self.csv("callers", self.example, "g", "--csv", "--sort", "name")[1:],
                         [["f", "", "", "", "1", "180", "490"], ["g", "", "", "", "2", "180", "400"],
                          ["main", "", "", "", "1", "180", "490"]])
        self.assertEqual([row[0] for row in self.csv("callees", self.example, "h", "--csv", "--sort", "self")[1:]],
                         ["i"])
        for command in ("callers", "callees", "table"):
            self.assertIn("may overlap", " ".join(self.ok(command, "--help").decode().split()))

    def test_callers_callees_and_searches_agree(self):
        def row(command, of, name, profile):
            rows = {row["name"]: row for row in self.json(command, profile, of, "--json")["rows"]}
            return {key: rows[name][key] for key in ("contexts", "self", "inclusive")}

        def agree(profile, caller, callee):
            found = self.json("search", profile, f'parent:fn:"{caller}" fn:"{callee}"', "--json")
            expected = {"contexts": found["contexts"], "self": [found["self"]], "inclusive": [found["inclusive"]]}
            self.assertEqual(row("callees", caller, callee, profile), expected)
            self.assertEqual(row("callers", callee, caller, profile), expected)
            return found["contexts"], found["inclusive"]

        mutual = self.write("mutual.folded", "main;f;h;f;h;f 5\n")
        self.assertEqual(agree(mutual, "f", "h"), (2, 5))
        self.assertEqual(agree(mutual, "h", "f"), (2, 5))
        inner = self.write("inner.folded", "main;a;b;a;c 10\n")
        self.assertEqual(agree(inner, "main", "a"), (1, 10))
        self.assertEqual(agree(inner, "b", "a"), (1, 10))
        javac = os.path.join(SOURCE, "examples", "javac.folded.gz")
        self.assertEqual(agree(javac, "com.sun.tools.javac.comp.Attr.attribTree",
                               "com.sun.tools.javac.tree.JCTree$JCBlock.accept"), (334, 1682))


    def test_functions_without_a_name(self):
        profile = self.write("nameless.folded", "main;;b 3\n;x 2\nmain; 4\n")
        methods = {method["name"]: method["self"] for method in self.json("methods", profile, "--json")}
        self.assertEqual(methods, {"[unknown]": 4, "b": 3, "x": 2, "main": 0})
        table = self.json("table", profile, "--json", "--limit", "1")
        self.assertEqual(table["rows"][0]["name"], "[unknown]")
        callers = self.json("callers", profile, "[unknown]", "--json")
        self.assertEqual(callers["callers_of"], "[unknown]")
        self.assertEqual([(row["name"], row["inclusive"]) for row in callers["rows"]],
                         [("main", [7]), ("(no caller)", [2])])
        for query in ('fn:"[unknown]"', 'fn:""'):
            self.assertEqual(self.json("search", profile, query, "--json")["contexts"], 2)
        found = self.json("search", profile, "fn:b", "--json", "--list", "1")
        self.assertEqual(found["list"][0]["path"], ["main", "[unknown]", "b"])
        self.assertIn(b"[unknown]\n", self.ok("stack", profile, "--root", "main;[unknown];b"))
        exported = self.path("nameless.csv")
        self.ok("export", profile, "-o", exported)
        with open(exported, encoding="utf-8") as file:
            self.assertIn("main;[unknown];b,b,", file.read())

    def test_several_functions_are_taken_as_one(self):
        def rows(*arguments):
            return {row["name"]: (row["contexts"], row["inclusive"]) for row in self.json(*arguments, "--json")["rows"]}
        profile = self.write("group.folded", "main;a;x 1\nmain;b;x 2\nmain;a;b;x 4\nmain;x 8\n")
        self.assertEqual(rows("callers", profile, "/^[ab]$/"), {
            "main": (2, [7]),  # both directly below main, and b below a counts with it
            "/^[ab]$/ (2 functions)": (1, [4])})  # a calls b
        self.assertEqual(rows("callees", profile, "/^[ab]$/"), {
            "x": (3, [7]), "/^[ab]$/ (2 functions)": (1, [4])})
        answer = self.json("callers", profile, "/^[ab]$/", "--json")
        self.assertEqual(answer["callers_of"], "/^[ab]$/ (2 functions)")
        self.assertEqual({row["module"] for row in answer["rows"]}, {""})
        text = self.ok("callers", profile, "/^[ab]$/").decode()
        self.assertTrue(text.startswith("callers of /^[ab]$/ (2 functions) (under"), text)
        # What the search for their calls finds.
        found = self.json("search", profile, "/^[ab]$/ parent:main", "--json")
        self.assertEqual((found["contexts"], found["inclusive"]), (2, 7))
        # The synthetic root is no function.
        self.assertEqual(self.json("callers", self.example, "*", "--json")["callers_of"], "* (5 functions)")
        chain = self.write("chain.folded", "main 1\n")
        self.assertEqual(self.json("callers", chain, "*", "--json")["callers_of"], "main")

    def test_words_meant_for_a_field_are_noted(self):
        for arguments in (["search", self.example, "module:app"], ["callers", self.example, "name:g"],
                          ["table", self.example, "--apply", "keep func:g"],
                          ["check", self.example, "--require", "self(lib:x) < 5"]):
            with self.subTest(arguments):
                self.assertIn(b"is no field; did you mean", run(*arguments).stderr)
        self.assertNotIn(b"note:", run("search", self.example, "mod:app").stderr)

    def test_a_function_that_is_not_there_is_a_no(self):
        chain = self.write("chain.folded", "main 1\n")
        cases = [
            (["callers", chain, "/^$/"], "'/^$/': no function matches"),
            (["callers", self.example, "nobody"], "'nobody': no function matches"),
            (["callees", self.example, "nobody", "--json"], "'nobody': no function matches"),
            (["table", self.example, "--callers-of", "nobody"], "'nobody': no function matches"),
            (["table", self.example, "--callees-of", "nobody", "--csv"], "'nobody': no function matches"),
            (["callers", self.example, "g", "--apply", "hide fn:g"], "'g': no function matches"),
            (["callers", self.perf, "--by", "module", "mod:zzz"], "'mod:zzz': no module matches"),
            (["callers", self.example, "f", "--root", "main;g"], "'f': does not occur below 'main;g'"),
            (["callees", self.example, "f", "--root", "main;g", "--json"], "'f': does not occur below 'main;g'"),
        ]
        for arguments, message in cases:
            with self.subTest(arguments):
                result = run(*arguments)
                self.assertEqual((result.returncode, result.stdout), (1, b""))
                self.assertEqual(result.stderr.decode(), message + "\n")
        # A search counts, and 0 is a count; a function that calls nothing is there.
        self.assertEqual(self.json("search", self.example, "nobody", "--json")["contexts"], 0)
        self.assertIn(b"It calls nothing", self.ok("callees", chain, "main"))
        self.assertIn(b"It calls nothing", self.ok("callees", self.example, "i", "--root", "main;g"))
        self.assertIn(b"main", self.ok("callers", self.example, "g", "--root", "main;g"))

    def test_a_terminal_shows_the_metrics_that_it_has_room_for(self):
        for command in (["table"], ["callees", "main"]):
            arguments = [command[0], self.perf, *command[1:], "--metric", "misses"]
            wide = on_terminal(400, *arguments)
            self.assertEqual(wide, self.ok(*arguments).decode())
            title = next(line for line in on_terminal(80, *arguments).splitlines() if "contexts" in line)
            self.assertIn("misses self  share  misses inclusive  share", title)
            self.assertNotIn("cycles", title)
            self.assertIn("No room for 3 more metrics", on_terminal(80, *arguments))
            self.assertNotIn("No room", wide)

    def test_questions_that_have_no_answer(self):
        self.assertIn("unknown", self.fails("table", self.example, "--by", "module", "--callers-of", "f"))
        self.assertIn("functions alone", self.fails("callees", self.example, "self>5%"))
        self.assertIn("threads", self.fails("table", self.perf, "--by", "thread", "--callers-of", "main"))


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
        profile = self.write("seconds.speedscope.json", json.dumps({
            "$schema": "https://www.speedscope.app/file-format-schema.json",
            "shared": {"frames": [{"name": "f"}, {"name": "g"}]},
            "profiles": [{"type": "sampled", "name": "p", "unit": "seconds", "startValue": 0, "endValue": 2,
                          "samples": [[0], [0, 1]], "weights": [1.5, 0.25]}]}))
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
        merged = self.path("merged.cct")
        self.ok("convert", self.graph, self.exact, "-o", merged)
        self.assertEqual(self.json("info", merged, "--json")["estimated"],
                         [{"metric": "Ir", "cost": 199, "total": 1000}, {"metric": "calls", "cost": 10, "total": 18}])
        self.assertEqual(self.share(self.noted("table", merged)), "19.9")

    def test_an_estimate_is_told_in_the_unit_of_its_metric(self):
        with open(self.graph, encoding="utf-8") as file:
            graph = self.write("samples.callgrind", file.read().replace("Ir", "samples"))
        merged = self.path("tenths.cct")
        self.ok("convert", graph, self.write("tenths.folded", "main 0.5\n"), "-o", merged)
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
        self.assertIn(b"self rate -", self.answers_no(*perf, "--require", "self(nowhere, rate) < 1"))
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
