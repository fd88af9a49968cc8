#include "cct/import/v8/cpuprofile_nodes.h"

#include <fmt/format.h>

#include "cct/import/frame_names.h"

namespace ringscope {
namespace {

constexpr std::string_view kRootName = "(root)";

// The profiler's own stand-ins: no code ran, or not the program's.
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
    if (nodes_.size() >= kMaxContexts)
      return FailWith(json, ErrorCode::kLimit, "the profile has too many nodes");
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
      SetFrame(current);  // for who looks before the end
    }
  }
  return true;
}

// The key has been read.
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
    // As an edge from an id not known yet: resolved with the others.
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
  if (!fields.has_name) report_.Keep("a call frame without a function name", json.offset_bytes());
  InternFrame(fields);
  // One without a name is counted each time.
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
    if (node.id == -1 - index) node.id -= base;  // none was read: stays one of its own
    if (node.parent != kNone) node.parent += base;
    nodes_.push_back(node);
  }
  for (Edge edge : part.edges_) {
    if (edge.parent != kNone) edge.parent += base;
    edges_.push_back(edge);
  }
  return true;
}

}  // namespace ringscope
