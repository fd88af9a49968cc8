#!/usr/bin/env python3
"""`ringscope report`: the page of a comparison, as Markdown and as HTML, and the text that `--markdown` prints."""
import base64
import html.parser
import os
import re
import xml.etree.ElementTree

import binary
from binary import BinaryTest

CHANGED = binary.WORKED_EXAMPLE.replace("main;h;i 360", "main;h;i 860").replace("main;g;g 90", "main;g;k 90")
# What would act on a page of either form, as a name.
HOSTILE = ["</script><script>alert(1)</script>", "a|b`c``d", "![x](http://127.0.0.1/x.png)", "\"><img src=x onerror=alert(1)>",
           "```", "# title", "\x1b[31mred", "&lt;", "<!--"]


class Page(html.parser.HTMLParser):
    """The elements and the text of a page."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.cells = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.cells.append(data)


class ReportTest(BinaryTest):
    def setUp(self):
        super().setUp()
        self.write("before.folded", binary.WORKED_EXAMPLE)
        self.write("after.folded", CHANGED)

    def written(self):
        return sorted(set(os.listdir(self.folder)) - {"example.folded", "two.perf", "before.folded", "after.folded"})

    def report(self, name, *words):
        return self.text_of(self.made(name, "report", *(words or (self.path("before.folded"), self.path("after.folded")))))

    def test_markdown_tells_totals_changes_and_pictures(self):
        page = self.report("change.md")
        self.assertTrue(page.startswith("# after.folded compared with before.folded\n\n```\nbefore: before.folded"))
        self.assertIn("samples: 3,238 before, 3,738 after, +500 (+15.4 %)\nNoise: samples, ", page)
        self.assertIn("| 73.5 % | 360 | 860 | +500 | +11.89 % | `main;h;i` |\n", page)
        self.assertIn("\n## New: 1 place\n", page)
        pictures = re.findall(r"!\[[^\]]+\]\(<([^>]+)>\)", page)
        self.assertEqual(pictures, ["change-rings.svg", "change-calls.svg"])
        self.assertLess(page.index("change-calls.svg"), page.index("## "))
        for picture in pictures:
            self.assertEqual(xml.etree.ElementTree.parse(self.path(picture)).getroot().tag, "{http://www.w3.org/2000/svg}svg")
        self.assertEqual(self.written(), ["change-calls.svg", "change-rings.svg", "change.md"])

    def test_every_row_has_as_many_cells_as_its_head(self):
        for block in re.findall(r"(?:^\|.*\n)+", self.report("change.md"), re.MULTILINE):
            self.assertEqual(len({line.count("|") for line in block.splitlines()}), 1, block)

    def test_html_is_one_file_that_loads_nothing(self):
        page = Page(self.report("change.html"))
        self.assertEqual(self.written(), ["change.html"])
        sources = [attrs["src"] for tag, attrs in page.elements if tag == "img"]
        self.assertEqual(len(sources), 2)
        for source in sources:
            kind, _, data = source.partition(",")
            self.assertEqual(kind, "data:image/svg+xml;base64")
            xml.etree.ElementTree.fromstring(base64.b64decode(data, validate=True))
        self.assertIn({"http-equiv": "Content-Security-Policy",
                       "content": "default-src 'none'; img-src data:; style-src 'unsafe-inline'"},
                      [attrs for tag, attrs in page.elements if tag == "meta"])
        self.assertIn("main;h;i", page.cells)

    def test_hostile_names_are_only_shown(self):
        def lines(cost):
            return "".join(f"main;{name.replace(';', ',')} {cost + k}\n" for k, name in enumerate(HOSTILE))
        self.write("before.folded", lines(100))
        self.write("after.folded", lines(500))
        page = Page(self.report("change.html"))
        self.assertEqual({tag for tag, _ in page.elements},
                         {"html", "head", "meta", "title", "style", "body", "h1", "h2", "pre", "img", "table", "tr", "th", "td",
                          "code"})
        self.assertTrue(all(key in ("alt", "src", "class", "lang", "charset", "content", "http-equiv", "name")
                            for _, attrs in page.elements for key in attrs))
        for name in HOSTILE:
            self.assertIn(name.replace("\x1b", " ").replace(";", ","), page.cells)
        markdown = self.report("change.md")
        self.assertNotIn("\x1b", markdown)
        for line in markdown.splitlines():
            if "alert" in line or "127.0.0.1" in line:
                self.assertRegex(line, r"^\| .* \| `[^`]*` \|$")
        self.assertIn("| ```a\\|b`c``d``` |", markdown)

    def test_profiles_that_are_equal_have_one_picture(self):
        page = self.report("same.md", self.path("before.folded"), self.path("before.folded"))
        self.assertIn("Nothing differs.", page)
        self.assertEqual(page.count("]("), 1)

    def test_a_side_that_costs_nothing_has_no_calls_to_show(self):
        self.ok("transform", self.path("before.folded"), "--apply", "drop fn:main", "-o", self.path("nothing.cct"))
        page = self.report("new.md", self.path("nothing.cct"), self.path("after.folded"))
        self.assertEqual(page.count("]("), 1)

    def test_several_runs_and_shares(self):
        page = self.report("runs.md", "--before", self.path("before.folded"), self.path("before.folded"), "--after",
                           self.path("after.folded"), self.path("after.folded"))
        self.assertIn("Values are means of the runs.", page)
        self.assertIn("Shares of the totals are compared.",
                      self.report("share.md", self.path("before.folded"), self.path("after.folded"), "--share"))

    def test_what_cannot_be_written_is_told(self):
        files = [self.path("before.folded"), self.path("after.folded")]
        self.assertIn("expected an output file ending in .md or .html",
                      self.fails("report", *files, "-o", self.path("change.txt")))
        self.assertIn("report: expected two profiles", self.fails("report", files[0], "-o", self.path("change.md")))
        self.assertIn("no such folder", self.fails("report", *files, "-o", self.path("nowhere/change.md")))
        self.assertEqual(self.written(), [])


class MarkdownTest(BinaryTest):
    def test_it_is_the_text_in_a_block(self):
        file = self.write("a.folded", binary.WORKED_EXAMPLE)
        for words in (["info", file], ["summary", file], ["methods", file], ["callers", file, "g"], ["callees", file, "g"],
                      ["search", file, "fn:g", "--list=3"], ["stack", file, "--root=main;f"], ["compare", file, file],
                      ["series", file, file], ["table", file]):
            with self.subTest(words[0]):
                text = self.ok(*words).decode()
                self.assertEqual(self.ok(*words, "--markdown").decode(), "```\n" + text + "```\n")

    def test_what_is_too_long_is_cut_at_a_line_and_counted(self):
        names = [f"main;function_{k}```` {k + 1}" for k in range(1000)]
        file = self.write("long.folded", "\n".join(names) + "\n")
        text, shown = self.ok("methods", file).decode(), self.ok("methods", file, "--markdown").decode()
        self.assertLess(len(shown), 6200)
        self.assertTrue(shown.startswith("`````\n"))
        body, said = shown[6:].split("`````\n")
        self.assertTrue(text.startswith(body))
        self.assertEqual(int(said.split()[0]), len(text.splitlines()) - len(body.splitlines()))

    def test_it_stands_alone(self):
        file = self.write("a.folded", binary.WORKED_EXAMPLE)
        for words in (["methods", file, "--json"], ["table", file, "--csv"], ["compare", file, file, "--json"]):
            self.assertIn("--markdown", self.fails(*words, "--markdown"))


if __name__ == "__main__":
    binary.main()
