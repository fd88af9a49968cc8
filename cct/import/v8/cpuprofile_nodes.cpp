#include "cct/import/v8/cpuprofile_nodes.h"

#include <fmt/format.h>

#include <algorithm>

#include "cct/base/number_text.h"

namespace ringscope {
namespace {

constexpr std::string_view kRootName = "(root)";

// The profiler's own stand-ins: no code ran, or not the program's.
bool IsMetaName(std::string_view name) {
  return name == "(program)" || name == "(idle)" || name == "(garbage collector)" || name == kRootName;
}

// Files count lines from 0 with -1 for unknown, frames from 1 with 0; the old form has 1-based lines.
uint32_t OneBased(int64_t value, bool zero_based) {
  if (zero_based) ++value;
  return value > 0 && value <= 0xffffffff ? static_cast<uint32_t>(value) : 0;
}

}  // namespace

bool CpuProfileNodes::ReadArray(JsonReader& json) {
  while (true) {
    const JsonToken token = json.Next();
    if (token == JsonToken::kEndArray) return true;
    if (token == JsonToken::kError) return false;
    if (token != JsonToken::kBeginObject) {
      error_ = Error{ErrorCode::kMalformed,
                     "expected a node (an object), found another value",
                     json.offset_bytes(),
                     {},
                     {}};
      return false;
    }
    if (!ReadNode(json, kNone)) return false;
  }
}

bool CpuProfileNodes::ReadNested(JsonReader& json) { return ReadNode(json, kNone); }

bool CpuProfileNodes::ReadNode(JsonReader& json, uint32_t parent) {
  // Children may be nested as deep as the file likes, so the nodes that are still open are a list. A node's
  // fields can follow its children.
  std::vector<Open>& open = open_;
  open.clear();
  const auto begin_node = [&](uint32_t parent_index) {
    if (nodes_.size() >= kMaxContexts) {
      error_ = Error{ErrorCode::kLimit, "the profile has too many nodes", json.offset_bytes(), {}, {}};
      return false;
    }
    if (!MakeRoomForOne(nodes_, memory_)) {
      error_ = Error{ErrorCode::kLimit, kOverMemoryBudget, {}, {}, {}};
      return false;
    }
    Node node;
    node.id = -1 - static_cast<int64_t>(nodes_.size());  // until one is read
    node.parent = parent_index;
    node.offset = json.offset_bytes();
    open.push_back({static_cast<uint32_t>(nodes_.size()), {}, false});
    nodes_.push_back(node);
    return true;
  };
  if (!begin_node(parent)) return false;
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
        error_ = Error{ErrorCode::kMalformed,
                       "expected the id of a child node, found another value",
                       json.offset_bytes(),
                       {},
                       {}};
        return false;
      }
    } else if (token == JsonToken::kEndObject) {
      if (!current.fields.frame) InternFrame(current.fields);
      nodes_[current.node].frame = *current.fields.frame;
      nodes_[current.node].is_root = current.fields.is_root;
      open.pop_back();
    } else if (!ReadField(json, current.node, current.fields, current.in_children)) {
      return false;
    }
  }
  return true;
}

// The key came last.
bool CpuProfileNodes::ReadField(JsonReader& json, uint32_t node, Fields& fields, bool& children_follow) {
  const std::string_view key = json.text();
  if (key == "callFrame") return ReadCallFrame(json, fields);
  if (key == "id") return ReadInteger(json, nodes_[node].id);
  if (key == "hitCount" || key == "selfSize") {
    const bool key_is_size = key == "selfSize";
    int64_t count = 0;
    const uint64_t offset = json.offset_bytes();
    if (!ReadInteger(json, count)) return false;
    if (count < 0) report_.Keep(key_is_size ? "a negative size" : "a negative hit count", offset);
    nodes_[node].cost = count > 0 ? static_cast<uint64_t>(count) : 0;
    return true;
  }
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
    // As an edge from an id not known yet: resolved with the others.
    edges_.push_back({kNone, parent_id});
    edges_.push_back({node, 0});
    return true;
  }
  // The old form has the fields of the call frame in the node itself, with lines from 1.
  if (fields.frame) return json.SkipValue();
  if (key == "functionName") return ReadString(json, fields.name);
  if (key == "url") return ReadString(json, fields.url);
  if (key == "lineNumber") return ReadInteger(json, fields.line);
  if (key == "columnNumber") return ReadInteger(json, fields.column);
  return json.SkipValue();
}

