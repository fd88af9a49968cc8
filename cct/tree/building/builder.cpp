#include "cct/tree/building/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>

#include "cct/base/check.h"
#include "cct/base/system/large_array.h"
#include "cct/base/text/unit_names.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/building/index_table.h"
#include "cct/tree/building/level_order.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

uint64_t MixHash(uint64_t key) {
  // Multiplies, folds and multiplies: tables use the upper half, in which consecutive ids must be spread.
  key *= 0x9e3779b97f4a7c15ull;
  key ^= key >> 32;
  return key * 0xd6e8feb86659fd93ull;
}

// The key of a context. Parent and frame lie side by side, as they are compared together.
struct Edge {
  BuildNode parent;
  FrameId frame;
  friend bool operator==(const Edge&, const Edge&) = default;
};

uint64_t HashOf(const Edge& edge) { return MixHash(uint64_t{edge.parent} << 32 | edge.frame); }

}  // namespace

struct CctBuilder::State {
  explicit State(BuildLimits the_limits) : limits(std::move(the_limits)), frames(limits.max_string_bytes) {}

  BuildLimits limits;
  std::optional<Error> error;
  UnsortedTree tree;        // parent, frame and the frames' columns stay empty until Finish()
  LargeVector<Edge> edges;  // by BuildNode
  FrameInterner frames;
  IndexTable children;
  const JobControl* job = nullptr;  // of Finish()

  // `hash` is the edge's.
  BuildNode ChildAt(const Edge& edge, uint64_t hash) {
    IndexTable::Slot& slot = children.Find(hash, [&](uint32_t node) { return edges[node] == edge; });
    return slot.index != IndexTable::kNone ? slot.index : AddChild(edge, hash, slot);
  }
  BuildNode AddChild(const Edge& edge, uint64_t hash, IndexTable::Slot& slot) {
    if (edges.size() >= limits.max_contexts) {
      Remember(ErrorCode::kLimit, fmt::format("the tree has more than {} contexts", limits.max_contexts));
      return edge.parent;
    }
    const auto node = static_cast<BuildNode>(edges.size());
    edges.push_back(edge);
    for (auto& self : tree.self) self.push_back(0);
    if (!tree.flags.empty()) tree.flags.push_back(0);
    children.Fill(slot, hash, node);
    return node;
  }

  void Remember(ErrorCode code, std::string message) {
    if (!error) error = Error{code, std::move(message), {}, {}, {}};
  }
  void RememberOverflow(MetricIndex metric) {
    Remember(ErrorCode::kOverflow, fmt::format("a value of metric '{}' reaches 2^63, more than can be stored",
                                               tree.metrics[metric].name));
  }
};

CctBuilder::CctBuilder(BuildLimits limits) : state_(std::make_unique<State>(std::move(limits))) {
  state_->edges.push_back({kBuildRoot, 0});
}
CctBuilder::~CctBuilder() = default;
CctBuilder::CctBuilder(CctBuilder&&) noexcept = default;
CctBuilder& CctBuilder::operator=(CctBuilder&&) noexcept = default;

MetricIndex CctBuilder::AddMetric(Metric metric) {
  // Inputs have several names for one unit; a tree has one.
  metric.unit = CanonicalUnit(std::move(metric.unit));
  state_->tree.metrics.push_back(std::move(metric));
  state_->tree.self.emplace_back(state_->edges.size(), 0);
  return static_cast<MetricIndex>(state_->tree.metrics.size() - 1);
}

uint32_t CctBuilder::metric_count() const { return static_cast<uint32_t>(state_->tree.metrics.size()); }
Metric& CctBuilder::metric(MetricIndex index) { return state_->tree.metrics[index]; }
uint32_t CctBuilder::frame_count() const { return state_->frames.size(); }
uint64_t CctBuilder::node_count() const { return state_->edges.size(); }
FrameInterner& CctBuilder::frames() { return state_->frames; }
const FrameInterner& CctBuilder::frames() const { return state_->frames; }
const BuildLimits& CctBuilder::limits() const { return state_->limits; }

