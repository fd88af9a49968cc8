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

// A tree as the files of HPC tools have it: nodes with parents, in any order, with decimal values in named
// columns. A value may be inclusive, and may belong to a rank (a process). Finish() turns the tree into
// contexts and self values. Memory: 8 bytes a node, 32 bytes a value; in Finish() about 100 more for either.
class ValueTree {
 public:
  using Node = uint32_t;
  static constexpr Node kNone = 0xffffffffu;  // the root
  static constexpr uint32_t kNoRank = 0xffffffffu;
  enum class Scope : uint8_t { kSelf, kInclusive };

  explicit ValueTree(const ImportRun& run) : run_(run) {}

  // Sets status() to kLimit beyond the limit of contexts, as AddValue() does beyond the limit of values.
  Node AddNode(Node parent, FrameId frame);
  void SetParent(Node node, Node parent) { nodes_[node].parent = parent; }
  void SetFrame(Node node, FrameId frame) { nodes_[node].frame = frame; }
  // Makes a context of the node only if it or a node below it has a value.
  void MarkUnused(Node node) {
    unused_.resize(nodes_.size());
    unused_[node] = true;
  }
  [[nodiscard]] Node parent(Node node) const { return nodes_[node].parent; }
  [[nodiscard]] FrameId frame(Node node) const { return nodes_[node].frame; }
  [[nodiscard]] size_t node_count() const { return nodes_.size(); }

  // The column of that name; adds it if it is new. A name with a mark of inclusive values ("time (inc)",
  // "CPUTIME (sec) (I)", "inclusive#...", "sum#inclusive#...", "iscale#...") gives the inclusive values of
  // the column with the rest of the name. `unit` is the unit of the values if they have no unit yet.
  uint32_t Column(std::string_view name, std::string_view unit = {});
  // The same, but `shown_name` names the column and `name` has the mark of inclusive values. Two names with
  // one shown name share a column if one of them is inclusive and the other is not.
  uint32_t NewColumn(std::string_view shown_name, std::string_view name);
  [[nodiscard]] bool HasColumn(const std::string& name) const { return column_of_name_.count(name) > 0; }
  [[nodiscard]] static bool IsInclusive(uint32_t column) { return (column & 1) != 0; }
  void SetUnit(uint32_t column, std::string_view unit);
  // Declares that the values of this column are inclusive, although its name has no mark of it.
  void MakeInclusive(std::string_view name);
  // Leaves this column out of the metrics.
  void Drop(std::string_view name);
  void AddValue(Node node, uint32_t column, const DecimalCount& value, uint32_t rank = kNoRank);
  struct Cell {
    uint32_t column;
    DecimalCount value;
  };
  void AddRow(Node node, std::span<const Cell> cells, uint32_t rank) {
    for (const Cell& cell : cells) AddValue(node, cell.column, cell.value, rank);
  }
  // The index of the rank of that number; "1.0" is the same number as "1".
  uint32_t Rank(std::string_view number);

  // Errors: kLimit, kOverflow.
  [[nodiscard]] Result<void> status() const;

  // Puts everything into the run's builder. Of a column with self and inclusive values, those of scope
  // `prefer` count. The self cost of a node is its inclusive cost minus that of its children. Ranks become
  // the first ring, as the threads of other formats do. Cuts and counts parents that form a loop.
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
  // Sets above_: for each node, the nearest node above it that has one of the values.
  void FindAbove(const std::vector<Value>& values);
  BuildNode ContextOf(Node node, uint32_t rank);
  Result<void> AddColumn(const ColumnEntry& column, Scope prefer, RecordPreview& preview);

  const ImportRun run_;
  std::vector<NodeEntry> nodes_;
  std::vector<bool> unused_;
  std::vector<ColumnEntry> columns_;
  std::unordered_map<std::string, uint32_t> column_of_name_;  // the column and, in the lowest bit, the scope
  std::map<std::pair<std::string, std::string>, uint32_t> column_of_names_;  // the same, by both names
  std::unordered_map<std::string, uint32_t> column_without_[2];  // by Scope that the column lacks, then name
  std::vector<std::string> ranks_;
  std::unordered_map<std::string, uint32_t> rank_of_name_;
  uint64_t value_count_ = 0;
  bool too_many_ = false;

  // Used by Finish().
  bool with_ranks_ = false;
  std::unordered_map<uint64_t, BuildNode> contexts_;  // by rank and node
  std::vector<Node> path_;
  std::vector<Node> above_;
  __extension__ using Wide = __int128;
  // By rank and node: the value minus the inclusive values below, in units of 10^-decimals. Sums of fewer
  // than 2^63 values cannot overflow Wide.
  std::unordered_map<uint64_t, Wide> self_;
};

}  // namespace ringscope
