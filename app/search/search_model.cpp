#include "app/search/search_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/search/search.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

void DescribeProblem(const QueryProblem& problem, SearchModel& model) {
  model.problem = DisplayText(problem.message, 400);
  if (problem.column == 0) return;
  model.problem_at = std::min<size_t>(problem.column - 1, model.text.size());
}

constexpr std::array kForms{
    QueryForm{"Names", "parse", "name contains it; capitals count if there are any"},
    QueryForm{"Names", "\"Parser.parse\"", "exactly this name"},
    QueryForm{"Names", "/^std::(map|set)/", "regular expression"},
    QueryForm{"Names", "mod:libc", "module; also pkg: file: class: thread: kind: fn:"},
    QueryForm{"Numbers", "self>5%", "self value over 5 % of the whole tree"},
    QueryForm{"Numbers", "incl>=10%%", "inclusive value, %% of the centre"},
    QueryForm{"Numbers", "self(bytes)>1MB", "another metric, with a unit"},
    QueryForm{"Numbers", "layer<=12", "not deeper than layer 12"},
    QueryForm{"Types", "receiver:ArrayList", "called on such an object; also returns: argument:"},
    QueryForm{"Types", "returns:None > 10%", "in so many of its calls"},
    QueryForm{"Types", "types > 1", "called on objects of several types"},
    QueryForm{"Places", "under:main", "called by it, however far down"},
    QueryForm{"Places", "over:malloc", "calls it, however far up"},
    QueryForm{"Places", "parent:main", "called by it directly; child: calls it directly"},
    QueryForm{"Places", "recursive", "its function is among its callers; also root, leaf"},
    QueryForm{"Together", "parse self>1%", "both"},
    QueryForm{"Together", "mod:libc or kind:kernel", "one of them"},
    QueryForm{"Together", "alloc not (under:init)", "all but those"},
};

}  // namespace

std::span<const QueryForm> QueryForms() { return kForms; }

SearchModel BuildSearchModel(const AppState& state) {
  SearchModel model;
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return model;
  const SearchState& search = view->slots.Get<SearchState>();
  model.text = view->search;
  model.active = !view->search.empty();
  model.running = search.task.running();
  if (search.problem) {
    DescribeProblem(*search.problem, model);
    return model;
  }
  model.can_filter = !IsOnlyBlanks(view->search);
  if (!model.active || search.task.result == nullptr) return model;
  const SearchOutcome& outcome = *search.task.result;
  // The result of an older text stays on the screen, but without its numbers, which would be taken for the
  // newer text's.
  if (!outcome.complete || outcome.text != view->search || outcome.tree != view->shown.tree) return model;
  const MatchTotals& totals = outcome.totals;
  model.found = totals.contexts > 0;
  model.can_step = model.found;
  if (!model.found) {
    const bool elsewhere =
        outcome.hits != nullptr && outcome.hits->matches.AnyIn({0, view->tree().context_count()});
    model.counts = elsewhere ? "Nothing matches below the centre" : "Nothing matches";
    model.can_filter = elsewhere;
    model.suggestion = DisplayText(outcome.suggestion, 80);
    if (model.suggestion.empty()) return model;
    if (model.text.find('*') != std::string::npos) {
      model.counts = "Nothing matches: * is literal";
      model.offer = fmt::format("Did you mean {}?", model.suggestion);
    } else {
      model.counts += fmt::format("; did you mean {}?", model.suggestion);
    }
    return model;
  }
  const Metric& metric = view->tree().metrics()[outcome.metric];
  model.counts = CountedText(totals.contexts, "context") + ", " + CountedText(totals.functions, "function");
  static_cast<CostTexts&>(model) = CostTextsOf(totals.inclusive, totals.self, outcome.view_total, metric);
  if (const SortedMatches* sorted = SortedOf(*view)) {
    const auto rank = CostRankOf(outcome, *sorted, view->selected);
    if (rank) model.position = fmt::format("match {} of {}", CountText(*rank + 1), CountText(sorted->size()));
  }
  return model;
}

}  // namespace ringscope
