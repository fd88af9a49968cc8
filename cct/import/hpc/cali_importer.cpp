#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/import/count_text.h"
#include "cct/import/frame_names.h"
#include "cct/import/hpc/caliper_names.h"
#include "cct/import/importers.h"
#include "cct/import/read_lines.h"
#include "cct/import/text_parts.h"
#include "cct/import/value_tree.h"

namespace ringscope {
namespace {

// Caliper's numbers of the attributes that every file has (LLNL/Caliper, src/caliper/MetadataTree).
constexpr uint64_t kNameAttribute = 8;
constexpr uint64_t kPropertyAttribute = 10;
// Bits of an attribute's properties.
constexpr uint64_t kIsValue = 1;
constexpr uint64_t kIsNested = 256;

bool SniffCali(std::string_view text) {
  return text.starts_with("__rec=") || (Has(text, "\n__rec=node,id=") && Has(text, ",attr="));
}

// The values of each key of "__rec=ctx,ref=42=43,attr=1=2,data=11=22". A backslash escapes any character.
struct CaliRecord {
  std::string type;
  std::vector<std::string> id, attribute, data, parent, reference;

  // Returns false if the line is no record.
  [[nodiscard]] bool Read(std::string_view line) {
    *this = {};
    std::string key, value;
    bool in_key = true;
    const auto end_value = [&] {
      if (std::vector<std::string>* const list = ListOf(key)) list->push_back(value);
      if (key == "__rec") type = value;
      value.clear();
    };
    for (size_t at = 0; at < line.size(); ++at) {
      char c = line[at];
      const bool is_escaped = c == '\\' && at + 1 < line.size();
      if (is_escaped) c = line[++at] == 'n' ? '\n' : line[at];
      if (!is_escaped && c == '=') {
        if (!in_key) end_value();
        in_key = false;
      } else if (!is_escaped && c == ',') {
        if (in_key) return false;
        end_value();
        key.clear();
        in_key = true;
      } else {
        (in_key ? key : value) += c;
      }
    }
    if (in_key) return false;
    end_value();
    return !type.empty();
  }

 private:
  [[nodiscard]] std::vector<std::string>* ListOf(std::string_view key) {
    if (key == "id") return &id;
    if (key == "attr") return &attribute;
    if (key == "data") return &data;
    if (key == "parent") return &parent;
    return key == "ref" ? &reference : nullptr;
  }
};

class CaliReader : public LineReader {
 public:
  static constexpr bool kLeavesOutCutLine = true;
  explicit CaliReader(const ImportRun& run) : LineReader(run), tree_(run) {}

  [[nodiscard]] Result<void> ReadLine(std::string_view line) {
    if (Trimmed(line).empty()) return {};
    if (!record_.Read(line)) return Skip("a line that is no record");
    if (record_.type == "node") return ReadNode();
    if (record_.type == "ctx") return ReadSnapshot();
    return {};
  }

  [[nodiscard]] Result<void> Finish() {
    NoteCutLine();
    if (!version_.empty()) run_.report.notes.push_back("Written by Caliper " + version_.substr(0, 100) + ".");
    return tree_.Finish(ValueTree::Scope::kSelf);
  }

 private:
  struct Node {
    ValueTree::Node region = ValueTree::kNone;  // the node's region, or the nearest region above it
    std::optional<uint32_t> rank;               // of the node, or of one above it
    // Of a node that names an attribute, or is above one that does.
    uint64_t properties = 0;
    std::string alias, unit;
  };
  struct Attribute {
    std::string name;
    uint64_t properties = 0;
    std::optional<uint32_t> column;  // of the tree, if it is a metric
  };

  [[nodiscard]] static std::optional<uint64_t> Number(const std::vector<std::string>& values) {
    return values.empty() ? std::nullopt : ParseNumber<uint64_t>(values.front());
  }

