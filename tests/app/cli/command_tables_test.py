"""The commands that print tables: methods, table, callers, callees. usage: command_tables_test.py RINGSCOPE"""

import json
import os

import binary
from binary import SOURCE, BinaryTest, on_terminal, run


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

    # What rings were asked for in vain is told by every command, and not by the import's report alone.
    def test_labels_that_are_not_there(self):
        data = os.path.join(SOURCE, "tests/cct/import/data")
        for file in (data + "/pprof/threads.pb", data + "/otlp/threads.pb", data + "/jfr/plain.jfr", self.example):
            notes = self.notes("methods", file, "--labels", "nosuch,other")
            self.assertEqual(notes, ["No sample has a label 'nosuch'.", "No sample has a label 'other'."], file)
            # ... once.
            for command in ("info", "summary"):
                self.assertEqual(self.notes(command, file, "--labels", "nosuch"), [], file)
                self.assertEqual(self.ok(command, file, "--labels", "nosuch").count(b"No sample has a label 'nosuch'."), 1)
        self.assertEqual(self.notes("methods", data + "/pprof/threads.pb", "--labels", "region"), [])

    def test_limit(self):
        methods = self.json("methods", self.example, "--json", "--limit", "2")
        self.assertEqual([m["name"] for m in methods], ["main", "h"])
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

    def test_lines_of_a_call_graph_add_up_to_those_of_the_file(self):
        lines = ["# callgrind format", "positions: instr line", "events: Ir Dr", "ob=(1) prog", "fl=(1) a.c",
                 "fn=(1) main", "0x10 10 5 1", "+4 +2 3", "cfi=(2) b.c", "cfn=(2) work", "calls=2 0x40 20",
                 "+4 * 108 9", "+4 -1 4 2", "jump=3 +4 +5", "+4 +1", "fn=(3) idle", "cfi=(2)", "cfn=(2)",
                 "calls=1 0x40 20", "* +1 52 4", "fl=(2)", "fn=(2)", "0x40 20 10 1", "fi=(3) b.h", "* 3 30 5",
                 "cfi=(2)", "cfn=(2)", "calls=7 0x40 20", "+2 +5 60 6", "* * 40 3", "fe=(2)", "+8 +12 70 3",
                 "* * 10", "totals: 172 15"]
        expected, names, line, file, in_call = {}, {}, 0, "", False
        for text in lines:
            key, _, value = text.partition("=")
            if key in ("fl", "fi", "fe", "cfi"):
                number, _, name = value.partition(" ")
                names.setdefault(number, name)
                file = names[number] if key != "cfi" else file
            elif key == "calls":
                in_call = True
            elif text[0] in "0123456789+-*":
                _, position, *costs = text.split()
                line = line if position == "*" else line * (position[0] in "+-") + int(position)
                if costs and not in_call:
                    before = expected.get((file, line), (0, 0))
                    expected[file, line] = tuple(a + int(b) for a, b in zip(before, costs + ["0"]))
                in_call = False
        profile = self.write("callgrind.out", "\n".join(lines) + "\n")

        def rows(*arguments):
            # A note says that contexts are an estimate.
            return json.loads(run("table", profile, "--json", *arguments).stdout)["rows"]

        found = {}
        for row in rows("--lines"):
            before = found.get((row["file"], row["line"]), (0, 0))
            found[row["file"], row["line"]] = tuple(a + b for a, b in zip(before, row["self"]))
        without = {place: costs for place, costs in found.items() if place[1] == 0}
        self.assertEqual(set(without.values()), {(0, 0)})
        self.assertEqual({place: costs for place, costs in found.items() if place[1]}, expected)
        self.assertEqual(sum(costs[0] for costs in expected.values()), 172)
        # The dearest one, with its place, as the function has several.
        text = run("table", profile, "--lines", "--metric", "Ir", "--limit", "1").stdout.decode()
        self.assertTrue(text.splitlines()[1].endswith("work [prog] (b.c:20)"), text)
        self.assertNotIn(b"--lines", run("table", profile, "--lines").stderr)
        self.assertEqual(run("table", self.example, "--lines").stderr,
                         b"note: --lines: the profile has no source lines\n")
        # Else all is with the functions.
        self.assertEqual({row["line"] for row in rows()}, {0})
        self.assertEqual(sum(row["self"][0] for row in rows()), 172)

    def test_functions_of_one_name_have_their_places(self):
        profile = self.write("same.callgrind", "events: Ir\n" + "".join(
            f"ob=lib{letter}\nfl=u.h\nfn={name}\n1 {cost}\n\n" for letter, name, cost in (("A", "f", 10), ("B", "f", 5), ("B", "g", 1))))
        for command in ("methods", "table"):
            lines = self.ok(command, profile).decode().splitlines()[-3:]
            for line, end in zip(lines, ("  f [libA] (u.h)", "  f [libB] (u.h)", "  g [libB]")):
                self.assertTrue(line.endswith(end), line)

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
        exported = self.made("nameless.csv", "export", profile)
        self.assertIn("main;[unknown];b,b,", self.text_of(exported))

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
            (["callees", self.example, "main", "--root", "main;g"], "'main': does not occur below 'main;g'"),
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
        # Of what is left out rows come first, as they do in the table.
        limited = on_terminal(80, "table", self.perf, "--limit", "1").splitlines()
        self.assertIn("more", limited[-2])
        self.assertTrue(limited[-1].startswith("No room for 3 more metrics"))

    def test_questions_that_have_no_answer(self):
        self.assertIn("unknown", self.fails("table", self.example, "--by", "module", "--callers-of", "f"))
        self.assertIn("functions alone", self.fails("callees", self.example, "self>5%"))
        self.assertIn("threads", self.fails("table", self.perf, "--by", "thread", "--callers-of", "main"))


if __name__ == "__main__":
    binary.main()
