"""The chart as numbers and as SVG. usage: command_chart_test.py RINGSCOPE"""

import json
import math
import os
import random

import binary
from binary import WORKED_EXAMPLE, BinaryTest

# path: inclusive, degrees in equal mode, degrees in length and area mode
WORKED_EXAMPLE_SWEEPS = {
    "main": (3238, 360, 360),
    "main;f": (890, 120, 98.9500),
    "main;f;g": (490, 60, 54.4781),
    "main;f;g;h": (110, 30, 12.2298),
    "main;f;g;h;i": (50, 30, 5.5590),
    "main;f;g;g": (200, 30, 22.2359),
    "main;f;g;g;h": (110, 30, 12.2298),
    "main;f;g;g;h;i": (50, 30, 5.5590),
    "main;f;h": (220, 60, 24.4595),
    "main;f;h;i": (100, 60, 11.1180),
    "main;g": (490, 120, 54.4781),
    "main;g;h": (110, 60, 12.2298),
    "main;g;h;i": (50, 60, 5.5590),
    "main;g;g": (200, 60, 22.2359),
    "main;g;g;h": (110, 60, 12.2298),
    "main;g;g;h;i": (50, 60, 5.5590),
    "main;h": (792, 120, 88.0544),
    "main;h;i": (360, 120, 40.0247),
}


