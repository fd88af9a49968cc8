"""Pages in a real browser. usage: command_page_test.py RINGSCOPE"""

import json
import os
import random
import shutil
import sys
import unittest

import binary
from binary import BinaryTest

# Where Debian has its modules, for other interpreters than its own.
sys.path.append("/usr/lib/python3/dist-packages")
try:
    from selenium import webdriver
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    webdriver = None

SIZE = (1200, 800)
# All names of an item's path, as `layout --json` has them, and the pieces of the page laid out anew for a view.
PIECES = """
const [view, width, height] = arguments;
const page = window.ringscopePage, tree = page.tree;
let root = 0;
for (const name of view.path) {
  let found = -1;
  for (let child = tree.first[root]; child < tree.first[root + 1]; ++child) if (tree.frame[child] >= 0 && tree.name(child) === name) found = child;
  root = found;
}
const layout = new Layout(tree, {metric: view.metric, mode: view.mode, form: view.form, sizing: view.sizing, depth: view.depth || ALL_LAYERS, root, width, height});
const pieces = [];
for (let piece = 0; piece < layout.size; ++piece) {
  const layer = layout.layer[piece];
  pieces.push({
    rest: layout.isRest(piece), path: tree.path(layout.item[piece]).map((item) => tree.name(item)), layer, start: layout.startTurns(piece) * 360,
    sweep: layout.sweepTurns(piece) * 360, inner: layout.edges[layer], outer: layout.edges[layer + 1], contexts: layout.contexts(piece),
    inclusive: layout.inclusive(piece, view.metric), self: layout.isRest(piece) ? 0 : tree.self(layout.item[piece], view.metric)});
}
return pieces;
"""


def open_browser():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.chrome.service.Service(shutil.which("chromedriver"))
    return webdriver.Chrome(options=options, service=service)


@unittest.skipUnless(webdriver and shutil.which("chromium") and shutil.which("chromedriver"),
                     "chromium, chromium-driver or python3-selenium is not installed")
