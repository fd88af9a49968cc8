#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/import/frame_names.h"
#include "cct/import/hpc/caliper_names.h"
#include "cct/import/importers.h"
#include "cct/import/json/json_document.h"
#include "cct/import/limits.h"
#include "cct/import/text_parts.h"
#include "cct/import/value_tree.h"

namespace ringscope {
namespace {

using Node = ValueTree::Node;

constexpr size_t kMaxCaliperColumns = 4096;
constexpr std::string_view kNoNumber = "a value that is no number";
constexpr std::string_view kNoRankNumber = "a rank that is no number";
constexpr std::string_view kCallpath = "source.function#callpath.address";

bool SniffCaliper(std::string_view text) {
  if (FirstOf(text) == '{') {
    if (Has(text, "\"column_metadata\"") && Has(text, "\"columns\"")) return true;
    // The columns may come behind more rows than the prefix has.
    if (text.size() < kSniffBytes) return false;
    std::string start;
    for (const char c : text.substr(0, 200)) {
      if (c != ' ' && c != '\t' && c != '\r' && c != '\n') start += c;
    }
    return start.starts_with("{\"data\":[[");
  }
  // Many lists have paths; Caliper's lists also have its measurements.
  const bool measured = Has(text, "#time.duration\"") || Has(text, "\"time\"") ||
                        Has(text, "\"time (inc)\"") || Has(text, "\"count\"") || Has(text, "\"mpi.rank\"") ||
                        Has(text, "\"avg#") || Has(text, "\"sum#");
  return FirstOf(text) == '[' && Has(text, "\"path\"") && measured;
}

struct CaliperColumn {
  std::string name, alias, unit;
  bool is_value = false;
};

struct CaliperNode {
  std::string label, column;
  std::optional<int64_t> parent;
};

// The first pass over json-split: reads the columns and nodes, which come behind the data.
class SplitHead final : public JsonDocument {
 public:
  using JsonDocument::JsonDocument;

  std::vector<CaliperColumn> columns;
  std::vector<CaliperNode> nodes;
  std::string version;

 private:
  bool ReadTopMember(std::string_view key) override {
    if (key == "columns") {
      size_t index = 0;
      return ReadArray([&](JsonToken token) {
        if (token != JsonToken::kString) return FailWith("the name of a column");
        if (!Column(index)) return false;
        columns[index++].name = json_.text();
        return true;
      });
    }
    if (key == "column_metadata") {
      size_t index = 0;
      return ReadArray([&](JsonToken begin) { return Column(index++) && ReadMetadata(begin, index - 1); });
    }
    if (key == "nodes") return ReadArray([this](JsonToken begin) { return ReadNode(begin); });
    if (key == "cali.caliper.version") return ReadText(version);
    return json_.SkipValue();
  }

  bool Column(size_t index) {
    if (index >= kMaxCaliperColumns)
      return FailWith(ErrorCode::kLimit, "expected at most 4096 columns, found more");
    if (columns.size() <= index) columns.resize(index + 1);
    return true;
  }

  bool ReadMetadata(JsonToken begin, size_t index) {
    return ReadMembers(begin, "an object", [&](std::string_view key) {
      if (key == "attribute.alias") return ReadText(columns[index].alias);
      if (key == "attribute.unit") return ReadText(columns[index].unit);
      if (key != "is_value") return json_.SkipValue();
      const JsonToken token = json_.Next();
      columns[index].is_value = token == JsonToken::kTrue;
      return SkipRest(token);
    });
  }

  bool ReadNode(JsonToken begin) {
    if (nodes.size() >= run_.options.build.max_contexts)
      return FailWith(ErrorCode::kLimit,
                      fmt::format("the tree has more than {} contexts", run_.options.build.max_contexts));
    CaliperNode node;
    const bool read = ReadMembers(begin, "a node (an object)", [&](std::string_view key) {
      if (key == "label") return ReadText(node.label);
      if (key == "column") return ReadText(node.column);
      if (key != "parent") return json_.SkipValue();
      return ReadNumberOrTextIfAny([&] { node.parent = json_.Integer(); });
    });
    if (!CountText(node.label.size() + node.column.size())) return false;
    nodes.push_back(std::move(node));
    return read;
  }
};

// The second pass over json-split: reads the rows.
class SplitRows final : public JsonDocument {
 public:
  SplitRows(const ImportRun& run, const SplitHead& head, size_t path, ValueTree& tree)
      : JsonDocument(run), head_(head), path_(path), tree_(tree) {
    for (const CaliperColumn& column : head.columns) {
      std::optional<uint32_t> into;
      if (column.is_value) into = AddCaliperColumn(column.name, column.alias, column.unit, tree);
      columns_.push_back({into, IsCaliperRank(column.name)});
    }
  }

