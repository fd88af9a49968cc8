"""The commands that draw with OpenGL, without a display. usage: command_gl_test.py RINGSCOPE"""

import itertools
import resource
import struct
import zlib

import binary
from binary import BinaryTest, run


def pixels(png):
    """Rows of (r, g, b, a) of a PNG of 8-bit RGBA."""
    width, height = struct.unpack(">II", png[16:24])
    assert png[24:26] == bytes([8, 6])
    packed, at = b"", 8
    while at < len(png):
        size = struct.unpack(">I", png[at:at + 4])[0]
        if png[at + 4:at + 8] == b"IDAT":
            packed += png[at + 8:at + 8 + size]
        at += size + 12
    raw, stride = zlib.decompress(packed), 4 * width
    above, rows = [0] * stride, []
    for y in range(height):
        begin = y * (stride + 1)
        kind, row = raw[begin], list(raw[begin + 1:begin + 1 + stride])
        for x in range(stride):
            left = row[x - 4] if x >= 4 else 0
            corner = above[x - 4] if x >= 4 else 0
            sides = {0: 0, 1: left, 2: above[x], 3: (left + above[x]) // 2,
                     4: min((left, above[x], corner), key=lambda side: abs(left + above[x] - corner - side))}
            row[x] = (row[x] + sides[kind]) % 256
        rows.append([tuple(row[x:x + 4]) for x in range(0, stride, 4)])
        above = row
    return rows


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

    def test_a_caption_is_drawn_around_the_chart(self):
        out = self.path("out.png")
        size = ["--size", "640x480"]
        self.ok("render", self.example, "-o", out, *size)
        rows = pixels(self.read("out.png"))
        self.assertEqual((len(rows[0]), len(rows)), (640, 480))
        self.ok("render", self.example, "-o", out, *size, "--no-caption")
        bare = pixels(self.read("out.png"))
        self.assertEqual((len(bare[0]), len(bare)), (640, 480))
        # Above the chart there is a line of text at the left, where the bare chart has its background.
        self.assertEqual(len({color for row in bare[:30] for color in row[:200]}), 1)
        self.assertGreater(len({color for row in rows[:30] for color in row[:200]}), 4)

    def test_equal_groups_beside_each_other_have_equal_colours(self):
        groups = 12
        for name, order in (("before.folded", range(groups)), ("after.folded", reversed(range(groups)))):
            self.write(name, "".join(f"main;group{i}::f {200 + k}\n" for k, i in enumerate(order)))
        view = '[view]\nprofile = "{}"\nmode = length\nform = icicle\ndepth = all\ncolor = "function"\n'

        def tones(*profiles):
            """Of the callees of main, the most expensive first, a list for each chart."""
            self.write("both.ringview", "ringscope view 1\ntheme = dark\n" + "".join(map(view.format, profiles)))
            out, width = self.path("both.png"), 480
            self.ok("render", self.path("both.ringview"), "-o", out, "--size", f"{width * len(profiles)}x200")
            rows = pixels(self.read("both.png"))
            self.assertEqual(len(rows[0]), width * len(profiles))
            # The row of the callees ends where the background begins.
            end = max(y for y in range(150) if rows[y][width // 2] != rows[150][width // 2])
            return [[rows[end - 3][width * chart + 12 + 38 * i + 19] for i in range(groups)]
                    for chart in range(len(profiles))]

        before, after = tones("before.folded", "after.folded")
        self.assertEqual(after, before[::-1])
        self.assertEqual(len(set(before)), groups)
        # Alone each gives the groups that cost most the tones they would like to have.
        self.assertNotEqual(tones("after.folded"), [after])

    def test_charts_beside_each_other_have_titles(self):
        view = '[view]\nprofile = "{}"\nmode = length\nform = icicle\ndepth = all\n'
        self.write("one.folded", "main;f 10\n")
        self.write("other.folded", "main;f 10\n")
        out, size = self.path("both.png"), (400, 200)

        def picture(*profiles):
            self.write("both.ringview", "ringscope view 1\ntheme = dark\n" + "".join(map(view.format, profiles)))
            self.ok("render", self.path("both.ringview"), "-o", out, "--size", f"{size[0]}x{size[1]}")
            rows = pixels(self.read("both.png"))
            self.assertEqual((len(rows[0]), len(rows)), size)
            return rows

        same, both = picture("one.folded", "one.folded"), picture("one.folded", "other.folded")
        title, half = 28, size[0] // 2
        left, right = ([[row[begin:begin + half] for row in rows] for rows in (same, both)]
                       for begin in (0, half))
        self.assertGreater(len({color for row in both[:title] for color in row}), 2)
        self.assertEqual(left[0], left[1])
        # Another file of the same contents has another title, and all else is as it was.
        self.assertNotEqual(right[0][:title], right[1][:title])
        self.assertEqual(right[0][title:], right[1][title:])
        # Nor does a low picture; no pixel is lost.
        for size in ((401, 100), (400, 20), (16, 16)):
            rows = picture("one.folded", "other.folded")
            self.assertEqual(rows[0][:5], rows[4][:5])
        size = (400, 200)
        # A chart alone needs none.
        self.assertEqual(len({color for row in picture("one.folded")[:4] for color in row}), 1)

    def test_diagrams_and_plots_are_drawn_in_both_themes(self):
        both = self.made("both.cct", "compare", self.write("a.folded", "main;f 70\nmain;g 30\n"),
                         self.write("b.folded", "main;f 90\nmain;g 31\n"))
        for command in (("evolution", both), ("blueprint", self.example), ("spread", self.example),
                        ("threads", self.perf)):
            drawn = []
            for theme in ((), ("--light",)):
                self.ok(*command, "-o", self.path("out.png"), "--size", "320x200", *theme)
                drawn.append(pixels(self.read("out.png")))
                self.assertEqual((len(drawn[-1]), len(drawn[-1][0])), (200, 320), command)
                self.assertGreater(len({pixel for row in drawn[-1] for pixel in row}), 2, command)
            self.assertNotEqual(*drawn, command)

    def test_little_address_space_is_told(self):
        """As `ulimit -v` leaves it: a picture, or a sentence; never the graphics library's own end."""
        told = 0
        for mebibytes, size in itertools.product((128, 256, 384, 512, 640, 704, 736, 768, 832, 896, 1024, 2048),
                                                 ("320x200", "3000x2000")):
            limit = mebibytes << 20
            result = run("render", self.example, "-o", self.path("out.png"), "--size", size,
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
            if b"cannot open shared object" in result.stderr or b"cannot allocate memory" in result.stderr.lower():
                continue  # the program itself does not start
            with self.subTest(mebibytes=mebibytes, size=size):
                self.assertIn(result.returncode, (0, 2), result.stderr)
                self.assertEqual(result.stderr.count(b"\n"), 0 if result.returncode == 0 else 1)
                told += b"address space" in result.stderr
        self.assertGreater(told, 0)

    def test_a_view_whose_steps_are_wrong_is_named(self):
        view = self.write("wrong.ringview",
                          f'ringscope view 1\n[view]\nprofile = "{self.example}"\npipeline = "hide ("\n')
        message = self.fails("render", view, "-o", self.path("out.png"))
        self.assertTrue(message.startswith(f"{view}: pipeline:7: expected"), message)

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

    def test_bench_refuses_a_search_that_takes_too_long(self):
        # Each comparison of the word with a name takes about 10^9 steps.
        names = "".join(f"{'a' * 60000}{k} 1\n" for k in range(20))
        message = self.fails("bench", self.write("names.folded", names), "--frames", "1", "--search", "a" * 30000 + "b")
        self.assertTrue(message.startswith("--search: expected a query that is soon decided"), message)


if __name__ == "__main__":
    binary.main()
