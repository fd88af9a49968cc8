#include "app/source/source_state.h"

#include <utility>

#include "app/search/search_run.h"

namespace ringscope {

std::shared_ptr<const SourceView> RunSource(const SourceRequest& request, JobControl& job) {
  auto view = std::make_shared<SourceView>();
  view->tree = request.tree;
  view->root = request.root;
  view->file = request.file;
  view->source = FindSource(request.file, request.search);
  auto costs = BuildLineCosts(*request.tree, request.file, SearchRoots(request.root), &job);
  if (!costs) {
    if (costs.error().code == ErrorCode::kCancelled) return nullptr;
    view->source.problem = DescribeError(costs.error());
    return view;
  }
  view->costs = std::move(*costs);
  return view;
}

}  // namespace ringscope
