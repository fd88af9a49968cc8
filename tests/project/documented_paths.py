"""Fails when a document names a file or folder of the repository that does not exist.

usage: documented_paths.py REPOSITORY    checks README.md, CONTRIBUTING.md and every *.md in docs/ and examples/
       documented_paths.py --self-test   checks the check on a planted tree

Checked are links to files, and words that start with one of the repository's folders ("cct/import/importer.h"). A path
may hold wildcards (tests/*/CMakeLists.txt) and alternatives (cct/{import,query}); one with <placeholders> is skipped.
"""

import itertools
import pathlib
import re
import sys
import tempfile

FOLDERS = "app|bench|cct|cmake|docs|examples|fuzz|packages|python|renderer|shaders|tests|third_party|\\.ci"
WORD = re.compile(rf"(?<![\w./$~<>:-])((?:\./)?(?:{FOLDERS})/[\w./*{{}},<>+-]*)")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def alternatives(path):
    """a/{b,c}/d -> a/b/d, a/c/d"""
    parts = [part[1:-1].split(",") if part.startswith("{") else [part] for part in re.split(r"(\{[^{}]*\})", path)]
    return ["".join(choice) for choice in itertools.product(*parts)]


def exists(root, path):
    path = path.rstrip("/")
    return any(root.glob(path)) if "*" in path else (root / path).exists()


def documents(root):
    yield from (root / name for name in ("README.md", "CONTRIBUTING.md") if (root / name).exists())
    for folder in ("docs", "examples", "bench", "tests"):
        yield from sorted((root / folder).rglob("*.md"))


def check(root):
    for document in documents(root):
        for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
            for match in WORD.finditer(line):
                word = match.group(1)
                if "<" in word or ">" in word:
                    continue
                for path in alternatives(word.removeprefix("./")):
                    # A full stop or comma that ends the sentence is no part of the path.
                    if not exists(root, path) and not exists(root, path.rstrip(".,")):
                        yield document.relative_to(root), number, path
            for match in LINK.finditer(line):
                target = match.group(1)
                if re.match(r"[a-z]+:", target):
                    continue
                if not (document.parent / target).exists():
                    yield document.relative_to(root), number, target


def self_test():
    good = ("See `cct/cct.h`, [this](docs/a.md#part), docs/a.md. "
            "And cct/{cct,b}.h, cct/*.h, cct/<format>.cpp, x/cct/no.h.\n")
    bad = ["cct/gone.h", "[x](docs/gone.md)", "cct/{cct,gone}.h", "docs/*.txt", "`renderer/gone`"]
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name in ("cct/cct.h", "cct/b.h", "docs/a.md"):
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_text("")
        (root / "README.md").write_text(good + "\n".join(bad) + "\n")
        found = sorted({number for _, number, _ in check(root)})
    expected = list(range(2, 2 + len(bad)))
    if found != expected:
        print(f"lines reported: {found}, expected: {expected}")
    return found != expected


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    missing = list(check(pathlib.Path(sys.argv[1]).resolve()))
    for document, line, path in missing:
        print(f"{document}:{line}: no such file or folder: {path}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
