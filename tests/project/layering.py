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
# One folder a feature of the window. What they offer each other is named in OFFERED.
FEATURES = {"app/" + name for name in (
    "core", "documents", "compare", "view", "panes", "details", "steps", "search", "lighting", "timeline", "tables",
    "colors", "source", "saving", "recording", "commands", "settings")}
# One folder a kind of view. They know each other not at all, and the rest of the program knows their table alone.
KINDS = {f"app/views/{folder.name}" for folder in (pathlib.Path(__file__).parents[2] / "app/views").iterdir()
         if folder.is_dir()}
MODEL = ANY_CCT | CHART | FEATURES | {"app/views"}
WIDGETS = {"app/widgets", "app/widgets/table"}
PANELS = MODEL | WIDGETS | {"app/window"}

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
    **{feature: PANELS for feature in FEATURES},
    "app/report": BASE | {"cct/export", "renderer/text", "app/report"},  # what commands say, as a value
    "app/views": MODEL | WIDGETS | DRAWING | {"app/views"},
    "app/diagram": PANELS | DRAWING | {"app/cli", "app/diagram"},  # what kinds of view that draw diagrams share
    "app/plot": PANELS | DRAWING | {"app/plot"},  # what kinds of view that draw plots share
    **{kind: PANELS | DRAWING | {"app/diagram", "app/plot", kind, "app/report", "app/cli", "app/cli/commands"} for kind in KINDS},
    **{folder: FEATURES | CHART | TREE | WIDGETS for folder in WIDGETS},
    "app/cli": MODEL | DRAWING | {"app/report", "app/cli", "app/cli/commands", "app/cli/comparing", "app/cli/recording",
                                  "app/cli/recording/recorders", "app/cli/tracking"},
    "app/cli/commands": MODEL | DRAWING | {"cct/synth", "app/report", "app/cli", "app/cli/commands", "app/views/rings",
                                             "app/views/versions", "app/views/inputs"},
    "app/cli/comparing": MODEL | {"app/report", "app/cli", "app/cli/comparing"},
    "app/cli/recording": MODEL | {"cct/symbols", "cct/trace", "app/cli", "app/cli/recording", "app/cli/recording/recorders"},
    "app/cli/recording/recorders": BASE | {"cct/symbols", "renderer/text", "app/cli", "app/cli/recording/recorders"},
    "app/cli/tracking": MODEL | {"app/report", "app/cli", "app/cli/recording/recorders", "app/cli/tracking"},
    "app/window": PANELS | DRAWING | {"app/cli", "app/window/fonts"},
    "app/window/fonts": FEATURES | TREE | {"app/widgets", "app/window/fonts", "renderer/gl"},
    "bench": PANELS | DRAWING | {"cct/synth", "bench", "app/diagram", "app/views/rings"},
    "fuzz": ANY_CCT | {"cct/trace", "fuzz"},
}

# What a folder of the window offers to the others: its state, its actions, what these do, and these headers; every
# other one is its inside. All of core is offered. The window itself draws the panels of all, from their models.
ALWAYS_OFFERED = re.compile(r"(apply_\w+|\w+_actions|\w+_state)\.h")
OFFERED = {
    "app/documents": {"distinct_titles.h", "document.h", "loaded_tree.h"},
    "app/compare": {"angle_model.h", "compare_model.h", "difference_model.h"},
    "app/view": {"stack_text.h", "view_history.h", "view_navigation.h"},
    "app/panes": set(),
    "app/details": {"self_title.h"},
    "app/steps": {"context_steps.h"},
    "app/search": {"search_outcome.h", "search_run.h"},
    "app/lighting": {"lighting_model.h"},
    "app/timeline": {"timeline_model.h"},
    "app/tables": {"cost_columns.h", "difference_columns.h", "table_model.h", "table_order.h", "table_sorting.h",
                   "tables_panels.h", "tree_table_model.h"},
    "app/colors": {"colors_panels.h", "derived_model.h", "legend_model.h"},
    "app/source": set(),
    "app/recording": set(),
    "app/saving": {"export_losses.h", "saved_view.h", "tree_save.h"},
    "app/commands": {"command.h", "command_tables.h", "key_chord.h", "key_map.h"},
    "app/settings": {"settings.h"},
    "app/views/rings": {"chart_content.h", "rings_depth.h", "rings_kind.h"},
    "app/views/versions": {"versions_plot_command.h"},
    "app/views/inputs": {"inputs_plot_command.h"},
    "app/window": {"window_layout.h"},
    "app/cli": {"command_line.h", "job_watch.h", "load.h", "output.h", "picture_output.h", "syntax.h", "tree_info.h"},
}

