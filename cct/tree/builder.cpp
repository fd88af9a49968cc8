#include "cct/tree/builder.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "cct/base/check.h"
#include "cct/base/large_array.h"
#include "cct/tree/index_table.h"
#include "cct/tree/level_order.h"

namespace ringscope {
namespace {

constexpr uint64_t kTotalLimit = uint64_t{1} << 63;

uint64_t MixHash(uint64_t key) {
  // Multiplying, folding and multiplying: tables take the upper half, in which consecutive ids must spread.
  key *= 0x9e3779b97f4a7c15ull;
  key ^= key >> 32;
  return key * 0xd6e8feb86659fd93ull;
}

// What leads to a context: side by side, as both are compared together.
struct Edge {
  BuildNode parent;
  FrameId frame;
  friend bool operator==(const Edge&, const Edge&) = default;
};

// A frame by its strings' numbers: side by side, as all of it is compared together.
struct FrameKey {
  uint32_t name, module, file, line, column, kind;
  friend bool operator==(const FrameKey&, const FrameKey&) = default;
};

uint64_t HashOf(const FrameKey& key) { return XXH3_64bits(&key, sizeof key); }
uint64_t HashOf(const Edge& edge) { return MixHash(uint64_t{edge.parent} << 32 | edge.frame); }

}  // namespace

struct CctBuilder::State {
  BuildLimits limits;
  std::optional<Error> error;
  UnsortedTree tree;             // parent, frame and the frames' columns stay empty until Finish()
  LargeVector<Edge> edges;       // by BuildNode
  std::vector<FrameKey> frames;  // by FrameId
  IndexTable strings;
  IndexTable frame_ids;
  IndexTable children;

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

  [[nodiscard]] std::string_view String(uint32_t index) const {
    const std::vector<uint64_t>& offset = tree.frames.string_offset;
    return {reinterpret_cast<const char*>(tree.frames.string_bytes.data()) + offset[index],
            offset[index + 1] - offset[index]};
  }

  uint32_t InternString(std::string_view text) {
    OwnedFrames& table = tree.frames;
    if (text.empty() && table.string_offset.size() > 1) return 0;
    const uint64_t hash = XXH3_64bits(text.data(), text.size());
    IndexTable::Slot& slot = strings.Find(hash, [&](uint32_t index) { return text == String(index); });
    if (slot.index != IndexTable::kNone) return slot.index;
    if (table.string_bytes.size() + text.size() > limits.max_string_bytes) {
      Remember(ErrorCode::kLimit, fmt::format("the names take more than {} bytes", limits.max_string_bytes));
      return 0;
    }
    const uint32_t index = static_cast<uint32_t>(table.string_offset.size() - 1);
    table.string_bytes.insert(table.string_bytes.end(), text.begin(), text.end());
    table.string_offset.push_back(table.string_bytes.size());
    strings.Fill(slot, hash, index);
    return index;
  }
};

CctBuilder::CctBuilder(BuildLimits limits) : state_(std::make_unique<State>()) {
  state_->limits = std::move(limits);
  state_->edges.push_back({kBuildRoot, 0});
  static_cast<void>(state_->InternString({}));  // string 0 is the empty one
}
CctBuilder::~CctBuilder() = default;
CctBuilder::CctBuilder(CctBuilder&&) noexcept = default;
CctBuilder& CctBuilder::operator=(CctBuilder&&) noexcept = default;

MetricIndex CctBuilder::AddMetric(Metric metric) {
  state_->tree.metrics.push_back(std::move(metric));
  state_->tree.self.emplace_back(state_->edges.size(), 0);
  return static_cast<MetricIndex>(state_->tree.metrics.size() - 1);
}

uint32_t CctBuilder::metric_count() const { return static_cast<uint32_t>(state_->tree.metrics.size()); }
Metric& CctBuilder::metric(MetricIndex index) { return state_->tree.metrics[index]; }
uint32_t CctBuilder::frame_count() const { return static_cast<uint32_t>(state_->frames.size()); }
uint64_t CctBuilder::node_count() const { return state_->edges.size(); }
const BuildLimits& CctBuilder::limits() const { return state_->limits; }

FrameId CctBuilder::InternFrame(const Frame& frame) {
  State& s = *state_;
  const FrameKey key{s.InternString(frame.name),
                     s.InternString(frame.module),
                     s.InternString(frame.file),
                     frame.line,
                     frame.column,
                     static_cast<uint32_t>(frame.kind)};
  const uint64_t hash = HashOf(key);
  IndexTable::Slot& slot = s.frame_ids.Find(hash, [&](uint32_t i) { return s.frames[i] == key; });
  if (slot.index != IndexTable::kNone) return slot.index;
  const uint32_t id = frame_count();
  s.frames.push_back(key);
  s.frame_ids.Fill(slot, hash, id);
  return id;
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
    state_->Remember(ErrorCode::kOverflow,
                     fmt::format("a value of metric '{}' reaches 2^63, more than can be stored",
                                 state_->tree.metrics[metric].name));
    return;
  }
  self += value;
}

