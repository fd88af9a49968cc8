#include "app/model/search_model.h"

#include <fmt/format.h>

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
  if (view == nullptr) return model;
  const SearchState& search = view->search;
  model.text = search.text;
  model.active = !search.text.empty();
  model.running = search.job != kNoJob;
  if (!model.active || search.outcome == nullptr) return model;
  const SearchOutcome& outcome = *search.outcome;
  // An older result stays on the screen until the newer one is there; its numbers would be taken for the
  // newer one's.
  if (!outcome.complete || outcome.query != search.text) return model;
  model.found = outcome.totals.contexts > 0;
  model.can_step = model.found;
  if (!model.found) {
    model.counts = outcome.matches.empty() ? "Nothing matches" : "Nothing matches below the centre";
    return model;
  }
  const Metric& metric = view->tree().metrics()[view->metric];
  model.counts = fmt::format("{}, {}", Counted(outcome.totals.functions, "function", "functions"),
                             Counted(outcome.totals.contexts, "context", "contexts"));
  model.inclusive =
      fmt::format("{}, {} of the centre", ValueText(outcome.totals.inclusive, metric.unit, metric.scale),
                  ShareText(outcome.totals.inclusive, outcome.view_total));
  return model;
}

}  // namespace ringscope
