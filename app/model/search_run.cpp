#include "app/model/search_run.h"

#include <utility>

#include "app/model/view_total.h"

namespace ringscope {

ContextRange SearchRoots(const ViewRoot& root) {
  return root.is_run() ? root.run : ContextRange{root.context, root.context + 1};
}

void RunSearch(const effect::StartSearch& search, JobControl& job,
               const std::function<void(std::shared_ptr<const SearchOutcome>)>& deliver) {
  const Cct& tree = *search.tree.tree;
  SearchOutcome outcome;
  outcome.query = search.query;
  outcome.tree = search.tree.tree;
  outcome.matches = MatchFrames(tree.frames(), *search.tree.functions, search.query);
  outcome.view_total = ViewTotal(tree, search.root, search.metric);
  deliver(std::make_shared<const SearchOutcome>(outcome));
  auto totals = CountMatches(tree, *search.tree.functions, outcome.matches, SearchRoots(search.root),
                             search.metric, &job);
  if (!totals) {
    deliver(nullptr);
    return;
  }
  outcome.totals = *totals;
  outcome.complete = true;
  deliver(std::make_shared<const SearchOutcome>(std::move(outcome)));
}

}  // namespace ringscope