bool CpuProfileNodes::ReadCallFrame(JsonReader& json, Fields& fields) {
  // What is kept of texts that never come again.
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
  InternFrame(fields);
  if (!text.empty() && call_frames_.held_bytes() < kMostTextBytes) {
    (void)call_frames_.Add(text, hash, *fields.frame);
    call_frame_is_root_.push_back(fields.is_root ? 1 : 0);
  }
  return true;
}

bool CpuProfileNodes::ReadCallFrameFields(JsonReader& json, Fields& fields) {
  const JsonToken token = json.Next();
  if (token == JsonToken::kError) return false;
  if (token != JsonToken::kBeginObject) {
    error_ = Error{ErrorCode::kMalformed,
                   "expected an object behind \"callFrame\", found another value",
                   json.offset_bytes(),
                   {},
                   {}};
    return false;
  }
  fields.zero_based = true;
  fields.name.clear();
  fields.url.clear();
  fields.line = fields.column = -1;
  while (true) {
    const JsonToken key_token = json.Next();
    if (key_token == JsonToken::kEndObject) return true;
    if (key_token == JsonToken::kError) return false;
    const std::string_view key = json.text();
    bool read = false;
    if (key == "functionName") {
      read = ReadString(json, fields.name);
    } else if (key == "url") {
      read = ReadString(json, fields.url);
    } else if (key == "lineNumber") {
      read = ReadInteger(json, fields.line);
    } else if (key == "columnNumber") {
      read = ReadInteger(json, fields.column);
    } else {
      read = json.SkipValue();
    }
    if (!read) return false;
  }
}

bool CpuProfileNodes::ReadString(JsonReader& json, std::string& value) {
  const JsonToken token = json.Next();
  if (token == JsonToken::kString) {
    value = json.text();
    return true;
  }
  if (token == JsonToken::kBeginObject || token == JsonToken::kBeginArray)
    return json.SkipToDepth(json.depth() - 1);
  return token != JsonToken::kError;
}

bool CpuProfileNodes::ReadInteger(JsonReader& json, int64_t& value) {
  const JsonToken token = json.Next();
  if (token == JsonToken::kNumber) {
    if (const auto number = json.RoundedInteger()) {
      value = *number;
      return true;
    }
    error_ = Error{ErrorCode::kOverflow,
                   fmt::format("expected a number below 2^63, found {}", json.text().substr(0, 40)),
                   json.offset_bytes(),
                   {},
                   {}};
    return false;
  }
  if (token == JsonToken::kString) {  // some writers put ids in quotes
    if (const auto number = json.Integer()) value = *number;
    return true;
  }
  if (token == JsonToken::kBeginObject || token == JsonToken::kBeginArray)
    return json.SkipToDepth(json.depth() - 1);
  return token != JsonToken::kError;
}

void CpuProfileNodes::InternFrame(Fields& fields) {
  Frame frame;
  frame.name = fields.name.empty() ? std::string_view("(anonymous)") : std::string_view(fields.name);
  frame.file = fields.url;
  frame.line = OneBased(fields.line, fields.zero_based);
  frame.column = OneBased(fields.column, fields.zero_based);
  if (fields.url.empty() && IsMetaName(frame.name)) frame.kind = FrameKind::kSynthetic;
  fields.is_root = frame.name == kRootName && fields.url.empty();
  fields.frame = builder_.InternFrame(frame);
}

void CpuProfileNodes::IndexIds() {
  const auto [least, greatest] = std::minmax_element(
      nodes_.begin(), nodes_.end(), [](const Node& a, const Node& b) { return a.id < b.id; });
  const bool dense = least->id >= 0 && greatest->id < static_cast<int64_t>(nodes_.size()) * 4 + 1024;
  if (dense) dense_ids_.assign(static_cast<size_t>(greatest->id) + 1, kNone);
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    if (dense) {
      uint32_t& index = dense_ids_[static_cast<size_t>(nodes_[i].id)];
      if (index == kNone) {
        index = i;
      } else {
        report_.Keep("a node with the id of another", nodes_[i].offset);
      }
    } else {
      ids_.emplace_back(nodes_[i].id, i);
    }
  }
  std::sort(ids_.begin(), ids_.end());
  for (size_t i = 1; i < ids_.size(); ++i) {
    if (ids_[i].first == ids_[i - 1].first)
      report_.Keep("a node with the id of another", nodes_[ids_[i].second].offset);
  }
}

