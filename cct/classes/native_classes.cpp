#include "cct/classes/native_classes.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/base/text/number_text.h"
#include "cct/names/qualified_name.h"
#include "cct/symbols/dwarf_classes.h"
#include "cct/tree/building/altered_tree.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/frame_table.h"

namespace ringscope {
namespace {

std::string FullName(const ProgramClass& of) {
  return of.scope.empty() ? of.name : of.scope + "::" + of.name;
}

// Interns the class and its superclasses, at most kMaxSuperclasses, as those of a damaged file may form a
// circle.
ClassId InternWithSuperclasses(const std::vector<ProgramClass>& classes, uint32_t which,
                               FrameInterner& frames) {
  std::vector<uint32_t> chain;
  for (uint32_t at = which; at != ProgramClass::kNone && chain.size() <= kMaxSuperclasses;
       at = classes[at].superclass)
    chain.push_back(at);
  ClassId above = kNoClass;
  for (size_t i = chain.size(); i-- > 0;) {
    const ProgramClass& of = classes[chain[i]];
    const std::string package = of.scope.empty() ? std::string() : of.scope + "::";
    above = frames.InternClass({of.name, package, above, ClassKind::kClass});
  }
  return above;
}

// Returns the number of frames whose class was found.
uint64_t FindClasses(const std::vector<FrameId>& of_module, const std::vector<ProgramClass>& classes,
                     FrameInterner& frames) {
  std::unordered_map<std::string, uint32_t> numbers;
  for (uint32_t i = 0; i < classes.size(); ++i) numbers.try_emplace(FullName(classes[i]), i);
  uint64_t found_count = 0;
  for (const FrameId frame : of_module) {
    const auto known = numbers.find(std::string(ClassOfName(frames[frame].name)));
    if (known == numbers.end()) continue;
    frames.SetClass(frame, InternWithSuperclasses(classes, known->second, frames));
    ++found_count;
  }
  return found_count;
}

}  // namespace

Result<CctPtr> WithNativeClasses(const CctPtr& tree, JobControl* job) {
  FrameInterner frames;
  static_cast<void>(frames.InternAll(tree->frames()));
  const FrameFacts& known = tree->frames().facts();
  std::map<std::string, std::vector<FrameId>> by_module;
  // The interner would join equal frames, which only a damaged file has.
  if (frames.size() != tree->frames().size()) return Fail(ErrorCode::kMalformed, "the file has equal frames");
  for (FrameId frame = 0; frame < frames.size(); ++frame) {
    const std::string_view module = frames[frame].module;
    if (module.starts_with('/') && known.ClassOf(frame) == kNoClass)
      by_module[std::string(module)].push_back(frame);
  }
  ImportReport report = tree->report();
  uint64_t found_count = 0, module_count = 0;
  for (const auto& [module, of_module] : by_module) {
    if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
    const ProgramClasses program = ReadProgramClasses(module, [job](uint64_t done, uint64_t whole) {
      if (job != nullptr) job->done_units = done, job->total_units = whole;
      return !IsCancelled(job);
    });
    if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
    const uint64_t here = FindClasses(of_module, program.classes, frames);
    found_count += here;
    module_count += here > 0 ? 1 : 0;
  }
  report.notes.push_back(fmt::format("Classes of {} were found in the debug information of {}.",
                                     CountedText(found_count, "function"),
                                     CountedText(module_count, "module")));
  return WithFrames(tree, std::move(frames).Take(), std::move(report));
}

}  // namespace ringscope
