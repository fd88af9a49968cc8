#include "cct/import/v8/cpuprofile.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "cct/import/below_zero.h"
#include "cct/import/frame_names.h"
#include "cct/import/report_notes.h"
#include "cct/import/stack_rows.h"

namespace ringscope {
namespace {

constexpr std::string_view kRootName = "(root)";

// The profiler's stand-ins for no code, or code outside of the program.
bool IsMetaName(std::string_view name) {
  return name == "(program)" || name == "(idle)" || name == "(garbage collector)" || name == kRootName;
}

// Files count lines from 0 with -1 for unknown, frames from 1 with 0; the old form has 1-based lines.
uint32_t OneBased(int64_t value, bool zero_based) {
  if (value < 0 || value > 0xffffffff - 1) return 0;
  return static_cast<uint32_t>(value) + (zero_based ? 1 : 0);
}

}  // namespace

bool CpuProfileNodes::ReadArray(JsonReader& json) {
  while (true) {
    const JsonToken token = json.Next();
    if (token == JsonToken::kEndArray) return true;
    if (token == JsonToken::kError) return false;
    if (token != JsonToken::kBeginObject)
      return FailWith(json, ErrorCode::kMalformed, "expected a node (an object), found another value");
    if (!ReadNested(json)) return false;
  }
}

bool CpuProfileNodes::ReadNested(JsonReader& json) {
  // Children may be nested as deep as the file likes, so the nodes that are still open are a list. A node's
  // fields can follow its children.
  std::vector<Open>& open = open_;
  open.clear();
  const auto begin_node = [&](uint32_t parent) {
    if (nodes_.size() >= kMaxContexts)
      return FailWith(json, ErrorCode::kLimit, "the profile has too many nodes");
    Node node;
    node.id = -1 - static_cast<int64_t>(nodes_.size());  // until one is read
    node.parent = parent;
    node.offset = json.offset_bytes();
    open.push_back({static_cast<uint32_t>(nodes_.size()), {}, false});
    nodes_.push_back(node);
    return true;
  };
  if (!begin_node(kNone)) return false;
  while (!open.empty()) {
    Open& current = open.back();
    const JsonToken token = json.Next();
    if (token == JsonToken::kError) return false;
    if (current.in_children) {
      if (token == JsonToken::kEndArray) {
        current.in_children = false;
      } else if (token == JsonToken::kBeginObject) {
        if (!begin_node(current.node)) return false;
      } else if (const auto id = token == JsonToken::kNumber ? json.Integer() : std::nullopt) {
        edges_.push_back({current.node, *id});
      } else {
        return FailWith(json, ErrorCode::kMalformed, "expected the id of a child node, found another value");
      }
    } else if (token == JsonToken::kEndObject) {
      if (!current.fields.frame && !current.fields.has_name) {
        report_.Keep("a node without a call frame", nodes_[current.node].offset);
        current.fields.frame = UnknownFrame(builder_);
      }
      if (!current.fields.frame) InternFrame(current.fields);
      SetFrame(current);
      open.pop_back();
      if (after_node_) after_node_();
    } else if (!ReadField(json, current.node, current.fields, current.in_children)) {
      return false;
    } else if (current.in_children && current.fields.frame) {
      SetFrame(current);  // for previews before the node ends
    }
  }
  return true;
}

// The last token is the key.
bool CpuProfileNodes::ReadField(JsonReader& json, uint32_t node, Fields& fields, bool& children_follow) {
  const std::string_view key = json.text();
  if (key == "callFrame") return ReadCallFrame(json, fields);
  if (key == "id") return ReadInteger(json, nodes_[node].id);
  if (key == "hitCount" || key == "selfSize") return ReadInteger(json, nodes_[node].cost);
  if (key == "children") {
    const JsonToken token = json.Next();
    if (token == JsonToken::kBeginArray) {
      children_follow = true;
      return true;
    }
    if (token == JsonToken::kBeginObject) return json.SkipToDepth(json.depth() - 1);
    return token != JsonToken::kError;
  }
  if (key == "parent") {
    int64_t parent_id = 0;
    if (!ReadInteger(json, parent_id)) return false;
    // The id of the parent may come later: FindCallers() resolves this pair of edges.
    edges_.push_back({kNone, parent_id});
    edges_.push_back({node, 0});
    return true;
  }
  // The old form has the fields of the call frame in the node itself, with lines from 1.
  return fields.frame ? json.SkipValue() : ReadFrameField(json, fields);
}

bool CpuProfileNodes::ReadFrameField(JsonReader& json, Fields& fields) {
  const std::string_view key = json.text();
  if (key == "functionName") {
    fields.has_name = true;
    return ReadString(json, fields.name);
  }
  if (key == "url") return ReadString(json, fields.url);
  if (key == "lineNumber") return ReadInteger(json, fields.line);
  if (key == "columnNumber") return ReadInteger(json, fields.column);
  return json.SkipValue();
}

bool CpuProfileNodes::ReadCallFrame(JsonReader& json, Fields& fields) {
  // Bounds the kept texts of files whose call frames all differ.
  constexpr uint64_t kMostTextBytes = uint64_t{32} << 20;
  const std::string_view text = json.FlatObjectAtHand();
  const uint64_t hash = FrameTexts::Hash(text);
  if (!text.empty()) {
    if (const uint32_t known = call_frames_.Find(text, hash); known != FrameTexts::kNotFound) {
      json.TakeObject(text);
      fields.frame = call_frames_.entry(known).frame;
      fields.is_root = call_frame_is_root_[known] != 0;
      return true;
    }
  }
  if (!ReadCallFrameFields(json, fields)) return false;
  if (!fields.has_name) report_.Keep("a call frame without a function name", json.offset_bytes());
  InternFrame(fields);
  // A call frame without a name is not kept, so that each of its nodes is reported.
  if (fields.has_name && !text.empty() && call_frames_.text_bytes() < kMostTextBytes) {
    (void)call_frames_.Add(text, hash, *fields.frame);
    call_frame_is_root_.push_back(fields.is_root ? 1 : 0);
  }
  return true;
}

bool CpuProfileNodes::ReadCallFrameFields(JsonReader& json, Fields& fields) {
  const JsonToken token = json.Next();
  if (token == JsonToken::kError) return false;
  if (token != JsonToken::kBeginObject)
    return FailWith(json, ErrorCode::kMalformed,
                    "expected an object behind \"callFrame\", found another value");
  fields.zero_based = true;
  fields.has_name = false;
  fields.name.clear();
  fields.url.clear();
  fields.line = fields.column = -1;
  while (true) {
    const JsonToken key_token = json.Next();
    if (key_token == JsonToken::kEndObject) return true;
    if (key_token == JsonToken::kError || !ReadFrameField(json, fields)) return false;
  }
}

bool CpuProfileNodes::ReadString(JsonReader& json, std::string& value) {
  const JsonToken token = json.Next();
  if (token == JsonToken::kString) value = json.text();
  return json.SkipRest(token);
}

bool CpuProfileNodes::ReadInteger(JsonReader& json, int64_t& value) {
  const JsonToken token = json.Next();
  if (token == JsonToken::kNumber) {
    if (const auto number = json.RoundedInteger()) {
      value = *number;
      return true;
    }
    return FailWith(json, ErrorCode::kOverflow,
                    fmt::format("expected a number below 2^63, found {}", json.text().substr(0, 40)));
  }
  if (token == JsonToken::kString) {  // some writers put ids in quotes
    if (const auto number = json.Integer()) value = *number;
    return true;
  }
  return json.SkipRest(token);
}

void CpuProfileNodes::InternFrame(Fields& fields) {
  Frame frame;
  const std::string_view nameless =
      fields.has_name ? std::string_view("(anonymous)") : std::string_view("[unknown]");
  frame.name = fields.name.empty() ? nameless : std::string_view(fields.name);
  frame.file = fields.url;
  frame.line = OneBased(fields.line, fields.zero_based);
  frame.column = OneBased(fields.column, fields.zero_based);
  if (fields.url.empty() && IsMetaName(frame.name)) frame.kind = FrameKind::kSynthetic;
  fields.is_root = frame.name == kRootName && fields.url.empty();
  fields.frame = builder_.InternFrame(frame);
}

bool CpuProfileNodes::Append(CpuProfileNodes part) {
  if (part.nodes_.size() > kMaxContexts - nodes_.size()) {
    error_ = Error{ErrorCode::kLimit, "the profile has too many nodes", part.nodes_[0].offset};
    return false;
  }
  const auto base = static_cast<uint32_t>(nodes_.size());
  for (size_t i = 0; i < part.nodes_.size(); ++i) {
    Node node = part.nodes_[i];
    const auto index = static_cast<int64_t>(i);
    if (node.id == -1 - index) node.id -= base;  // no id was read: stays unique
    if (node.parent != kNone) node.parent += base;
    nodes_.push_back(node);
  }
  for (Edge edge : part.edges_) {
    if (edge.parent != kNone) edge.parent += base;
    edges_.push_back(edge);
  }
  return true;
}

using Node = CpuProfileNodes::Node;
using Edge = CpuProfileNodes::Edge;

std::vector<uint32_t> CpuProfileContexts::FindCallers(const CpuProfileNodes& all,
                                                      ImportReport& report) const {
  const std::span<const Node> nodes = all.nodes();
  const std::span<const Edge> edges = all.edges();
  std::vector<uint32_t> callers;
  callers.reserve(nodes.size());
  for (const Node& node : nodes) callers.push_back(node.parent);
  for (size_t i = 0; i < edges.size(); ++i) {
    uint32_t parent = edges[i].parent;
    uint32_t child = kNone;
    if (parent == kNone) {  // the id of a parent, then the child
      parent = IndexOf(edges[i].child_id);
      child = edges[++i].parent;
    } else {
      child = IndexOf(edges[i].child_id);
    }
    if (child == kNone || parent == kNone) {
      report.Keep("a link to a node that is not there", nodes[parent == kNone ? child : parent].offset);
    } else if (callers[child] == kNone) {
      callers[child] = parent;
    } else if (callers[child] != parent) {
      report.Keep("a second caller of one node", nodes[child].offset);
    }
  }
  return callers;
}

CpuProfileContexts::CpuProfileContexts(const CpuProfileNodes& all, BuildNode top_context, CctBuilder& builder,
                                       ImportReport& report) {
  const std::span<const Node> nodes = all.nodes();
  contexts_.assign(nodes.size(), kNoBuildNode);
  if (nodes.empty()) return;
  std::vector<uint64_t> ids;
  ids.reserve(nodes.size());
  for (const Node& node : nodes) ids.push_back(static_cast<uint64_t>(node.id));
  index_.Build(ids, [&](size_t node) { report.Keep("a node with the id of another", nodes[node].offset); });
  const std::vector<uint32_t> callers = FindCallers(all, report);
  uint64_t further_roots = 0;
  StackRows rows;
  rows.Begin(nodes.size(), top_context);
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    contexts_[i] = rows.ContextOf(
        i, [&](uint32_t row) { return callers[row]; },
        [&](BuildNode context, uint32_t row) {
          const Node& node = nodes[row];
          if (callers[row] == kNone && node.is_root) return context;
          if (callers[row] == kNone && row != 0) ++further_roots;
          return builder.Child(
              context, node.frame != kNone ? node.frame : builder.InternFrame({.name = "(anonymous)"}));
        });
    if (contexts_[i] == kNoBuildNode) report.Skip("a node whose callers form a loop", nodes[i].offset);
  }
  NoteCount(report, further_roots, "node", "without a caller: put below the root.");
}

