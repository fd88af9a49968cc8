#include <fmt/format.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/import/frame_names.h"
#include "cct/import/ghc/ghc_frame.h"
#include "cct/import/importers.h"
#include "cct/import/json/json_document.h"
#include "cct/import/json/json_tree.h"
#include "cct/import/text_parts.h"
#include "cct/import/value_tree.h"

namespace ringscope {
namespace {

bool SniffGhcJson(std::string_view text) {
  return FirstOf(text) == '{' && Has(text, "\"cost_centres\"") &&
         (Has(text, "\"total_ticks\"") || Has(text, "\"rts_arguments\"") || Has(text, "\"profile\""));
}

// What a program says of its cost centre stacks when it runs with `+RTS -pj`.
class GhcJsonProfile final : public JsonDocument {
 public:
  GhcJsonProfile(const ImportRun& run, ValueTree& tree)
      : JsonDocument(run, run.options.max_stack_depth * 2 + 16),
        tree_(tree),
        columns_{tree.Column(kGhcTicks), tree.Column(kGhcAllocated), tree.Column(kGhcEntries)} {
    tree.SetUnit(columns_[0], "count");
    tree.SetUnit(columns_[1], "bytes");
    tree.SetUnit(columns_[2], "count");
  }

  [[nodiscard]] Result<void> Finish() {
    if (!has_profile_)
      return Fail(ErrorCode::kMalformed, "expected \"profile\", found a profile of GHC without its tree");
    // The table of cost centres may stand behind the tree.
    for (const auto& [node, id] : nodes_) {
      const auto known = centres_.find(id);
      if (known == centres_.end()) run_.report.Keep("a cost centre that is not in the table", 0);
      tree_.SetFrame(node, known == centres_.end() ? UnknownFrame(run_.builder) : known->second);
    }
    if (!program_.empty()) run_.report.notes.push_back(fmt::format("Program: {}.", program_.substr(0, 200)));
    if (tick_us_ > 0) run_.report.notes.push_back(GhcTickNote(tick_us_));
    return tree_.Finish(ValueTree::Scope::kSelf, run_.options.threads, run_.report, run_.job,
                        run_.options.preview);
  }

 private:
  struct Node {
    ValueTree::Node node = ValueTree::kNone;
    uint64_t depth = 1;
    uint64_t offset = 0;
    bool has_centre = false;
  };
  class Visitor {
   public:
    explicit Visitor(GhcJsonProfile& profile) : profile_(profile) {}
    Node Begin(const Node* caller) {
      const Node node{
          profile_.tree_.AddNode(caller == nullptr ? ValueTree::kNone : caller->node, profile_.unknown_),
          caller == nullptr ? 1 : caller->depth + 1, profile_.json_.offset_bytes()};
      if (node.depth > profile_.run_.options.max_stack_depth) too_deep_ = true;
      return node;
    }
    bool Member(Node& node, std::string_view key) { return profile_.ReadMember(node, key) && IsFine(); }
    void End(const Node& node) {
      ++profile_.run_.report.record_count;
      if (!node.has_centre) profile_.run_.report.Keep("a stack whose cost centre is not told", node.offset);
    }
    [[nodiscard]] bool IsFine() {
      if (too_deep_)
        return profile_.FailWith(ErrorCode::kLimit, TooDeep(profile_.run_.options.max_stack_depth));
      return profile_.Check(profile_.tree_.status());
    }

   private:
    GhcJsonProfile& profile_;
    bool too_deep_ = false;
  };

  bool ReadTopMember(std::string_view key) override {
    if (key == "program") return ReadText(program_);
    if (key == "tick_interval") {
      const JsonToken token = json_.Next();
      if (token == JsonToken::kNumber) tick_us_ = json_.RoundedInteger().value_or(0);
      return SkipRest(token);
    }
    if (key == "cost_centres") return ReadArray([this](JsonToken begin) { return ReadCentre(begin); });
    if (key != "profile") return json_.SkipValue();
    const JsonToken begin = json_.Next();
    if (begin != JsonToken::kBeginObject) return FailWith("an object");
    if (has_profile_) return FailWith(ErrorCode::kMalformed, "expected one \"profile\", found a second one");
    has_profile_ = true;
    Visitor visitor(*this);
    return (ReadJsonTree<Node>(json_, begin, "children", visitor) || FailWith("a cost centre stack")) &&
           visitor.IsFine();
  }

  bool ReadCentre(JsonToken begin) {
    std::string id, label, module, place;
    const bool read = ReadMembers(begin, "a cost centre (an object)", [&](std::string_view key) {
      if (key == "id") return ReadId(id);
      if (key == "label") return ReadText(label);
      if (key == "module") return ReadText(module);
      if (key == "src_loc") return ReadText(place);
      return json_.SkipValue();
    });
    if (!read || !CountText(id.size())) return false;
    if (label.empty()) run_.report.Keep("a cost centre without a label", json_.offset_bytes());
    if (!centres_.try_emplace(id, GhcFrame(run_.builder, label, module, place)).second)
      run_.report.Skip("a cost centre with the id of another", json_.offset_bytes());
    return true;
  }

  bool ReadMember(Node& node, std::string_view key) {
    if (key == "id") {
      std::string id;
      if (!ReadId(id) || !CountText(id.size())) return false;
      node.has_centre = !id.empty();
      if (node.has_centre) nodes_.emplace_back(node.node, std::move(id));
      return true;
    }
    size_t column = 0;
    if (key == "alloc")
      column = 1;
    else if (key == "entries")
      column = 2;
    else if (key != "ticks")
      return json_.SkipValue();
    const JsonToken token = json_.Next();
    if (token == JsonToken::kNumber)
      tree_.AddValue(node.node, columns_[column], ParseDecimal(json_.text()));
    else if (token != JsonToken::kNull)
      run_.report.Keep("a value that is no number", node.offset);
    return SkipRest(token);
  }

  ValueTree& tree_;
  const uint32_t columns_[3];  // ticks, bytes, entries
  const FrameId unknown_ = UnknownFrame(run_.builder);
  std::unordered_map<std::string, FrameId> centres_;            // by id
  std::vector<std::pair<ValueTree::Node, std::string>> nodes_;  // with the ids of their centres
  std::string program_;
  int64_t tick_us_ = 0;
  bool has_profile_ = false;
};

Result<void> ImportGhcJson(const ImportRun& run) {
  ValueTree tree(run.options.build, run.builder);
  GhcJsonProfile profile(run, tree);
  RINGSCOPE_TRY(profile.Read());
  run.report.input_bytes = profile.read_bytes();
  return profile.Finish();
}

}  // namespace

const Importer kGhcJsonImporter{"GHC JSON", &SniffGhcJson, &ImportGhcJson};

}  // namespace ringscope
