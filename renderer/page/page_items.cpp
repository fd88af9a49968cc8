#include "renderer/page/page_items.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace ringscope {
namespace {

constexpr double kWithinRoot = 16;
// The most times that runs of siblings are halved, for each context held.
constexpr uint64_t kRunsPerContext = 32;

// Siblings none of which is held yet.
struct Candidates {
  double share = 0;  // an upper bound for each sibling
  ContextRange run;
  bool is_within_root = false;
  // A priority queue returns the greatest: among equal shares single siblings first, then the first run.
  friend bool operator<(const Candidates& x, const Candidates& y) {
    if (x.share != y.share) return x.share < y.share;
    if (x.run.size() != y.run.size()) return x.run.size() > y.run.size();
    return x.run.begin > y.run.begin;
  }
};

class Selection {
 public:
  Selection(const Cct& tree, std::span<const MetricIndex> metrics, ContextId root)
      : tree_(tree), metrics_(metrics), root_(root), path_(tree.PathTo(root)) {}

  std::vector<ContextId> Run(uint32_t most) {
    Hold(kRootContext, root_ == kRootContext);
    uint64_t runs_left = uint64_t{most} * kRunsPerContext;
    while (!candidates_.empty() && held_.size() < most && runs_left-- > 0) {
      const Candidates next = candidates_.top();
      candidates_.pop();
      const auto [begin, end] = next.run;
      if (end - begin == 1) {
        Hold(begin, next.is_within_root || begin == root_);
      } else {
        const ContextId middle = begin + (end - begin) / 2;
        Add({begin, middle}, next.is_within_root);
        Add({middle, end}, next.is_within_root);
      }
    }
    return std::move(held_);
  }

 private:
  void Hold(ContextId context, bool is_within_root) {
    held_.push_back(context);
    const ContextRange children = tree_.ChildrenOf(context);
    if (on_path_ < path_.size() && children.contains(path_[on_path_])) {
      const ContextId next = path_[on_path_++];
      Add({children.begin, next}, false);
      candidates_.push({std::numeric_limits<double>::infinity(), {next, next + 1}, false});
      Add({next + 1, children.end}, false);
    } else {
      Add(children, is_within_root);
    }
  }

  void Add(ContextRange run, bool is_within_root) {
    if (run.empty()) return;
    double share = 0;
    for (const MetricIndex metric : metrics_) {
      // Siblings are sorted by the first metric, so the first sibling is the largest; for other metrics the
      // run's sum is a bound.
      const uint64_t bound = metric == 0 ? tree_.Inclusive(run.begin, metric) : tree_.Inclusive(run, metric);
      const auto total = static_cast<double>(std::max<uint64_t>(tree_.Total(metric), 1));
      share = std::max(share, static_cast<double>(bound) / total);
    }
    candidates_.push({is_within_root ? share * kWithinRoot : share, run, is_within_root});
  }

  const Cct& tree_;
  const std::span<const MetricIndex> metrics_;
  const ContextId root_;
  const std::vector<ContextId> path_;
  size_t on_path_ = 0;
  std::priority_queue<Candidates> candidates_;
  std::vector<ContextId> held_;
};

uint32_t LayersBelow(const Cct& tree, ContextRange run) {
  uint32_t layers = 0;
  for (run = tree.ChildrenOfRun(run); !run.empty(); run = tree.ChildrenOfRun(run)) ++layers;
  return layers;
}

}  // namespace

std::vector<ContextId> LargestContexts(const Cct& tree, std::span<const MetricIndex> metrics, ContextId root,
                                       uint32_t most) {
  return Selection(tree, metrics, root).Run(most);
}

PageItems ItemsOf(const Cct& tree, std::vector<ContextId> held) {
  std::sort(held.begin(), held.end());
  held.erase(std::unique(held.begin(), held.end()), held.end());
  PageItems items;
  const auto add = [&](ContextRange run, bool is_rest) {
    items.contexts.push_back(run);
    items.is_rest.push_back(is_rest ? 1 : 0);
    items.child_count.push_back(0);
    items.layers_below.push_back(is_rest ? LayersBelow(tree, run) : 0);
    items.context_count += is_rest ? 0 : 1;
  };
  add({kRootContext, kRootContext + 1}, false);
  std::vector<uint8_t> is_taken(held.size(), 0);
  for (uint32_t item = 0; item < items.size(); ++item) {
    if (items.is_rest[item] != 0) continue;
    const ContextRange children = tree.ChildrenOf(items.contexts[item].begin);
    ContextId rest_begin = children.begin;
    const uint32_t first = items.size();
    for (auto place = std::lower_bound(held.begin(), held.end(), children.begin);
         place != held.end() && *place < children.end; ++place) {
      uint8_t& taken = is_taken[static_cast<size_t>(place - held.begin())];
      if (taken != 0) continue;
      taken = 1;
      if (rest_begin < *place) add({rest_begin, *place}, true);
      add({*place, *place + 1}, false);
      rest_begin = *place + 1;
    }
    if (rest_begin < children.end) add({rest_begin, children.end}, true);
    items.child_count[item] = items.size() - first;
  }
  return items;
}

}  // namespace ringscope