std::optional<BuildNode> CpuProfileContexts::ContextOf(int64_t id) const {
  const uint32_t index = IndexOf(id);
  if (index == kNone || contexts_[index] == kNoBuildNode) return std::nullopt;
  return contexts_[index];
}

uint64_t CpuProfileContexts::AddCosts(const CpuProfileNodes& all, MetricIndex metric, CctBuilder& builder,
                                      ImportReport& report) const {
  const std::span<const Node> nodes = all.nodes();
  BelowZero below_zero;
  uint64_t count = 0;
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].cost == 0 || contexts_[i] == kNoBuildNode) continue;
    below_zero.AddSelf(builder, contexts_[i], metric, nodes[i].cost);
    ++count;
  }
  below_zero.AddNote(report);
  return count;
}

namespace {

struct TimedSample {
  int64_t at_us;
  size_t index;
};

// A time as SampleList has it. Saturates.
uint64_t TimeOf(int64_t at_us) {
  int64_t at_ns = 0;
  if (__builtin_mul_overflow(at_us, int64_t{1000}, &at_ns))
    at_ns = at_us < 0 ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
  return SampleList::TimeOf(at_ns);
}

// The sum, saturated.
int64_t SumWithinLimits(int64_t a, int64_t b) {
  int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b < 0 ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
}

// The first `count` samples, sorted by time; the first delta begins at `start_us`.
std::vector<TimedSample> InOrderOfTime(const CompactIntegers& deltas_us, size_t count, int64_t start_us) {
  std::vector<TimedSample> samples(count);
  int64_t at_us = start_us;
  for (size_t i = 0; i < count; ++i) {
    at_us = SumWithinLimits(at_us, deltas_us[i]);
    samples[i] = {at_us, i};
  }
  std::ranges::sort(samples, {},
                    [](const TimedSample& sample) { return std::pair(sample.at_us, sample.index); });
  return samples;
}

}  // namespace

