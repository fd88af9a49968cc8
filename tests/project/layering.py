"""Fails on every include or call that the architecture forbids (docs/architecture.md, "Folders").

usage: layering.py REPOSITORY    checks the sources of the repository
       layering.py --self-test   plants violations in a temporary tree and checks that each is reported
"""

import pathlib
import re
import sys
import tempfile

BASE = {"cct/base", "cct/base/system", "cct/base/text"}
TREE_ITSELF = BASE | {"cct/tree", "cct/tree/building"}
TREE = TREE_ITSELF | {"cct/names"}
COMPARE = {"cct/compare", "cct/compare/columns", "cct/compare/matching"}
CORE = TREE | {"cct/file", "cct/merge"}
SHARED_IMPORT = {"cct/import", "cct/import/bytes", "cct/import/call_graph", "cct/import/json"}
IMPORT = TREE | SHARED_IMPORT | {"cct/symbols", "cct/trace"}
QUERY = {"cct/query/language", "cct/query/metrics", "cct/query/sets"}
TRANSFORM = {"cct/transform", "cct/transform/engine", "cct/transform/steps"}
ANY_CCT = CORE | SHARED_IMPORT | QUERY | TRANSFORM | COMPARE | {
    "cct/open", "cct/statistics", "cct/classes", "cct/inputs", "cct/compare/answers", "cct/track",
    "cct/source", "cct/table", "cct/blueprint", "cct/export"}
CHART = {"renderer/layout", "renderer/color", "renderer/text", "renderer/legend"}
DRAWING = {"renderer/shapes", "renderer/diagram", "renderer/plot", "renderer/gl", "renderer/svg"}
# The rooms of app/ by floor, the lowest first. A room knows those of lower floors and itself; rooms of one floor do not
# know each other, nor do the kinds of view (app/views/NAME). main.cpp joins what stands on the top floor.
FLOORS = [
    {"core", "widgets", "report"},
    {"view"},
    {"search", "files", "charts"},
    {"tables", "compare", "colors", "details"},
    {"views", "source"},
    {"cli", "window"},
]
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
# Rooms that draw: the others hand plain data to panels.
DRAWS = {"charts", "views", "cli", "window"}

