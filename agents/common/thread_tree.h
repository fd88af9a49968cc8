#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "agents/common/cell_table.h"
#include "cct/trace/trace_layout.h"

namespace ringscope {

class TraceMemory;
class ThreadTree;

// Cells of one kind that are taken one after the other, in blocks that are chained backwards.
struct TraceCells {
  uint32_t last_block = 0;  // 0: none yet
  uint32_t next_cell = 0;
  uint32_t end_cell = 0;
};

// The tree of the running thread, or null. In the recorder's own part of thread-local storage, so it costs
// one load and works in signal handlers.
extern constinit thread_local ThreadTree* this_thread_tree __attribute__((tls_model("initial-exec")));

// The calling contexts of one thread. Made and ended by TraceMemory; used only by its thread, but not by a
// signal handler that interrupts one of its functions: the recorder guards against that.
//
//   TraceNode* node = tree->CalleeOf(caller, function);  // a call
//   ++node->values[calls];
//   node->values[time] += ...;                           // plain stores; self values
//
// Nodes never move and live as long as the thread, in the child of a fork too. Without memory for a node,
// functions return lost(), whose callees are lost(), too: values added to it vanish, and each such call is
// counted in TraceHeader::lost_calls. So callers need no check.
class ThreadTree {
 public:
  // Ids of functions are below this.
  static constexpr uint32_t kMostFunctions = 0x50000000;

  // The root of the thread's tree: a context without a function.
  [[nodiscard]] TraceNode* root() const { return root_; }
  [[nodiscard]] TraceNode* lost() { return &lost_; }

  // The context of `function`, or of a line (kTraceCallLines), called from `caller`, a node of this tree. Two
  // loads if it is the callee that was called last; O(1) for any number of callees.
  [[nodiscard]] TraceNode* CalleeOf(TraceNode* caller, uint32_t function) {
    TraceNode* const recent = NodeAt(caller->recent_callee);
    // Cell 0 is the header, whose first bytes are no function's id.
    if (recent->function == function) [[likely]] {
      return recent;
    }
    return FindCallee(caller, function);
  }
  [[nodiscard]] TraceNode* CallerOf(const TraceNode* node) const { return NodeAt(node->caller); }

  [[nodiscard]] TraceNode* NodeAt(uint32_t cell) const {
    return reinterpret_cast<TraceNode*>(base_ + uint64_t{cell} * kTraceCellBytes);
  }
  // The cell of a node of this tree that is not lost().
  [[nodiscard]] uint32_t CellOf(const TraceNode* node) const {
    return static_cast<uint32_t>(static_cast<uint64_t>(reinterpret_cast<const std::byte*>(node) - base_) /
                                 kTraceCellBytes);
  }

  // Adds a call of a context: the size of its input and its inclusive cost. O(1). Does nothing without
  // memory.
  void AddPoint(const TraceNode* node, uint64_t input_size, uint64_t cost);

  // Adds a call of a context in which the object in `role` (kTraceReceiver, ...) was of this type
  // (TraceMemory::AddType()); 0: any other type. The first kTraceTypes types of a context and role are told
  // apart. O(1). Does nothing without memory.
  void AddType(const TraceNode* node, uint32_t role, uint32_t type);
  // The cell of types, which have cells as nodes have.
  [[nodiscard]] uint32_t CellOf(const TraceTypes* types) const {
    return CellOf(reinterpret_cast<const TraceNode*>(types));
  }
  // The cell for further types of the same context and role. Null without memory.
  [[nodiscard]] TraceTypes* MoreTypes(const TraceTypes& types) { return TypesOf(types.node, types.role, 1); }
  // The consecutive first cells of a context in these roles, for recorders that count in them themselves;
  // always call it with the same roles. Null without memory for all of them.
  [[nodiscard]] TraceTypes* RowOfTypes(const TraceNode* node, std::span<const uint16_t> roles);

  // Calls visit(cell) for each cell of a context and of types. For the tree's thread, or after its end.
  template <typename Visit>
  void ForEachCell(const Visit& visit);