class LayoutTest(BinaryTest):
    def segments(self, *arguments):
        layout = self.json("layout", self.example, "--json", *arguments)
        self.assertEqual(layout["rest"], [])
        return {";".join(segment["path"]): segment for segment in layout["segments"]}

    def test_sweeps_of_the_worked_example(self):
        for mode, column in (("equal", 1), ("length", 2), ("area", 2)):
            segments = self.segments("--mode", mode)
            self.assertEqual(set(segments), set(WORKED_EXAMPLE_SWEEPS))
            for path, expected in WORKED_EXAMPLE_SWEEPS.items():
                segment = segments[path]
                self.assertEqual(segment["inclusive"], expected[0], path)
                self.assertEqual(segment["layer"], path.count(";"), path)
                self.assertAlmostEqual(segment["sweep_deg"], expected[column], delta=1e-3, msg=f"{mode} {path}")
        selves = {line.rsplit(" ", 1)[0]: int(line.rsplit(" ", 1)[1]) for line in WORKED_EXAMPLE.splitlines()}
        self.assertEqual({path: segment["self"] for path, segment in segments.items()}, selves)

    def test_callees_start_where_their_caller_does_largest_first(self):
        segments = self.segments()
        starts = {"main;f": 0, "main;h": 98.9500, "main;g": 187.0043, "main;f;g": 0, "main;f;h": 54.4781,
                  "main;h;i": 98.9500, "main;g;g": 187.0043, "main;g;h": 209.2403}
        for path, start in starts.items():
            self.assertAlmostEqual(segments[path]["start_deg"], start, delta=1e-3, msg=path)

    def test_radii(self):
        def edges(mode):
            result = {}
            for segment in self.segments("--mode", mode).values():
                result[segment["layer"]] = (segment["inner_px"], segment["outer_px"])
            return [result[layer] for layer in sorted(result)]

        for mode in ("equal", "length"):
            rings = edges(mode)
            for layer, (inner, outer) in enumerate(rings):
                self.assertAlmostEqual(inner / rings[0][1], layer, delta=1e-6 * max(layer, 1))
                self.assertAlmostEqual(outer / rings[0][1], layer + 1, delta=1e-6 * (layer + 1))
        rings = edges("area")
        for layer, (inner, outer) in enumerate(rings):
            self.assertAlmostEqual(outer / rings[0][1], math.sqrt(layer + 1), delta=1e-6)
            self.assertAlmostEqual(inner / rings[0][1], math.sqrt(layer), delta=1e-6)

    def test_subtree(self):
        segments = self.segments("--root", "main;f")
        expected = {"main;f": 360, "main;f;g": 198.2022, "main;f;g;h": 44.4944, "main;f;g;h;i": 20.2247,
                    "main;f;g;g": 80.8989, "main;f;g;g;h": 44.4944, "main;f;g;g;h;i": 20.2247, "main;f;h": 88.9888,
                    "main;f;h;i": 40.4494}
        self.assertEqual(set(segments), set(expected))
        for path, sweep in expected.items():
            self.assertAlmostEqual(segments[path]["sweep_deg"], sweep, delta=1e-3, msg=path)
        self.assertEqual(segments["main;f"]["layer"], 0)

    def test_a_picture_has_as_many_layers_as_the_window_opens_with(self):
        # Two paths of 40 layers, so that nothing but the synthetic root is the centre, which is not counted.
        deep = self.write("deep.folded", "".join(
            ";".join(f"{name}{layer}" for layer in range(40)) + " 100\n" for name in "ab"))

        def picture(*options):
            return self.read(self.made("out.svg", "render", deep, *options))

        self.assertEqual(picture(), picture("--depth", "21"))
        self.assertNotEqual(picture(), picture("--depth", "all"))
        self.assertEqual(picture("--depth", "41"), picture("--depth", "all"))
        self.assertEqual(len(self.json("layout", deep, "--json", "--depth", "all")["segments"]), 81)

    def test_depth_limit(self):
        segments = self.segments("--depth", "3")
        self.assertEqual(len(segments), 9)
        self.assertEqual(segments["main;f;g"]["inclusive"], 490)

    def test_names_with_separators(self):
        # A folded stack cannot have a ';' in a name, but a .cpuprofile can.
        profile = {"nodes": [{"id": 1, "callFrame": {"functionName": "(root)", "scriptId": "0", "url": "",
                                                     "lineNumber": -1, "columnNumber": -1}, "children": [2]},
                             {"id": 2, "callFrame": {"functionName": "a;b\\c", "scriptId": "1", "url": "x.js",
                                                     "lineNumber": 0, "columnNumber": 0},
                              "children": [3], "hitCount": 1},
                             {"id": 3, "callFrame": {"functionName": "d", "scriptId": "1", "url": "x.js",
                                                     "lineNumber": 1, "columnNumber": 0}, "hitCount": 1}],
                   "startTime": 0, "endTime": 30, "samples": [2, 3, 3], "timeDeltas": [10, 10, 10]}
        path = self.write("a.cpuprofile", json.dumps(profile))
        whole = self.json("layout", path, "--json")
        name = next(segment["path"] for segment in whole["segments"] if segment["path"][-1:] == ["d"])
        escaped = ";".join(part.replace("\\", "\\\\").replace(";", "\\;") for part in name[:-1])
        layout = self.json("layout", path, "--json", "--root", escaped)
        self.assertEqual(layout["root"][-1], "a;b\\c")

    def test_rest_segments_keep_every_unit(self):
        random.seed(5)
        profile = self.write("wide.folded", "".join(
            f"main;f{k} {random.choice([1, 1, 1, 2, 50, 4000])}\n" for k in range(20_000)) + "main 123\n")
        layout = self.json("layout", profile, "--json")
        self.assertTrue(layout["rest"])
        ring = [piece for piece in layout["segments"] + layout["rest"] if piece["layer"] == 1]
        self.assertEqual(sum(piece["inclusive"] for piece in ring) + 123, layout["total"])
        segments = sum(1 for piece in layout["segments"] if piece["layer"] == 1)
        self.assertEqual(segments + sum(piece["contexts"] for piece in layout["rest"]), 20_000)
        for rest in layout["rest"]:
            self.assertEqual(rest["parent"], ["main"])
            self.assertTrue({"start_deg", "sweep_deg", "contexts", "inclusive", "layer"} <= set(rest))

    def test_compressed_chains(self):
        profile = self.write("chains.folded", "main;read;parse;token 30\nmain;read;parse 5\nmain;draw 7\n")
        plain = self.json("layout", profile, "--json")
        self.assertEqual(len(plain["segments"]), 5)
        self.assertFalse(any("chain" in segment for segment in plain["segments"]))
        layout = self.json("layout", profile, "--json", "--compress")
        self.assertEqual(layout["layers"], 3)
        chains = {";".join(segment["path"]): segment.get("chain") for segment in layout["segments"]}
        self.assertEqual(chains, {"main": None, "main;read": ["read", "parse"], "main;draw": None,
                                  "main;read;parse;token": None})
        selves = {segment["path"][-1]: segment["self"] for segment in layout["segments"]}
        self.assertEqual(selves["read"], 5)
        self.assertIn(b"main;read x2\n", self.ok("layout", profile, "--compress"))
        self.assertIn(b"<title>read x2\nparse\n", self.read(self.made("chains.svg", "render", profile, "--compress")))

    def test_a_detail_is_a_chart_of_its_own(self):
        alone = self.segments("--root", "main;f")
        for place in ("outside", "inside"):
            layout = self.json("layout", self.example, "--json", "--detail", place, "--detail-of", "main;f")
            self.assertEqual(layout["detail"], place)
            self.assertEqual(layout["detail_of"], ["main", "f"])
            parts = {"view": {}, "detail": {}}
            for segment in layout["segments"]:
                parts[segment["part"]][";".join(segment["path"])] = segment
            self.assertEqual(set(parts["view"]), set(WORKED_EXAMPLE_SWEEPS))
            self.assertEqual(set(parts["detail"]), set(alone))
            for path, segment in alone.items():
                for key in ("start_deg", "sweep_deg", "inclusive", "self"):
                    self.assertEqual(parts["detail"][path][key], segment[key], path)
            inner, outer = parts.values() if place == "outside" else reversed(parts.values())
            self.assertLess(max(segment["outer_px"] for segment in inner.values()),
                            min(segment["inner_px"] for segment in outer.values()))
            text = self.ok("layout", self.example, "--detail", place, "--detail-of", "main;f")
            self.assertLess(*[text.index(part) for part in ((b"view:", b"detail:") if place == "outside"
                                                           else (b"detail:", b"view:"))])
            self.ok("render", self.example, "--detail", place, "--detail-of", "main;f", "-o", self.path("detail.svg"),
                    "--size", "800x600")
            svg = self.text_of("detail.svg")
            self.assertIn("detail of f: 890, 27.5 %", svg)
        view = self.write("detail.ringview",
                          f'ringscope view 1\n[view]\nprofile = "{self.example}"\ndetail = inside\ndetail_of = "main;f"\n')
        saved = self.json("layout", view, "--json")
        self.assertEqual((saved["detail"], saved["detail_of"]), ("inside", ["main", "f"]))
        self.ok("render", view, "-o", self.path("saved.svg"), "--size", "800x600")
        self.assertIn(b"detail of f: 890", self.read("saved.svg"))

    def test_a_detail_that_is_none_is_refused(self):
        for words, problem in ((("--detail", "inside"), "--detail: expected --detail-of PATH as well"),
                               (("--detail-of", "main;f"), "--detail-of: expected --detail as well"),
                               (("--detail", "inside", "--detail-of", "main"), "below the view root"),
                               (("--detail", "inside", "--detail-of", "main;x"), "--detail-of"),
                               (("--detail", "inside", "--detail-of", "main;f", "--form", "icicle"), "expected rings")):
            self.assertIn(problem, self.fails("layout", self.example, *words))

    def test_size_and_text(self):
        small = self.segments("--size", "200x100")
        large = self.segments("--size", "2000x1000")
        self.assertGreater(large["main"]["outer_px"], small["main"]["outer_px"])
        self.assertIn(b"18 segments", self.ok("layout", self.example))


