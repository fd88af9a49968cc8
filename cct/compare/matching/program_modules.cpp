#include "cct/compare/matching/program_modules.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "cct/base/text/shell_words.h"

namespace ringscope {
namespace {

// The modules of a side, by what they hold.
struct SideModules {
  std::set<std::string> all, with_main, with_start;
  std::set<std::string> native;  // neither libraries nor of scripts
};

// Modules of scripts have functions `main` too, each as many as it likes.
bool IsOfScript(const Frame& frame) {
  constexpr std::string_view kEndings[] = {".py",  ".pyx", ".pyc", ".js",  ".mjs", ".cjs", ".ts", ".tsx",
                                           ".jsx", ".rb",  ".php", ".lua", ".pl",  ".pm",  ".R",  ".r",
                                           ".jl",  ".tcl", ".el",  ".erl", ".ex",  ".exs", ".sh"};
  return frame.kind == FrameKind::kInterpreted || frame.kind == FrameKind::kJit ||
         frame.file.starts_with("<frozen ") || frame.file == "<string>" || frame.file == "<stdin>" ||
         std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&](std::string_view ending) { return frame.file.ends_with(ending); });
}
bool IsMain(const Frame& frame) {
  return (frame.name == "main" || frame.name.starts_with("main(")) && !IsOfScript(frame);
}
// The dynamic loader begins as programs do.
bool IsStart(const Frame& frame, std::string_view module) {
  return frame.name == "_start" && !module.starts_with("ld-") && !module.starts_with("ld.") &&
         !IsOfScript(frame);
}

bool IsLibrary(std::string_view file) {
  constexpr std::string_view kEndings[] = {".so", ".dll", ".dylib", ".node", ".jar", ".jmod"};
  return file.front() == '[' || file.find(".so.") != std::string_view::npos ||
         std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&](std::string_view ending) { return file.ends_with(ending); });
}

// Of the names of each side the only one that not all sides have; empty where there is none, or are several.
std::vector<std::string> OnlyOwnOf(std::span<const std::set<std::string>> names,
                                   std::span<const std::set<std::string>> all) {
  std::vector<std::string> own;
  for (const std::set<std::string>& of_side : names) {
    std::set<std::string> lone;
    for (const std::string& name : of_side) {
      if (!std::all_of(all.begin(), all.end(), [&](const auto& other) { return other.contains(name); }))
        lone.insert(name);
    }
    own.push_back(lone.size() == 1 ? *lone.begin() : std::string());
  }
  return own;
}

// Whether two modules may be one program: they have two functions and more in common, at least half of the
// smaller one's.
bool AreAlike(const std::set<std::string>& a, const std::set<std::string>& b) {
  const auto shared = static_cast<size_t>(
      std::count_if(a.begin(), a.end(), [&b](const std::string& name) { return b.contains(name); }));
  return shared >= 2 && 2 * shared >= std::min(a.size(), b.size());
}

// The first of `words` that is a module's file.
std::string FirstModule(std::span<const std::string> words, const std::set<std::string>& candidates) {
  for (const std::string& word : words) {
    const std::string file(ModuleFile(word));
    if (candidates.contains(file)) return file;
  }
  return {};
}

std::string ProgramOf(const SideModules& side, const std::string& command) {
  const std::vector<std::string> words = SplitShellWords(command);
  for (const std::set<std::string>* modules : {&side.with_main, &side.with_start}) {
    if (modules->size() == 1) return *modules->begin();
    // It may be started by others, as by `sh -c`.
    if (modules->size() > 1) return FirstModule(words, *modules);
  }
  return FirstModule(std::span(words).first(std::min<size_t>(words.size(), 1)), side.all);
}

}  // namespace

std::string_view ModuleFile(std::string_view module) {
  const size_t slash = module.find_last_of("/\\");
  return slash == std::string_view::npos ? module : module.substr(slash + 1);
}