# Folder -> the folders whose headers it may include. A folder that is not listed here is an error: say where it stands.
MAY_INCLUDE = {
    "cct/base": {"cct/base"},
    "cct/base/text": {"cct/base", "cct/base/text"},
    "cct/base/system": {"cct/base", "cct/base/system"},
    "cct/names": BASE | {"cct/names"},
    "cct/tree": BASE | {"cct/tree"},
    "cct/tree/building": TREE_ITSELF,
    "cct/file": TREE_ITSELF | {"cct/file"},
    "cct/merge": TREE_ITSELF | {"cct/merge"},
    "cct/symbols": {"cct/symbols"},
    "cct/trace": TREE | {"cct/trace"},
    "cct/import": IMPORT,
    "cct/import/bytes": BASE | {"cct/import/bytes"},
    "cct/import/call_graph": IMPORT,
    "cct/import/json": IMPORT,
    "cct/open": TREE | {"cct/file", "cct/import", "cct/import/bytes", "cct/transform/steps", "cct/open"},
    "cct/query/language": TREE | {"cct/query/language"},
    "cct/query/metrics": TREE | {"cct/query/language", "cct/query/metrics"},
    "cct/query/sets": TREE | QUERY,
    "cct/transform": TREE | QUERY | TRANSFORM,
    "cct/transform/engine": TREE | {"cct/merge", "cct/query/sets", "cct/transform/engine"},
    "cct/transform/steps": TREE | QUERY | TRANSFORM,
    "cct/statistics": BASE | {"cct/statistics"},
    "cct/inputs": TREE | {"cct/query/metrics", "cct/statistics", "cct/inputs"},
    **{folder: TREE | QUERY | COMPARE | {"cct/merge", "cct/statistics"} for folder in COMPARE},
    "cct/compare/answers": TREE | QUERY | COMPARE | {"cct/statistics", "cct/compare/answers"},
    "cct/track": CORE | COMPARE | {"cct/compare/answers", "cct/track"},
    "cct/source": TREE | {"cct/source"},
    "cct/classes": TREE | {"cct/names", "cct/symbols", "cct/classes"},
    "cct/table": TREE | QUERY | {"cct/statistics", "cct/table"},
    "cct/blueprint": TREE | QUERY | {"cct/table", "cct/blueprint"},
    "cct/export": TREE | QUERY | {"cct/table", "cct/export"},
    "include/ringscope": {"include/ringscope"},  # C, for other programs
    "cct/c_api": CORE | {"include/ringscope", "cct/c_api"},
    # What runs inside the programs that are recorded.
    **{f"agents/{name}": TREE | {"cct/file", "cct/trace", "agents/common", f"agents/{name}"}
       for name in ("common", "native", "python")},
    "agents/java": TREE | {"cct/file", "cct/trace", "agents/common", "agents/java", "agents/java/class_file"},
    "agents/java/class_file": {"agents/java/class_file"},
    "cct/synth": TREE | {"cct/synth"},
    "renderer/layout": TREE | {"renderer/layout"},
    "renderer/color": TREE | {"renderer/layout", "renderer/color"},
    "renderer/text": TREE | {"renderer/layout", "renderer/text"},
    "renderer/legend": TREE | CHART | {"cct/query/language"},
    "renderer/shapes": TREE | {"renderer/layout", "renderer/color", "renderer/text", "renderer/shapes"},
    "renderer/diagram": TREE | {"renderer/color", "renderer/shapes", "renderer/diagram"},
    "renderer/plot": TREE | {"renderer/color", "renderer/text", "renderer/shapes", "renderer/plot"},
    "renderer/gl": TREE | CHART | {"renderer/shapes", "renderer/gl", "shaders"},
    "shaders": {"shaders"},  # constants that C++ and GLSL share
    "renderer/svg": TREE | CHART | {"renderer/shapes", "renderer/svg"},
    "renderer/page": TREE | {"cct/query/sets", "cct/table", "renderer/layout", "renderer/color", "renderer/page"},
    # What rooms of app/ may include of each other is a matter of floors (above).
    "app": ANY_CCT | CHART | DRAWING | {"renderer/page", "cct/synth", "cct/symbols", "cct/trace", "app"},
    "bench": ANY_CCT | CHART | DRAWING | {"cct/synth", "bench", "app"},
    "fuzz": ANY_CCT | {"cct/trace", "fuzz"},
}

# Dear ImGui is for widgets, for panels, and for the window that hosts them.
PANEL_FILE = re.compile(r"_panels?\.(h|cpp)$|/view/(panel|table/\w+)\.(h|cpp)$")
# Plain values among the widgets: keys.
VALUES_OF_WIDGETS = {"app/widgets/key_chord.h", "app/widgets/key_chord.h"}

# System headers that only some folders may include: pattern -> those folders.
ONLY_IN = {
    r"(glad|GL|EGL|KHR)/": {"renderer/gl", "app/window", "app/views", "app/charts"},
    r"GLFW/": {"app/window"},
    r"imgui.*": {"app/widgets", "app/window", "bench"},
    r"flatbuffers/": {"cct/file"},
    r"simdjson.*": set(),
    r"re2/": {"cct/query/language", "cct/compare/matching"},
    r"(git2|dtl/).*": {"cct/source"},
    r"expat\.h": {"cct/import"},
    r"(elfutils/|dwarf\.h|gelf\.h|libelf\.h).*": {"cct/symbols"},
    r"protozero/": {"cct/import", "cct/export"},
    r"(zlib|zstd)\.h": {"cct/tree", "cct/tree/building", "cct/import", "cct/import/bytes", "cct/export",
                         "renderer/gl", "renderer/svg", "renderer/page", "app/cli"},
    r"(fontconfig|ft2build|freetype).*": {"renderer/gl", "app/window"},
    r"CLI/": {"app/cli"},
    r"(Python\.h|internal/pycore_.*)": {"agents/python"},
    r"gtest/": set(),
    r"benchmark/": {"bench"},
}

