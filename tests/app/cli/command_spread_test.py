"""The command spread. usage: command_spread_test.py RINGSCOPE"""

import binary
from binary import BinaryTest

FOLDED = "".join(f"main;caller{k};parse {100 + k}\n" for k in range(40)) + "main;slow;parse 9000\nmain;idle;parse 0\n"


class Spread(BinaryTest):
    def profile(self):
        return self.write("parse.folded", FOLDED)

    def test_the_context_most_unlike_the_others_stands_first(self):
        found = self.json("spread", self.profile(), "--json")
        self.assertEqual(found["function"], "parse")
        self.assertEqual(found["contexts"], 41)
        self.assertEqual(found["without_cost"], 1)
        self.assertEqual(found["unlike"], 1)
        self.assertEqual(found["median"], 120)
        self.assertEqual(found["rows"][0]["callers"], "slow < main")
        self.assertEqual(found["rows"][0]["cost"], 9000)
        self.assertEqual(len(found["rows"]), 20)

    def test_text_says_how_the_cost_is_spread(self):
        lines = self.ok("spread", self.profile(), "--function", "parse", "--limit", "1").decode().splitlines()
        self.assertEqual(lines[0], "parse: inclusive samples of 41 contexts; the middle one costs 120, four of five "
                         "104 to 136; 1 is unlike the others; 1 more without cost")
        self.assertEqual(lines[1].split(), ["cost", "of", "whole", "depth", "unlike", "called", "by"])
        self.assertEqual(lines[2].split()[-3:], ["slow", "<", "main"])
        self.assertEqual(lines[3], "... and 40 more")

    def test_a_picture_has_both_plots(self):
        out = self.made("out.svg", "spread", self.profile())
        text = self.text_of(out)
        self.assertIn("depth of the call stack", text)
        self.assertIn("contexts", text)

    def test_what_is_wrong_is_said(self):
        for options, message in (
                (("--function", "nobody"), "--function: expected the name of a function of the profile, found 'nobody'"),
                (("--measure", "outer"), "--measure: expected inclusive, self or per-call, found 'outer'"),
                (("--measure", "per-call"), "expected a profile that counts calls"),
                (("--metric", "time"), "found 'time'"),
                (("-o", "out.txt"), "out.txt: ")):
            self.assertIn(message, self.fails("spread", self.profile(), *options), options)


if __name__ == "__main__":
    binary.main()
