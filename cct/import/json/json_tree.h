#pragma once

#include <string_view>
#include <vector>

#include "cct/import/json/json_reader.h"

namespace ringscope {

// Reads a tree of nested objects, each with an array of further ones under the key `children`, however deep:
// no call stack is used. Keys may come in any order. `visitor` has:
//   Node Begin(const Node* parent)           a node begins; null: it is the outermost one
//   bool Member(Node& node, string_view key) reads the value of any other key; false on an error
//   void End(Node& node)                     all of it and of those in it has been read
// `begin` is the first token, of an object. Elements that are no objects are passed over. False on an error,
// the reader's or the visitor's.
template <typename Node, typename Visitor>
[[nodiscard]] bool ReadJsonTree(JsonReader& json, JsonToken begin, std::string_view children,
                                Visitor& visitor) {
  struct Level {
    Node node;
    bool in_children = false;
  };
  if (begin != JsonToken::kBeginObject) return false;
  std::vector<Level> levels;
  levels.push_back({visitor.Begin(nullptr)});
  while (!levels.empty()) {
    const JsonToken token = json.Next();
    Level& level = levels.back();
    if (level.in_children) {
      if (token == JsonToken::kEndArray) {
        level.in_children = false;
      } else if (token == JsonToken::kBeginObject) {
        levels.push_back({visitor.Begin(&level.node)});
      } else if (!json.SkipRest(token)) {
        return false;
      }
    } else if (token == JsonToken::kEndObject) {
      visitor.End(level.node);
      levels.pop_back();
    } else if (token != JsonToken::kKey) {
      return false;
    } else if (json.text() == children) {
      const JsonToken list = json.Next();
      if (list == JsonToken::kBeginArray)
        level.in_children = true;
      else if (!json.SkipRest(list))
        return false;
    } else if (!visitor.Member(level.node, json.text())) {
      return false;
    }
  }
  return true;
}

}  // namespace ringscope