 private:
  struct Target {
    std::optional<uint32_t> column;
    bool rank;
  };

  bool ReadTopMember(std::string_view key) override {
    if (key != "data") return json_.SkipValue();
    return ReadArray([this](JsonToken begin) { return ReadRow(begin); });
  }

  bool ReadRow(JsonToken begin) {
    if (begin != JsonToken::kBeginArray) return FailWith("a row (an array)");
    const uint64_t offset = json_.offset_bytes();
    cells_.clear();
    Node node = ValueTree::kNone;
    uint32_t rank = ValueTree::kNoRank;
    for (size_t index = 0;; ++index) {
      const JsonToken token = json_.Next();
      if (token == JsonToken::kEndArray) {
        if (index < columns_.size()) run_.report.Keep("a row with fewer values than columns", offset);
        break;
      }
      // Some writers put all values in quotes.
      const bool is_text = token == JsonToken::kString;
      if (index >= columns_.size()) run_.report.Skip("a value without a column", offset);
      if ((token != JsonToken::kNumber && !is_text) || index >= columns_.size()) {
        if (token != JsonToken::kNull && index < columns_.size() && columns_[index].column)
          run_.report.Skip(kNoNumber, offset);
        if (!SkipRest(token)) return false;
      } else if (index == path_) {
        const auto number = json_.Integer();
        if (number && *number >= 0 && static_cast<uint64_t>(*number) < head_.nodes.size()) {
          node = static_cast<Node>(*number);
        } else {
          run_.report.Keep("a region that is not in the table", offset);
        }
      } else if (columns_[index].rank) {
        if (ParseNumberText(json_.text())) {
          rank = tree_.Rank(json_.text());
        } else {
          run_.report.Keep(kNoRankNumber, offset);
        }
      } else if (columns_[index].column) {
        const auto value = is_text ? ParseNumberText(json_.text()) : ParseDecimal(json_.text());
        if (value) {
          cells_.push_back({*columns_[index].column, *value});
        } else if (!json_.text().empty()) {
          run_.report.Skip(kNoNumber, offset);
        }
      }
    }
    tree_.AddRow(node, cells_, rank);
    ++run_.report.record_count;
    return Check(tree_.status());
  }

  const SplitHead& head_;
  size_t path_;
  ValueTree& tree_;
  std::vector<Target> columns_;
  std::vector<ValueTree::Cell> cells_;
};

// Reads the format json: [{"path": "main/solve", "time": 1.5}, ...]
class FlatRecords final : public JsonDocument {
 public:
  FlatRecords(const ImportRun& run, ValueTree& tree) : JsonDocument(run), tree_(tree) {}

  // Call after the last record: counts the other values under keys that are a metric in other records.
  void ReportTexts() {
    for (const auto& [key, texts] : texts_) {
      if (tree_.HasColumn(std::string(CaliperMetricName(key))))
        run_.report.Skip(kNoNumber, texts.first_offset, texts.count);
    }
  }

 private:
  // The values under a key that are no numbers.
  struct Texts {
    uint64_t first_offset = 0;
    uint64_t count = 0;
  };

  bool ReadTopElement(JsonToken begin) override {
    const uint64_t offset = json_.offset_bytes();
    cells_.clear();
    std::string path;
    uint32_t rank = ValueTree::kNoRank;
    const bool read = ReadMembers(begin, "a record (an object)", [&](std::string_view key) {
      if (key == "path") return ReadText(path);
      const std::string name(key);
      const JsonToken token = json_.Next();
      if (token != JsonToken::kNumber && token != JsonToken::kString) {
        if (token != JsonToken::kNull) CountNonNumber(name, offset);
        return SkipRest(token);
      }
      // Some writers put all values in quotes. Other text gives the place of the record, unless other records
      // have numbers under the same key.
      const auto value =
          token == JsonToken::kNumber ? ParseDecimal(json_.text()) : ParseNumberText(json_.text());
      if (!value) {
        if (!json_.text().empty()) CountNonNumber(name, offset);
        return true;
      }
      if (IsCaliperRank(name)) {
        rank = tree_.Rank(json_.text());
      } else if (!IsNoCaliperValue(name)) {
        cells_.push_back({tree_.Column(CaliperMetricName(name)), *value});
      }
      return true;
    });
    if (!read) return false;
    Node node = ValueTree::kNone;
    if (!FindPath(path, node)) return false;
    tree_.AddRow(node, cells_, rank);
    ++run_.report.record_count;
    return Check(tree_.status());
  }