std::optional<ProgramModules> FindProgramModules(const FrameInterner& frames,
                                                 std::span<const std::vector<FrameId>> frames_of_side,
                                                 std::span<const std::string> commands,
                                                 const NameRules& rules) {
  std::map<std::string, std::string, std::less<>> ruled;  // a module's file by the module
  std::vector<SideModules> sides(frames_of_side.size());
  for (size_t side = 0; side < sides.size(); ++side) {
    for (const FrameId f : frames_of_side[side]) {
      const Frame frame = frames[f];
      if (frame.module.empty() || frame.kind == FrameKind::kKernel || IsThread(frame.kind)) continue;
      auto known = ruled.find(frame.module);
      if (known == ruled.end()) {
        const std::string module = rules.Apply(frame.module, true);
        known = ruled.emplace(frame.module, ModuleFile(module)).first;
      }
      const std::string& file = known->second;
      if (file.empty()) continue;
      sides[side].all.insert(file);
      if (!IsOfScript(frame) && !IsLibrary(file)) sides[side].native.insert(file);
      if (IsMain(frame)) sides[side].with_main.insert(file);
      if (IsStart(frame, file)) sides[side].with_start.insert(file);
    }
  }
  ProgramModules programs;
  std::set<std::string> names;
  std::vector<std::set<std::string>> all, native;
  for (const SideModules& side : sides) {
    all.push_back(side.all);
    native.push_back(side.native);
  }
  const std::vector<std::string> own = OnlyOwnOf(native, all);
  for (size_t side = 0; side < sides.size(); ++side)
    programs.of_side.push_back(
        ProgramOf(sides[side], side < commands.size() ? commands[side] : std::string()));
  const std::vector<std::string> told = programs.of_side;
  const auto candidate = [&](size_t side) { return told[side].empty() ? own[side] : told[side]; };
  const auto functions = [&](size_t side) {
    std::set<std::string> its;
    for (const FrameId f : frames_of_side[side]) {
      const auto known = ruled.find(frames[f].module);
      if (known != ruled.end() && known->second == candidate(side))
        its.insert(rules.Apply(frames[f].name, false));
    }
    return its;
  };
  for (size_t side = 0; side < sides.size(); ++side) {
    if (!told[side].empty() || own[side].empty()) continue;
    size_t other = 0;
    while (other < sides.size() && (other == side || candidate(other).empty())) ++other;
    if (other < sides.size() && AreAlike(functions(side), functions(other)))
      programs.of_side[side] = own[side];
  }
  for (size_t side = 0; side < sides.size(); ++side) {
    if (programs.of_side[side].empty()) continue;
    programs.joined = programs.of_side[side];
    names.insert(programs.joined);
  }
  if (names.size() < 2) return std::nullopt;
  for (size_t side = 0; side < sides.size(); ++side) {
    const bool has_other = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return name != programs.of_side[side] && sides[side].all.contains(name);
    });
    if (has_other) return std::nullopt;
  }
  return programs;
}

bool BeginsProgram(const Frame& frame) {
  return IsMain(frame) || IsStart(frame, ModuleFile(frame.module)) ||
         frame.name.starts_with("__libc_start") || frame.name == "runtime.main" ||
         frame.name == "runtime.goexit";
}

void FindProgramBegins(const FrameInterner& frames, std::span<const SideBegins> sides, const NameRules& rules,
                       std::optional<ProgramModules>& programs) {
  std::vector<std::set<std::string>> all, of_programs;
  for (const SideBegins& side : sides) {
    std::set<std::string>&its = all.emplace_back(), &own = of_programs.emplace_back();
    for (const FrameId f : side.all) its.insert(rules.Apply(frames[f].name, false));
    for (const FrameId f : side.of_programs) own.insert(rules.Apply(frames[f].name, false));
  }
  const std::vector<std::string> own = OnlyOwnOf(of_programs, all);
  std::set<std::string> names(own.begin(), own.end());
  names.erase(std::string());
  if (names.size() < 2) return;
  // Where one side begins with another one's name too the two are not one.
  for (size_t side = 0; side < sides.size(); ++side) {
    for (const std::string& name : names) {
      if (name != own[side] && all[side].contains(name)) return;
    }
  }
  if (!programs) programs.emplace();
  for (const std::string& name : own) {
    if (!name.empty()) programs->joined_begin = name;
  }
  for (const SideBegins& side : sides) {
    for (const FrameId f : side.all) {
      if (names.contains(rules.Apply(frames[f].name, false))) programs->begins.push_back(f);
    }
  }
  std::sort(programs->begins.begin(), programs->begins.end());
}

}  // namespace ringscope