void CctBuilder::SetPoints(std::vector<PointField> fields, std::vector<BuildNode> nodes,
                           std::vector<std::vector<uint64_t>> values) {
  RINGSCOPE_CHECK(values.size() == fields.size());
  for (const auto& column : values) RINGSCOPE_CHECK(column.size() == nodes.size());
  for (const BuildNode node : nodes) RINGSCOPE_CHECK(node < state_->edges.size());
  State& s = *state_;
  s.tree.points = {std::move(fields), std::move(nodes), std::move(values)};
}

void CctBuilder::MarkContext(BuildNode node, ContextFlags flags) {
  if (state_->tree.flags.empty()) state_->tree.flags.resize(state_->edges.size(), 0);
  state_->tree.flags[node] |= flags;
}

Result<void> CctBuilder::status() const {
  if (state_->error) return tl::unexpected(*state_->error);
  return {};
}

void CctBuilder::MergeFrom(const CctBuilder& other) { MergeSubtree(other, kBuildRoot, kBuildRoot); }

void CctBuilder::MergeSubtree(const CctBuilder& other, BuildNode from_node, BuildNode into,
                              std::span<const MetricIndex> metric_map) {
  const UnsortedTree& from = other.state_->tree;
  const LargeVector<Edge>& edges = other.state_->edges;
  if (other.state_->error && !state_->error) state_->error = other.state_->error;
  RINGSCOPE_CHECK(metric_map.empty() || metric_map.size() == from.metrics.size());
  while (metric_map.empty() && metric_count() < from.metrics.size()) {
    AddMetric(from.metrics[metric_count()]);
  }
  std::vector<FrameId> frame_map;
  frame_map.reserve(other.state_->frames.size());
  for (const FrameKey& key : other.state_->frames) {
    frame_map.push_back(InternFrame({other.state_->String(key.name), other.state_->String(key.module),
                                     other.state_->String(key.file), key.line, key.column,
                                     static_cast<FrameKind>(key.kind)}));
  }
  // Parents come before children, so their new ids are known; contexts outside the subtree keep
  // IndexTable::kNone.
  std::vector<BuildNode> node_map(edges.size() - from_node, IndexTable::kNone);
  node_map[0] = into;
  for (size_t i = from_node; i < edges.size(); ++i) {
    BuildNode& node = node_map[i - from_node];
    if (i > from_node) {
      if (edges[i].parent < from_node) continue;
      const BuildNode parent = node_map[edges[i].parent - from_node];
      if (parent == IndexTable::kNone) continue;
      node = Child(parent, frame_map[edges[i].frame]);
    }
    for (size_t m = 0; m < from.self.size(); ++m) {
      const auto metric = metric_map.empty() ? static_cast<MetricIndex>(m) : metric_map[m];
      if (from.self[m][i] != 0) AddSelf(node, metric, from.self[m][i]);
    }
    if (!from.flags.empty() && from.flags[i] != 0) MarkContext(node, from.flags[i]);
  }
}

void CctBuilder::ScaleMetric(MetricIndex metric, uint64_t factor) {
  Metric& scaled = state_->tree.metrics[metric];
  scaled.scale *= factor;
  for (uint64_t& self : state_->tree.self[metric]) {
    if (self > (kTotalLimit - 1) / factor) {
      state_->Remember(
          ErrorCode::kOverflow,
          fmt::format("a value of metric '{}' reaches 2^63, more than can be stored", scaled.name));
      return;
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
}

Result<CctPtr> CctBuilder::Finish(ImportReport report, JobControl* job) && {
  RINGSCOPE_TRY(status());
  if (metric_count() == 0) AddMetric({"samples", "count", 1});
  UnsortedTree tree = std::move(state_->tree);
  LargeVector<Edge> edges = std::move(state_->edges);
  std::vector<FrameKey> frames = std::move(state_->frames);
  state_.reset();  // frees the hash tables before the sort needs memory
  tree.parent.resize(edges.size());
  tree.frame.resize(edges.size());
  for (size_t i = 0; i < edges.size(); ++i) {
    tree.parent[i] = edges[i].parent;
    tree.frame[i] = edges[i].frame;
  }
  for (const FrameKey& key : frames) {
    tree.frames.name.push_back(key.name);
    tree.frames.module.push_back(key.module);
    tree.frames.file.push_back(key.file);
    tree.frames.line.push_back(key.line);
    tree.frames.column.push_back(key.column);
    tree.frames.kind.push_back(static_cast<uint8_t>(key.kind));
  }
  LargeVector<Edge>().swap(edges);
  std::vector<FrameKey>().swap(frames);
  return BuildLevelOrder(std::move(tree), std::move(report), job);
}

}  // namespace ringscope
