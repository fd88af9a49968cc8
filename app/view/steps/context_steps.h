#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/view/state/app_state.h"
#include "cct/query/sets/function_index.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What commands and menus make of their subject (CommandSubject): steps of a pipeline and the query, about
// the subject's function or its module.

// What commands are about by default: what the pointer is on (nothing for a rest segment), else the row or
// the segment that was chosen last.
[[nodiscard]] CommandSubject SubjectOf(const ViewState& view);

// Why commands have no subject, for users who pressed the key of one; empty with a subject.
[[nodiscard]] std::string NoSubjectText(const ViewState& view);

// The subject's function; nothing for a group, and for the synthetic root.
[[nodiscard]] std::optional<FrameId> FunctionOf(const Cct& tree, const CommandSubject& subject);
// Of a group that is a file: a function in it; nothing for other groups. O(functions of the tree) for a file.
[[nodiscard]] std::optional<FrameId> FunctionInFile(const Cct& tree, const CommandSubject& subject);
// The query for exactly the subject's contexts (those of its function); empty if no query can select them.
[[nodiscard]] std::string QueryOf(const Cct& tree, const CommandSubject& subject);

// The query for exactly the group that a frame belongs to; empty where groups are functions.
[[nodiscard]] std::string QueryOfGroup(const Frame& frame, GroupBy by);
// The query for exactly one function, `"parse" mod:"libfoo.so"`; empty for one without a name.
[[nodiscard]] std::string FunctionQuery(const Frame& frame);

// A step about the function (kFocus, kKeep, kHide, kDrop) or its module (kCollapse), or about the group.
// Nothing for a subject without a name, or for the synthetic root.
[[nodiscard]] std::optional<TransformStep> StepOn(const Cct& tree, const CommandSubject& subject,
                                                  TransformKind kind);
[[nodiscard]] std::optional<TransformStep> StepOn(const Cct& tree, ContextId context, TransformKind kind);
[[nodiscard]] std::optional<TransformStep> StepOn(const Frame& frame, TransformKind kind);

// The pruning offered before a step that takes long.
inline constexpr double kPruneFirstPercent = 0.01;

// The most contexts that `invert` can make of a tree, as if every context had self cost. O(layers).
[[nodiscard]] uint64_t InvertedContextsAtMost(const Cct& tree);

// The question before the steps of PipelineState::asked_about start.
struct CostlyModel {
  bool visible = false;
  std::string title;  // "Invert 10,000,000 contexts?"
  std::string text;
  std::string prune_label;  // "Prune 0.01 % first"
};
[[nodiscard]] CostlyModel BuildCostlyModel(const AppState& state);

}  // namespace ringscope