# Who sees into all features: it puts their panels together.
ASSEMBLES = {"app/window", "bench"}

# Dear ImGui is for widgets, for panels, and for the window that hosts them.
PANEL_FILE = re.compile(r"_panels?\.(h|cpp)$")

# System headers that only some folders may include: pattern -> those folders.
ONLY_IN = {
    r"(glad|GL|EGL|KHR)/": {"renderer/gl", "app/window", "app/views/rings", "app/diagram"},
    r"GLFW/": {"app/window"},
    r"imgui.*": WIDGETS | {"app/window", "bench"},
    r"flatbuffers/": {"cct/file"},
    r"simdjson.*": set(),
    r"re2/": {"cct/query/language", "cct/compare/matching"},
    r"(git2|dtl/).*": {"cct/source"},
    r"expat\.h": {"cct/import"},
    r"(elfutils/|dwarf\.h|gelf\.h|libelf\.h).*": {"cct/symbols"},
    r"protozero/": {"cct/import", "cct/export"},
    r"(zlib|zstd)\.h": {"cct/import", "cct/import/bytes", "cct/export", "renderer/gl", "renderer/svg", "app/cli"},
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


def is_inside(folder, owner, header):
    """Whether a header belongs to another feature alone. The command line's commands are one room with it."""
    if owner == folder or owner not in OFFERED or folder in ASSEMBLES or folder.startswith(owner + "/"):
        return False
    name = pathlib.PurePosixPath(header).name
    return name not in OFFERED[owner] and not ALWAYS_OFFERED.fullmatch(name)


def blank_out(match):
    """Keeps line numbers and includes, drops comments and the contents of literals."""
    return re.sub(r"[^\n]", " ", match.group(0))


def check_file(root, path):
    folder = folder_of(path)
    if folder is None:
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
            elif is_inside(folder, owner, header):
                yield path, line_at(match.start()), f'"{header}" is an inside of {owner}'
            elif owner in WIDGETS and folder in FEATURES and not PANEL_FILE.search(path):
                yield path, line_at(match.start()), f'only panels know widgets ("{header}")'
            elif folder in KINDS and owner in KINDS and owner != folder:
                yield path, line_at(match.start()), f'kinds of view do not know each other ("{header}")'
            elif folder == "cct/import" and format_of(header) not in (None, format_of(path)):
                yield path, line_at(match.start()), f'what one format needs of another belongs to all ("{header}")'
        for pattern, folders in ONLY_IN.items():
            if re.match(pattern, header) and kind == "<" and folder not in folders:
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
    "app/search/z.cpp": '#include "app/window/viewer.h"\n',
    "app/search/n_panel.cpp": "#include <GLFW/glfw3.h>\n",
    "app/search/u_panel.cpp": 'void F(int* i) { ImGui::InputInt("x", i); }\n',
    "app/cli/o.cpp": '#include "app/window/main_window.h"\n',
    "bench/p.cpp": "#include <GLFW/glfw3.h>\n",
    "fuzz/q.cpp": '#include "app/documents/document.h"\n',
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
    "app/cli/commands/ok.cpp": '#include "app/cli/output.h"\n#include "app/documents/document.h"\n',
    "app/window/ok.cpp": '#include <GLFW/glfw3.h>\n#include "app/search/search_panels.h"\n#include "cct/tree/cct.h"\n',
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