FrameId CctBuilder::InternFrame(const Frame& frame) { return state_->frames.Intern(frame); }

FrameId CctBuilder::CallLine(uint32_t line) {
  return InternFrame({.kind = FrameKind::kSynthetic, .call_line = line});
}

BuildNode CctBuilder::Child(BuildNode parent, FrameId frame) {
  State& s = *state_;
  const Edge edge{parent, frame};
  // Stacks arrive from the root down, so the first child of a context is mostly the context created next.
  if (const size_t next = size_t{parent} + 1; next < s.edges.size() && s.edges[next] == edge) {
    return static_cast<BuildNode>(next);
  }
  return s.ChildAt(edge, HashOf(edge));
}

void CctBuilder::Children(std::span<BuildNode> nodes, std::span<const FrameId> frames) {
  State& s = *state_;
  constexpr size_t kTogether = 64;
  std::array<uint64_t, kTogether> hashes{};
  for (size_t begin = 0; begin < nodes.size(); begin += kTogether) {
    const size_t count = std::min(kTogether, nodes.size() - begin);
    for (size_t i = 0; i < count; ++i) {
      hashes[i] = HashOf(Edge{nodes[begin + i], frames[begin + i]});
      __builtin_prefetch(&s.children.FirstOf(hashes[i]));
    }
    for (size_t i = 0; i < count; ++i) {
      if (const uint32_t node = s.children.FirstOf(hashes[i]).index; node != IndexTable::kNone)
        __builtin_prefetch(s.edges.data() + node);
    }
    for (size_t i = 0; i < count; ++i)
      nodes[begin + i] = s.ChildAt({nodes[begin + i], frames[begin + i]}, hashes[i]);
  }
}

void CctBuilder::AddSelf(BuildNode node, MetricIndex metric, uint64_t value) {
  uint64_t& self = state_->tree.self[metric][node];
  if (value >= kTotalLimit || self + value >= kTotalLimit) {
    return state_->RememberOverflow(metric);
  }
  self += value;
}

uint64_t CctBuilder::Self(BuildNode node, MetricIndex metric) const {
  return state_->tree.self[metric][node];
}

void CctBuilder::SetPoints(std::vector<PointField> fields, std::vector<BuildNode> nodes,
                           std::vector<std::vector<uint64_t>> values) {
  RINGSCOPE_CHECK(values.size() == fields.size());
  for (const auto& column : values) RINGSCOPE_CHECK(column.size() == nodes.size());
  for (const BuildNode node : nodes) RINGSCOPE_CHECK(node < state_->edges.size());
  State& s = *state_;
  s.tree.points = {std::move(fields), std::move(nodes), std::move(values)};
}

TypeList& CctBuilder::types() { return state_->tree.types; }

void CctBuilder::SetSamples(std::vector<SampleList> series) {
  for (const SampleList& list : series) {
    RINGSCOPE_CHECK(list.time_ns.size() == list.size() && list.values.size() == list.valued.size());
    for (const SampleValueList& values : list.values) RINGSCOPE_CHECK(values.size() == list.size());
    for (const BuildNode node : list.context) RINGSCOPE_CHECK(node < state_->edges.size());
  }
  state_->tree.samples = std::move(series);
}

void CctBuilder::MarkContext(BuildNode node, ContextFlags flags) {
  if (state_->tree.flags.empty()) state_->tree.flags.resize(state_->edges.size(), 0);
  state_->tree.flags[node] |= flags;
}

Result<void> CctBuilder::status() const {
  if (state_->error) return tl::unexpected(*state_->error);
  return state_->frames.status();
}

std::vector<BuildNode> CctBuilder::MergeFrom(const CctBuilder& other) {
  return MergeSubtree(other, kBuildRoot, kBuildRoot);
}