uint32_t CpuProfileNodes::IndexOf(int64_t id) const {
  if (!dense_ids_.empty()) {
    return id >= 0 && static_cast<uint64_t>(id) < dense_ids_.size() ? dense_ids_[static_cast<size_t>(id)]
                                                                    : kNone;
  }
  const auto at = std::lower_bound(ids_.begin(), ids_.end(), std::pair<int64_t, uint32_t>(id, 0));
  return at != ids_.end() && at->first == id ? at->second : kNone;
}

void CpuProfileNodes::ConnectEdges() {
  for (size_t i = 0; i < edges_.size(); ++i) {
    uint32_t parent = edges_[i].parent;
    uint32_t child = kNone;
    if (parent == kNone) {  // the id of a parent, then the child
      parent = IndexOf(edges_[i].child_id);
      child = edges_[++i].parent;
    } else {
      child = IndexOf(edges_[i].child_id);
    }
    if (child == kNone || parent == kNone) {
      report_.Keep("a link to a node that is not there", nodes_[parent == kNone ? child : parent].offset);
    } else if (nodes_[child].parent == kNone) {
      nodes_[child].parent = parent;
    } else if (nodes_[child].parent != parent) {
      report_.Keep("a second caller of one node", nodes_[child].offset);
    }
  }
  std::vector<Edge>().swap(edges_);
}

bool CpuProfileNodes::Append(CpuProfileNodes part) {
  if (part.nodes_.size() > kMaxContexts - nodes_.size()) {
    error_ = Error{ErrorCode::kLimit, "the profile has too many nodes", part.nodes_[0].offset, {}, {}};
    return false;
  }
  const auto base = static_cast<uint32_t>(nodes_.size());
  for (size_t i = 0; i < part.nodes_.size(); ++i) {
    Node node = part.nodes_[i];
    const auto index = static_cast<int64_t>(i);
    if (node.id == -1 - index) node.id -= base;  // none was read: stays one of its own
    if (node.parent != kNone) node.parent += base;
    if (!MakeRoomForOne(nodes_, memory_)) {
      error_ = Error{ErrorCode::kLimit, kOverMemoryBudget, {}, {}, {}};
      return false;
    }
    nodes_.push_back(node);
  }
  for (Edge edge : part.edges_) {
    if (edge.parent != kNone) edge.parent += base;
    edges_.push_back(edge);
  }
  return true;
}

void CpuProfileNodes::BuildContexts(BuildNode top_context) {
  contexts_.assign(nodes_.size(), kNone);
  if (nodes_.empty()) return;
  IndexIds();
  ConnectEdges();
  uint64_t further_roots = 0;
  std::vector<uint32_t> chain;
  std::vector<uint8_t> on_chain(nodes_.size(), 0);
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    // Up to a caller whose context is known, then down again.
    chain.clear();
    uint32_t at = i;
    while (at != kNone && contexts_[at] == kNone && on_chain[at] == 0) {
      on_chain[at] = 1;
      chain.push_back(at);
      at = nodes_[at].parent;
    }
    if (at != kNone && contexts_[at] == kNone) continue;  // a loop, or what hangs on one
    BuildNode context = at == kNone ? top_context : contexts_[at];
    while (!chain.empty()) {
      const Node& node = nodes_[chain.back()];
      const bool top = node.parent == kNone;
      if (!top || !node.is_root) context = builder_.Child(context, node.frame);
      if (top && !node.is_root && chain.back() != 0) ++further_roots;
      contexts_[chain.back()] = context;
      chain.pop_back();
    }
  }
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    if (contexts_[i] == kNone) report_.Skip("a node whose callers form a loop", nodes_[i].offset);
  }
  if (further_roots > 0) {
    report_.notes.push_back(
        fmt::format("{} without a caller: put below the root.", CountedText(further_roots, "node")));
  }
}

std::optional<BuildNode> CpuProfileNodes::ContextOf(int64_t id) const {
  const uint32_t index = IndexOf(id);
  if (index == kNone || contexts_[index] == kNone) return std::nullopt;
  return contexts_[index];
}

uint64_t CpuProfileNodes::AddCosts(MetricIndex metric) {
  uint64_t count = 0;
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].cost == 0 || contexts_[i] == kNone) continue;
    builder_.AddSelf(contexts_[i], metric, nodes_[i].cost);
    ++count;
  }
  return count;
}

}  // namespace ringscope