  // Sets the thread's name, at any time, and as often as it changes. Names are cut at 1,000 bytes.
  void SetName(std::string_view name, uint64_t thread_id);

  // The recorder's data of the thread, such as its stack. Null at first and after EndThread().
  void* recorder_data = nullptr;

 private:
  friend class TraceMemory;
  explicit ThreadTree(TraceMemory& memory);

  static constexpr uint32_t kListedCallees = 8;

  void CountLost(uint32_t function);
  [[nodiscard]] TraceNode* FindCallee(TraceNode* caller, uint32_t function);
  // A new context, linked to its caller; lost() without memory.
  [[nodiscard]] TraceNode* NewCallee(TraceNode* caller, uint32_t function);
  // A new context without caller, or null.
  [[nodiscard]] TraceNode* NewRoot();
  // Makes room in the table for one more callee of `caller`.
  [[nodiscard]] bool ReserveCallee(const TraceNode* caller);
  void LinkCallee(TraceNode* caller, TraceNode* node);
  void ListInTable(const TraceNode* node);
  [[nodiscard]] static uint32_t CalleeHash(uint32_t caller, uint32_t function) {
    return CellTable::Hash(caller, function);
  }
  [[nodiscard]] TracePoint* PointOf(uint32_t node, uint64_t input_size);
  void AddPoints(uint32_t node, const TracePoint& points);
  [[nodiscard]] TraceTypes* TypesOf(uint32_t node, uint32_t role, uint32_t part);
  void AddType(uint32_t node, uint32_t role, uint32_t type, uint64_t calls);

  // Whether its nodes take at least so many blocks.
  [[nodiscard]] bool IsLarge(uint32_t blocks) const;
  // Adds all values of this tree to another one, below `to_root`, and leaves zeros.
  void MoveInto(ThreadTree& to, TraceNode* to_root);
  // After a fork: sets the values of the nodes to 0 and links the nodes anew.
  void RestartInChild();
  // Forgets all cells, whose blocks belong to others.
  void Forget();

  std::byte* base_;
  TraceNode* root_ = nullptr;
  TraceNode lost_ = {.function = kTraceNoFunction};
  TraceMemory& memory_;
  TraceCells nodes_;
  TraceCells points_;
  TraceCells types_;
  CellTable callees_;  // of nodes with more than kListedCallees
  CellTable point_table_;
  CellTable type_table_;
  TraceThreadRecord* name_record_ = nullptr;
  uint32_t name_room_bytes_ = 0;
  bool is_running_ = false;
  ThreadTree* next_ = nullptr;         // in the list of all trees
  ThreadTree* next_pooled_ = nullptr;  // in the list of trees without a thread
};

// The block before this one in its chain, 0 for the first: a word of TraceBlock that readers ignore.
inline uint32_t& PreviousBlock(TraceBlock& block) { return block.unused[0]; }
// The next block, set only while a chain is walked forwards.
inline uint32_t& NextBlock(TraceBlock& block) { return block.unused[1]; }

// Calls visit(cell) for each cell in the order in which they were taken.
template <typename Visit>
void ForEachCellInOrder(std::byte* base, const TraceCells& cells, const Visit& visit) {
  const auto block_at = [base](uint32_t block) -> TraceBlock& {
    return *reinterpret_cast<TraceBlock*>(base + uint64_t{block} * kTraceBlockBytes);
  };
  uint32_t first = 0;
  for (uint32_t block = cells.last_block; block != 0; block = PreviousBlock(block_at(block))) {
    NextBlock(block_at(block)) = first;
    first = block;
  }
  for (uint32_t block = first; block != 0; block = NextBlock(block_at(block))) {
    const uint32_t begin = block * kTraceCellsPerBlock + 1;
    const uint32_t end = block == cells.last_block ? cells.next_cell : begin + kTraceCellsPerBlock - 1;
    for (uint32_t cell = begin; cell < end; ++cell) {
      visit(cell);
    }
  }
}

template <typename Visit>
void ThreadTree::ForEachCell(const Visit& visit) {
  ForEachCellInOrder(base_, nodes_, visit);
  ForEachCellInOrder(base_, types_, visit);
}

}  // namespace ringscope
