"""The command threads. usage: command_threads_test.py RINGSCOPE"""

import csv

import binary
from binary import BinaryTest


class Threads(BinaryTest):
    def profile(self):
        # A hundred samples of 1 ms: one thread runs all of the time, the other for a tenth of it.
        text = ""
        for k in range(100):
            text += f"tool 10/21 1.{k:03d}: 1000000 cpu-clock:\n\t1000 {'work' if k < 50 else 'rest'}+0x1 (/bin/tool)\n\n"
            if k % 10 == 0:
                text += f"tool 10/22 1.{k:03d}: 1000000 cpu-clock:\n\t1000 poll+0x1 (/bin/tool)\n\n"
        return self.write("threads.perf", text)

    def test_threads_stand_with_what_they_spent_and_when(self):
        found = self.json("threads", self.profile(), "--json")
        self.assertEqual(found["span_ns"], 99000001)
        self.assertEqual(found["threads"], 2)
        first, second = found["rows"]
        self.assertIn("21", first["thread"])
        self.assertEqual(first["samples"], 100)
        self.assertEqual(first["value"], 100000000)
        self.assertEqual((first["first_ns"], first["last_ns"]), (0, 99000000))
        self.assertEqual((second["top"], second["top_value"]), ("poll", 10000000))

    def test_a_part_of_the_time_and_a_function(self):
        found = self.json("threads", self.profile(), "--json", "--time", "40ms..60ms", "--function", "rest")
        self.assertEqual([row["value"] for row in found["rows"]], [20000000, 2000000])
        self.assertEqual(found["rows"][0]["in_function"], 10000000)

    def test_text_is_a_table(self):
        lines = self.ok("threads", self.profile(), "--limit", "1").decode().splitlines()
        self.assertIn("of 2 threads over 99.0 ms", lines[0])
        self.assertEqual(lines[1].split()[1:], ["share", "samples", "first", "last", "most", "on", "top", "of", "it", "thread"])
        self.assertIn("90.9 %", lines[2])
        self.assertEqual(lines[3], "... and 1 more")

    def test_orders(self):
        rows = self.json("threads", self.profile(), "--json", "--order", "name")["rows"]
        self.assertEqual([row["thread"] for row in rows], sorted(row["thread"] for row in rows))

    def test_pictures_and_values(self):
        svg, values = self.path("out.svg"), self.path("out.csv")
        self.ok("threads", self.profile(), "-o", svg, "--light")
        with open(svg, encoding="utf-8") as file:
            text = file.read()
        for part in ("work", "poll", "a full lane: all of the time", "50 ms"):
            self.assertIn(part, text)
        self.ok("threads", self.profile(), "-o", values)
        with open(values, encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(sum(int(row["value"]) for row in rows), 110000000)

    def test_threads_that_do_not_fit_a_picture_share_a_lane(self):
        text = "".join(f"tool 10/{100 + k} 1.{k:03d}: 1 cycles:\n\t1000 work+0x1 (/bin/tool)\n\n" for k in range(90))
        svg = self.path("many.svg")
        self.ok("threads", self.write("many.perf", text), "-o", svg, "--size", "900x400")
        with open(svg, encoding="utf-8") as file:
            self.assertRegex(file.read(), r"[78]\d more threads")

    def test_what_is_wrong_is_said(self):
        for message, profile, options in (
                ("expected samples with times, found none", self.write("a.folded", "main 1\n"), ()),
                ("--order: expected busiest, name or start, found 'best'", self.profile(), ("--order", "best")),
                ("--color: expected function, module, package, file, kind or state, found 'metric'", self.profile(),
                 ("--color", "metric")),
                ("expected states of threads", self.profile(), ("--color", "state")),
                ("--time:1: expected", self.profile(), ("--time", "soon")),
                ("--function: expected the name of a function of the profile, found 'nobody'", self.profile(),
                 ("--function", "nobody")),
                ("expected an output file ending in .png, .svg or .csv", self.profile(), ("-o", self.path("a.txt")))):
            self.assertIn(message, self.fails("threads", profile, *options), options)

    def test_a_step_chooses_the_time_and_others_are_told(self):
        rows = self.json("threads", self.profile(), "--json", "--apply", "time 40ms..60ms")["rows"]
        self.assertEqual([row["value"] for row in rows], [20000000, 2000000])
        self.assertEqual(self.noted("threads", self.profile(), "--apply", "hide fn:poll"),
                         "lanes are of the recorded profile, without the step 'hide poll'")

    def test_a_saved_view_is_drawn_by_its_command(self):
        self.profile()
        view = self.write("v.ringview", "ringscope view 1\nsize = 800x400\n\n[view]\nprofile = \"threads.perf\"\n"
                          "kind = threads\npipeline = \"time 10ms..20ms\"\nthreads_window = 0s..30ms\n")
        svg = self.path("view.svg")
        self.ok("render", view, "-o", svg)
        with open(svg, encoding="utf-8") as file:
            text = file.read()
        self.assertIn('width="800"', text)
        self.assertIn("20 ms", text)
        self.assertNotIn("50 ms", text)

    def test_a_saved_view_keeps_what_colours_tell(self):
        profile = self.profile()
        svg = self.path("view.svg")
        drawn = {}
        for saved, color in (("module", "module"), ("depth", "function"), ("", "function")):
            line = f"color = \"{saved}\"\n" if saved else ""
            view = self.write("c.ringview", "ringscope view 1\nsize = 800x400\n\n[view]\nprofile = \"threads.perf\"\n"
                              "kind = threads\n" + line)
            pictures = []
            for words in (("render", view), ("threads", profile, "--color", color, "--size", "800x400")):
                self.ok(*words, "-o", svg)
                with open(svg, encoding="utf-8") as file:
                    pictures.append(file.read())
            self.assertEqual(*pictures, saved)
            drawn[color] = pictures[0]
        self.assertNotEqual(drawn["module"], drawn["function"])
        # What the command line says comes first.
        view = self.write("m.ringview", "ringscope view 1\nsize = 800x400\n\n[view]\nprofile = \"threads.perf\"\n"
                          "kind = threads\ncolor = \"function\"\n")
        self.ok("render", view, "--color", "module", "-o", svg)
        with open(svg, encoding="utf-8") as file:
            self.assertEqual(file.read(), drawn["module"])


if __name__ == "__main__":
    binary.main()
