#include "app/view/steps/context_steps.h"

#include <fmt/format.h>

#include "cct/base/text/number_text.h"
#include "cct/names/qualified_name.h"
#include "cct/query/language/query.h"
#include "cct/transform/steps/steps.h"

namespace ringscope {
namespace {

std::optional<TransformStep> StepWith(const std::string& text, TransformKind kind) {
  if (text.empty()) return std::nullopt;
  auto query = ParseQuery(text);
  if (!query) return std::nullopt;  // a query that is too long
  return TransformStep{.kind = kind, .query = std::move(*query)};
}

}  // namespace

CommandSubject SubjectOf(const ViewState& view) {
  const uint64_t count = view.tree().context_count();
  const auto context = [&](ContextId one) {
    return one < count ? CommandSubject{.context = one} : CommandSubject{};
  };
  if (view.pointed) return view.pointed->rest.empty() ? context(view.pointed->context) : CommandSubject{};
  if (view.hovered_function) return {.function = view.hovered_function};
  if (!view.chosen_group.empty()) return {.group = view.chosen_group};
  if (view.chosen_function) return {.function = view.chosen_function};
  return context(view.selected);
}

std::string NoSubjectText(const ViewState& view) {
  if (!SubjectOf(view).empty()) return {};
  if (view.pointed && !view.pointed->rest.empty())
    return "A rest segment stands for many contexts: click to open it";
  return "Point at a segment, or choose a row, then press the key";
}

std::optional<FrameId> FunctionOf(const Cct& tree, const CommandSubject& subject) {
  if (subject.context != kNoContext) {
    if (subject.context == kRootContext || subject.context >= tree.context_count()) return std::nullopt;
    return tree.FrameOf(subject.context);
  }
  if (!subject.function || *subject.function >= tree.frames().size()) return std::nullopt;
  return subject.function;
}

std::optional<FrameId> FunctionInFile(const Cct& tree, const CommandSubject& subject) {
  if (!subject.group.starts_with(WordOf(kFieldWords, QueryField::kFile))) return std::nullopt;
  const auto query = ParseQuery(subject.group);
  if (!query || query->nodes.size() != 1 || query->nodes[0].text.empty()) return std::nullopt;
  for (FrameId frame = 0; frame < tree.frames().size(); ++frame)
    if (tree.frames()[frame].file == query->nodes[0].text) return frame;
  return std::nullopt;
}

std::string QueryOf(const Cct& tree, const CommandSubject& subject) {
  if (const auto function = FunctionOf(tree, subject)) return FunctionQuery(tree.frames()[*function]);
  return subject.group;
}

std::string QueryOfGroup(const Frame& frame, GroupBy by) {
  const bool is_code = !IsThread(frame.kind);
  switch (by) {
    case GroupBy::kModule:
      return ExactQueryText(QueryField::kModule, frame.module);
    case GroupBy::kPackage:
      return ExactQueryText(QueryField::kPackage, is_code ? PackageOfName(frame.name) : std::string_view{});
    case GroupBy::kClass:
      return ExactQueryText(QueryField::kClass, is_code ? ClassOfName(frame.name) : std::string_view{});
    case GroupBy::kFile:
      return ExactQueryText(QueryField::kFile, frame.file);
    case GroupBy::kKind:
      return "kind:" + std::string(FrameKindName(frame.kind));
    case GroupBy::kThread:
      return ExactQueryText(QueryField::kThread, frame.name);
    case GroupBy::kFunction:
      break;
  }
  return {};
}

std::string FunctionQuery(const Frame& frame) {
  if (frame.name.empty()) return {};
  std::string query = ExactQueryText(QueryField::kName, frame.name);
  // Functions of one name in different modules are different functions.
  if (!frame.module.empty()) query += ' ' + ExactQueryText(QueryField::kModule, frame.module);
  return query;
}

std::optional<TransformStep> StepOn(const Cct& tree, const CommandSubject& subject, TransformKind kind) {
  if (const auto function = FunctionOf(tree, subject)) return StepOn(tree.frames()[*function], kind);
  return StepWith(subject.group, kind);
}

std::optional<TransformStep> StepOn(const Cct& tree, ContextId context, TransformKind kind) {
  return StepOn(tree, CommandSubject{.context = context}, kind);
}

std::optional<TransformStep> StepOn(const Frame& frame, TransformKind kind) {
  std::string text;
  if (kind == TransformKind::kCollapse) {
    if (!frame.module.empty()) text = ExactQueryText(QueryField::kModule, frame.module);
  } else {
    text = FunctionQuery(frame);
  }
  return StepWith(text, kind);
}

uint64_t InvertedContextsAtMost(const Cct& tree) {
  uint64_t most = 0, layer = 0;
  for (ContextRange run = tree.ChildrenOf(kRootContext); !run.empty(); run = tree.ChildrenOfRun(run))
    most += ++layer * run.size();
  return most;
}

CostlyModel BuildCostlyModel(const AppState& state) {
  CostlyModel model;
  const ViewState* view = ActiveView(state);
  const DocumentState* document = ActiveDocument(state);
  if (view == nullptr || document == nullptr || !view->pipeline.asked_about) return model;
  const Cct& tree = *document->opened.tree;
  model.visible = true;
  model.title = fmt::format("Invert {}?", CountedText(tree.context_count() - 1, "context"));
  model.text = fmt::format(
      "Each context with self cost becomes a path of all its callers: up to {} contexts, of which {} fit. "
      "This takes seconds to minutes and up to 1.5 GB, and fails if more come out. With contexts below {} % "
      "merged into a (rest) of each caller it takes a moment.",
      CountText(InvertedContextsAtMost(tree)), CountText(kMaxInvertedContexts), kPruneFirstPercent);
  model.prune_label = fmt::format("Prune {} % first", kPruneFirstPercent);
  return model;
}

}  // namespace ringscope
