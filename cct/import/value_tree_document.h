#pragma once

#include <string_view>
#include <vector>

#include "cct/import/json/json_document.h"
#include "cct/import/limits.h"
#include "cct/import/value_tree.h"

namespace ringscope {

// A JSON document whose trees of nested objects become nodes of a ValueTree.
class ValueTreeDocument : public JsonDocument {
 public:
  // The depth doubles because each level of a tree is an object within an array.
  explicit ValueTreeDocument(const ImportRun& run)
      : JsonDocument(run, run.options.max_stack_depth * 2 + 16), tree_(run) {}

 protected:
  // Reads a tree of nested objects, each with an array of further ones under the key "children", without
  // recursion. Keys may come in any order. `visitor` has:
  //   Node Begin(const Node* parent)           a node begins; `parent` is null for the outermost one
  //   bool Member(Node& node, string_view key) reads the value of any other key; false on an error
  //   void End(Node& node)                     the node and all of its children have been read
  // `begin` is the first token of the outermost object, which errors call `what`. Skips elements that are no
  // objects. Trees that are too deep or have too many nodes are errors.
  template <typename Node, typename Visitor>
  [[nodiscard]] bool ReadTree(JsonToken begin, std::string_view what, Visitor& visitor) {
    if (begin != JsonToken::kBeginObject) return FailWith(what);
    struct Level {
      Node node;
      bool in_children = false;
    };
    std::vector<Level> levels;
    const auto add_level = [&](const Node* parent) {
      levels.push_back({visitor.Begin(parent)});
      is_too_deep_ |= levels.size() > run_.options.max_stack_depth;
    };
    add_level(nullptr);
    while (!levels.empty()) {
      const JsonToken token = json_.Next();
      Level& level = levels.back();
      if (level.in_children) {
        if (token == JsonToken::kEndArray) {
          level.in_children = false;
        } else if (token == JsonToken::kBeginObject) {
          add_level(&level.node);
        } else if (!SkipRest(token)) {
          return FailWith(what);
        }
      } else if (token == JsonToken::kEndObject) {
        visitor.End(level.node);
        levels.pop_back();
      } else if (token != JsonToken::kKey) {
        return FailWith(what);
      } else if (json_.text() == "children") {
        const JsonToken list = json_.Next();
        if (list == JsonToken::kBeginArray)
          level.in_children = true;
        else if (!SkipRest(list))
          return FailWith(what);
      } else if (!visitor.Member(level.node, json_.text()) || !IsFine()) {
        return FailWith(what);
      }
    }
    return IsFine();
  }

  ValueTree tree_;

 private:
  [[nodiscard]] bool IsFine() {
    if (is_too_deep_) return FailWith(ErrorCode::kLimit, TooDeep(run_.options.max_stack_depth));
    return Check(tree_.status());
  }

  bool is_too_deep_ = false;
};

}  // namespace ringscope
