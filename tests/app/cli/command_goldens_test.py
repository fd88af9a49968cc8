"""What commands print, byte by byte, as text and as JSON: each case is a file below goldens/, named after it, whose first line is the
command. usage: command_goldens_test.py RINGSCOPE; CCT_UPDATE_GOLDENS=1 writes the files anew."""

import os
import re
import shlex

import binary
from binary import SOURCE, BinaryTest, run
from command_fit_test import GROWING, report

GOLDENS = os.path.join(SOURCE, "tests/app/cli/goldens")

# Of each command what it is asked about files of setUp(), in whose folder it runs.
COMMANDS = {
    "methods": ["example.folded", "two.perf", "example.folded --limit 2 --define 'double = samples * 2'"],
    "table": ["example.folded", "two.perf --by module", "two.perf --limit 1 --define 'each = cycles / misses'",
              "both.cct --over-executions", "series.cct --over-executions --inclusive --limit 2",
              "sizes.aprof --columns cost,c,self"],
    "callers": ["example.folded g"],
    "callees": ["two.perf work --by module"],
    "search": ["example.folded g", "two.perf work --list 3", "example.folded nobody --list 3"],
    "fit": ["sizes.aprof", "sizes.aprof --at 1000 --limit 1"],
    "info": ["example.folded", "two.perf", "both.cct", "sizes.aprof"],
    "summary": ["example.folded", "two.perf --limit 1"],
    "check": ["example.folded --require 'incl(fn:g) < 40%' --require 'total < 4000'",
              "changed.folded --baseline example.folded --require 'delta(total) < 20%' --require 'new(self>0) = 0'"],
    "compare": ["example.folded changed.folded", "--before example.folded example.folded --after changed.folded changed.folded"],
    "series": ["example.folded changed.folded example.folded", "series.cct --limit 1"],
    "cluster": ["example.folded changed.folded example.folded changed.folded --groups 2"],
    "transform": ["example.folded --apply 'hide i | fold-recursion' -o out.cct"],
    "layout": ["example.folded --depth 2 --size 300x200"],
}
HAVE_CSV = ("table", "callers", "callees")
# Dates of files that say nothing of their time.
DATE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC")


class GoldenTest(BinaryTest):
    maxDiff = None

    def setUp(self):
        super().setUp()
        self.write("sizes.aprof", report(GROWING))
        changed = binary.WORKED_EXAMPLE.replace("main;h;i 360", "main;h;i 860").replace("main;g;g 90", "main;g;k 90")
        self.write("changed.folded", changed)
        for words in ("compare example.folded changed.folded -o both.cct",
                      "series example.folded changed.folded -o series.cct --names first,second"):
            self.assertEqual(run(*words.split(), cwd=self.folder).returncode, 0, words)

    def test_goldens(self):
        seen = set()
        for command, cases in COMMANDS.items():
            formats = ["", "--json"] + (["--csv", "--tsv"] if command in HAVE_CSV else [])
            for number, case in enumerate(cases, 1):
                for form in formats:
                    words = " ".join(filter(None, [command, case, form]))
                    name = f"{command}_{number}{form.replace('--', '.')}.txt"
                    seen.add(name)
                    with self.subTest(words):
                        self.check(words, os.path.join(GOLDENS, name))
        self.assertEqual(seen, set(os.listdir(GOLDENS)))

    def check(self, words, path):
        result = run(*shlex.split(words), cwd=self.folder)
        printed = DATE.sub("DATE", result.stdout.decode())
        found = f"{words}\nexit code {result.returncode}\n{result.stderr.decode()}{printed}"
        if os.environ.get("CCT_UPDATE_GOLDENS"):
            os.makedirs(GOLDENS, exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(found)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(found, file.read())


if __name__ == "__main__":
    binary.main()
