"""Plots of series. usage: command_plot_test.py RINGSCOPE"""

import xml.etree.ElementTree as ElementTree

import binary
from binary import BinaryTest

SVG = "{http://www.w3.org/2000/svg}"


class PlotTest(BinaryTest):
    def series(self):
        """The cost of f doubles with the 13th."""
        files = [self.write(f"r{k:02}.folded",
                            f"m;f {(500 if k < 12 else 1000) + k * 7 % 10}\nm;g {300 + k * 11 % 17}\nm;h 5\n")
                 for k in range(20)]
        return self.made("s.cct", "series", *files)

    def texts(self, *arguments):
        out = self.path("plot.svg")
        self.assertEqual(self.ok("plot", *arguments, "-o", out), b"")
        return [one.text for one in ElementTree.fromstring(self.read("plot.svg")).iter(f"{SVG}text")]

    def test_svg(self):
        series = self.series()
        texts = self.texts(series)
        for text in ("f about doubled at r12.folded", "s.cct: samples; 2 varying functions by themselves", "f", "g", "the whole", "0", "r00.folded"):
            self.assertIn(text, texts)
        self.assertNotIn("h", texts)
        self.assertIn("h", self.texts(series, "--function", "h"))
        self.assertIn("0 %", self.texts(series, "--share", "--light"))
        self.assertNotIn("0", self.texts(series, "--from-least"))

    def test_apart(self):
        texts = self.texts(self.series(), "--apart")
        for text in ("f", "g", "the whole", "+99.1 %"):
            self.assertIn(text, texts)

    def test_the_same_plot_is_the_same_file(self):
        series = self.series()
        self.texts(series)
        first = self.read("plot.svg")
        self.texts(series)
        self.assertEqual(self.read("plot.svg"), first)

    def test_errors(self):
        series, out = self.series(), self.path("plot.svg")
        self.assertIn(".png or .svg", self.fails("plot", series, "-o", self.path("plot.gif")))
        self.assertIn("--chart for a CSV file", self.fails("plot", series, "-o", self.path("plot.csv")))
        self.assertIn("found 'none'", self.fails("plot", series, "--function", "none", "-o", out))
        self.assertIn("metric", self.fails("plot", series, "--metric", "none", "-o", out))
        alone = self.write("one.folded", "a 1\n")
        problem = self.fails("plot", alone, "-o", out)
        self.assertIn("expected a profile of several executions", problem)
        self.assertIn("--chart of them: worst, average, best,", problem)


if __name__ == "__main__":
    binary.main()