std::vector<BuildNode> CctBuilder::MergeSubtree(const CctBuilder& other, BuildNode from_node, BuildNode into,
                                                std::span<const MetricIndex> metric_map) {
  const UnsortedTree& from = other.state_->tree;
  const LargeVector<Edge>& edges = other.state_->edges;
  if (const auto sound = other.status(); !sound && !state_->error) state_->error = sound.error();
  RINGSCOPE_CHECK(metric_map.empty() || metric_map.size() == from.metrics.size());
  while (metric_map.empty() && metric_count() < from.metrics.size()) {
    AddMetric(from.metrics[metric_count()]);
  }
  std::vector<FrameId> frame_map;
  frame_map.reserve(other.state_->frames.size());
  for (FrameId frame = 0; frame < other.frame_count(); ++frame)
    frame_map.push_back(InternFrame(other.state_->frames[frame]));
  state_->frames.JoinFacts(other.state_->frames.facts(), frame_map, {.with_values = from_node == kBuildRoot});
  // A parent comes before its children, so its new id is known; contexts outside the subtree keep
  // kNoBuildNode.
  std::vector<BuildNode> node_map(edges.size() - from_node, kNoBuildNode);
  node_map[0] = into;
  for (size_t i = from_node; i < edges.size(); ++i) {
    BuildNode& node = node_map[i - from_node];
    if (i > from_node) {
      if (edges[i].parent < from_node) continue;
      const BuildNode parent = node_map[edges[i].parent - from_node];
      if (parent == kNoBuildNode) continue;
      node = Child(parent, frame_map[edges[i].frame]);
    }
    for (size_t m = 0; m < from.self.size(); ++m) {
      const auto metric = metric_map.empty() ? static_cast<MetricIndex>(m) : metric_map[m];
      if (from.self[m][i] != 0) AddSelf(node, metric, from.self[m][i]);
    }
    if (!from.flags.empty() && from.flags[i] != 0) MarkContext(node, from.flags[i]);
  }
  return node_map;
}

void CctBuilder::ScaleMetric(MetricIndex metric, uint64_t factor) {
  Metric& scaled = state_->tree.metrics[metric];
  scaled.scale *= factor;
  for (uint64_t& self : state_->tree.self[metric]) {
    if (self > (kTotalLimit - 1) / factor) {
      return state_->RememberOverflow(metric);
    }
    self *= factor;
  }
}

void CctBuilder::PermuteMetrics(std::span<const MetricIndex> order) {
  UnsortedTree& tree = state_->tree;
  RINGSCOPE_CHECK(order.size() == tree.metrics.size());
  std::vector<Metric> metrics;
  std::vector<LargeVector<uint64_t>> self;
  for (const MetricIndex old : order) {
    metrics.push_back(std::move(tree.metrics[old]));
    self.push_back(std::move(tree.self[old]));
  }
  tree.metrics = std::move(metrics);
  tree.self = std::move(self);
  const auto renumber = [order](std::vector<MetricIndex>& measured) {
    for (MetricIndex& metric : measured)
      metric = static_cast<MetricIndex>(std::find(order.begin(), order.end(), metric) - order.begin());
  };
  for (SampleList& list : tree.samples) {
    renumber(list.valued);
    renumber(list.counted);
  }
}

