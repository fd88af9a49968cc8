#include "app/lighting/lighting_run.h"

#include <utility>
#include <vector>

#include "app/search/search_run.h"
#include "cct/query/language/query.h"
#include "cct/query/sets/relatives.h"
#include "cct/query/sets/search.h"
#include "cct/query/sets/select.h"

namespace ringscope {
namespace {

Result<ContextSet> ContextsOfFunction(const LightRequest& request, JobControl& job) {
  const uint32_t frames = request.tree->frames().size();
  std::vector<uint8_t> mask(frames + size_t{1}, 0);
  for (FrameId frame = 0; frame < frames; ++frame)
    mask[frame] = request.functions->FunctionOf(frame) == request.light.function ? 1 : 0;
  return ContextsOfFrames(*request.tree, mask, &job);
}

Result<ContextSet> ContextsOfQuery(const LightRequest& request, JobControl& job) {
  RINGSCOPE_ASSIGN(const Query query, ParseQuery(request.light.query));
  SelectScope scope;
  scope.metric = request.metric;
  scope.view_root = SearchRoots(request.root);
  scope.derived = request.derived;
  return SelectContexts(*request.tree, *request.functions, query, scope, &job);
}

Result<std::shared_ptr<const SearchHits>> FindHits(const LightRequest& request, const LitContexts* before,
                                                   JobControl& job) {
  // The contexts of a function do not depend on where one looks.
  if (before != nullptr && before->request.tree == request.tree && before->request.light == request.light &&
      request.light.function != kNoFunction) {
    return before->hits;
  }
  auto hits = std::make_shared<SearchHits>();
  auto matches = request.light.function != kNoFunction ? ContextsOfFunction(request, job)
                                                       : ContextsOfQuery(request, job);
  if (!matches) return tl::unexpected(std::move(matches).error());
  hits->matches = std::move(*matches);
  RINGSCOPE_ASSIGN(hits->above_matches, AncestorsOf(*request.tree, hits->matches, &job));
  return hits;
}

}  // namespace

std::shared_ptr<const LitContexts> RunLighting(const LightRequest& request, const LitContexts* before,
                                               JobControl& job) {
  LitContexts lit;
  lit.request = request;
  auto hits = FindHits(request, before, job);
  if (!hits && hits.error().code == ErrorCode::kCancelled) return nullptr;
  if (!hits) {
    const uint32_t count = request.tree->context_count();
    hits = std::make_shared<const SearchHits>(SearchHits{ContextSet(count), ContextSet(count)});
  }
  lit.hits = std::move(*hits);
  const auto totals = CountMatches(*request.tree, *request.functions, lit.hits->matches,
                                   SearchRoots(request.root), request.metric, &job);
  if (!totals) return nullptr;
  lit.totals = *totals;
  return std::make_shared<const LitContexts>(std::move(lit));
}

}  // namespace ringscope
