#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/import/frame_names.h"
#include "cct/import/importers.h"
#include "cct/import/json/json_document.h"
#include "cct/import/text_parts.h"
#include "cct/import/value_tree.h"

namespace ringscope {
namespace {

bool SniffHatchet(std::string_view text) {
  const char first = FirstOf(text);
  const bool literal = first == '[' && Has(text, "\"frame\"") && Has(text, "\"metrics\"");
  const bool graph = first == '{' && Has(text, "\"graph\"") &&
                     (Has(text, "\"dataframe\"") || (Has(text, "\"data\"") && Has(text, "\"children\"")));
  return literal || graph;
}

// Reads both forms, a list and an object:
// [{"frame": {...}, "metrics": {...}, "children": [...]}, ...]
// {"graph": [{"0": {"data": {...}, "children": [1]}, ...}], "dataframe": [{"node": 0, "time": 1.5}, ...]}
class HatchetProfile final : public JsonDocument {
 public:
  explicit HatchetProfile(const ImportRun& run)
      : JsonDocument(run, run.options.max_stack_depth * 2), tree_(run), unnamed_(UnknownFrame(run.builder)) {}

  Result<void> Import(bool is_list) {
    RINGSCOPE_TRY(is_list ? ReadList() : Read());
    ApplyNames();
    run_.report.input_bytes = read_bytes();
    uint64_t nameless_count = 0;
    for (Node node = 0; node < tree_.node_count(); ++node)
      nameless_count += tree_.frame(node) == unnamed_ ? 1 : 0;
    if (nameless_count > 0) run_.report.Keep("a node without a name", 0, nameless_count);
    return tree_.Finish(ValueTree::Scope::kSelf);
  }

 private:
  using Node = ValueTree::Node;

  // Reads the object of a frame: {"name": ..., "type": ..., "file": ..., "line": ...}.
  bool ReadFrame(Node node) {
    std::string name, type, file, module;
    uint32_t line = 0;
    const bool read = ReadObject([&](std::string_view key) {
      if (key == "name") return ReadText(name);
      if (key == "type") return ReadText(type);
      if (key == "file") return ReadText(file);
      if (key == "module") return ReadText(module);
      if (key != "line") return json_.SkipValue();
      return ReadNumberOrTextIfAny([&] {
        const std::string_view text = json_.text();
        std::from_chars(text.data(), text.data() + text.size(), line);
      });
    });
    if (!read) return false;
    Frame frame{.name = name, .module = module, .file = file, .line = line};
    if (name.empty() && !file.empty()) {
      name = fmt::format("{} at {}:{}", type.empty() ? "code" : type, BaseName(file), line);
      frame.name = name;
    }
    if (frame.name.empty()) return true;
    tree_.SetFrame(node, run_.builder.InternFrame(frame));
    return true;
  }

  // Names a node whose frame has no name.
  bool ReadName(Node node) {
    std::string name;
    if (!ReadText(name)) return false;
    if (!name.empty() && tree_.frame(node) == unnamed_)
      tree_.SetFrame(node, run_.builder.InternFrame({.name = name}));
    return true;
  }

  Node NewNode(Node parent) { return tree_.AddNode(parent, unnamed_); }

  // Reads a root of the list and all nodes below it, without recursion.
  bool ReadTopElement(JsonToken begin) override {
    if (begin != JsonToken::kBeginObject) return FailWith("a node (an object)");
    open_.assign(1, NewNode(ValueTree::kNone));
    bool in_list = false;  // in the list of children of the last open node
    while (!open_.empty()) {
      const JsonToken token = json_.Next();
      if (in_list) {
        if (token == JsonToken::kEndArray) {
          in_list = false;
        } else if (token == JsonToken::kBeginObject) {
          open_.push_back(NewNode(open_.back()));
          in_list = false;
          if (!Check(tree_.status())) return false;
        } else {
          return FailWith("a node (an object)");
        }
      } else if (token == JsonToken::kEndObject) {
        ++run_.report.record_count;
        open_.pop_back();
        in_list = true;
      } else if (token != JsonToken::kKey) {
        return FailWith("a key");
      } else if (json_.text() == "children") {
        const JsonToken list = json_.Next();
        if (list == JsonToken::kBeginArray) {
          in_list = true;
        } else if (list != JsonToken::kNull) {
          return FailWith("an array of nodes");
        }
      } else if (!ReadMember(open_.back())) {
        return false;
      }
    }
    return true;
  }

