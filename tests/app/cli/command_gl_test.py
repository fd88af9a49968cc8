"""The commands that draw with OpenGL, without a display. usage: command_gl_test.py RINGSCOPE"""

import struct

import binary
from binary import BinaryTest


class DrawingTest(BinaryTest):
    def test_png(self):
        out = self.path("out.png")
        self.assertEqual(self.ok("render", self.example, "-o", out, "--size", "320x200"), b"")
        png = self.read("out.png")
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack(">II", png[16:24]), (320, 200))
        self.ok("render", self.example, "-o", out, "--size", "320x200")
        self.assertEqual(self.read("out.png"), png)
        self.ok("render", self.example, "-o", out, "--size", "320x200", "--light")
        self.assertNotEqual(self.read("out.png"), png)

    def test_bench(self):
        converted = self.convert(self.example, "out.cct")
        result = self.json("bench", converted, "--depths", "1,2,...,6", "--frames", "3", "--open", "--hover", "100",
                           "--search", "g", "--json")
        self.assertEqual(len(result["load"]), 3)
        rows = result["rows"]
        self.assertEqual([row["depth"] for row in rows], [1, 2, 3, 4, 5, 6])
        self.assertEqual([row["segments"] for row in rows], [1, 4, 9, 14, 17, 18])
        for row in rows:
            self.assertEqual(row["rest"], 0)
            for key in ("layout_ms", "draw_ms", "frame_ms"):
                self.assertLessEqual(row[key]["median"], row[key]["p99"])
            self.assertGreater(row["frame_ms"]["median"], 0)
        self.assertGreater(result["open"]["first_picture_ms"], 0)
        self.assertEqual(result["search_contexts"], 4)
        self.assertIn("median", result["hover_ms"])


if __name__ == "__main__":
    binary.main()
