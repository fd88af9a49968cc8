#include "app/cli/recording/recorded_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/system/mapped_file.h"
#include "cct/base/text/number_text.h"
#include "cct/symbols/program_facts.h"

namespace ringscope {
namespace {

// Names of the functions that the system, the C library and the loader call first in a program or thread.
// `main` is one, as stacks may lack the frames of a C library without frame pointers.
bool IsEntry(std::string_view name) {
  constexpr std::string_view kNames[] = {"_start",
                                         "__libc_start_main",
                                         "__libc_start_call_main",
                                         "main",
                                         "clone",
                                         "clone3",
                                         "__clone",
                                         "__clone3",
                                         "__GI___clone",
                                         "__GI___clone3",
                                         "start_thread",
                                         "_dl_start_user",
                                         "_dl_start",
                                         "_dl_relocate_static_pie"};
  name = name.substr(0, name.find_first_of("@("));
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames) ||
         name.starts_with("runtime.") || name.starts_with("__libc_start_main_impl");
}

// Tells which functions of a tree's files keep frame pointers.
class FrameKeepers {
 public:
  // std::nullopt: unknown.
  std::optional<bool> Keeps(std::string_view module, std::string_view function) {
    const Module& its = Of(module);
    const auto found = its.functions.find(FunctionKey(function));
    if (found != its.functions.end()) return found->second;
    switch (its.all) {
      case FramePointers::kMost:
        return true;
      case FramePointers::kNone:
        return false;
      default:
        return std::nullopt;
    }
  }

 private:
  struct Module {
    FramePointers all = FramePointers::kUnknown;
    FrameKeeping functions;
  };
  const Module& Of(std::string_view path) {
    const auto [at, is_new] = modules_.try_emplace(std::string(path));
    if (!is_new || !path.starts_with('/')) return at->second;
    const auto file = MappedFile::Open(path, MappedFile::Access::kRandom);
    if (!file) return at->second;
    at->second = {FactsOfProgram(file->bytes()).frame_pointers, FunctionsWithFrames(file->bytes())};
    return at->second;
  }
  std::map<std::string, Module, std::less<>> modules_;
};

bool IsOfProgram(FrameKind kind) {
  return kind != FrameKind::kKernel && kind != FrameKind::kThread && kind != FrameKind::kProcess;
}

constexpr double kWorthAHint = 0.1;

double ShareOf(uint64_t part, const StackCheck& check) {
  return static_cast<double>(part) / static_cast<double>(check.judged);
}

}  // namespace

StackCheck& StackCheck::operator+=(const StackCheck& other) {
  judged += other.judged;
  cut += other.cut;
  callerless += other.callerless;
  if (other.most_callerless > most_callerless) {
    callerless_in = other.callerless_in;
    most_callerless = other.most_callerless;
  }
  return *this;
}

StackCheck CheckStacks(const Cct& tree, bool by_frame_pointers) {
  StackCheck check;
  std::vector<MetricIndex> counted;
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    if (tree.metrics()[m].unit == "count") counted.push_back(m);
  }
  if (counted.empty()) counted.push_back(0);
  const auto cost_of = [&](ContextId context) {
    uint64_t cost = 0;
    for (const MetricIndex m : counted) cost += tree.Self(context, m);
    return cost;
  };
  FrameKeepers keepers;
  std::map<std::string, uint64_t, std::less<>> callerless;  // by module
  // The outermost and the innermost function of a program on the path of each context.
  std::vector<std::pair<ContextId, ContextId>> ends(tree.context_count(), {kNoContext, kNoContext});
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    if (context != kRootContext) {
      auto& [outermost, innermost] = ends[context];
      if (IsOfProgram(tree.frames()[tree.FrameOf(context)].kind)) {
        innermost = context;
        if (outermost == kNoContext) outermost = context;
      }
      const uint64_t cost = cost_of(context);
      if (cost > 0 && outermost != kNoContext) {
        check.judged += cost;
        if (!IsEntry(tree.frames()[tree.FrameOf(outermost)].name)) check.cut += cost;
        const Frame last = tree.frames()[tree.FrameOf(innermost)];
        if (by_frame_pointers && !keepers.Keeps(last.module, last.name).value_or(true)) {
          check.callerless += cost;
          callerless[std::string(last.module)] += cost;
        }
      }
    }
    const ContextRange callees = tree.ChildrenOf(context);
    for (ContextId callee = callees.begin; callee < callees.end; ++callee) ends[callee] = ends[context];
  }
  const auto most = std::max_element(callerless.begin(), callerless.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most != callerless.end()) {
    check.callerless_in = most->first.substr(most->first.rfind('/') + 1);
    check.most_callerless = most->second;
  }
  return check;
}

std::string StackCheckText(const StackCheck& check, bool by_frame_pointers) {
  if (check.judged == 0) return {};
  std::string text =
      check.cut == 0 ? "all stacks reach the program's entry"
                     : ShareText(check.cut, check.judged) + " of the stacks do not reach the program's entry";
  if (!by_frame_pointers) return text;
  const bool lacks_callers = ShareOf(check.callerless, check) >= kWorthAHint;
  if (lacks_callers) {
    text += fmt::format(
        "; in {} the last function keeps no frame pointer, so that who called it is missing (most in {})",
        ShareText(check.callerless, check.judged), check.callerless_in);
  }
  if (lacks_callers || ShareOf(check.cut, check) >= kWorthAHint)
    text += ": --tool perf-dwarf finds the callers";
  return text;
}

}  // namespace ringscope
