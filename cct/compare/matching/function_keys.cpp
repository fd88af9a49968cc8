#include "cct/compare/matching/function_keys.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "cct/base/check.h"

namespace ringscope {
namespace {

constexpr uint32_t kNoText = 0;  // the empty one

// Texts by number.
class Texts {
 public:
  Texts() { static_cast<void>(Number({})); }
  uint32_t Number(std::string text) {
    return numbers_.try_emplace(std::move(text), static_cast<uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::unordered_map<std::string, uint32_t> numbers_;
};

// What rules make of texts, each text once.
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
  return std::tuple(frame.name, frame.module, frame.file, frame.line, frame.column, frame.kind);
}

// What frames of one name, or of one name and module, have beside it: the module, the file. Frames are added
// side by side.
struct Beside {
  static constexpr size_t kNoSide = SIZE_MAX;
  size_t last_side = kNoSide;
  uint32_t sides = 0;           // that have the name
  uint32_t sides_with_any = 0;  // ... with something beside it
  bool is_ambiguous = false;    // one side has it with several
  uint32_t first = kNoText;     // of the last side

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
  // Whether all sides that have the name know of it.
  [[nodiscard]] bool is_known() const { return sides == sides_with_any; }
};

struct FrameTexts {
  uint32_t name, module, module_file, file;
};

}  // namespace

Result<FunctionKeys> BuildFunctionKeys(const FrameInterner& frames,
                                       std::span<const std::vector<FrameId>> frames_of_side,
                                       const NameRules& rules, const ProgramModules* programs,
                                       uint64_t max_string_bytes) {
  FunctionKeys keys;
  for (const NameRule& rule : rules.rules()) keys.rules.push_back({rule, 0});
  RuledTexts names(rules, false), modules(rules, true);
  Texts texts;
  std::vector<FrameTexts> of_frame;
  std::unordered_map<uint32_t, Beside> modules_of_name;
  const auto is_program = [programs](std::string_view module) {
    return programs != nullptr && !module.empty() && programs->is_module() &&
           std::find(programs->of_side.begin(), programs->of_side.end(), module) != programs->of_side.end();
  };
  for (FrameId f = 0; f < frames.size(); ++f) {
    const Frame frame = frames[f];
    const RuledTexts::Ruled& name = names.Of(frame.name);
    const RuledTexts::Ruled& module = modules.Of(frame.module);
    for (const auto* touched : {&name.touched, &module.touched}) {
      for (const uint32_t rule : *touched) ++keys.rules[rule].frames;
    }
    std::string_view its_module = module.text;
    if (is_program(ModuleFile(its_module))) {
      keys.program_frames += ModuleFile(its_module) == programs->joined ? 0 : 1;
      its_module = programs->joined;
    }
    const bool is_begin =
        programs != nullptr && std::binary_search(programs->begins.begin(), programs->begins.end(), f);
    keys.program_frames += is_begin && name.text != programs->joined_begin ? 1 : 0;
    of_frame.push_back({texts.Number(is_begin ? programs->joined_begin : name.text),
                        texts.Number(std::string(its_module)),
                        texts.Number(std::string(ModuleFile(its_module))),
                        texts.Number(std::string(ModuleFile(frame.file)))});
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
  // Two builds lie in two folders: a module's own count only where they tell modules of one side apart.
  std::map<std::pair<uint32_t, uint32_t>, Beside> folders_of_module;
  for_each([&](size_t side, FrameId f) {
    folders_of_module[{of_frame[f].name, of_frame[f].module_file}].Add(side, of_frame[f].module);
  });
  for (FrameTexts& frame : of_frame) {
    if (!folders_of_module[{frame.name, frame.module_file}].is_ambiguous) frame.module = frame.module_file;
  }
  std::map<std::pair<uint32_t, uint32_t>, Beside> files_of_function;
  for (FrameTexts& frame : of_frame) {
    if (!modules_of_name[frame.name].is_known()) frame.module = kNoText;
  }
  for_each([&](size_t side, FrameId f) {
    files_of_function[{of_frame[f].name, of_frame[f].module}].Add(side, of_frame[f].file);
  });
  // By name, module, file and whether it is a thread.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, bool>, uint32_t> numbers;
  std::vector<FrameId> shown;  // by key: the frame whose place it has
  for (FrameId f = 0; f < frames.size(); ++f) {
    const FrameTexts& frame = of_frame[f];
    const Beside& files = files_of_function[{frame.name, frame.module}];
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

}  // namespace ringscope
