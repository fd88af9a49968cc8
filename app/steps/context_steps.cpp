#include "app/steps/context_steps.h"

#include "cct/query/language/query.h"

namespace ringscope {

ContextId SubjectOf(const ViewState& view) {
  const uint64_t count = view.tree().context_count();
  if (view.pointed) {
    return view.pointed->rest.empty() && view.pointed->context < count ? view.pointed->context : kNoContext;
  }
  return view.selected < count ? view.selected : kNoContext;
}

std::string NoSubjectText(const ViewState& view) {
  if (SubjectOf(view) != kNoContext) return {};
  if (view.pointed && !view.pointed->rest.empty()) return "A rest segment stands for many contexts: click to open it";
  return "Point at a segment, or right click one, then press the key";
}

std::string FunctionQuery(const Cct& tree, ContextId context) {
  if (context == kRootContext || context >= tree.context_count()) return {};
  return FunctionQuery(tree.FrameAt(context));
}

std::string FunctionQuery(const Frame& frame) {
  if (frame.name.empty()) return {};
  std::string query = ExactQueryText(QueryField::kName, frame.name);
  // Functions of the same name in other modules are other functions.
  if (!frame.module.empty()) query += ' ' + ExactQueryText(QueryField::kModule, frame.module);
  return query;
}

std::optional<TransformStep> StepOn(const Cct& tree, ContextId context, TransformKind kind) {
  if (context == kRootContext || context >= tree.context_count()) return std::nullopt;
  return StepOn(tree.FrameAt(context), kind);
}

std::optional<TransformStep> StepOn(const Frame& frame, TransformKind kind) {
  std::string text;
  if (kind == TransformKind::kCollapse) {
    if (!frame.module.empty()) text = ExactQueryText(QueryField::kModule, frame.module);
  } else {
    text = FunctionQuery(frame);
  }
  if (text.empty()) return std::nullopt;
  auto query = ParseQuery(text);
  if (!query) return std::nullopt;  // longer than a query may be
  return TransformStep{.kind = kind, .query = std::move(*query)};
}

}  // namespace ringscope