  void CountNonNumber(const std::string& key, uint64_t offset) {
    if (IsCaliperRank(key)) return run_.report.Keep(kNoRankNumber, offset);
    // The limit of metrics also bounds the keys of texts_.
    if (IsNoCaliperValue(key) || (texts_.size() >= kMaxCaliperColumns && texts_.count(key) == 0)) return;
    Texts& texts = texts_[key];
    if (texts.count++ == 0) texts.first_offset = offset;
  }

  bool FindPath(std::string_view path, Node& node) {
    uint64_t depth = 0;
    while (!path.empty()) {
      if (++depth > run_.options.max_stack_depth)
        return FailWith(ErrorCode::kLimit, TooDeep(run_.options.max_stack_depth));
      const size_t end = std::min(path.find('/'), path.size());
      const FrameId frame = run_.builder.InternFrame({.name = path.substr(0, end)});
      const auto [at, is_new] = children_.try_emplace(uint64_t{node} << 32 | frame, ValueTree::kNone);
      if (is_new) at->second = tree_.AddNode(node, frame);
      node = at->second;
      path.remove_prefix(std::min(end + 1, path.size()));
    }
    return true;
  }

  ValueTree& tree_;
  std::unordered_map<uint64_t, Node> children_;  // by parent and frame
  std::vector<ValueTree::Cell> cells_;
  std::unordered_map<std::string, Texts> texts_;  // by key
};

Result<void> ImportSplit(const ImportRun& run, ValueTree& tree) {
  SplitHead head(run);
  RINGSCOPE_TRY(head.Read());
  run.report.input_bytes = head.read_bytes();
  const auto index_of = [&](std::string_view name) {
    size_t index = 0;
    while (index < head.columns.size() && head.columns[index].name != name) ++index;
    return index;
  };
  size_t path = index_of(kCallpath);
  if (path == head.columns.size()) path = index_of("path");
  if (path == head.columns.size()) {
    return Fail(ErrorCode::kUnsupported,
                "expected a column \"path\" or of call paths, found none: group by path in cali-query");
  }
  const std::string& column = head.columns[path].name;
  // Nodes of other columns share the numbering, and have no values in this tree.
  const FrameId unnamed = UnknownFrame(run.builder);
  for (const CaliperNode& node : head.nodes) {
    Node parent = ValueTree::kNone;
    if (node.parent && *node.parent >= 0 && static_cast<uint64_t>(*node.parent) < head.nodes.size()) {
      if (head.nodes[static_cast<size_t>(*node.parent)].column == node.column)
        parent = static_cast<Node>(*node.parent);
    } else if (node.parent) {
      run.report.Keep("a region whose parent is not in the table", 0);
    }
    if (node.label.empty() && node.column == column) run.report.Keep("a region without a name", 0);
    const FrameId frame = node.label.empty() ? unnamed : run.builder.InternFrame({.name = node.label});
    if (tree.AddNode(parent, frame) != tree.node_count() - 1) break;
    if (node.column != column) tree.MarkUnused(static_cast<Node>(tree.node_count() - 1));
  }
  run.source.Rewind();
  RINGSCOPE_TRY(SplitRows(run, head, path, tree).Read());
  if (!head.version.empty())
    run.report.notes.push_back("Written by Caliper " + head.version.substr(0, 100) + ".");
  return {};
}

Result<void> ImportCaliper(const ImportRun& run) {
  ValueTree tree(run);
  RINGSCOPE_ASSIGN(const std::span<const std::byte> start, run.source.Next());
  const bool records = FirstOf(AsText(start)) == '[';
  run.source.Rewind();
  if (records) {
    FlatRecords reader(run, tree);
    RINGSCOPE_TRY(reader.ReadList());
    reader.ReportTexts();
    run.report.input_bytes = reader.read_bytes();
  } else {
    RINGSCOPE_TRY(ImportSplit(run, tree));
  }
  return tree.Finish(ValueTree::Scope::kSelf);
}

}  // namespace

const Importer kCaliperImporter{"Caliper", &SniffCaliper, &ImportCaliper};

}  // namespace ringscope
