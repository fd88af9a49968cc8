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

    def picture(self, *words):
        """What a command draws, as SVG."""
        return self.text_of(self.made("picture.svg", *words))

    def view(self, profile, rows):
        """A saved view of threads."""
        return self.write("saved.ringview", f"ringscope view 1\nsize = 800x400\n\n[view]\nprofile = \"{profile}\"\n"
                          f"kind = threads\n{rows}\n")

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

    def bursts(self):
        # Thread 21 runs but for the time from 40 ms to 60 ms, which is that of 22; 23 only now and then.
        text = ""
        for k in range(100):
            tid, name = (22, "burst") if 40 <= k < 60 else (21, "work")
            text += f"tool 10/{tid} 1.{k:03d}: 1000000 cpu-clock:\n\t1000 {name}+0x1 (/bin/tool)\n\n"
            if k in (5, 50):
                text += f"tool 10/23 1.{k:03d}: 1000000 cpu-clock:\n\t1000 poll+0x1 (/bin/tool)\n\n"
        return self.write("bursts.perf", text)

    def test_a_part_of_the_time_is_answered_for_by_itself(self):
        profile = self.bursts()
        found = self.json("threads", profile, "--json", "--time", "43ms..57ms", "--limit", "1")
        row, = found["rows"]
        self.assertIn("22", row["thread"])
        self.assertEqual((row["samples"], row["first_ns"], row["last_ns"]), (14, 43000000, 56000000))
        self.assertEqual((found["threads"], found["without_samples"]), (2, 1))
        text = self.ok("threads", profile, "--time", "43ms..57ms", "--limit", "1").decode()
        self.assertIn("of 2 threads in 43ms..57ms; 1 more thread without samples", text)
        self.assertIn("burst", text)
        by_start = self.json("threads", profile, "--json", "--time", "50ms..62ms", "--order", "start")["rows"]
        self.assertEqual([row["first_ns"] for row in by_start], [50000000, 50000000, 60000000])
        beyond = binary.run("threads", profile, "--time", "2s..")
        self.assertEqual((beyond.returncode, beyond.stdout), (1, b""))
        self.assertIn(b"no sample in 2s.. has a value", beyond.stderr)

    def test_table_picture_and_values_are_of_the_same_time(self):
        profile, values = self.bursts(), self.path("part.csv")
        for options in (("--time", "43ms..57ms"), ("--apply", "time 43ms..57ms")):
            rows = self.json("threads", profile, "--json", *options)["rows"]
            self.ok("threads", profile, *options, "-o", values)
            slices = list(csv.DictReader(self.text_of(values).splitlines()))
            for row in rows:
                own = [one for one in slices if row["thread"] in one["thread"]]
                self.assertEqual(sum(int(one["value"]) for one in own), row["value"], options)
            self.assertEqual(sum(int(one["value"]) for one in slices), 15000000)
            for one in slices:
                self.assertGreaterEqual(int(one["begin_ns"]), 43000000, options)
                self.assertLessEqual(int(one["end_ns"]), 57000000, options)
            text = self.picture("threads", profile, *options)
            self.assertIn("burst", text)
            self.assertNotIn("work", text)
            self.assertNotIn("20 ms", text)

    def test_a_window_leaves_the_lanes_as_they_are(self):
        text = self.picture("threads", self.bursts(), "--window", "43ms..57ms")
        self.assertIn("of 3 threads over 99.0 ms", text)
        self.assertNotIn("work", text)

    def test_a_saved_range_of_time_is_marked_in_all_of_the_time(self):
        self.bursts()
        text = self.picture("render", self.view("bursts.perf", "pipeline = \"time 43ms..57ms\""))
        self.assertIn("of 3 threads over 99.0 ms", text)
        self.assertIn("work", text)

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
        values = self.path("out.csv")
        text = self.picture("threads", self.profile(), "--light")
        for part in ("work", "poll", "a full lane: all of the time", "50 ms"):
            self.assertIn(part, text)
        self.ok("threads", self.profile(), "-o", values)
        rows = list(csv.DictReader(self.text_of(values).splitlines()))
        self.assertEqual(sum(int(row["value"]) for row in rows), 110000000)

    def test_threads_that_do_not_fit_a_picture_share_a_lane(self):
        text = "".join(f"tool 10/{100 + k} 1.{k:03d}: 1 cycles:\n\t1000 work+0x1 (/bin/tool)\n\n" for k in range(90))
        self.assertRegex(self.picture("threads", self.write("many.perf", text), "--size", "900x400"), r"[78]\d more threads")

    def test_what_is_wrong_is_said(self):
        for message, profile, options in (
                ("expected samples with times, found none", self.write("a.folded", "main 1\n"), ()),
                ("--order: expected busiest, name or start, found 'best'", self.profile(), ("--order", "best")),
                ("--color: expected function, module, package, file, kind or state, found 'metric'", self.profile(),
                 ("--color", "metric")),
                ("expected states of threads", self.profile(), ("--color", "state")),
                ("--time:1: expected", self.profile(), ("--time", "soon")),
                ("--window:1: expected", self.profile(), ("--window", "soon")),
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
        text = self.picture("render", self.view("threads.perf", "pipeline = \"time 10ms..20ms\"\nthreads_window = 0s..30ms"))
        self.assertIn('width="800"', text)
        self.assertIn("20 ms", text)
        self.assertNotIn("50 ms", text)

    def test_a_saved_view_keeps_what_colours_tell(self):
        profile = self.profile()
        drawn = {}
        for saved, color in (("module", "module"), ("depth", "function"), ("", "function")):
            view = self.view("threads.perf", f"color = \"{saved}\"" if saved else "")
            drawn[color] = self.picture("render", view)
            self.assertEqual(drawn[color], self.picture("threads", profile, "--color", color, "--size", "800x400"), saved)
        self.assertNotEqual(drawn["module"], drawn["function"])
        # What the command line says comes first.
        view = self.view("threads.perf", "color = \"function\"")
        self.assertEqual(self.picture("render", view, "--color", "module"), drawn["module"])


if __name__ == "__main__":
    binary.main()