CctBuilder CctBuilder::JoinCallLines() && {
  CctBuilder joined(state_->limits);
  UnsortedTree& from = state_->tree;
  state_->children = {};
  for (const Metric& metric : from.metrics) static_cast<void>(joined.AddMetric(metric));
  // Frames of call lines have no contexts in the new tree; an empty frame holds their place in the map.
  std::vector<FrameId> same;
  for (FrameId frame = 0; frame < frame_count(); ++frame) {
    const Frame its = state_->frames[frame];
    same.push_back(joined.InternFrame(IsCallLine(its) ? Frame{.kind = FrameKind::kSynthetic} : its));
  }
  FrameInterner& frames = joined.state_->frames;
  frames.JoinFacts(state_->frames.facts(), same);
  const auto called_from = [&](FrameId frame, uint32_t line) {
    Frame called = state_->frames[frame];
    called.call_line = line;
    const uint32_t known = frames.size();
    const FrameId variant = frames.Intern(called);
    if (variant < known) return variant;
    frames.SetClass(variant, frames.facts().ClassOf(same[frame]));
    frames.SetCode(variant, frames.facts().CodeOf(same[frame]));
    return variant;
  };
  const LargeVector<Edge>& edges = state_->edges;
  LargeVector<BuildNode> node_of(edges.size(), kBuildRoot);
  LargeVector<uint32_t> line_of(edges.size(), 0);
  std::unordered_map<uint64_t, FrameId> variants;
  constexpr size_t kContextsBetweenPolls = size_t{1} << 16;
  for (size_t i = 0; i < edges.size(); ++i) {
    if (i % kContextsBetweenPolls == 0 && IsCancelled(state_->job)) {
      joined.state_->Remember(ErrorCode::kCancelled, "cancelled");
      return joined;
    }
    const auto [parent, frame] = edges[i];
    if (i > 0 && IsCallLine(state_->frames[frame])) {
      node_of[i] = node_of[parent];
      line_of[i] = state_->frames[frame].call_line;
    } else if (i > 0) {
      // Self cost at a line is recorded as a frame with the name of the caller and that line, below the call
      // line. It has no call site, so it gets no call_line; a recursive call (the same frame) has one.
      const FrameId caller = edges[edges[parent].parent].frame;
      const bool is_cost_of_line = line_of[parent] != 0 && frame != caller &&
                                   state_->frames[frame].line == line_of[parent] &&
                                   state_->frames[frame].name == state_->frames[caller].name;
      const uint32_t line = is_cost_of_line ? 0 : line_of[parent];
      const auto [variant, is_new] = variants.try_emplace(uint64_t{frame} << 32 | line, same[frame]);
      if (is_new && line != 0) variant->second = called_from(frame, line);
      node_of[i] = joined.Child(node_of[parent], variant->second);
    }
    for (MetricIndex m = 0; m < from.self.size(); ++m)
      if (from.self[m][i] != 0 && from.metrics[m].role != MetricRole::kChange)
        joined.AddSelf(node_of[i], m, from.self[m][i]);
    if (!from.flags.empty() && from.flags[i] != 0) joined.MarkContext(node_of[i], from.flags[i]);
  }
  // The change of a joined context is not the sum of the changes of its parts: computed from both sides
  // again.
  for (MetricIndex m = 0; m < from.self.size(); ++m) {
    const auto sides = from.metrics[m].role == MetricRole::kChange ? SidesOf(from.metrics, m) : std::nullopt;
    for (BuildNode node = 0; sides && node < joined.node_count(); ++node) {
      const uint64_t before = joined.Self(node, sides->before), after = joined.Self(node, sides->after);
      joined.AddSelf(node, m, std::max(before, after) - std::min(before, after));
    }
  }
  for (uint32_t& context : from.points.context) context = node_of[context];
  for (SampleList& list : from.samples)
    for (uint32_t& context : list.context) context = node_of[context];
  for (TypeList::Entry& entry : from.types.entries()) entry.context = node_of[entry.context];
  joined.state_->tree.types = std::move(from.types);
  joined.state_->tree.points = std::move(from.points);
  joined.state_->tree.samples = std::move(from.samples);
  return joined;
}

Result<CctPtr> CctBuilder::Finish(ImportReport report, JobControl* job) && {
  RINGSCOPE_TRY(status());
  if (metric_count() == 0) AddMetric({"samples", "count", 1});
  for (FrameId frame = 0; frame < frame_count(); ++frame)
    if (IsCallLine(state_->frames[frame])) {
      state_->job = job;
      return std::move(*this).JoinCallLines().Finish(std::move(report), job);
    }
  UnsortedTree tree = std::move(state_->tree);
  LargeVector<Edge> edges = std::move(state_->edges);
  tree.frames = std::move(state_->frames).Take();
  state_.reset();  // frees the hash tables before the sort needs memory
  tree.parent.resize(edges.size());
  tree.frame.resize(edges.size());
  for (size_t i = 0; i < edges.size(); ++i) {
    tree.parent[i] = edges[i].parent;
    tree.frame[i] = edges[i].frame;
  }
  LargeVector<Edge>().swap(edges);
  return BuildLevelOrder(std::move(tree), std::move(report), job);
}

}  // namespace ringscope