void CpuProfileSamples::Add(const CpuProfileContexts& contexts, const CompactIntegers& node_ids,
                            const CompactIntegers& deltas_us, uint64_t offset,
                            std::optional<MetricIndex> time, MetricIndex count, int64_t start_us) {
  if (!time) all_have_times_ = false;
  if (!all_have_times_) {
    samples_ = {};
  } else if (samples_.valued.empty()) {
    samples_ = SampleList::Of(*time, count);
    // Most files have only one list of samples.
    samples_.time_ns.reserve(node_ids.size());
    samples_.context.reserve(node_ids.size());
    samples_.values[0].narrow().reserve(node_ids.size());
  }
  const auto remember = [this](BuildNode context, int64_t at_us, uint64_t until_next_us) {
    if (all_have_times_) samples_.Add(TimeOf(at_us), context, until_next_us);
  };
  // A delta behind the last sample ends its time.
  const size_t timed_count = time ? std::min(deltas_us.size(), node_ids.size() + 1) : 0;
  // The first delta lies before all samples, so its sign does not matter.
  size_t negative_count = 0;
  for (size_t i = 1; i < timed_count; ++i) negative_count += deltas_us[i] < 0 ? 1 : 0;
  const bool in_order = negative_count == 0;
  int64_t at_us = start_us;
  for (size_t i = 0; i < node_ids.size(); ++i) {
    if (i < timed_count) at_us = SumWithinLimits(at_us, deltas_us[i]);
    const std::optional<BuildNode> context = contexts.ContextOf(node_ids[i]);
    if (!context) {
      report_.Skip("a sample of a node that is not in the tree", offset);
      continue;
    }
    ++report_.record_count;
    builder_.AddSelf(*context, count, 1);
    const uint64_t until_next_us =
        in_order && i + 1 < timed_count ? static_cast<uint64_t>(deltas_us[i + 1]) : 0;
    if (until_next_us > 0) builder_.AddSelf(*context, *time, until_next_us);
    if (in_order || i >= timed_count) remember(*context, at_us, until_next_us);
  }
  if (!in_order) {
    const std::vector<TimedSample> samples = InOrderOfTime(deltas_us, timed_count, start_us);
    for (size_t i = 0; i < samples.size(); ++i) {
      if (samples[i].index >= node_ids.size()) continue;
      const std::optional<BuildNode> context = contexts.ContextOf(node_ids[samples[i].index]);
      if (!context) continue;
      const int64_t next_us = i + 1 < samples.size() ? samples[i + 1].at_us : samples[i].at_us;
      const uint64_t until_next_us = static_cast<uint64_t>(next_us) - static_cast<uint64_t>(samples[i].at_us);
      builder_.AddSelf(*context, *time, until_next_us);
      remember(*context, samples[i].at_us, until_next_us);
    }
    early_count_ += negative_count;
  }
  if (!time) return;
  const size_t paired_count = std::min(deltas_us.size(), node_ids.size());
  // One delta more ends the time of the last sample.
  AddUnpaired(node_ids.size() - paired_count, deltas_us.size() - std::max(timed_count, paired_count));
}

void CpuProfileSamples::AddNotes() {
  NoteCount(report_, early_count_, "sample", "earlier than the one before: put in order of their times.");
  NoteCount(report_, untimed_count_, "sample", "without a time delta: counted as taking no time.");
  NoteCount(report_, sampleless_count_, "time delta", "without a sample: left out.");
}

}  // namespace ringscope
