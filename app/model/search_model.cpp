#include "app/model/search_model.h"

#include <fmt/format.h>

#include "app/model/display_text.h"
#include "cct/base/number_text.h"

namespace ringscope {
namespace {

std::string Counted(uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", CountText(count), count == 1 ? one : many);
}

}  // namespace

SearchModel BuildSearchModel(const AppState& state) {
  SearchModel model;
  const ViewState* view = ActiveView(state);
  const DocumentState* document = ActiveDocument(state);
  if (view == nullptr || document == nullptr) return model;
  const SearchState& search = view->search;
  model.text = search.text;
  model.active = !search.text.empty();
  model.running = search.job != kNoJob;
  if (!model.active || search.outcome == nullptr) return model;
  const SearchOutcome& outcome = *search.outcome;
  model.error = DisplayText(outcome.error, 300);
  // An older result stays on the screen until the newer one is there; its numbers would be taken for the newer one's.
  if (!outcome.complete || outcome.query != search.text || !model.error.empty()) return model;
  model.found = outcome.context_count > 0;
  if (!model.found) {
    model.counts = outcome.function_count == 0 ? "Nothing matches" : "Nothing matches below the centre";
    return model;
  }
  const Metric& metric = document->tree().metrics()[view->metric];
  model.counts = fmt::format("{}, {}", Counted(outcome.function_count, "function", "functions"),
                             Counted(outcome.context_count, "context", "contexts"));
  model.inclusive = fmt::format("{}, {} of the centre", ValueText(outcome.inclusive, metric.unit, metric.scale),
                                ShareText(outcome.inclusive, outcome.total));
  model.can_step = !outcome.contexts.empty();
  if (search.position >= 0) {
    model.position = fmt::format("{} of {}", CountText(static_cast<uint64_t>(search.position) + 1),
                                 CountText(outcome.contexts.size()));
  }
  return model;
}

}  // namespace ringscope
