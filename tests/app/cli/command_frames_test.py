"""What is known of functions: as `info` and `dump --frames` tell it, and kept by convert, transform and compare.

usage: command_frames_test.py RINGSCOPE"""

import os

import binary
from binary import SOURCE, BinaryTest

HEAD = "name\tmodule\tfile\tline\tcolumn\tkind\tsource\tclass\tclass kind\tsuperclasses\tcode\t"
MAIN = "main\tapp\tmain.c\t3\t0\tuser\t{}\t\t\t\t\t{}\t"
SORT = "sort\tapp\tlist.c\t12\t0\tuser\t{}\tutil.List\tclass\tutil.Base\t00000000deadbeef\t{}"


class FramesTest(BinaryTest):
    def setUp(self):
        super().setUp()
        self.known = os.path.join(SOURCE, "tests/cct/file/data/frame_facts.cct")

    def frames(self, *arguments):
        return self.ok("dump", *arguments, "--tsv", "--frames").decode().splitlines()

    def test_dump(self):
        self.assertEqual(self.frames(self.known), [HEAD + "receivers\treturns self", MAIN.format("unknown", ""),
                                                   SORT.format("unknown", ">=1000\t1")])
        self.assertEqual(self.frames(self.example)[0] + "\t", HEAD)
        self.fails("dump", self.known, "--frames", "--points")

    def test_info(self):
        self.assertIn("  2 classes, of 1 frame\n  the code of 1 frame\n  receivers of 1 frame, of 1 at least\n"
                      "  returns self of 1 frame\n", self.ok("info", self.known).decode())
        info = self.json("info", self.known, "--json")
        self.assertEqual(info["frame_values"], [
            {"name": "receivers", "unit": "count", "scale": 1, "rule": "distinct", "frames": 1, "at_least": 1},
            {"name": "returns self", "unit": "", "scale": 1, "rule": "least", "frames": 1, "at_least": 0}])
        self.assertEqual((info["classes"], info["frames_with_class"], info["frames_with_code"]), (2, 1, 1))
        self.assertNotIn("classes", self.json("info", self.example, "--json"))

    def test_steps_keep_them(self):
        known = self.frames(self.known)
        out = self.path("out.cct")
        for arguments in (["convert", self.known], ["convert", self.known, self.known],
                          ["transform", self.known, "--apply", "methods"]):
            self.ok(*arguments, "-o", out)
            self.ok("verify", out)
            self.assertEqual(sorted(self.frames(out)), sorted(known))
        self.assertIn(known[2], self.frames(self.known, "--apply", "invert | focus fn:sort"))

    def test_comparison(self):
        out = self.made("out.cct", "compare", self.known, self.known)
        self.ok("verify", out)
        self.assertEqual(self.frames(out), [
            HEAD + "receivers@after\treceivers@before\treturns self@after\treturns self@before",
            MAIN.format("unknown", "") + "\t\t", SORT.format("same", ">=1000\t>=1000\t1\t1")])


if __name__ == "__main__":
    binary.main()
