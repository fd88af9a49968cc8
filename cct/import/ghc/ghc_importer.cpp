#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/count_text.h"
#include "cct/import/frame_names.h"
#include "cct/import/importers.h"
#include "cct/import/read_lines.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"
#include "cct/import/value_tree_document.h"
#include "cct/tree/building/builder.h"

namespace ringscope {
namespace {

// Imports the cost centre stacks of programs that GHC compiled for profiling, as a text and as JSON.

// The metrics of both formats.
constexpr std::string_view kGhcTicks = "ticks";
constexpr std::string_view kGhcAllocated = "allocated";
constexpr std::string_view kGhcEntries = "entries";

// The frame of a cost centre with its name, module and place in the source: "Main.hs:12:1-20",
// "Main.hs:(12,1)-(14,20)", "<built-in>".
FrameId GhcFrame(CctBuilder& builder, std::string_view label, std::string_view module,
                 std::string_view place) {
  if (label.empty()) return UnknownFrame(builder);
  Frame frame{.name = label, .module = module};
  const size_t colon = place.starts_with('<') ? std::string_view::npos : place.find(':');
  if (colon != std::string_view::npos) {
    std::string_view behind = place.substr(colon + 1);
    if (behind.starts_with('(')) behind.remove_prefix(1);
    if (const auto line = ParseNumber<uint32_t>(behind.substr(0, behind.find_first_not_of("0123456789")))) {
      frame.file = place.substr(0, colon);
      frame.line = *line;
    }
  }
  return builder.InternFrame(frame);
}

bool SniffGhcProf(std::string_view text) {
  return Has(text, "\nCOST CENTRE ") && (Has(text, "Time and Allocation Profiling Report") ||
                                         (Has(text, " individual ") && Has(text, " inherited")));
}

// The numbers of a row: that of the stack ("no."), the entries, the percentages of time and allocation, first
// of self cost, then of inclusive cost; with `-P`, also ticks and bytes of self cost.
constexpr size_t kColumns = 6;
constexpr size_t kColumnsWithCounts = 8;
// The metrics of the percentages, which have one decimal.
constexpr std::string_view kTimeShare = "time share";
constexpr std::string_view kAllocationShare = "allocation share";

class GhcProfReader : public LineReader {
 public:
  explicit GhcProfReader(const ImportRun& run) : LineReader(run), tree_(run) {}

  [[nodiscard]] Result<void> ReadLine(std::string_view line) {
    if (!in_tree_) {
      ReadHead(line);
      return {};
    }
    if (Trimmed(line).empty()) return {};
    return ReadRow(TrimmedBack(line));
  }

  [[nodiscard]] Result<void> Finish() {
    if (!in_tree_) {
      return Fail(ErrorCode::kMalformed,
                  "expected the table of cost centre stacks (\"COST CENTRE ... no. entries\"), found none");
    }
    if (has_counts_ && tick_us_ > 0) Note(run_.report, "A tick is {} us.", tick_us_);
    if (!has_counts_ && run_.report.record_count > 0) {
      run_.report.notes.emplace_back(
          "The file tells time and allocation as percentages with one decimal: run the program with `+RTS "
          "-P` or `-pj` for ticks and bytes.");
      for (const std::string& total : totals_) run_.report.notes.push_back(total);
    }
    return tree_.Finish(ValueTree::Scope::kSelf);
  }

 private:
  // Reads a line in front of the tree. The flat table there has another heading than the tree.
  void ReadHead(std::string_view line) {
    const std::string_view text = Trimmed(line);
    if (text.starts_with("COST CENTRE") && Has(text, "entries")) {
      in_tree_ = true;
      has_counts_ = Has(text, "ticks") && Has(text, "bytes");
      return;
    }
    if (text.starts_with("total time") || text.starts_with("total alloc")) {
      totals_.push_back(WithSingleBlanks(text.substr(0, 200)) + ".");
      // "... (100 ticks @ 1000 us, 1 processor)"
      const size_t at = text.find("ticks @ ");
      if (at != std::string_view::npos) {
        std::string_view interval = text.substr(at + 8);
        tick_us_ = ParseNumber<int64_t>(TakeWord(interval)).value_or(0);
      }
    }
  }

  [[nodiscard]] Result<void> ReadRow(std::string_view line) {
    const size_t indent = IndentOf(line);
    // Read from the end, as the texts in front of the numbers may have blanks.
    const size_t count = has_counts_ ? kColumnsWithCounts : kColumns;
    std::vector<std::string_view> numbers;
    std::string_view rest = line;
    while (numbers.size() < count && !rest.empty()) numbers.push_back(TakeLastWord(rest));
    std::reverse(numbers.begin(), numbers.end());
    std::optional<DecimalCount> values[kColumnsWithCounts];
    bool all = numbers.size() == count;
    for (size_t i = 0; i < numbers.size(); ++i) {
      values[i] = ParseCount(numbers[i]);
      all &= values[i].has_value() && !values[i]->negative;
    }
    std::string_view place = Trimmed(rest);
    const std::string_view label = TakeWord(place);
    const std::string_view module = TakeWord(place);
    if (!all || module.empty()) return Skip("a row that is no cost centre with its numbers");
    const ValueTree::Node caller = rows_.CallerOf(indent, ValueTree::kNone);
    RINGSCOPE_TRY(CheckDepth(rows_.depth()));
    const ValueTree::Node node = tree_.AddNode(caller, GhcFrame(run_.builder, label, module, Trimmed(place)));
    rows_.Open(indent, node);
    const auto add = [&](std::string_view column, std::string_view unit, const DecimalCount& value) {
      tree_.AddValue(node, tree_.Column(column, unit), value);
    };
    if (has_counts_) {
      add(kGhcTicks, "count", *values[6]);
      add(kGhcAllocated, "bytes", *values[7]);
    } else {
      add(kTimeShare, "%", *values[2]);
      add(kAllocationShare, "%", *values[3]);
    }
    add(kGhcEntries, "count", *values[1]);
    ++run_.report.record_count;
    return tree_.status();
  }