# What the library never does: print, end the program, throw. Folders -> (what, pattern). check.h reports broken
# invariants.
PRINTING = [
    ("printing", r"#\s*include\s*<(cstdio|stdio\.h|iostream|print|fmt/ostream\.h)>"),
    ("printing", r"\bstd::(cout|cerr|clog)\b|\bfmt::print(ln)?\s*\(|\b(f|v|d)?printf\s*\(|\bf?puts\s*\("),
    ("ending the program", r"(?<![\w.>:])(std::|::)?(_exit|exit|_Exit|quick_exit|abort|terminate)\s*\("),
]
# Memory that runs out is told as `new` tells it.
THROWING = [("throwing", r"\bthrow\b(?!\s*\(\)|\s*;|\s+std::bad_alloc\(\))")]
# ImGui's own text boxes undo what was typed into another text: TextField() is the way to them.
TEXT_BOXES = [("a text box of ImGui", r"\bImGui::Input(Text|Int|Float|Double|Scalar)\w*\s*\(")]
FORBIDDEN = {
    folder: (PRINTING if folder.startswith("cct") else []) + THROWING + TEXT_BOXES
    for folder in MAY_INCLUDE
}
EXEMPT = {"cct/base/check.h", "app/widgets/text_field.cpp"}

SUFFIXES = {".h", ".cpp", ".c", ".cc", ".hpp"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^">]+)[">]', re.MULTILINE)
COMMENT_OR_LITERAL = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"([^()\s\\]{0,16})\(.*?\)\1"|'
    r'"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)


def folder_of(path):
    """The architectural folder of a path relative to the repository: the longest listed prefix."""
    parts = pathlib.PurePosixPath(path).parent.parts
    for length in range(len(parts), 0, -1):
        candidate = "/".join(parts[:length])
        if candidate in MAY_INCLUDE:
            # A new subfolder of a parent must be listed by itself; below a leaf it belongs to the leaf, and below the
            # importers to a format.
            is_parent = any(other.startswith(candidate + "/") for other in MAY_INCLUDE)
            return candidate if length == len(parts) or not is_parent or candidate == "cct/import" else None
    return None


def format_of(path):
    """The folder of one format (or family of formats) below the importers, or None."""
    parts = pathlib.PurePosixPath(path).parts
    if parts[:2] != ("cct", "import") or len(parts) != 4 or "/".join(parts[:3]) in SHARED_IMPORT:
        return None
    return parts[2]


def room_of(path):
    """The room of a file of app/ ("app/views/rings" of kinds of view), or None of main.cpp."""
    parts = pathlib.PurePosixPath(path).parts
    return None if len(parts) < 3 else parts[1]


def kind_of(path):
    """The folder of one kind of view, or None."""
    parts = pathlib.PurePosixPath(path).parts
    return parts[2] if parts[:2] == ("app", "views") and len(parts) > 3 else None


def floors_violation(path, header):
    """Why a file of app/ must not include another one, or None."""
    room, other = room_of(path), room_of(header)
    if room is None or room == other:
        if kind_of(header) not in (None, kind_of(path)):
            return f'kinds of view do not know each other ("{header}")'
        return None
    if other is None or FLOOR_OF.get(other, len(FLOORS)) >= FLOOR_OF[room]:
        return f'{room} must not include {other}, which stands no lower ("{header}")'
    if other == "widgets" and room not in DRAWS and not PANEL_FILE.search(path) and header not in VALUES_OF_WIDGETS:
        return f'only panels know widgets ("{header}")'
    return None