  bool ReadMember(Node node) {
    if (json_.text() == "frame") return ReadFrame(node);
    if (json_.text() == "name") return ReadName(node);
    if (json_.text() != "metrics") return json_.SkipValue();
    return ReadObject([&](std::string_view key) {
             const std::string name(key);
             return ReadNumberIfAny([&] {
               if (name != "_hatchet_nid" && name != "nid")
                 tree_.AddValue(node, tree_.Column(name), ParseDecimal(json_.text()));
             });
           }) &&
           Check(tree_.status());
  }

  bool ReadTopMember(std::string_view key) override {
    if (key == "graph") {
      return ReadArray([this](JsonToken begin) {
        return ReadMembers(begin, "the nodes of a graph (an object)", [this](std::string_view id) {
          const std::optional<int64_t> number = ParseNumber<int64_t>(id);
          return number ? ReadNode(NodeOf(*number)) && Check(tree_.status())
                        : FailWith("the number of a node");
        });
      });
    }
    if (key == "dataframe") return ReadArray([this](JsonToken begin) { return ReadRow(begin); });
    if (key == "inclusive_metrics") return ReadNames(inclusive_);
    if (key == "dataframe_indices") return ReadNames(indices_);
    return json_.SkipValue();
  }

  bool ReadNames(std::vector<std::string>& names) {
    return ReadArray([&](JsonToken token) {
      if (token == JsonToken::kString && names.size() < kMaxNames) names.emplace_back(json_.text());
      return SkipRest(token);
    });
  }

  // Applies the lists that describe the columns, after the document: they may come behind the values.
  void ApplyNames() {
    for (const std::string& name : inclusive_) tree_.MakeInclusive(name);
    for (const std::string& name : indices_) tree_.Drop(name);
    const auto is_run = [](const std::string& name) {
      return name != "node" && name != "rank" && name != "thread";
    };
    if (std::any_of(indices_.begin(), indices_.end(), is_run))
      run_.report.notes.emplace_back("The file holds several runs; their values were added up.");
  }

  Node NodeOf(int64_t id) {
    const auto [at, is_new] = node_of_id_.try_emplace(id, ValueTree::kNone);
    if (is_new) at->second = NewNode(ValueTree::kNone);
    return at->second;
  }

  bool ReadNode(Node node) {
    ++run_.report.record_count;
    return ReadObject([&](std::string_view key) {
      if (key == "data") return ReadFrame(node);
      if (key != "children") return json_.SkipValue();
      return ReadArray([&](JsonToken token) {
        const auto id = token == JsonToken::kNumber ? json_.Integer() : std::nullopt;
        if (!id) return FailWith("the number of a node");
        const Node child = NodeOf(*id);
        if (tree_.parent(child) == ValueTree::kNone) {
          tree_.SetParent(child, node);
        } else {
          run_.report.Keep("a further caller of a node, which stays below its first", json_.offset_bytes());
        }
        return Check(tree_.status());
      });
    });
  }

  bool ReadRow(JsonToken begin) {
    row_.clear();
    std::optional<int64_t> id;
    uint32_t rank = ValueTree::kNoRank;
    const bool read = ReadMembers(begin, "a row (an object)", [&](std::string_view key) {
      const std::string name(key);
      return ReadNumberIfAny([&] {
        if (name == "node")
          id = json_.Integer();
        else if (name == "rank")
          rank = tree_.Rank(json_.text());
        else if (name != "nid" && name != "thread")
          row_.push_back({tree_.Column(name), ParseDecimal(json_.text())});
      });
    });
    if (!read) return false;
    if (!id) {
      run_.report.Skip("a row without a node", json_.offset_bytes());
      return true;
    }
    const Node node = NodeOf(*id);
    tree_.AddRow(node, row_, rank);
    return Check(tree_.status());
  }

  static constexpr size_t kMaxNames = 4096;
  ValueTree tree_;
  FrameId unnamed_;
  std::vector<Node> open_;  // the open nodes of the list, the innermost last
  std::vector<std::string> inclusive_, indices_;
  std::unordered_map<int64_t, Node> node_of_id_;
  std::vector<ValueTree::Cell> row_;
};

Result<void> ImportHatchet(const ImportRun& run) {
  RINGSCOPE_ASSIGN(const std::span<const std::byte> start, run.source.Next());
  const bool is_list = FirstOf(AsText(start)) == '[';
  run.source.Rewind();
  return HatchetProfile(run).Import(is_list);
}

}  // namespace

const Importer kHatchetImporter{"Hatchet", &SniffHatchet, &ImportHatchet};

}  // namespace ringscope