  [[nodiscard]] Result<void> ReadNode() {
    const auto id = Number(record_.id);
    const auto attribute = Number(record_.attribute);
    if (!id || !attribute) return Skip("a node without its number or attribute");
    if (nodes_.contains(*id)) return Skip("a node with the number of another");
    if (nodes_.size() >= run_.options.build.max_contexts)
      return FailHere(ErrorCode::kLimit, TooMany(run_.options.build.max_contexts, "nodes"));
    Node node;
    if (const auto parent = Number(record_.parent)) {
      // The first nodes have Caliper's own types and attributes; files leave them out.
      constexpr uint64_t kBuiltIn = 12;
      const auto known = nodes_.find(*parent);
      if (known != nodes_.end())
        node = known->second;
      else if (*parent >= kBuiltIn)
        Keep("a node whose parent is not in the file");
    }
    const std::string data = record_.data.empty() ? std::string() : record_.data.front();
    text_bytes_ += data.size() + node.alias.size() + node.unit.size();
    if (text_bytes_ > run_.options.build.max_string_bytes)
      return FailHere(ErrorCode::kLimit, TooLongNames(run_.options.build.max_string_bytes));
    if (*attribute == kPropertyAttribute) {
      node.properties = ParseNumber<uint64_t>(data).value_or(0);
    } else if (*attribute == kNameAttribute) {
      AddAttribute(*id, data, node);
    } else if (const auto known = attributes_.find(*attribute); known != attributes_.end()) {
      const std::string& name = known->second.name;
      if (name == "attribute.alias") node.alias = data;
      if (name == "attribute.unit") node.unit = data;
      if (name == "cali.caliper.version") version_ = data;
      if (IsCaliperRank(name) && ParseNumberText(data)) node.rank = tree_.Rank(data);
      if ((known->second.properties & kIsNested) != 0) {
        const FrameId frame =
            data.empty() ? UnknownFrame(run_.builder) : run_.builder.InternFrame({.name = data});
        node.region = tree_.AddNode(node.region, frame);
      }
    } else {
      Keep("a node of an attribute that is not in the file");
    }
    nodes_.emplace(*id, std::move(node));
    return tree_.status();
  }

  void AddAttribute(uint64_t id, const std::string& name, const Node& node) {
    Attribute attribute{name, node.properties, std::nullopt};
    if ((node.properties & kIsValue) != 0)
      attribute.column = AddCaliperColumn(name, node.alias, node.unit, tree_);
    attributes_.try_emplace(id, std::move(attribute));
  }

  // Reads the values of a region, and its rank if there is one.
  [[nodiscard]] Result<void> ReadSnapshot() {
    ValueTree::Node region = ValueTree::kNone;
    uint32_t rank = ValueTree::kNoRank;
    for (const std::string& text : record_.reference) {
      const auto id = ParseNumber<uint64_t>(text);
      const auto known = id ? nodes_.find(*id) : nodes_.end();
      if (known == nodes_.end()) {
        Keep("a reference to a node that is not in the file");
        continue;
      }
      if (known->second.region != ValueTree::kNone) region = known->second.region;
      if (known->second.rank) rank = *known->second.rank;
    }
    cells_.clear();
    if (record_.attribute.size() > record_.data.size())
      Skip("an attribute without a value", record_.attribute.size() - record_.data.size());
    if (record_.attribute.size() < record_.data.size())
      Skip("a value without an attribute", record_.data.size() - record_.attribute.size());
    for (size_t i = 0; i < std::min(record_.attribute.size(), record_.data.size()); ++i) {
      const auto id = ParseNumber<uint64_t>(record_.attribute[i]);
      const auto known = id ? attributes_.find(*id) : attributes_.end();
      if (known == attributes_.end()) {
        Keep("a value of an attribute that is not in the file");
        continue;
      }
      const auto value = ParseNumberText(record_.data[i]);
      if (IsCaliperRank(known->second.name)) {
        if (value) rank = tree_.Rank(record_.data[i]);
      } else if (known->second.column && value) {
        cells_.push_back({*known->second.column, *value});
      } else if (known->second.column) {
        Skip("a value that is no number");
      }
    }
    tree_.AddRow(region, cells_, rank);
    ++run_.report.record_count;
    return tree_.status();
  }

  ValueTree tree_;
  CaliRecord record_;
  std::unordered_map<uint64_t, Node> nodes_;            // by number
  std::unordered_map<uint64_t, Attribute> attributes_;  // by the number of the node that names them
  std::vector<ValueTree::Cell> cells_;
  std::string version_;
  uint64_t text_bytes_ = 0;
};

}  // namespace

const Importer kCaliImporter{"cali", &SniffCali, &ImportLines<CaliReader>};

}  // namespace ringscope
