#include "app/source/source_run.h"

#include <utility>

#include "app/search/search_run.h"

namespace ringscope {

std::shared_ptr<const SourceView> RunSource(const effect::StartSource& start, JobControl& job) {
  auto view = std::make_shared<SourceView>();
  view->tree = start.tree;
  view->root = start.root;
  view->file = start.file;
  view->source = FindSource(start.file, start.search);
  auto costs = BuildLineCosts(*start.tree, start.file, SearchRoots(start.root), &job);
  if (!costs) {
    if (costs.error().code == ErrorCode::kCancelled) return nullptr;
    view->source.problem = DescribeError(costs.error());
    return view;
  }
  view->costs = std::move(*costs);
  return view;
}

}  // namespace ringscope
