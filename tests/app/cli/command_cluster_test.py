"""Groups of profiles. usage: command_cluster_test.py RINGSCOPE"""

import binary
from binary import BinaryTest

TEXT = """5 executions in 2 groups by their own cost in samples

Group 1: 4 executions
exemplar: a.folded, the others lie 0.67 % from it on average
executions: a.folded, b.folded, d.folded, e.folded
   here  elsewhere  difference  itself
 0.00 %    50.00 %    -50.00 %  m;slow
50.00 %    10.00 %    +40.00 %  m;g
50.00 %    40.00 %    +10.00 %  m;f

Group 2: 1 execution
exemplar: c.folded
executions: c.folded
   here  elsewhere  difference  itself
50.00 %     0.00 %    +50.00 %  m;slow
10.00 %    50.00 %    -40.00 %  m;g
40.00 %    50.00 %    -10.00 %  m;f
"""


class ClusterTest(BinaryTest):
    def five(self):
        texts = ["m;f 50\nm;g 50\n", "m;f 51\nm;g 49\n", "m;f 40\nm;slow 50\nm;g 10\n", "m;f 49\nm;g 51\n", "m;f 50\nm;g 50\n"]
        return [self.write(f"{name}.folded", text) for name, text in zip("abcde", texts)]

    def test_text(self):
        self.assertEqual(self.ok("cluster", *self.five()).decode(), TEXT)
        out = self.made("s.cct", "series", *self.five())
        self.assertEqual(self.ok("cluster", out).decode(), TEXT)

    def test_json(self):
        found = self.json("cluster", *self.five(), "--json")
        self.assertEqual([one["exemplar"] for one in found["groups"]], ["a.folded", "c.folded"])
        self.assertEqual([one["name"] for one in found["groups"][0]["executions"]],
                         ["a.folded", "b.folded", "d.folded", "e.folded"])
        self.assertEqual(found["between_exemplars"][0][0], 0)
        self.assertAlmostEqual(found["between_exemplars"][0][1], 0.5)
        for one, (name, here, elsewhere) in zip(found["groups"][1]["telling"],
                                                [("slow", 0.5, 0), ("g", 0.1, 0.5), ("f", 0.4, 0.5)], strict=True):
            self.assertEqual(one["path"][-1], name)
            self.assertAlmostEqual(one["here"], here)
            self.assertAlmostEqual(one["elsewhere"], elsewhere)

    def test_how_many_groups(self):
        files = self.five()
        groups = lambda *options: len(self.json("cluster", *files, "--json", *options)["groups"])
        self.assertEqual(groups("--groups", 1), 1)
        self.assertEqual(groups("--groups", 5), 5)
        self.assertEqual(groups("--distance", 0), 4)
        self.assertEqual(groups("--distance", 1), 1)
        self.assertEqual(self.fails("cluster", *files, "--groups", 6),
                         "--groups: expected at most the 5 executions that there are, found 6")
        self.assertIn("--distance", self.fails("cluster", *files, "--distance", 2))
        self.assertIn("--groups", self.fails("cluster", *files, "--groups", 2, "--distance", 0.5))
        self.assertEqual(self.fails("cluster", files[0], "--names", "a"),
                         "cluster: expected at least two profiles, found 1")
        self.assertEqual(self.fails("cluster", *["missing"] * 10001),
                         "cluster: expected at most 10000 profiles to compare, found 10001")


if __name__ == "__main__":
    binary.main()
