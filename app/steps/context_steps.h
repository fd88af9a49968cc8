#pragma once

#include <optional>
#include <string>

#include "app/core/app_state.h"

namespace ringscope {

// What commands and menus make of one context: the steps of a pipeline and the query that are about its
// function or its module.

// The context that commands are about when nothing says which: the one under the pointer (none where that is
// a rest segment), else the selected one; kNoContext for none.
[[nodiscard]] ContextId SubjectOf(const ViewState& view);

// Why there is no such context, for users who pressed the key of a command that needs one; empty where there
// is one.
[[nodiscard]] std::string NoSubjectText(const ViewState& view);

// The query for exactly the context's function, `"parse" mod:"libfoo.so"`; empty for the synthetic root
// and a function without a name.
[[nodiscard]] std::string FunctionQuery(const Cct& tree, ContextId context);

// The same for a function without a context.
[[nodiscard]] std::string FunctionQuery(const Frame& frame);

// A step about the context's function (kFocus, kKeep, kHide, kDrop) or its module (kCollapse). Nothing where
// it has no name, or for the synthetic root.
[[nodiscard]] std::optional<TransformStep> StepOn(const Cct& tree, ContextId context, TransformKind kind);
[[nodiscard]] std::optional<TransformStep> StepOn(const Frame& frame, TransformKind kind);

}  // namespace ringscope
