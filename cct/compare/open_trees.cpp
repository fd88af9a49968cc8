#include "cct/compare/open_trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "cct/base/text/number_text.h"
#include "cct/compare/matching/function_keys.h"
#include "cct/tree/building/frame_interner.h"

namespace ringscope {
namespace {

// The side of an execution; without sides each execution counts as one.
size_t PartOf(const Execution& execution, size_t number) {
  return execution.side ? IndexOf(*execution.side) : number;
}

// The command that started all runs of a side; empty if it is not known, or not the same for all.
std::vector<std::string> CommandsOfSides(std::span<const Execution> executions, size_t side_count) {
  std::vector<std::string> commands(side_count);
  std::vector<bool> is_seen(side_count, false);
  for (size_t e = 0; e < executions.size(); ++e) {
    std::string command(executions[e].ValueOf(kCommandAttribute));
    const size_t part = PartOf(executions[e], e);
    if (is_seen[part] && commands[part] != command) command.clear();
    commands[part] = command;
    is_seen[part] = true;
  }
  return commands;
}

// Adds the frames without a module at the begin of the stacks of a tree, below their threads.
void AddBegins(const MergeSource& source, const FrameInterner& frames, SideBegins& begins) {
  std::vector<ContextId> callers{kRootContext};
  while (!callers.empty()) {
    const ContextRange contexts = source.ChildrenOf(callers.back());
    callers.pop_back();
    for (ContextId context = contexts.begin; context < contexts.end; ++context) {
      const FrameId frame = source.FrameOf(context);
      const bool is_thread = IsThread(frames[frame].kind);
      if (is_thread) callers.push_back(context);
      if (!frames[frame].module.empty()) continue;
      begins.all.push_back(frame);
      const ContextRange callees = source.ChildrenOf(context);
      bool calls_begin = false;
      for (ContextId callee = callees.begin; callee < callees.end && !calls_begin; ++callee)
        calls_begin = BeginsProgram(frames[source.FrameOf(callee)]);
      if (calls_begin && !BeginsProgram(frames[frame])) begins.of_programs.push_back(frame);
    }
  }
}

std::string ProgramNote(const FrameInterner& all, const ProgramModules& programs, uint64_t frames) {
  std::vector<std::string> names;
  const auto add = [&names](std::string_view one) {
    if (!one.empty() && std::find(names.begin(), names.end(), one) == names.end()) names.emplace_back(one);
  };
  for (const std::string& one : programs.of_side) add(one);
  if (!programs.is_module()) {
    for (const FrameId frame : programs.begins) add(all[frame].name);
  }
  constexpr size_t kMostNames = 3;
  std::string list;
  const size_t shown = std::min(names.size(), kMostNames);
  for (size_t k = 0; k < shown; ++k) {
    const bool is_last = k + 1 == names.size();
    list += fmt::format("{}'{}'", k == 0 ? "" : is_last ? " and " : ", ", names[k]);
  }
  if (shown < names.size()) list += fmt::format(" and {} more", names.size() - shown);
  return fmt::format("The programs {} count as one{}: {} changed.", list,
                     programs.is_module() ? " module" : "", CountedText(frames, "frame"));
}

constexpr std::array<std::string_view, kSideCount> kSideSuffix{"@before", "@after"};

// Per side the codes by key; empty if the side knows none.
using SideCodes = std::array<std::vector<CodeHash>, kSideCount>;

void JoinSideCodes(const ComparedTree& one, size_t key_count, std::vector<CodeHash>& codes) {
  const FrameFacts& facts = one.source.tree().frames().facts();
  if (facts.columns().code.empty()) return;
  codes.resize(key_count, kUnknownCode);
  for (FrameId frame = 0; frame < one.key.size(); ++frame)
    codes[one.key[frame]] = JoinCodes(codes[one.key[frame]], facts.CodeOf(frame));
}

constexpr std::string_view kTypesTogether =
    "The types of receivers, arguments and results are those of all profiles together; each profile shows "
    "its own.";

// The frames of the keys, with facts from the executions. Classes are those of the last execution that knows
// them. In a comparison each side has its own values, joined over its runs, with names that end with
// "@before" and "@after"; if both sides know the code of a function, it gets the joined code (kSeveralCodes
// if they differ), and whether its source changed. In a series, values and code are joined over all
// executions. O(frames of all trees). Errors: kLimit (of names and values).
Result<OwnedFrames> TakeWithFacts(FrameInterner keys, std::span<const ComparedTree> trees,
                                  std::span<const Execution> executions) {
  SideCodes codes;
  // From the last execution backwards, as the first fact about a class is kept.
  for (size_t e = trees.size(); e-- > 0;) {
    const ComparedTree& one = trees[e];
    const std::optional<Side> side = executions[e].side;
    FactJoin how{.with_codes = !side, .keeps_classes = true};
    if (side) how.value_suffix = kSideSuffix[IndexOf(*side)];
    keys.JoinFacts(one.source.tree().frames().facts(), one.key, how);
    if (side) JoinSideCodes(one, keys.size(), codes[IndexOf(*side)]);
    RINGSCOPE_TRY(keys.status());
  }
  std::vector<uint8_t> change;
  for (FrameId key = 0; key < codes[0].size() && key < codes[1].size(); ++key) {
    const SourceChange its = ChangeOfCode(codes[0][key], codes[1][key]);
    if (its == SourceChange::kUnknown) continue;
    keys.SetCode(key, JoinCodes(codes[0][key], codes[1][key]));
    change.resize(keys.size(), static_cast<uint8_t>(SourceChange::kUnknown));
    change[key] = static_cast<uint8_t>(its);
  }
  OwnedFrames frames = std::move(keys).Take();
  if (!change.empty()) frames.source_change = std::move(change);
  return frames;
}

}  // namespace

Result<OpenedTrees> OpenTrees(std::span<const CctPtr> trees, std::span<const Execution> executions,
                              std::span<const std::vector<ColumnTarget>> targets,
                              const CompareOptions& options, JobControl* job) {
  FrameInterner frames(options.limits.max_string_bytes);
  // Even a tree without frames needs one for its root.
  static_cast<void>(frames.Intern({}));
  OpenedTrees opened;
  std::vector<std::vector<FrameId>> frames_of_side;
  for (size_t e = 0; e < trees.size(); ++e) {
    Result<MergeSource> source = MergeSource::Open(*trees[e], {}, {}, 0, frames, job);
    if (!source) {
      Error error = std::move(source).error();
      if (error.code == ErrorCode::kMalformed) error.message = executions[e].name + ": " + error.message;
      return tl::unexpected(std::move(error));
    }
    const size_t part = PartOf(executions[e], e);
    if (frames_of_side.size() <= part) frames_of_side.resize(part + 1);
    const std::span<const FrameId> its = source->frame_map();
    frames_of_side[part].insert(frames_of_side[part].end(), its.begin(), its.end());
    const ColumnTarget& cost = targets[e].front();
    const size_t side = executions[e].side ? part : 0;
    opened.trees.push_back({std::move(*source), {}, side, cost.metric, cost.factor});
  }
  std::optional<ProgramModules> programs;
  if (options.joins_programs) {
    programs = FindProgramModules(frames, frames_of_side, CommandsOfSides(executions, frames_of_side.size()),
                                  options.rules);
    std::vector<SideBegins> begins(frames_of_side.size());
    for (size_t e = 0; e < trees.size(); ++e)
      AddBegins(opened.trees[e].source, frames, begins[PartOf(executions[e], e)]);
    FindProgramBegins(frames, begins, options.rules, programs);
  }
  RINGSCOPE_ASSIGN(FunctionKeys keys,
                   BuildFunctionKeys(frames, frames_of_side, options.rules, programs ? &*programs : nullptr,
                                     options.limits.max_string_bytes));
  for (ComparedTree& one : opened.trees) {
    for (const FrameId frame : one.source.frame_map()) one.key.push_back(keys.key[frame]);
  }
  RINGSCOPE_ASSIGN(opened.frames, TakeWithFacts(std::move(keys.frames), opened.trees, executions));
  opened.rules = std::move(keys.rules);
  if (programs) opened.program_note = ProgramNote(frames, *programs, keys.program_frames);
  return opened;
}

Result<PointUnion> OpenPoints(std::span<const CctPtr> trees) {
  std::vector<const Cct*> borrowed;
  for (const CctPtr& tree : trees) borrowed.push_back(tree.get());
  const auto keeps =
      HavePointsInCommon(borrowed) ? PointUnion::Keeps::kByExecution : PointUnion::Keeps::kNone;
  return PointUnion::Open(std::move(borrowed), keeps);
}

Result<void> CheckExecutionCount(size_t count) {
  if (count <= kMaxExecutions) return {};
  return Fail(ErrorCode::kLimit, "expected at most {} profiles to compare, found {}", kMaxExecutions, count);
}

ImportReport JoinedReport(std::string_view format, std::span<const CctPtr> trees,
                          std::vector<Execution> executions, bool keeps_points,
                          std::vector<std::string>& notes) {
  ImportReport report;
  report.format = format;
  report.executions = std::move(executions);
  bool has_points = false, has_types = false;
  for (const CctPtr& tree : trees) {
    report.record_count += tree->report().record_count;
    report.input_bytes += tree->report().input_bytes;
    report.truncated_stack_count += tree->report().truncated_stack_count;
    has_points |= tree->point_count() > 0;
    has_types |= !tree->types().empty();
  }
  if (has_points && !keeps_points) notes.emplace_back(kPointsLeftOut);
  if (has_types) notes.emplace_back(kTypesTogether);
  report.notes = notes;
  return report;
}

}  // namespace ringscope
