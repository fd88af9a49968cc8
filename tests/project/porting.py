"""Fails where what only Linux (or only POSIX) has spreads to files that docs/porting.md does not list, or the list is out of date.

usage: porting.py REPOSITORY    checks the sources that git knows
       porting.py --self-test   checks a planted tree
"""

import pathlib
import re
import subprocess
import sys
import tempfile

# Where the system is meant to be known: behind cct/base/system, and in what records programs.
ITS_PLACE = ("agents/", "cct/base/system/", "app/cli/recording/", "app/files/recording/")
PRODUCT = ("app/", "cct/", "renderer/")
SYSTEM = [
    re.compile(r"^[ \t]*#[ \t]*include[ \t]*<((?:sys|linux|elfutils|EGL)/[\w/.]+|(?:unistd|fcntl|poll|termios|dlfcn|pthread|signal|"
               r"sched|spawn|dirent|pwd|glob|ftw|link|elf|gelf|libelf|dwarf|cxxabi|execinfo)\.h|csignal)>", re.MULTILINE),
    re.compile(r'"(/(?:proc|sys)/[^"]*|/dev/(?:stdin|stdout|stderr|null)[^"]*|/tmp/[^"]*\{[^"]*)"')]
ROW = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)


def uses(text):
    """What of the system a source file uses."""
    return sorted({match for pattern in SYSTEM for match in pattern.findall(text)})


def check(root, files):
    """Sentences about what is wrong."""
    listed = set(ROW.findall((root / "docs/porting.md").read_text(encoding="utf-8")))
    found = {}
    for path in files:
        if path.startswith(PRODUCT) and not path.startswith(ITS_PLACE) and path.endswith((".h", ".cpp")):
            used = uses((root / path).read_text(encoding="utf-8", errors="replace"))
            if used:
                found[path] = used
    for path in sorted(found.keys() - listed):
        yield f"{path} uses {', '.join(found[path])}: put that behind cct/base/system, or list the file in docs/porting.md"
    for path in sorted(listed - found.keys()):
        yield f"docs/porting.md lists {path}, which uses nothing of the system: take it off the list"


def self_test():
    files = {"docs/porting.md": "| file | what |\n|--|--|\n| `app/a.cpp` | x |\n| `app/gone.cpp` | y |\n",
             "app/a.cpp": "#include <unistd.h>\n", "app/b.cpp": '#include <sys/stat.h>\nopen("/proc/self/exe");\n',
             "app/c.cpp": '#include <string>\n// "/usr/lib" of a profile\n', "cct/base/system/d.cpp": "#include <poll.h>\n",
             "tests/e.cpp": "#include <poll.h>\n"}
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        found = list(check(root, list(files)))
    expected = ["app/b.cpp uses /proc/self/exe, sys/stat.h: put that behind cct/base/system, or list the file in docs/porting.md",
                "docs/porting.md lists app/gone.cpp, which uses nothing of the system: take it off the list"]
    if found != expected:
        print(f"expected {expected}, found {found}")
    return 0 if found == expected else 1


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = pathlib.Path(sys.argv[1])
    listed = subprocess.run(["git", "-C", root, "ls-files"], check=True, capture_output=True, text=True).stdout
    wrong = list(check(root, [path for path in listed.splitlines() if (root / path).is_file()]))
    print("\n".join(wrong) if wrong else "what is Linux only is where docs/porting.md says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
