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
};

// Modules of scripts have functions `main` too, each as many as it likes.
bool IsOfScript(const Frame& frame) {
  constexpr std::string_view kEndings[] = {".py", ".pyx", ".pyc", ".js",  ".mjs", ".cjs", ".ts", ".tsx", ".jsx",
                                           ".rb", ".php", ".lua", ".pl",  ".pm",  ".R",   ".r",  ".jl",  ".tcl",
                                           ".el", ".erl", ".ex",  ".exs", ".sh"};
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
  return frame.name == "_start" && !module.starts_with("ld-") && !module.starts_with("ld.") && !IsOfScript(frame);
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
                                                 std::span<const std::string> commands, const NameRules& rules) {
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
      if (IsMain(frame)) sides[side].with_main.insert(file);
      if (IsStart(frame, file)) sides[side].with_start.insert(file);
    }
  }
  ProgramModules programs;
  std::set<std::string> names;
  for (size_t side = 0; side < sides.size(); ++side) {
    programs.of_side.push_back(ProgramOf(sides[side], side < commands.size() ? commands[side] : std::string()));
    if (programs.of_side.back().empty()) continue;
    programs.joined = programs.of_side.back();
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

}  // namespace ringscope