def blank_out(match):
    """Keeps line numbers and includes, drops comments and the contents of literals."""
    return re.sub(r"[^\n]", " ", match.group(0))


def check_file(root, path):
    folder = folder_of(path)
    if folder is None or (folder == "app" and room_of(path) is not None and room_of(path) not in FLOOR_OF):
        yield path, 1, "the folder has no entry in tests/project/layering.py"
        return
    text = (root / path).read_text(encoding="utf-8")
    code = COMMENT_OR_LITERAL.sub(
        lambda match: match.group(0) if is_include(text, match.start()) else blank_out(match), text)
    line_at = lambda offset: text.count("\n", 0, offset) + 1

    for match in INCLUDE.finditer(code):
        kind, header = match.groups()
        if kind == '"':
            # Generated headers live in the folder of their schema or shaders; files beside others are named in full.
            owner = folder_of(header)
            if owner is None:
                yield path, line_at(match.start()), f'"{header}" is not named from the repository\'s root'
            elif owner not in MAY_INCLUDE[folder]:
                yield path, line_at(match.start()), f'{folder} must not include {owner} ("{header}")'
            elif folder == "app" and owner == "app" and (why := floors_violation(path, header)):
                yield path, line_at(match.start()), why
            elif folder == "app" and owner in DRAWING and room_of(path) not in DRAWS:
                yield path, line_at(match.start()), f'{room_of(path)} must not include {owner} ("{header}")'
            elif folder == "cct/import" and format_of(header) not in (None, format_of(path)):
                yield path, line_at(match.start()), f'what one format needs of another belongs to all ("{header}")'
        for pattern, folders in ONLY_IN.items():
            if re.match(pattern, header) and kind == "<" and not folders & {folder, "/".join(path.split("/")[:2])}:
                allowed = ", ".join(sorted(folders)) or "tests"
                yield path, line_at(match.start()), f"<{header}> belongs in {allowed} only"
    if path not in EXEMPT:
        for what, pattern in FORBIDDEN[folder]:
            for match in re.finditer(pattern, code):
                yield path, line_at(match.start()), f"{what} is not for {folder}: {match.group(0).strip()}"


def is_include(text, offset):
    line_start = text.rfind("\n", 0, offset) + 1
    return re.match(r"[ \t]*#[ \t]*include[ \t]*$", text[line_start:offset]) is not None


def check_tree(root):
    root = pathlib.Path(root)
    tops = sorted({folder.split("/")[0] for folder in MAY_INCLUDE})
    files = [path for top in tops for path in sorted((root / top).rglob("*")) if path.suffix in SUFFIXES]
    violations = [v for path in files for v in check_file(root, path.relative_to(root).as_posix())]
    return len(files), violations


