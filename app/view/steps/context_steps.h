#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/view/state/app_state.h"
#include "cct/query/sets/function_index.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The steps of a pipeline and the queries that commands and menus make of their subject (CommandSubject):
// about the subject's function, its module or its group.

// The default subject of commands: the context or row under the pointer (none for a rest segment), else the
// row or segment that was chosen last.
[[nodiscard]] CommandSubject SubjectOf(const ViewState& view);

// Why commands have no subject, for users who pressed a key; empty if there is one.
[[nodiscard]] std::string NoSubjectText(const ViewState& view);

// The subject's function; std::nullopt for a group, and for the synthetic root.
[[nodiscard]] std::optional<FrameId> FunctionOf(const Cct& tree, const CommandSubject& subject);
// A function in a group that is a file; std::nullopt for other subjects. O(functions of the tree) for a file.
[[nodiscard]] std::optional<FrameId> FunctionInFile(const Cct& tree, const CommandSubject& subject);
// The query for exactly the subject's contexts (those of its function); empty if no query can select them.
[[nodiscard]] std::string QueryOf(const Cct& tree, const CommandSubject& subject);

// The query for exactly the group that a frame belongs to; empty where groups are functions.
[[nodiscard]] std::string QueryOfGroup(const Frame& frame, GroupBy by);
// The query for exactly one function, `"parse" mod:"libfoo.so"`; empty for one without a name.
[[nodiscard]] std::string FunctionQuery(const Frame& frame);

// A step about the function (kFocus, kKeep, kHide, kDrop) or its module (kCollapse), or about the group.
// std::nullopt for a subject without a name, or for the synthetic root.
[[nodiscard]] std::optional<TransformStep> StepOn(const Cct& tree, const CommandSubject& subject,
                                                  TransformKind kind);
[[nodiscard]] std::optional<TransformStep> StepOn(const Cct& tree, ContextId context, TransformKind kind);
[[nodiscard]] std::optional<TransformStep> StepOn(const Frame& frame, TransformKind kind);

// The pruning offered before a step that takes long.
inline constexpr double kPruneFirstPercent = 0.01;

// The most contexts that `invert` can make of a tree: their number if every context has self cost. O(layers).
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