class PageTest(BinaryTest):
    @classmethod
    def setUpClass(cls):
        cls.browser = open_browser()
        cls.browser.set_window_size(*SIZE)

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()

    def page(self, source, *arguments):
        """Opens the page of a profile; the notes that writing it gave."""
        page = self.path("page.html")
        notes = self.notes("export", source, "-o", page, *arguments)
        self.browser.get("file://" + page)
        WebDriverWait(self.browser, 30).until(
            lambda browser: browser.execute_script("return document.documentElement.dataset.ready") == "yes",
            self.text("held"))
        self.addCleanup(self.expect_no_errors)
        return notes

    def expect_no_errors(self):
        self.assertEqual([entry["message"] for entry in self.browser.get_log("browser") if entry["level"] == "SEVERE"], [])

    def text(self, identifier):
        return self.browser.find_element(By.ID, identifier).text

    def js(self, code, *arguments):
        return self.browser.execute_script(code, *arguments)

    def click(self, selector):
        self.browser.find_element(By.CSS_SELECTOR, selector).click()

    def random_profile(self, seed, contexts, name="random.folded"):
        chance = random.Random(seed)
        stacks = [["main"]]
        lines = []
        while len(stacks) < contexts:
            stack = chance.choice(stacks[-200:] if chance.random() < 0.6 else stacks) + [f"f{chance.randrange(60)}"]
            stacks.append(stack)
            lines.append(f"{';'.join(stack)} {int(chance.paretovariate(0.6))}")
        return self.write(name, "\n".join(lines) + "\n")

    def expect_same_layout(self, source, view, budgeted=False):
        arguments = ["layout", source, "--json", "--mode", view["mode"], "--form", view["form"], "--rings", view["sizing"],
                     "--size", "{}x{}".format(*SIZE), "--root", ";".join(view["path"])]
        if view["depth"]:
            arguments += ["--depth", str(view["depth"])]
        expected = self.json(*arguments)
        pieces = self.js(PIECES, view, *SIZE)
        segments = [piece for piece in pieces if not piece["rest"]]
        rests = [piece for piece in pieces if piece["rest"]]
        self.assertEqual([piece["path"] for piece in segments], [segment["path"] for segment in expected["segments"]], view)
        self.assertEqual([piece["path"] for piece in rests], [rest["parent"] for rest in expected["rest"]], view)
        for piece, its in list(zip(segments, expected["segments"])) + list(zip(rests, expected["rest"])):
            for ours, theirs in (("layer", "layer"), ("inclusive", "inclusive")):
                self.assertEqual(piece[ours], its[theirs], (view, piece))
            if "contexts" in its:
                self.assertEqual(piece["contexts"], its["contexts"], (view, piece))
            else:
                self.assertEqual(piece["self"], its["self"], (view, piece))
            for ours, theirs in (("start", "start_deg"), ("sweep", "sweep_deg"), ("inner", "inner_px"), ("outer", "outer_px")):
                self.assertAlmostEqual(piece[ours], its[theirs], delta=2e-4, msg=(view, piece))

    def random_views(self, source, count, seed):
        chance = random.Random(seed)
        stacks = [line.rsplit(" ", 1)[0].split(";") for line in self.text_of(source).splitlines()]
        for _ in range(count):
            path = chance.choice(stacks)
            path = path[:chance.randint(1, max(1, len(path) - 1))]
            yield {"path": path, "metric": 0, "mode": chance.choice(["equal", "length", "area"]),
                   "form": chance.choice(["rings", "icicle"]), "sizing": chance.choice(["plain", "readable"]),
                   "depth": chance.choice([0, 0, 3, 8, 40])}

    def test_layout_is_that_of_the_program(self):
        source = self.random_profile(1, 4000)
        self.assertEqual(self.page(source, "--page-size", "2M"), [])
        for view in self.random_views(source, 50, 2):
            self.expect_same_layout(source, view)

    def test_layout_of_what_a_small_page_holds(self):
        """Near the root all that is wide enough to be drawn is held, so that the page draws what the program does."""
        source = self.random_profile(3, 60000)
        self.assertEqual(len(self.page(source, "--page-size", "200K")), 1)
        self.assertTrue(self.js("return ringscopePage.tree.about.contexts < ringscopePage.tree.about.of_contexts"))
        for mode in ("length", "area"):
            for form in ("rings", "icicle"):
                self.expect_same_layout(source, {"path": ["main"], "metric": 0, "mode": mode, "form": form,
                                                 "sizing": "readable", "depth": 6})

    def test_totals_and_functions_are_exact(self):
        source = self.random_profile(3, 60000)
        self.page(source, "--page-size", "100K")
        info = self.json("info", source, "--json")
        total = info["metrics"][0]["total"]
        self.assertTrue(self.text("held").startswith(f"samples: {total:,} in all. This page holds "), self.text("held"))
        self.assertEqual(self.js("return ringscopePage.tree.inclusive(0, 0)"), total)
        methods = {row["name"]: (row["self"], row["inclusive"], row["contexts"]) for row in self.json("methods", source, "--json")}
        rows = self.js("return ringscopePage.tree.functions.map((row) => [row.frame.name, row.values[0].self, row.values[0].inclusive, row.contexts])")
        self.assertGreater(len(rows), 50)
        for name, own, inclusive, contexts in rows:
            self.assertEqual((own, inclusive, contexts), methods[name])

    def test_zoom_breadcrumb_and_keys(self):
        self.page(self.example)
        self.assertEqual(self.js("return ringscopePage.tree.name(ringscopePage.view.root)"), "main")
        marks = self.browser.find_element(By.ID, "marks")
        marks.send_keys(Keys.ARROW_DOWN)
        self.assertTrue(self.text("details").startswith("f\n"), self.text("details"))
        self.assertIn("890", self.text("details"))
        marks.send_keys(Keys.ENTER)
        self.assertEqual(self.text("path").replace("\n", ""), "(all)›main›f")
        marks.send_keys(Keys.BACKSPACE)
        self.assertEqual(self.js("return ringscopePage.tree.name(ringscopePage.view.root)"), "main")
        x, y = self.js("""const {layout, chart} = ringscopePage, middle = 2 * Math.PI * (layout.startTurns(2) + layout.sweepTurns(2) / 2);
            const radius = (layout.edges[1] + layout.edges[2]) / 2; return [radius * Math.sin(middle), -radius * Math.cos(middle)];""")
        name = self.js("return ringscopePage.tree.name(ringscopePage.layout.item[2])")
        webdriver.ActionChains(self.browser).move_to_element_with_offset(marks, x, y).perform()
        self.assertTrue(self.text("tip").startswith(name), self.text("tip"))
        webdriver.ActionChains(self.browser).click().perform()
        self.assertEqual(self.js("return ringscopePage.tree.name(ringscopePage.view.root)"), name)
        self.click("#path button")
        self.assertEqual(self.js("return ringscopePage.view.root"), 0)

    def test_search_counts_what_the_page_holds(self):
        self.page(self.example)
        field = self.browser.find_element(By.ID, "search")
        self.browser.find_element(By.ID, "marks").send_keys("/")
        field.send_keys("g")
        self.assertEqual(self.text("found"), "4 contexts, 30.3 %")
        field.send_keys(Keys.ESCAPE)
        self.assertEqual(self.text("found"), "")
        self.page(self.random_profile(3, 60000), "--page-size", "100K", "--search", "f1")
        self.assertRegex(self.text("found"), r"^[\d,]+ contexts, .* %, of those that this page holds$")

    def test_tree_for_screen_readers(self):
        self.page(self.example)
        self.click("#tab-tree")
        tree = self.browser.find_element(By.CSS_SELECTOR, "[role=tree]")
        first = tree.find_element(By.CSS_SELECTOR, "[role=treeitem]")
        first.send_keys(Keys.ARROW_DOWN)
        active = self.browser.switch_to.active_element
        self.assertEqual(active.get_attribute("aria-expanded"), "false")
        active.send_keys(Keys.ARROW_RIGHT)
        self.assertEqual(active.get_attribute("aria-expanded"), "true")
        active.send_keys(Keys.ARROW_RIGHT)
        self.assertEqual(self.browser.switch_to.active_element.text, "g\n15.1 %")

    def test_both_themes(self):
        self.page(self.example)
        seen = set()
        for _ in range(2):
            seen.add((self.js("return document.documentElement.className"),
                      self.js("return getComputedStyle(document.body).backgroundColor"),
                      self.js("return [...document.getElementById('picture').getContext('2d').getImageData(1, 1, 1, 1).data].join()")))
            self.click("#theme")
        self.assertEqual(seen, {("light", "rgb(247, 248, 250)", "247,248,250,255"), ("dark", "rgb(20, 23, 28)", "20,23,28,255")})

    def test_comparison_has_both_sides_and_what_changed(self):
        after = self.write("after.folded", binary.WORKED_EXAMPLE.replace("main;h;i 360", "main;h;i 3600").replace("main;f;h;i 100\n", ""))
        comparison = self.path("both.cct")
        self.notes("compare", self.example, after, "-o", comparison)
        self.page(comparison)
        both = "samples: 3,238 before, 6,378 after (+97.0 %). Drawn is what it cost "
        self.assertTrue(self.text("held").startswith(both + "after. This page holds 100 % "), self.text("held"))
        self.assertEqual([option.text for option in self.browser.find_elements(By.CSS_SELECTOR, "#metric option")][:2],
                         ["samples, before", "samples, after"])
        self.assertIn("less\nalike, or within noise\nmore\ngone\nnew", self.text("changes"))
        rows = [[cell.text for cell in row.find_elements(By.TAG_NAME, "td")]
                for row in self.browser.find_elements(By.CSS_SELECTOR, "#changes tbody tr")]
        self.assertIn(["i", "360", "3,600", "+3,240"], rows)
        self.click("#flip")
        self.assertTrue(self.text("held").startswith(both + "before."), self.text("held"))
        self.browser.find_element(By.ID, "marks").send_keys("b")
        self.assertTrue(self.text("held").startswith(both + "after."), self.text("held"))
        # On paper the legend has the colours of the chart, which are the light ones.
        legends = self.js("""const hex = (color) => "#" + color.match(/\\d+/g).map((part) => Number(part).toString(16).padStart(2, "0")).join("");
            ringscopePage.setTheme("dark");
            return ["beforeprint", "afterprint"].map((event) => {
              dispatchEvent(new Event(event));
              return [...document.querySelectorAll("#changes .legend i")].map((swatch) => hex(swatch.style.backgroundColor));
            });""")
        self.assertEqual(legends, [self.js("return ringscopePage.tree.about.legend.map((row) => row[arguments[0]])", theme) for theme in ("light", "dark")])
        self.click("#changes td button")
        self.assertEqual(self.js("return ringscopePage.tree.path(ringscopePage.selected).map((item) => ringscopePage.tree.name(item)).join(';')"), "main;h;i")
        # What is gone is shown on the side where it was.
        self.js("""const {tree} = ringscopePage;
            for (let item = 1; item < tree.size; ++item) if (tree.path(item).map((one) => tree.name(one)).join(";") === "main;f;h;i") ringscopePage.goTo(item);""")
        self.assertTrue(self.text("held").startswith(both + "before."), self.text("held"))
        self.assertEqual(self.js("return ringscopePage.tree.name(ringscopePage.selected)"), "i")

    def test_series_opens_with_its_plot(self):
        files = [self.write(f"v{version}.folded", f"main;slow {200 if version < 5 else 400}\nmain;<b>&same {900 + version % 2}\n")
                 for version in range(1, 9)]
        series = self.path("series.cct")
        self.notes("series", *files, "-o", series)
        self.page(series)
        self.assertEqual(self.js("return document.getElementById('form').value"), "figure")
        self.assertTrue(self.text("drawn").startswith("slow about doubled at v5.folded"), self.text("drawn"))
        rows = [[cell.text for cell in row.find_elements(By.TAG_NAME, "td")]
                for row in self.browser.find_elements(By.CSS_SELECTOR, "#drawn tbody tr")]
        self.assertIn(["slow\nabout doubled at v5.folded", "200", "400"], rows)
        self.assertIn(["<b>&same", "901", "900"], rows)
        for theme in ("dark", "light"):
            self.js("ringscopePage.setTheme(arguments[0])", theme)
            WebDriverWait(self.browser, 30).until(lambda browser: self.js("const image = document.getElementById('figure'); return image.complete && image.naturalWidth"))
            self.assertEqual(self.js("return document.getElementById('figure').naturalWidth"), 840)
        self.assertFalse(self.js("return document.getElementById('figure').hidden"))
        self.js("ringscopePage.changeView({form: 'icicle'})")
        self.assertTrue(self.js("return document.getElementById('figure').hidden"))
        self.assertEqual(self.js("return document.getElementById('form').value"), "icicle")
        self.assertTrue(self.browser.find_element(By.ID, "marks").is_displayed())

    def test_hostile_names(self):
        names = ["</script><script>document.title='taken'</script>", "<img src=x onerror=\"document.title='taken'\">", "\"'`${1}&lt;",
                 "a\x1b[31m\x00\x07", "\u202ereversed", "]]>--><!--", "\\u003c/script\\u003e", "x" * 5_000_000, "__proto__", "constructor"]
        trace = {"$schema": "https://www.speedscope.app/file-format-schema.json",
                 "shared": {"frames": [{"name": name, "file": name[:100]} for name in names]},
                 "profiles": [{"type": "sampled", "name": names[0], "unit": "none", "startValue": 0, "endValue": len(names),
                               "samples": [[i] for i in range(len(names))], "weights": [1] * len(names)}]}
        self.page(self.write("hostile.speedscope.json", json.dumps(trace)), "--note", names[0], "--search", names[1])
        self.assertEqual(self.js("return document.title"), "hostile.speedscope.json – ringscope")
        shown = self.js("const {tree} = ringscopePage; return Array.from({length: tree.size}, (_, item) => tree.name(item))")
        self.assertIn(names[0], shown)
        self.assertIn(names[1], shown)
        self.assertIn("a\\x1b[31m\\x00\\x07", shown)
        self.assertIn("\\u202ereversed", shown)
        self.assertIn("x" * 2000 + "… (4,998,000 bytes more)", shown)
        self.assertEqual(self.js("return document.querySelectorAll('img:not(#figure), script[src], iframe').length"), 0)
        self.assertEqual(self.text("notes"), names[0])
        for tab in ("details", "functions", "tree"):
            self.click(f"#tab-{tab}")
        self.assertEqual(self.js("return document.title"), "hostile.speedscope.json – ringscope")

    def test_the_policy_allows_nothing_else(self):
        self.page(self.example)
        self.assertFalse(self.js("""const script = document.createElement('script'); script.textContent = 'window.taken = true';
            document.body.append(script); return window.taken === true;"""))
        entries = self.browser.get_log("browser")
        self.assertTrue(any("Content Security Policy" in entry["message"] for entry in entries), entries)

    def test_narrow_screen_has_no_sideways_scrolling(self):
        self.addCleanup(self.browser.set_window_size, *SIZE)
        self.browser.set_window_size(500, 844)
        self.page(self.random_profile(3, 2000))
        self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), self.js("return innerWidth"))


class RefusedTest(BinaryTest):
    def test_a_size_below_what_the_root_needs(self):
        page = self.path("small.html")
        self.assertIn("expected room for a page of at least", self.fails("export", self.example, "-o", page, "--page-size", "1K"))
        self.assertFalse(os.path.exists(page))


if __name__ == "__main__":
    binary.main()
