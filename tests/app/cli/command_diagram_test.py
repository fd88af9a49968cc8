"""The commands that draw diagrams: evolution and blueprint. usage: command_diagram_test.py RINGSCOPE"""

import binary
from binary import BinaryTest

# "Performance evolution blueprint": JDOM's benchmark in two versions.
BEFORE = "build 9\nbuild;parse 495\nbuild;createParser 404\nbuild;createContentHandler 34\n"
AFTER = ("build;parse_proxy 1\nbuild;parse_proxy;parse 385\nbuild;parse_proxy;new_method 699\n"
         "build;createParser 784\nbuild;createContentHandler 36\n")
PROGRAM = "main;app.Reader.read 30\nmain;app.Reader.read;app.Text.cut 50\nmain;app.Writer.write;app.Text.cut 20\n"


class Diagrams(BinaryTest):
    def comparison(self):
        out = self.path("both.cct")
        self.ok("compare", self.write("a.folded", BEFORE), self.write("b.folded", AFTER), "-o", out)
        return out

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

    def test_the_evolution_is_drawn(self):
        out = self.path("out.svg")
        self.ok("evolution", self.comparison(), "-o", out)
        with open(out, encoding="utf-8") as file:
            text = file.read()
        self.assertIn("new_method", text)
        self.assertIn("<title>", text)
        for meaning in ("height: how far its share of samples moved, up to 36.7 %", ">new<", "some callees are not shown"):
            self.assertIn(meaning, text)
        self.assertNotIn(">gone<", text, "nothing is")
        self.ok("evolution", self.comparison(), "--no-caption", "-o", out)
        with open(out, encoding="utf-8") as file:
            self.assertNotIn("height: ", file.read())

    def test_render_and_layout_hand_on_to_the_command_of_a_view(self):
        comparison, profile = self.comparison(), self.write("program.folded", PROGRAM)
        pairs = (
            (("render", comparison, "--view", "evolution", "--boxes", "5"), ("evolution", comparison, "--boxes", "5")),
            (("render", "--view=structure", profile, "--light"), ("blueprint", profile, "--light")),
            (("render", profile, "--from", "main", "--view", "behavior"),
             ("blueprint", profile, "--view", "behavior", "--from", "main")))
        for handed_on, own in pairs:
            pictures = []
            for name, arguments in (("a.svg", handed_on), ("b.svg", own)):
                self.ok(*arguments, "-o", self.path(name))
                with open(self.path(name), encoding="utf-8") as file:
                    pictures.append(file.read())
            self.assertEqual(*pictures, handed_on)
        self.assertEqual(self.json("layout", profile, "--view", "structure", "--json"),
                         self.json("blueprint", profile, "--json"))
        self.ok("render", profile, "--view", "rings", "-o", self.path("rings.svg"))
        self.assertIn("--view: expected rings|evolution|structure|behavior|modules|functions|threads, found 'bones'",
                      self.fails("render", profile, "--view", "bones", "-o", self.path("out.svg")))

    def saved_view(self, *lines):
        return self.write("saved.ringview", "ringscope view 1\nsize = 640x480\n\n[view]\n" + "\n".join(lines) + "\n")

    def same_picture(self, view, *own):
        pictures = []
        for name, arguments in (("a.svg", ("render", view)), ("b.svg", own)):
            self.ok(*arguments, "-o", self.path(name))
            with open(self.path(name), encoding="utf-8") as file:
                pictures.append(file.read())
        self.assertEqual(*pictures, own)

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

    def test_what_is_no_picture_says_what_prints_it(self):
        profile = self.write("program.folded", PROGRAM)
        out = self.path("out.png")
        summary = self.saved_view(f'profile = "{profile}"', "kind = summary")
        self.assertIn("expected a view that is a picture, found 'summary', which 'ringscope summary' prints",
                      self.fails("render", summary, "-o", out))
        both = self.saved_view(f'profile = "{profile}"', "[view]", f'profile = "{profile}"', "kind = spread")
        self.assertIn("expected one view, or several that are all rings, found 2, one of them 'spread'",
                      self.fails("render", both, "-o", out))

    def test_the_structure_has_a_box_a_class_with_its_methods(self):
        profile = self.write("program.folded", PROGRAM)
        found = self.json("blueprint", profile, "--json")
        names = [box["name"] for box in found["boxes"]]
        for name in ("Reader", "Writer", "Text"):
            self.assertTrue(any(name in one for one in names), names)
        self.assertEqual(self.overlapping(found["boxes"]), [])
        out = self.path("out.svg")
        self.ok("blueprint", profile, "--polymetric", "items function | height incl", "-o", out)
        with open(out, encoding="utf-8") as file:
            self.assertIn("cut", file.read())

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
