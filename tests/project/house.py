"""Fails where the product grows small pieces again: folders with too many files, headers that one file includes.

usage: house.py REPOSITORY    checks the files that git knows
       house.py --self-test   checks a planted tree
"""

import collections
import pathlib
import re
import subprocess
import sys
import tempfile

PRODUCT = ("app", "cct", "renderer", "agents", "include", "python", "shaders")
CODE = {".cpp", ".h", ".c", ".java", ".py", ".vert", ".frag"}
MOST_FILES_OF_A_FOLDER = 25
# A header that one file includes is a part of that file, unless it is a real seam: so many are.
MOST_HEADERS_OF_ONE_USER = 40
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)


def crowded_folders(files):
    count = collections.Counter(str(pathlib.PurePosixPath(path).parent) for path in files)
    for folder, number in sorted(count.items()):
        if number > MOST_FILES_OF_A_FOLDER:
            yield f"{folder}: {number} code files, expected at most {MOST_FILES_OF_A_FOLDER}"


def headers_of_one_user(root, product, code):
    """Headers of the product that one other file includes, its own .cpp not counted."""
    users = collections.defaultdict(set)
    for path in code:
        for header in INCLUDE.findall((root / path).read_text(encoding="utf-8", errors="replace")):
            if pathlib.PurePosixPath(header).with_suffix("") != pathlib.PurePosixPath(path).with_suffix(""):
                users[header].add(path)
    return sorted((path, *users[path]) for path in product if path.endswith(".h") and len(users[path]) == 1)


def check(root, files, most_headers=MOST_HEADERS_OF_ONE_USER):
    """Sentences about what is wrong."""
    product = [path for path in files
               if path.split("/")[0] in PRODUCT and pathlib.PurePosixPath(path).suffix in CODE]
    code = [path for path in files if path.endswith((".h", ".cpp", ".c"))]
    wrong = list(crowded_folders(product))
    lone = headers_of_one_user(root, product, code)
    if len(lone) > most_headers:
        wrong.append(f"{len(lone)} headers have one user, expected at most {most_headers}:")
        wrong += [f"  {header} <- {user}" for header, user in lone]
    return wrong


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        files = {f"app/room/file_{i}.cpp": "" for i in range(26)}
        files |= {"cct/a.h": "", "cct/a.cpp": '#include "cct/a.h"\n', "cct/b.h": '#include "cct/a.h"\n',
                  "cct/c.cpp": '#include "cct/b.h"\n', "tests/d.cpp": '#include "cct/b.h"\n'}
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        found = check(root, list(files), 0)
    expected = ["app/room: 26 code files, expected at most 25", "1 headers have one user, expected at most 0:",
                "  cct/a.h <- cct/b.h"]
    if found != expected:
        print(f"expected {expected}, found {found}")
    return 0 if found == expected else 1


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = pathlib.Path(sys.argv[1])
    listed = subprocess.run(["git", "-C", root, "ls-files"], check=True, capture_output=True, text=True).stdout
    files = [path for path in listed.splitlines() if (root / path).is_file()]
    wrong = check(root, files)
    print("\n".join(wrong) if wrong else f"{len(files)} files, as they should be")
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main())
