#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/import/count_text.h"
#include "cct/import/import_preview.h"
#include "cct/import/importer.h"

namespace ringscope {

// A tree as files of HPC tools have it: nodes with parents, in any order, and decimal values of named columns
// at them, some of them inclusive, some for a rank (a process) each. Finish() turns it into contexts and self
// values. Memory: 8 bytes a node, 32 a value, and about 100 of either while it finishes.
class ValueTree {
 public:
  using Node = uint32_t;
  static constexpr Node kNone = 0xffffffffu;  // the root
  static constexpr uint32_t kNoRank = 0xffffffffu;
  enum class Scope : uint8_t { kSelf, kInclusive };

  explicit ValueTree(const ImportRun& run) : run_(run) {}

  // Fails (status()) beyond the limit of contexts, as AddValue() does beyond that of values.
  Node AddNode(Node parent, FrameId frame);
  void SetParent(Node node, Node parent) { nodes_[node].parent = parent; }
  void SetFrame(Node node, FrameId frame) { nodes_[node].frame = frame; }
  // A node that becomes no context unless it has a value, or is above one that has.
  void MarkUnused(Node node) {
    unused_.resize(nodes_.size());
    unused_[node] = true;
  }
  [[nodiscard]] Node parent(Node node) const { return nodes_[node].parent; }
  [[nodiscard]] FrameId frame(Node node) const { return nodes_[node].frame; }
  [[nodiscard]] size_t node_count() const { return nodes_.size(); }

  // The column of that name, made where it is new. A name that says so ("time (inc)", "CPUTIME (sec) (I)",
  // "inclusive#...", "sum#inclusive#...", "iscale#...") is inclusive, and belongs to the column of the rest
  // of the name. `unit` is that of its values, where they have no other yet.
  uint32_t Column(std::string_view name, std::string_view unit = {});
  // The same for what is shown by another name than that which tells whether its values are inclusive. Two
  // that are shown by one name share a column where one of them is inclusive and the other is not.
  uint32_t NewColumn(std::string_view shown_name, std::string_view name);
  // Whether there is a column of that name.
  [[nodiscard]] bool HasColumn(const std::string& name) const { return column_of_name_.count(name) > 0; }
  [[nodiscard]] static bool IsInclusive(uint32_t column) { return (column & 1) != 0; }
  void SetUnit(uint32_t column, std::string_view unit);
  // The values of the column of that name are inclusive ones, which its name does not say.
  void MakeInclusive(std::string_view name);
  // The column of that name is no metric.
  void Drop(std::string_view name);
  void AddValue(Node node, uint32_t column, const DecimalCount& value, uint32_t rank = kNoRank);
  struct Cell {
    uint32_t column;
    DecimalCount value;
  };
  void AddRow(Node node, std::span<const Cell> cells, uint32_t rank) {
    for (const Cell& cell : cells) AddValue(node, cell.column, cell.value, rank);
  }
  // The index of the rank of that number, of which "1.0" is the same as "1".
  uint32_t Rank(std::string_view number);

  // kLimit, kOverflow, or nothing.
  [[nodiscard]] Result<void> status() const;

  // Puts everything into the run's builder: of a column that has both, the inclusive values count where
  // `prefer` says so, else the self ones. A node's self cost is its inclusive one without those of its
  // children. Ranks become the first ring as threads do elsewhere. Parents that form a loop are cut, and
  // counted.
  [[nodiscard]] Result<void> Finish(Scope prefer);

 private:
  struct NodeEntry {
    Node parent;
    FrameId frame;
  };
  struct Value {
    DecimalCount count;
    Node node;
    uint32_t rank;
  };
  struct ColumnEntry {
    std::string name, unit;
    std::vector<Value> values[2];  // by Scope
    bool dropped = false;
  };
  struct ScopedName {
    std::string name;
    Scope scope;
  };

  [[nodiscard]] static ScopedName SplitName(std::string_view name);
  void CutLoops();
  // Into above_: the nearest node above each that has one of the values.
  void FindAbove(const std::vector<Value>& values);
  BuildNode ContextOf(Node node, uint32_t rank);
  Result<void> AddColumn(const ColumnEntry& column, Scope prefer, RecordPreview& preview);

  const ImportRun run_;
  std::vector<NodeEntry> nodes_;
  std::vector<bool> unused_;
  std::vector<ColumnEntry> columns_;
  std::unordered_map<std::string, uint32_t> column_of_name_;  // the column and, in the lowest bit, the scope
  std::map<std::pair<std::string, std::string>, uint32_t> column_of_names_;  // the same, by both names
  std::unordered_map<std::string, uint32_t> column_without_[2];  // by Scope: the last one that has none of it
  std::vector<std::string> ranks_;
  std::unordered_map<std::string, uint32_t> rank_of_name_;
  uint64_t value_count_ = 0;
  bool too_many_ = false;

  // While it finishes.
  bool with_ranks_ = false;
  std::unordered_map<uint64_t, BuildNode> contexts_;  // by rank and node
  std::vector<Node> path_;
  std::vector<Node> above_;
  __extension__ using Wide = __int128;
  // By node and rank, so that what is below can be taken off; in units of 10^-decimals. Sums of less than
  // 2^63 values cannot overflow it.
  std::unordered_map<uint64_t, Wide> self_;
};

}  // namespace ringscope
