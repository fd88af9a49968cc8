"""What the measuring scripts share: running ringscope, making trees once, loads, tables in docs/performance.md."""
import json
import os
import pathlib
import subprocess

SHAPES = ["antlr", "bloat", "chart", "eclipse", "fop", "hsqldb", "jython", "luindex", "lusearch", "pmd", "xalan"]


class Bench:
    def __init__(self, build, work):
        self.build = pathlib.Path(build)
        self.binary = self.build / "ringscope"
        self.work = pathlib.Path(work)
        self.work.mkdir(parents=True, exist_ok=True)

    def tree(self, name, *arguments):
        """A generated .cct file, made when it is missing."""
        path = self.work / f"{name}.cct"
        if not path.exists():
            subprocess.run([self.binary, "synth", *map(str, arguments), "-o", path], check=True,
                           stdout=subprocess.DEVNULL)
        return path

    def shape(self, name):
        return self.tree(name, "--like", name)

    def bench(self, path, *arguments):
        output = subprocess.run([self.binary, "bench", path, *map(str, arguments), "--json"], check=True,
                                stdout=subprocess.PIPE).stdout
        return json.loads(output)


def load():
    return f"{os.getloadavg()[0]:.2f}"


def replace_section(document, name, text):
    """Puts `text` between the lines <!-- begin NAME --> and <!-- end NAME --> of a Markdown file."""
    document = pathlib.Path(document)
    begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
    contents = document.read_text()
    head, found_begin, rest = contents.partition(begin)
    _, found_end, tail = rest.partition(end)
    if not found_begin or not found_end:
        raise SystemExit(f"{document}: expected a section {name}")
    document.write_text(head + begin + text.rstrip("\n") + "\n" + end + tail)
