"""The commands that draw diagrams: evolution and blueprint. usage: command_diagram_test.py RINGSCOPE"""

import binary
from binary import JDOM_AFTER, JDOM_BEFORE, BinaryTest

PROGRAM = "main;app.Reader.read 30\nmain;app.Reader.read;app.Text.cut 50\nmain;app.Writer.write;app.Text.cut 20\n"


class Diagrams(BinaryTest):
    def comparison(self):
        return self.made("both.cct", "compare", self.write("a.folded", JDOM_BEFORE), self.write("b.folded", JDOM_AFTER))

    def overlapping(self, boxes):
        """Pairs of boxes of which neither holds the other, and which share more than an edge."""
        def inside(a, b):
            return (a["x"] >= b["x"] and a["y"] >= b["y"] and a["x"] + a["width"] <= b["x"] + b["width"] and
                    a["y"] + a["height"] <= b["y"] + b["height"])
        return [(a["name"], b["name"]) for k, a in enumerate(boxes) for b in boxes[:k]
                if not inside(a, b) and not inside(b, a) and
                a["x"] + 1e-6 < b["x"] + b["width"] and b["x"] + 1e-6 < a["x"] + a["width"] and
                a["y"] + 1e-6 < b["y"] + b["height"] and b["y"] + 1e-6 < a["y"] + a["height"]]

    def test_the_evolution_has_a_box_a_call_below_its_caller(self):
        found = self.json("evolution", self.comparison(), "--boxes", "20", "--json")
        boxes = {box["name"]: box for box in found["boxes"]}
        self.assertTrue({"parse_proxy", "new_method", "createParser"} <= set(boxes), boxes.keys())
        # By shares: 36.7 % more, 32.3 % less, 1.7 % less.
        self.assertGreater(boxes["new_method"]["height"], boxes["parse"]["height"])
        self.assertGreater(boxes["parse"]["height"], boxes["createParser"]["height"])
        self.assertGreater(len(found["edges"]), 3)
        for caller, callee in found["edges"]:
            self.assertLess(found["boxes"][caller]["y"], found["boxes"][callee]["y"])
        self.assertEqual(self.overlapping(found["boxes"]), [])

    def test_the_evolution_says_what_its_boxes_stand_for(self):
        found = self.json("evolution", self.comparison(), "--boxes", "20", "--json")
        self.assertEqual((found["metric"], found["total_before"], found["total_after"]), ("samples", 942, 1905))
        boxes = {box["name"]: box for box in found["boxes"]}
        parse = boxes["parse"]
        self.assertEqual((parse["value_before"], parse["value_after"], parse["self_after"]), (495, 385, 385))
        self.assertAlmostEqual(parse["share_before"], 495 / 942, places=6)
        self.assertAlmostEqual(parse["share_after"], 385 / 1905, places=6)
        self.assertEqual((parse["state"], parse["change"], parse["source"], parse["hidden"]),
                         ("common", "less", "unknown", 0))
        self.assertEqual((boxes["new_method"]["state"], boxes["new_method"]["change"]), ("new", "new"))
        self.assertEqual(boxes["parse_proxy"]["state"], "wrapper")
        self.assertNotIn("calls_before", parse, "samples count none")
        # None of the callees of `build` has a box.
        few = {box["name"]: box for box in self.json("evolution", self.comparison(), "--boxes", "2", "--json")["boxes"]}
        self.assertEqual(few["build"]["hidden"], 3, few)

    def test_runs_that_begin_elsewhere_do_not_hide_what_is_slower(self):
        out, sides = self.path("mixed.cct"), []
        for letter, cost in (("a", 100), ("b", 164)):
            sides.append([self.write(f"{letter}{k}.folded", "".join(("_start;libc_main;" if k % 2 else "") + line
                                     for line in (f"main;f {cost + k}\n", f"main;g {100 - k}\n"))) for k in range(4)])
        text = self.ok("compare", "--before", *sides[0], "--after", *sides[1], "-o", out).decode()
        self.assertIn("\n5 contexts: 5 common, 0 new, 0 gone, 0 wrappers\n", text)
        boxes = {box["name"]: box for box in self.json("evolution", out, "--boxes", "20", "--json")["boxes"]}
        self.assertEqual({name: (boxes[name]["state"], boxes[name]["change"]) for name in ("main", "f", "g")},
                         {"main": ("common", "noise"), "f": ("common", "more"), "g": ("common", "less")})

    def test_the_evolution_says_in_which_sides_what_is_noise_is(self):
        before, after, out = self.write("few.folded", "main;f 100\nmain;old;x 1\n"), self.write("some.folded", "main;f 100\nmain;caller;callee 1\n"), self.path("noise.cct")
        self.ok("compare", before, after, "-o", out)
        boxes = {box["name"]: box for box in self.json("evolution", out, "--boxes", "20", "--json")["boxes"]}
        self.assertEqual({name: (box["state"], box["change"]) for name, box in boxes.items() if name not in ("all", "main", "f")},
                         {name: (state, "noise") for name, state in (("caller", "new"), ("callee", "new"), ("old", "gone"), ("x", "gone"))})
        self.assertEqual((boxes["all"]["state"], boxes["main"]["state"], boxes["f"]["state"]), ("common",) * 3)

    def test_the_evolution_adds_up_what_it_leaves_out(self):
        lines = [(f"main;f{k}", 100 + 10 * k, 100 + 40 * k) for k in range(6)]
        out = self.made("many.cct", "compare",
                        self.write("m1.folded", "".join(f"{name} {one}\n" for name, one, _ in lines)),
                        self.write("m2.folded", "".join(f"{name} {other}\n" for name, _, other in lines)))
        found = self.json("evolution", out, "--boxes", "4", "--json")
        boxes = found["boxes"]
        rest = [box for box in boxes if "callees" in box]
        self.assertEqual(len(rest), 1, boxes)
        shown = [box for box in boxes if box["name"].startswith("f")]
        self.assertEqual(rest[0]["callees"], 6 - len(shown))
        main = next(box for box in boxes if box["name"] == "main")
        for side in ("value_before", "value_after"):
            self.assertEqual(rest[0][side] + sum(box[side] for box in shown), main[side])

    def test_a_large_evolution_is_no_strip(self):
        names = [f"main;phase{k % 9};step{k}" for k in range(600)]
        out = self.made("large.cct", "compare",
                        self.write("l1.folded", "".join(f"{name} {100 + k % 7}\n" for k, name in enumerate(names))),
                        self.write("l2.folded", "".join(f"{name} {100 + k % 11}\n" for k, name in enumerate(names))))
        self.check_columns(self.json("evolution", out, "--boxes", "1000", "--json"))
        self.check_columns(self.json("blueprint", out, "--polymetric", "items context | width log incl", "--json"))

    def check_columns(self, found):
        boxes = found["boxes"]
        self.assertGreater(len(boxes), 600)
        self.assertEqual(self.overlapping(boxes), [])
        for caller, callee in found["edges"]:
            above = boxes[caller]
            self.assertLess(above["y"] + above["height"], boxes[callee]["y"])
        width = max(box["x"] + box["width"] for box in boxes)
        height = max(box["y"] + box["height"] for box in boxes)
        self.assertLess(width / height, 3.2)
        self.assertGreater(width / height, 0.8)

    def test_pictures_say_of_how_many_runs_costs_are_the_sum(self):
        runs = self.made("runs.cct", "compare", "--before", self.write("r1.folded", JDOM_BEFORE),
                         self.write("r2.folded", JDOM_BEFORE), "--after", self.write("r3.folded", JDOM_AFTER),
                         self.write("r4.folded", JDOM_AFTER))
        for words in (["evolution"], ["render"]):
            for file, is_said in ((runs, True), (self.comparison(), False)):
                out = self.made("runs.svg", *words, file)
                self.assertEqual("sum of 2 runs a side" in self.text_of(out), is_said, (words, file))

    def test_the_evolution_is_drawn(self):
        out = self.made("out.svg", "evolution", self.comparison())
        text = self.text_of(out)
        self.assertIn("new_method", text)
        self.assertIn("<title>", text)
        for meaning in ("height: how far its share of samples moved, up to 36.7 %", ">new: only after<", "some callees are not shown"):
            self.assertIn(meaning, text)
        self.assertNotIn(">gone: only before<", text, "nothing is")
        self.ok("evolution", self.comparison(), "--no-caption", "-o", out)
        self.assertNotIn("height: ", self.text_of(out))

    def test_the_evolution_says_how_the_whole_changed(self):
        stacks = "main;f {}\nmain;g {}\n"
        before, after = self.write("w1.folded", stacks.format(1000, 2000)), self.write("w2.folded", stacks.format(1300, 2600))
        for sides, said in (((before, after), "samples: +900, +30.0 %"), ((after, before), "samples: -900, -23.1 %"),
                            ((before, before), "samples: the same")):
            out = self.made("whole.svg", "evolution", self.made("whole.cct", "compare", *sides))
            self.assertIn(f"than the other  \u00b7  {said}<", self.text_of(out).replace("\u2212", "-"))
        runs = self.made("runs.cct", "compare", "--before", before, before, "--after", after, after)
        text = self.text_of(self.made("runs.svg", "evolution", runs))
        self.assertIn("samples of a mean run: +900, +30.0 %  \u00b7  sum of 2 runs a side<", text)

    def test_render_and_layout_hand_on_to_the_command_of_a_view(self):
        comparison, profile = self.comparison(), self.write("program.folded", PROGRAM)
        pairs = (
            ([comparison, "--view", "evolution", "--boxes", "5"], ("evolution", comparison, "--boxes", "5")),
            (["--view=structure", profile, "--light"], ("blueprint", profile, "--light")),
            ([profile, "--from", "main", "--view", "behavior"], ("blueprint", profile, "--view", "behavior", "--from", "main")))
        for handed_on, own in pairs:
            self.same_picture(handed_on, *own)
        self.assertEqual(self.json("layout", profile, "--view", "structure", "--json"),
                         self.json("blueprint", profile, "--json"))
        self.ok("render", profile, "--view", "rings", "-o", self.path("rings.svg"))
        self.assertIn("--view: expected rings|evolution|structure|behavior|modules|functions|threads, found 'bones'",
                      self.fails("render", profile, "--view", "bones", "-o", self.path("out.svg")))

    def saved_view(self, *lines):
        return self.write("saved.ringview", "ringscope view 1\nsize = 640x480\n\n[view]\n" + "\n".join(lines) + "\n")

    def same_picture(self, view, *own):
        words = view if isinstance(view, list) else [view]
        handed_on, by_itself = self.made("a.svg", "render", *words), self.made("b.svg", *own)
        self.assertEqual(self.text_of(handed_on), self.text_of(by_itself), own)

    def test_saved_views_of_all_kinds_are_drawn(self):
        comparison, profile = self.comparison(), self.write("program.folded", PROGRAM)
        size = ("--size", "640x480")
        self.same_picture(self.saved_view(f'profile = "{comparison}"', "kind = evolution"),
                          "evolution", comparison, *size)
        text = "items class | height self"
        boxes = self.saved_view(f'profile = "{profile}"', 'root = "main;app.Reader.read"', "kind = polymetric",
                                f'polymetric = "{text}"')
        own = ("blueprint", profile, "--polymetric", text, "--root", "main;app.Reader.read")
        self.same_picture(boxes, *own, *size)
        self.assertEqual(self.json("layout", boxes), self.json(*own, "--json"))
        side = self.saved_view(f'profile = "{comparison}"', "kind = polymetric", "polymetric_side = after")
        self.same_picture(side, "blueprint", comparison, "--side", "after", *size)
        self.same_picture(self.saved_view(f'profile = "{profile}"', "kind = spread", "spread_measure = self"),
                          "spread", profile, "--measure", "self", *size)
        rings = self.saved_view(f'profile = "{profile}"', "mode = equal", "depth = 2")
        self.assertEqual(self.json("layout", rings, "--json"),
                         self.json("layout", profile, "--mode", "equal", "--depth", "2", "--json", *size))

    def test_a_missing_profile_is_named_with_its_view(self):
        for kind in ("rings", "evolution", "threads", "summary"):
            view = self.saved_view('profile = "gone.cct"', f"kind = {kind}")
            for words in (("render", view, "-o", self.path("out.png")), ("layout", view, "--json")):
                problem = self.fails(*words)
                self.assertIn("saved.ringview: cannot read the profile that it names: ", problem, words)
                self.assertIn("gone.cct: No such file or directory", problem, words)

    def test_what_is_no_picture_says_what_prints_it(self):
        profile = self.write("program.folded", PROGRAM)
        out = self.path("out.png")
        summary = self.saved_view(f'profile = "{profile}"', "kind = summary")
        self.assertIn("expected a view that is a picture, found 'summary', which 'ringscope summary' prints",
                      self.fails("render", summary, "-o", out))
        both = self.saved_view(f'profile = "{profile}"', "[view]", f'profile = "{profile}"', "kind = spread")
        self.assertIn("expected one view, or several that are all rings, found 2, one of them 'spread'; --pane N draws one",
                      self.fails("render", both, "-o", out))

    def test_one_pane_of_several_is_drawn(self):
        profile = self.write("program.folded", PROGRAM)
        both = self.saved_view(f'profile = "{profile}"', "depth = 2", "[view]", f'profile = "{profile}"', "kind = spread")
        self.same_picture([both, "--pane", "2"], "spread", profile, "--size", "320x480")
        self.same_picture(["--pane=1", both], "render", profile, "--depth", "2", "--size", "320x480")
        out = self.path("out.png")
        self.assertIn("--pane: expected 1 to 2, found 3", self.fails("render", both, "--pane", "3", "-o", out))
        self.assertIn("--pane: expected a saved view", self.fails("render", profile, "--pane", "1", "-o", out))
        for wrong in ("0", "x"):
            self.assertIn("--pane", self.fails("render", both, "--pane", wrong, "-o", out))

    def test_the_structure_has_a_box_a_class_with_its_methods(self):
        profile = self.write("program.folded", PROGRAM)
        found = self.json("blueprint", profile, "--json")
        names = [box["name"] for box in found["boxes"]]
        for name in ("Reader", "Writer", "Text"):
            self.assertTrue(any(name in one for one in names), names)
        self.assertEqual(self.overlapping(found["boxes"]), [])
        out = self.made("out.svg", "blueprint", profile, "--polymetric", "items function | height incl")
        self.assertIn("cut", self.text_of(out))

    def test_blueprints_say_what_their_boxes_stand_for(self):
        profile = self.write("program.folded", PROGRAM)
        found = self.json("blueprint", profile, "--json")
        self.assertEqual((found["metric"], found["total"]), ("samples", 100))
        cut = next(box for box in found["boxes"] if box["role"] == "item" and box["full_name"].endswith("cut"))
        self.assertEqual((cut["items"], cut["class"], cut["incl"], cut["self"], cut["contexts"]),
                         ("function", "app.Text", 70, 70, 2))
        group = next(box for box in found["boxes"] if box["role"] == "class" and box["full_name"] == "app.Text")
        self.assertEqual((group["methods"], group["self"]), (1, 70))
        shown = self.json("blueprint", profile, "--polymetric", "items function | width self | height incl", "--json")
        read = next(box for box in shown["boxes"] if box.get("full_name") == "app.Reader.read")
        self.assertEqual(read["measured"], {"width": 30, "height": 80})
        folded = self.json("blueprint", self.write("lib.folded", PROGRAM + "main;java.util.List.add 7\n"), "--json")
        summary = [box for box in folded["boxes"] if box["role"] == "summary"]
        self.assertEqual([(box["methods"], box["classes"], box["self"]) for box in summary], [(1, 1, 7)])
        both = self.json("blueprint", self.comparison(), "--view", "behavior", "--from", "build", "--beside", "--json")
        sides = [box["side"] for box in both["boxes"]]
        self.assertEqual(sides, sorted(sides, reverse=True))
        parse = [box for box in both["boxes"] if box["name"] == "parse"]
        self.assertEqual([(box["side"], box["incl"], box["measured"]["height"]) for box in parse],
                         [("before", 495, 495), ("after", 385, 385)])

    def test_figures_of_a_side_are_its_own(self):
        change = self.comparison()
        for side, total, parse in (("before", 942, 495), ("after", 1905, 385)):
            found = self.json("blueprint", change, "--polymetric", "items function | height incl", "--side", side, "--json")
            self.assertEqual(found["total"], total)
            self.assertEqual(sum(box["self"] for box in found["boxes"]) + found["outside_of_functions"], total)
            boxes = {box["full_name"]: box for box in found["boxes"]}
            self.assertEqual((boxes["parse"]["incl"], boxes["parse"]["measured"]), (parse, {"height": parse}))
        # Without a side a comparison shows what the window opens it with.
        self.assertEqual(self.json("blueprint", change, "--json")["total"], 1905)
        for metric, total in (("samples", 1905), ("samples@before", 942)):
            self.assertEqual(self.json("blueprint", change, "--metric", metric, "--json")["total"], total)
        for metric in ("samples", "samples@before", "samples@after"):
            self.assertEqual(self.json("evolution", change, "--metric", metric, "--json")["total_after"], 1905)
        self.assertIn("--metric: expected a metric of both sides ('samples'), found 'bytes'",
                      self.fails("evolution", change, "--metric", "bytes", "--json"))

    def test_what_is_not_known_of_a_text_is_said(self):
        profile = self.write("program.folded", PROGRAM)
        self.assertIn("receivers", self.json("blueprint", profile, "--json")["missing"]["tone"])
        for text, message in (("items function | height incl(bytes)", "--polymetric: height: expected a metric"),
                              ("items function | tone value(bytes)", "--polymetric: tone: ")):
            self.assertIn(message, self.fails("blueprint", profile, "--polymetric", text, "--json"))
        # Where a plot has no place for anything, the text of one that has is told, and draws.
        for view in ("modules", "functions"):
            told = self.fails("blueprint", self.example, "--view", view, "--json").strip()
            begin, text = told[:-1].split(": --polymetric '")
            self.assertTrue(begin.endswith("Another measure can, such as self"), told)
            self.assertGreater(len(self.json("blueprint", self.example, "--polymetric", text, "--json")["boxes"]), 0)
        self.assertIn("--view", self.fails("blueprint", profile, "--polymetric", "items class", "--view", "behavior",
                                           "--json"))

    def test_an_evolution_of_a_side_without_cost_is_refused(self):
        nothing = self.write("nothing.folded", "main;f 0\n")
        out = self.made("nothing.cct", "compare", nothing, self.write("some.folded", "main;f 10\n"))
        self.assertIn("costs nothing in this metric", self.fails("evolution", out, "--json"))

    def test_both_sides_stand_beside_each_other(self):
        found = self.json("blueprint", self.comparison(), "--view", "behavior", "--from", "build", "--beside", "--json")
        boxes, half = found["boxes"], len(found["boxes"]) // 2
        self.assertEqual([boxes[half - 1]["name"], boxes[-1]["name"]], ["before: a.folded", "after: b.folded"])
        heights = {box["name"]: [] for box in boxes}
        for box in boxes:
            heights[box["name"]].append(box["height"])
        self.assertGreater(heights["new_method"][1], heights["new_method"][0])
        self.assertGreater(heights["parse"][0], heights["parse"][1])
        # The middle of each stands as far below the same title.
        for k in range(half - 1):
            before, after = boxes[k], boxes[half + k]
            self.assertEqual(before["name"], after["name"])
            self.assertAlmostEqual(before["x"] + before["width"] / 2 - boxes[half - 1]["x"],
                                   after["x"] + after["width"] / 2 - boxes[-1]["x"], places=6)
        self.assertEqual(len(found["edges"]) % 2, 0)
        self.assertIn("--beside: expected a comparison",
                      self.fails("blueprint", self.write("program.folded", PROGRAM), "--beside", "--json"))

    def test_the_behavior_has_callers_above_callees(self):
        profile = self.write("program.folded", PROGRAM)
        found = self.json("blueprint", profile, "--view", "behavior", "--from", "main", "--json")
        boxes = found["boxes"]
        self.assertEqual(len(boxes), 4)
        self.assertEqual(len(found["edges"]), 4)
        for caller, callee in found["edges"]:
            self.assertLess(boxes[caller]["y"], boxes[callee]["y"])

    def test_what_is_wrong_is_said(self):
        profile = self.write("program.folded", PROGRAM)
        out = self.path("out.svg")
        for arguments, message in (
                (("evolution", profile, "-o", out), "expected a comparison, which 'ringscope compare -o' writes"),
                (("evolution", profile), "evolution: expected -o with OUT.png or OUT.svg, or --json"),
                (("blueprint", profile, "-o", self.path("out.txt")), "expected an output file ending in .png or .svg"),
                (("blueprint", profile, "--view", "bones", "--json"), "--view: expected structure|behavior"),
                (("blueprint", profile, "--polymetric", "items class | width", "--json"), "--polymetric: column "),
                (("blueprint", profile, "--from", "main", "--json"), "--from: expected boxes that are arranged by calls")):
            self.assertIn(message, self.fails(*arguments), arguments)


if __name__ == "__main__":
    binary.main()
