#include "cct/compare/matching/function_keys.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "cct/base/check.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/file_ending.h"
#include "cct/base/text/shell_words.h"

namespace ringscope {
namespace {

constexpr uint32_t kNoText = 0;  // the number of the empty text

// Numbers texts: equal texts have one number.
class TextNumbers {
 public:
  TextNumbers() { static_cast<void>(Number({})); }
  uint32_t Number(std::string text) {
    return numbers_.try_emplace(std::move(text), static_cast<uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::unordered_map<std::string, uint32_t> numbers_;
};

// Applies the rules to texts, once to each different text.
class RuledTexts {
 public:
  RuledTexts(const NameRules& rules, bool is_module) : rules_(rules), is_module_(is_module) {}

  struct Ruled {
    std::string text;
    std::vector<uint32_t> touched;
  };
  const Ruled& Of(std::string_view text) {
    const auto [known, is_new] = ruled_.try_emplace(std::string(text));
    if (is_new) known->second.text = rules_.Apply(text, is_module_, &known->second.touched);
    return known->second;
  }

 private:
  const NameRules& rules_;
  bool is_module_;
  std::unordered_map<std::string, Ruled> ruled_;
};

auto FieldsOf(const Frame& frame) {
  return std::tuple(frame.name, frame.module, frame.file, frame.line, frame.column, frame.kind,
                    frame.call_line);
}

// The qualifiers that frames of one name have: their modules, or for one name and module their files. Frames
// are added side by side.
struct Qualifier {
  static constexpr size_t kNoSide = SIZE_MAX;
  size_t last_side = kNoSide;
  uint32_t sides = 0;           // sides that have the name
  uint32_t sides_with_any = 0;  // sides that have the name with a qualifier
  bool is_ambiguous = false;    // a side has the name with several qualifiers
  uint32_t first = kNoText;     // the first qualifier of the last side

  void Add(size_t side, uint32_t text) {
    if (side != last_side) {
      last_side = side;
      first = kNoText;
      ++sides;
    }
    if (text == kNoText) return;
    sides_with_any += first == kNoText ? 1 : 0;
    is_ambiguous |= first != kNoText && first != text;
    first = text;
  }
  // Whether all sides that have the name know a qualifier.
  [[nodiscard]] bool is_known() const { return sides == sides_with_any; }
};

struct FrameTexts {
  uint32_t name, module, module_file, file;
};

// The modules of a side, without folders.
struct SideModules {
  std::set<std::string> all, with_main, with_start;
  std::set<std::string> native;  // neither libraries nor scripts
};

// Frames of scripts do not tell the program: any number of a script's modules may have a function `main`.
bool IsOfScript(const Frame& frame) {
  return frame.kind == FrameKind::kInterpreted || frame.kind == FrameKind::kJit ||
         frame.file.starts_with("<frozen ") || frame.file == "<string>" || frame.file == "<stdin>" ||
         IsWordOf(EndingOf(frame.file),
                  ".py .pyx .pyc .js .mjs .cjs .ts .tsx .jsx .rb .php .lua .pl .pm .R .r .jl .tcl .el .erl "
                  ".ex .exs .sh");
}
bool IsMain(const Frame& frame) {
  return (frame.name == "main" || frame.name.starts_with("main(")) && !IsOfScript(frame);
}
// The dynamic loader has a `_start` too, which does not count.
bool IsStart(const Frame& frame, std::string_view module) {
  return frame.name == "_start" && !module.starts_with("ld-") && !module.starts_with("ld.") &&
         !IsOfScript(frame);
}

bool IsLibrary(std::string_view file) {
  return file.front() == '[' || file.find(".so.") != std::string_view::npos ||
         IsWordOf(EndingOf(file), ".so .dll .dylib .node .jar .jmod");
}

// Per side, the only one of its `names` that is not in `all` of every side; empty if not exactly one.
std::vector<std::string> LoneNames(std::span<const std::set<std::string>> names,
                                   std::span<const std::set<std::string>> all) {
  std::map<std::string_view, size_t> sides_with;
  for (const std::set<std::string>& of_side : all)
    for (const std::string& name : of_side) ++sides_with[name];
  std::vector<std::string> own;
  for (const std::set<std::string>& of_side : names) {
    std::set<std::string> lone;
    for (const std::string& name : of_side)
      if (sides_with[name] < all.size()) lone.insert(name);
    own.push_back(lone.size() == 1 ? *lone.begin() : std::string());
  }
  return own;
}

// Whether a side also has the chosen name of another side, so that the two cannot be one program.
bool HasNameOfOther(const std::set<std::string>& names, std::span<const std::string> own,
                    std::span<const std::set<std::string>> all) {
  for (size_t side = 0; side < all.size(); ++side) {
    for (const std::string& name : names)
      if (name != own[side] && all[side].contains(name)) return true;
  }
  return false;
}

// Whether two modules may be one program: they share two functions, and half of those of the smaller one.
bool AreAlike(const std::set<std::string>& a, const std::set<std::string>& b) {
  const auto shared = static_cast<size_t>(
      std::ranges::count_if(a, [&b](const std::string& name) { return b.contains(name); }));
  return shared >= 2 && 2 * shared >= std::min(a.size(), b.size());
}

// The first of `words` whose file name is one of `candidates`; empty if there is none.
std::string FirstModule(std::span<const std::string> words, const std::set<std::string>& candidates) {
  for (const std::string& word : words) {
    const std::string file(LastOfPath(word));
    if (candidates.contains(file)) return file;
  }
  return {};
}

std::string ProgramOf(const SideModules& side, const std::string& command) {
  const std::vector<std::string> words = SplitShellWords(command);
  for (const std::set<std::string>* modules : {&side.with_main, &side.with_start}) {
    if (modules->size() == 1) return *modules->begin();
    // Looks at all words, as another command may start the program, as in `sh -c`.
    if (modules->size() > 1) return FirstModule(words, *modules);
  }
  return FirstModule(std::span(words).first(std::min<size_t>(words.size(), 1)), side.all);
}

}  // namespace

Result<FunctionKeys> BuildFunctionKeys(const FrameInterner& frames,
                                       std::span<const std::vector<FrameId>> frames_of_side,
                                       const NameRules& rules, const ProgramModules* programs,
                                       uint64_t max_string_bytes) {
  FunctionKeys keys;
  for (const NameRule& rule : rules.rules()) keys.rules.push_back({rule, 0});
  RuledTexts names(rules, false), modules(rules, true);
  TextNumbers texts;
  std::vector<FrameTexts> of_frame;
  std::unordered_map<uint32_t, Qualifier> modules_of_name;
  const auto is_program = [programs](std::string_view module) {
    return programs != nullptr && !module.empty() && programs->is_module() &&
           std::ranges::find(programs->of_side, module) != programs->of_side.end();
  };
  for (FrameId f = 0; f < frames.size(); ++f) {
    const Frame frame = frames[f];
    const RuledTexts::Ruled& name = names.Of(frame.name);
    const RuledTexts::Ruled& module = modules.Of(frame.module);
    for (const auto* touched : {&name.touched, &module.touched}) {
      for (const uint32_t rule : *touched) ++keys.rules[rule].frames;
    }
    std::string_view its_module = module.text;
    if (is_program(LastOfPath(its_module))) {
      keys.program_frames += LastOfPath(its_module) == programs->joined ? 0 : 1;
      its_module = programs->joined;
    }
    const bool is_begin = programs != nullptr && std::ranges::binary_search(programs->begins, f);
    keys.program_frames += is_begin && name.text != programs->joined_begin ? 1 : 0;
    of_frame.push_back({texts.Number(is_begin ? programs->joined_begin : name.text),
                        texts.Number(std::string(its_module)),
                        texts.Number(std::string(LastOfPath(its_module))),
                        texts.Number(std::string(LastOfPath(frame.file)))});
  }
  std::vector<size_t> last_side(frames.size(), 0);
  const auto for_each = [&](auto add) {
    for (size_t side = 0; side < frames_of_side.size(); ++side) {
      for (const FrameId f : frames_of_side[side]) add(side, f);
    }
  };
  for_each([&](size_t side, FrameId f) {
    last_side[f] = side;
    modules_of_name[of_frame[f].name].Add(side, of_frame[f].module);
  });
  // Two builds lie in two folders: the folders of a module count only if they tell modules of one side apart.
  std::map<std::pair<uint32_t, uint32_t>, Qualifier> folders_of_module;
  for_each([&](size_t side, FrameId f) {
    folders_of_module[{of_frame[f].name, of_frame[f].module_file}].Add(side, of_frame[f].module);
  });
  for (FrameTexts& frame : of_frame) {
    if (!folders_of_module[{frame.name, frame.module_file}].is_ambiguous) frame.module = frame.module_file;
    if (!modules_of_name[frame.name].is_known()) frame.module = kNoText;
  }
  std::map<std::pair<uint32_t, uint32_t>, Qualifier> files_of_function;
  for_each([&](size_t side, FrameId f) {
    files_of_function[{of_frame[f].name, of_frame[f].module}].Add(side, of_frame[f].file);
  });
  // By name, module, file and whether it is a thread.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, bool>, uint32_t> numbers;
  std::vector<FrameId> shown;  // by key: the frame from which it takes file, line and kind
  for (FrameId f = 0; f < frames.size(); ++f) {
    const FrameTexts& frame = of_frame[f];
    const Qualifier& files = files_of_function[{frame.name, frame.module}];
    const uint32_t file = files.is_ambiguous && files.is_known() ? frame.file : kNoText;
    const auto [known, is_new] = numbers.try_emplace(
        {frame.name, frame.module, file, IsThread(frames[f].kind)}, static_cast<uint32_t>(shown.size()));
    keys.key.push_back(known->second);
    if (is_new) {
      shown.push_back(f);
      continue;
    }
    FrameId& best = shown[known->second];
    const bool is_later = last_side[f] > last_side[best];
    if (last_side[f] != last_side[best] ? is_later : FieldsOf(frames[f]) < FieldsOf(frames[best])) best = f;
  }
  FrameInterner interner(max_string_bytes);
  for (const FrameId f : shown) {
    Frame frame = frames[f];
    frame.name = names.Of(frame.name).text;
    frame.module = modules.Of(frame.module).text;
    const FrameId key = interner.Intern(frame);
    RINGSCOPE_TRY(interner.status());
    RINGSCOPE_CHECK(key + 1 == interner.size());
  }
  keys.frames = std::move(interner);
  return keys;
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
        known = ruled.emplace(frame.module, LastOfPath(module)).first;
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
  std::vector<std::set<std::string>> all, native;
  for (const SideModules& side : sides) {
    all.push_back(side.all);
    native.push_back(side.native);
  }
  const std::vector<std::string> own = LoneNames(native, all);
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
  std::set<std::string> names;
  for (const std::string& program : programs.of_side) {
    if (program.empty()) continue;
    programs.joined = program;
    names.insert(program);
  }
  if (names.size() < 2 || HasNameOfOther(names, programs.of_side, all)) return std::nullopt;
  return programs;
}

bool BeginsProgram(const Frame& frame) {
  return IsMain(frame) || IsStart(frame, LastOfPath(frame.module)) ||
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
  const std::vector<std::string> own = LoneNames(of_programs, all);
  std::set<std::string> names(own.begin(), own.end());
  names.erase(std::string());
  if (names.size() < 2 || HasNameOfOther(names, own, all)) return;
  if (!programs) programs.emplace();
  for (const std::string& name : own) {
    if (!name.empty()) programs->joined_begin = name;
  }
  for (const SideBegins& side : sides) {
    for (const FrameId f : side.all) {
      if (names.contains(rules.Apply(frames[f].name, false))) programs->begins.push_back(f);
    }
  }
  std::ranges::sort(programs->begins);
}

}  // namespace ringscope