PLANTED = {
    "cct/tree/a.cpp": '#include "cct/import/importer.h"\n',
    "cct/base/b.h": '#include "cct/tree/cct.h"\n',
    "cct/tree/c.cpp": "#include <iostream>\n",
    "cct/tree/d.cpp": 'void F() { std::exit(1); }\n',
    "cct/query/sets/e.cpp": 'void F() { std::printf("x"); }\n',
    "cct/query/language/v.cpp": '#include "cct/query/sets/select.h"\n',
    "cct/transform/engine/w.cpp": '#include "cct/transform/steps/steps.h"\n',
    "cct/import/f.cpp": '#include "renderer/layout/layout.h"\n',
    "cct/import/g.cpp": "void F() { throw 1; }\n",
    "cct/import/folded/s.cpp": '#include "cct/import/perf/perf_line.h"\n',
    "cct/import/t.cpp": '#include "cct/import/perf/perf_line.h"\n',
    "cct/new_folder/h.cpp": "int x;\n",
    "cct/x.cpp": "int x;\n",
    "renderer/layout/i.cpp": '#include "renderer/gl/chart.h"\n',
    "renderer/layout/j.cpp": "#include <glad/gl.h>\n",
    "renderer/svg/k.cpp": '  #  include "renderer/gl/chart.h"\n',
    "app/core/l.cpp": "#include <imgui.h>\n",
    "app/search/m.cpp": '#include "app/widgets/widgets.h"\n',
    "app/search/y.cpp": '#include "app/tables/table_filter.h"\n',
    "app/tables/a.cpp": '#include "app/details/details_model.h"\n',
    "app/core/b.cpp": '#include "app/view/state/app_state.h"\n',
    "app/views/rings/c.cpp": '#include "app/views/matrix/matrix.h"\n',
    "app/window/d.cpp": '#include "app/cli/output.h"\n',
    "app/tables/e.cpp": '#include "renderer/gl/chart.h"\n',
    "app/attic/f.cpp": "int x;\n",
    "app/search/z.cpp": '#include "app/window/viewer.h"\n',
    "app/search/n_panel.cpp": "#include <GLFW/glfw3.h>\n",
    "app/search/u_panel.cpp": 'void F(int* i) { ImGui::InputInt("x", i); }\n',
    "app/cli/o.cpp": '#include "app/window/main_window.h"\n',
    "bench/p.cpp": "#include <GLFW/glfw3.h>\n",
    "fuzz/q.cpp": '#include "app/view/document.h"\n',
    "renderer/gl/r.cpp": '#include "sibling.h"\n',
}
INNOCENT = {
    "cct/base/check.h": "#include <cstdio>\nvoid F() { std::abort(); }\n",
    "cct/import/import_profile.cpp": '#include "cct/import/importers.h"\n',
    "cct/import/perf/ok.cpp": '#include "cct/import/perf/perf_line.h"\n#include "cct/import/bytes/line_blocks.h"\n',
    "cct/tree/ok.cpp": '// throw, exit(1), #include <iostream>\n#include "cct/base/result.h"\n#include <vector>\n'
                       'const char* kText = "throw printf(1)"; int on_exit_count(); bool Exit(int); int x = 1\'000;\n'
                       'void G() { snprintf_like(); job.abort(); }\n',
    "app/widgets/text_field.cpp": 'void F(char* t) { ImGui::InputText("x", t, 1); }\n',
    "app/search/ok_panel.cpp": '#include "app/widgets/widgets.h"\n#include "app/search/search_model.h"\n'
                               'void F(char* t) { TextField("x", "", t, ImGuiInputTextFlags_None); }\n',
    "app/cli/commands/ok.cpp": '#include "app/cli/output.h"\n#include "app/view/document.h"\n',
    "app/main.cpp": '#include "app/cli/output.h"\n#include "app/window/os_window.h"\n',
    "app/core/ok.cpp": '#include "app/core/action.h"\n',
    "app/view/ok.cpp": '#include "app/widgets/key_chord.h"\n',
    "app/views/rings/ok.cpp": '#include <glad/gl.h>\n#include "app/charts/chart.h"\n#include "renderer/gl/chart.h"\n',
    "app/window/ok.cpp": '#include <GLFW/glfw3.h>\n#include "app/search/search_panel.h"\n#include "cct/tree/cct.h"\n',
    "renderer/gl/ok.cpp": '#include <glad/gl.h>\n#include "renderer/layout/arc_batch.h"\n',
}


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in (PLANTED | INNOCENT).items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        _, violations = check_tree(root)
        reported = {path for path, _, _ in violations}
        missed = sorted(set(PLANTED) - reported)
        wrong = [v for v in violations if v[0] in INNOCENT]
    for path in missed:
        print(f"not reported: {path}: {PLANTED[path].strip()}")
    for path, line, message in wrong:
        print(f"wrongly reported: {path}:{line}: {message}")
    return 1 if missed or wrong else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    count, violations = check_tree(sys.argv[1])
    for path, line, message in violations:
        print(f"{path}:{line}: {message}")
    print(f"{count} files, {len(violations)} violations")
    return 1 if violations or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