class RenderTest(BinaryTest):
    def test_svg(self):
        out = self.path("out.svg")
        self.assertEqual(self.ok("render", self.example, "-o", out, "--light", "--size", "300x200"), b"")
        svg = self.read("out.svg")
        self.assertIn(b"<svg", svg)
        self.assertIn(b"27.5 %", svg)

    def test_a_caption_says_what_is_drawn(self):
        out = self.made("out.svg", "render", self.example, "--apply", "fold-recursion", "--search", "fn:g", "--size",
                        "800x600")
        svg = self.text_of("out.svg")
        self.assertIn('width="800" height="600"', svg)
        name = os.path.basename(self.example)
        for text in (f">{name} | fold-recursion<", ">samples: 3,238", "rings, length mode", "search: fn:g<"):
            self.assertIn(text, svg)
        self.ok("render", self.example, "-o", out, "--size", "800x600", "--no-caption")
        bare = self.text_of("out.svg")
        self.assertIn('width="800" height="600"', bare)
        self.assertNotIn("length mode", bare)

    def test_other_formats_are_refused(self):
        self.assertIn(".png or .svg", self.fails("render", self.example, "-o", self.path("out.gif")))

    def test_what_is_read_is_not_written_over(self):
        picture = self.write("profile.svg", WORKED_EXAMPLE)
        view = self.write("view.svg", 'ringscope view 1\n\n[view]\nprofile = "profile.svg"\n')
        for source, out in ((picture, picture), (view, view), (view, picture)):
            with self.subTest(source=source, out=out):
                self.assertEqual(self.fails("render", source, "-o", out),
                                 f"{out}: expected another file than the one that is read")
        self.assertEqual(self.text_of("profile.svg"), WORKED_EXAMPLE)
        self.ok("render", view, "-o", self.path("out.svg"))

    def test_render_colors(self):
        pictures = set()
        for color in ("function", "kind", "self-share", "metric:samples,absolute,log"):
            pictures.add(self.read(self.made("out.svg", "render", self.example, "--color", color)))
        self.assertEqual(len(pictures), 4)
        self.assertIn("'samples'",
                      self.fails("render", self.example, "-o", self.path("out.svg"), "--color", "metric:x"))
        self.assertIn("self-share", self.fails("render", self.example, "-o", self.path("out.svg"), "--color", "red"))
        self.assertIn(".folded", self.fails("export", self.example, "-o", self.path("out.txt")))


if __name__ == "__main__":
    binary.main()
