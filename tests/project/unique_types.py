"""Fails where two headers or sources of the program define types of one name in namespace ringscope.

Two such types in one program break it silently: the linker takes the members of one for those of the other. Types of
anonymous namespaces, and those inside of other types or of functions, may share names.

usage: unique_types.py REPOSITORY    checks app, cct and renderer
       unique_types.py --self-test   plants violations in a temporary tree and checks that each is reported
"""

import pathlib
import re
import sys
import tempfile

FOLDERS = ("app", "cct", "renderer")
SUFFIXES = {".h", ".cpp"}
COMMENT_OR_LITERAL = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"([^()\s\\]{0,16})\(.*?\)\1"|'
    r'"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
ATTRIBUTE = re.compile(r"\[\[.*?\]\]|\balignas\s*\([^()]*\)", re.DOTALL)
NAMESPACE = re.compile(r"\s*(?:inline\s+)?namespace\b\s*([\w:]*)\s*\Z")
# What stands before the brace of a definition, without what stands before that. A specialization has a name of its own.
TYPE = re.compile(r"(?:template\s*<.*>\s*)?(?:enum\s+class|enum\s+struct|enum|class|struct|union)\s+(\w+(?:<.*>)?)"
                  r"(?:\s+final)?(?:\s*:(?!:).*)?\Z", re.DOTALL)


def blank_out(match):
    return re.sub(r"[^\n]", " ", match.group(0))


def types_of(text):
    """Name and line of every type that is defined right in namespace ringscope (or in a named one within)."""
    for pattern in (COMMENT_OR_LITERAL, DIRECTIVE, ATTRIBUTE):
        text = pattern.sub(blank_out, text)
    scopes = []  # names of namespaces; "" is an anonymous one, None what is no namespace
    begin = 0    # of what stands before the next brace
    for match in re.finditer(r"[{};]", text):
        head = text[begin:match.start()]
        begin = match.end()
        if match.group() == "}":
            if scopes:
                scopes.pop()
        elif match.group() == "{":
            namespace = NAMESPACE.match(head)
            if namespace:
                scopes.append(namespace.group(1))
                continue
            defined = TYPE.match(head.strip())
            if defined and scopes and all(scopes) and scopes[0].split("::")[0] == "ringscope":
                yield "::".join([*scopes, defined.group(1)]), text.count("\n", 0, match.start()) + 1
            scopes.append(None)


def check_tree(root):
    root = pathlib.Path(root)
    places = {}
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in SUFFIXES:
                continue
            for name, line in types_of(path.read_text(encoding="utf-8")):
                places.setdefault(name, []).append(f"{path.relative_to(root).as_posix()}:{line}")
    return len(places), {name: found for name, found in places.items() if len(found) > 1}


PLANTED = {
    "cct/a.h": "namespace ringscope {\nclass Twice {\n};\nclass Declared;\n}\n",
    "app/b.h": "namespace ringscope {\n// class Twice\nclass Twice final : public std::vector<int> {\n};\n}\n",
    "cct/c.cpp": 'namespace ringscope {\nvoid F() { G("{"); }\nenum class Kind : int { kOne };\n}\n',
    "renderer/d.cpp": "namespace ringscope {\ntemplate <typename T>\nstruct [[nodiscard]] Kind {\n};\n}\n",
    "app/e.h": "namespace ringscope::inner {\nstruct Deep {};\n}\n",
    "app/f.h": "namespace ringscope::inner {\nunion Deep {};\n}\n",
}
PLANTED_NAMES = {"ringscope::Twice", "ringscope::Kind", "ringscope::inner::Deep"}
INNOCENT = {
    "cct/g.cpp": "namespace ringscope {\nnamespace {\nstruct Hidden {};\n}\n"
                 "class Declared {\n struct Part {};\n};\n}\n",
    "cct/h.cpp": "namespace ringscope {\nnamespace {\nstruct Hidden {};\n}\nclass Other {\n struct Part {};\n};\n"
                 "class Twice; enum class Kind : int; struct Twice Made(); const char* kText = R\"(class Other {)\";\n"
                 "void F() { struct Part {}; }\n}\nstruct Deep {};\n",
    "renderer/i.h": "namespace ringscope {\ntemplate <typename T> struct Trait;\ntemplate <> struct Trait<int> {};\n"
                    "template <> struct Trait<char> {};\n}\n",
}


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in (PLANTED | INNOCENT).items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        _, found = check_tree(root)
    if set(found) == PLANTED_NAMES:
        return 0
    print(f"expected {sorted(PLANTED_NAMES)}, found {found}")
    return 1


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    count, found = check_tree(sys.argv[1])
    for name, places in sorted(found.items()):
        print(f"{name} is defined {len(places)} times: {', '.join(places)}")
    print(f"{count} types, {len(found)} of them several times")
    return 1 if found or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
