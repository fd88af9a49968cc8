#include <algorithm>
#include <utility>

#include "app/search/search_run.h"
#include "app/source/source_state.h"
#include "cct/source/source_changes.h"
#include "cct/source/source_text.h"
#include "cct/source/source_version.h"

namespace ringscope {
namespace {

std::optional<SourceFile> FindIn(const std::string& place, const std::string& file) {
  const auto version = SourceVersion::Open(place);
  if (!version) return std::nullopt;
  auto found = version->Find(file);
  if (!found) return std::nullopt;
  SourceFile source;
  source.path = std::move(found->disk_path);
  if (source.path.empty()) source.revision_path = place + ":" + found->path;
  source.SetText(std::move(found->text));
  return source;
}

// The file in both versions, where both are known and have it.
void FindVersions(const SourceRequest& request, SourceView& view) {
  const SideSources places = SideSourcesOf(*request.tree);
  if (places.before.empty() || places.after.empty()) return;
  auto after = FindIn(places.after, request.file);
  if (!after) return;
  view.source = std::move(*after);
  auto before = FindIn(places.before, request.file);
  if (!before) return;
  const auto old_lines = LinesOf(before->text), new_lines = LinesOf(view.source.text);
  view.before.emplace(SourceBefore{{}, AlignLines(old_lines, new_lines), {}});
  view.before->source = std::move(*before);
}

// By FrameId, whether only the side before has the function: its line is one of that version.
std::vector<bool> GoneFrames(const Cct& tree) {
  std::vector<MetricIndex> after;
  for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric) {
    if (tree.metrics()[metric].role == MetricRole::kAfter) after.push_back(metric);
  }
  std::vector<bool> is_gone(tree.frames().size(), true);
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    const FrameId frame = tree.FrameOf(context);
    if (frame >= is_gone.size() || !is_gone[frame]) continue;
    is_gone[frame] = std::none_of(after.begin(), after.end(), [&](MetricIndex metric) {
      return tree.Inclusive(context, metric) > 0;
    });
  }
  return is_gone;
}

}  // namespace

std::shared_ptr<const SourceView> RunSource(const SourceRequest& request, JobControl& job) {
  auto view = std::make_shared<SourceView>();
  view->tree = request.tree;
  view->root = request.root;
  view->file = request.file;
  FindVersions(request, *view);
  if (!view->source.is_found()) view->source = FindSource(request.file, request.search);
  const auto costs_without = [&](const std::vector<bool>& left_out) {
    return BuildLineCosts(*request.tree, request.file, SearchRoots(request.root), &job, left_out);
  };
  std::vector<bool> gone;
  if (view->before) gone = GoneFrames(*request.tree);
  auto costs = costs_without(gone);
  gone.flip();
  auto costs_before = view->before && costs ? costs_without(gone) : Result<LineCosts>();
  for (auto* result : {&costs, &costs_before}) {
    if (*result) continue;
    if (result->error().code == ErrorCode::kCancelled) return nullptr;
    view->source.problem = DescribeError(result->error());
    return view;
  }
  view->costs = std::move(*costs);
  if (view->before) view->before->costs = std::move(*costs_before);
  return view;
}

}  // namespace ringscope