  ValueTree tree_;
  IndentedRows<ValueTree::Node> rows_;
  bool in_tree_ = false;
  bool has_counts_ = false;
  int64_t tick_us_ = 0;
  std::vector<std::string> totals_;
};

bool SniffGhcJson(std::string_view text) {
  return FirstOf(text) == '{' && Has(text, "\"cost_centres\"") &&
         (Has(text, "\"total_ticks\"") || Has(text, "\"rts_arguments\"") || Has(text, "\"profile\""));
}

// Reads the JSON that a program writes if it runs with `+RTS -pj`.
class GhcJsonProfile final : public ValueTreeDocument {
 public:
  using ValueTreeDocument::ValueTreeDocument;

  [[nodiscard]] Result<void> BuildTree() {
    if (!has_profile_)
      return Fail(ErrorCode::kMalformed, "expected \"profile\", found a profile of GHC without its tree");
    // The table of cost centres may come behind the tree.
    for (const auto& [node, id] : nodes_) {
      const auto known = centres_.find(id);
      if (known == centres_.end()) run_.report.Keep("a cost centre that is not in the table", 0);
      tree_.SetFrame(node, known == centres_.end() ? UnknownFrame(run_.builder) : known->second);
    }
    if (!program_.empty()) Note(run_.report, "Program: {}.", program_.substr(0, 200));
    if (tick_us_ > 0) Note(run_.report, "A tick is {} us.", tick_us_);
    return tree_.Finish(ValueTree::Scope::kSelf);
  }

  struct Node {
    ValueTree::Node node = ValueTree::kNone;
    uint64_t offset = 0;
    bool has_centre = false;
  };
  // The visitor of ReadTree().
  Node Begin(const Node* caller) {
    return {tree_.AddNode(caller == nullptr ? ValueTree::kNone : caller->node, unknown_),
            json_.offset_bytes()};
  }
  bool Member(Node& node, std::string_view key) {
    if (key == "id") {
      std::string id;
      if (!ReadId(id) || !CountText(id.size())) return false;
      node.has_centre = !id.empty();
      if (node.has_centre) nodes_.emplace_back(node.node, std::move(id));
      return true;
    }
    constexpr std::string_view kMembers[] = {"ticks", "alloc", "entries"};  // in the order of columns_
    const auto* const member = std::ranges::find(kMembers, key);
    if (member == std::end(kMembers)) return json_.SkipValue();
    const JsonToken token = json_.Next();
    if (token == JsonToken::kNumber)
      tree_.AddValue(node.node, columns_[member - kMembers], ParseDecimal(json_.text()));
    else if (token != JsonToken::kNull)
      run_.report.Keep("a value that is no number", node.offset);
    return SkipRest(token);
  }
  void End(const Node& node) {
    ++run_.report.record_count;
    if (!node.has_centre) run_.report.Keep("a stack whose cost centre is not told", node.offset);
  }

 private:
  bool ReadTopMember(std::string_view key) override {
    if (key == "program") return ReadText(program_);
    if (key == "tick_interval")
      return ReadNumberIfAny([&] { tick_us_ = json_.RoundedInteger().value_or(0); });
    if (key == "cost_centres") return ReadArray([this](JsonToken begin) { return ReadCentre(begin); });
    if (key != "profile") return json_.SkipValue();
    const JsonToken begin = json_.Next();
    if (begin != JsonToken::kBeginObject) return FailWith("an object");
    if (has_profile_) return FailWith(ErrorCode::kMalformed, "expected one \"profile\", found a second one");
    has_profile_ = true;
    return ReadTree<Node>(begin, "a cost centre stack", *this);
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

  const uint32_t columns_[3] = {tree_.Column(kGhcTicks, "count"), tree_.Column(kGhcAllocated, "bytes"),
                                tree_.Column(kGhcEntries, "count")};
  const FrameId unknown_ = UnknownFrame(run_.builder);
  std::unordered_map<std::string, FrameId> centres_;            // by id
  std::vector<std::pair<ValueTree::Node, std::string>> nodes_;  // nodes with the ids of their cost centres
  std::string program_;
  int64_t tick_us_ = 0;
  bool has_profile_ = false;
};

}  // namespace

const Importer kGhcProfImporter{"GHC profile", &SniffGhcProf, &ImportLines<GhcProfReader>};
const Importer kGhcJsonImporter{"GHC JSON", &SniffGhcJson, &ImportJsonDocument<GhcJsonProfile>};

}  // namespace ringscope
