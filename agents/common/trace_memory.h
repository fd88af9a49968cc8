#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "agents/common/agent_settings.h"
#include "agents/common/name_patterns.h"
#include "agents/common/thread_tree.h"
#include "agents/common/trace_file.h"
#include "agents/common/trace_lock.h"
#include "cct/trace/trace_layout.h"

namespace ringscope {

// The counts of a recorder. Start() copies it.
struct TraceDescription {
  std::string_view tool;                          // cut at 63 bytes
  std::span<const TraceMeasure> metrics;          // of contexts, at most kTraceNodeValues
  std::span<const TraceMeasure> function_values;  // at most kTraceFunctionValues
  // Indices of metrics; see TraceHeader.
  uint32_t time_metric = kTraceNoMetric;
  uint32_t calls_metric = kTraceNoMetric;
  uint32_t point_metric = kTraceNoMetric;
};

// A trace memory while a program runs: the file in which a recorder keeps the trees of all threads
// (cct/trace/trace_layout.h), so that readers of the file have them, also after the program was killed.
//
//   constinit NeverDestroyed<TraceMemory> memory_here;  // in static memory
//   if (memory.Start(settings, description)) ...    // else the reason is on stderr
//   memory.AddFunction({.id = 7}, "f");            // at any time, before or after its first node
//   ThreadTree* tree = memory.BeginThread(name, id);   // then this_thread_tree
//   ...
//   memory.EndThread(tree);
//   memory.Finish();
//
// Every function may be called by any thread at any time, in signal handlers too. No function calls malloc(),
// throws or ends the program; memory that runs out (a full disk, the limit, too few addresses) is reported
// once on stderr, and the counts until then stay. If only no file can be opened for a while, contexts are
// recorded again afterwards. At most one trace memory is started at a time in a process.
//
// fork(): the child goes on in a file of its own, with the trees of the thread that forked, at 0; its
// pointers to nodes stay valid. A child of vfork() counts for its parent. exec() ends the recording; the file
// stays.
class TraceMemory {
 public:
  constexpr TraceMemory() = default;
  TraceMemory(const TraceMemory&) = delete;
  TraceMemory& operator=(const TraceMemory&) = delete;
  // For tests. In a program a trace memory is never destroyed.
  ~TraceMemory();

  // Creates the file. False: the reason is on stderr.
  [[nodiscard]] bool Start(const AgentSettings& settings, const TraceDescription& description);
  [[nodiscard]] bool IsStarted() const { return file_.base() != nullptr; }

  // Makes the tree of the calling thread, also as this_thread_tree. Null without memory for it. Its root may
  // be lost().
  [[nodiscard]] ThreadTree* BeginThread(std::string_view name, uint64_t thread_id);
  // Adds the tree to the tree of all ended threads of its name, and gives its memory to other threads. A few
  // large trees stay as they are. O(contexts of the thread). Called by the thread itself, or after its end.
  //
  // Without `is_kept` the contexts are dropped: a tree of the recorder itself, such as that of a calibration.
  void EndThread(ThreadTree* tree, bool is_kept = true);

  // Adds records: `function`, `added` and `module` are complete but for sizes; texts are cut if they are too
  // long. False without memory. Ids of functions are below ThreadTree::kMostFunctions.
  bool AddFunction(TraceFunctionRecord function, std::string_view name, std::string_view module = {},
                   std::string_view file = {});
  bool AddClass(TraceClassRecord added, std::string_view name, std::string_view module);
  // A type for ThreadTree::AddType(); `id` from 1.
  bool AddType(uint32_t id, std::string_view name);
  bool AddAttribute(std::string_view name, std::string_view value);
  // Whether a record that found no memory may find some later.
  [[nodiscard]] bool may_grow() const { return !is_exhausted_.load(std::memory_order_relaxed); }
  bool AddModule(TraceModuleRecord module, std::string_view path, std::string_view build_id);
  // Adds a function that is named by its place in the file of a module.
  bool AddCode(uint32_t function, uint32_t module, uint64_t offset);
  // Makes the cell with the values of a function; one for each function, null without memory. All threads may
  // change its values by atomic operations.
  [[nodiscard]] TraceFunctionCell* NewFunctionCell(uint32_t function);

  // The patterns of functions to leave out, which live as long as this. The trace records which patterns have
  // matched a function.
  [[nodiscard]] NamePatterns LeftOut() {
    return NamePatterns(settings_.leave_out, {.matched = &TraceMemory::TellLeftOut, .data = this});
  }

  // Sets the cost of a call and its return for the recorder, in 1/1000 ns.
  void SetProbeCost(uint64_t in_callee_ps, uint64_t in_caller_ps);
  // Adds `count` calls of any thread that were not counted.
  void CountLost(uint64_t count);

  // Sets a function to be called in the child of a fork, after everything else is done there.
  void SetForkHandler(void (*handler)()) { fork_handler_ = handler; }
  // Sets the recorder's own locks, which are taken before those of the trace memory: `lock` is called before
  // a fork, `unlock` after it in both processes.
  void SetForkLocks(void (*lock)(), void (*unlock)()) {
    fork_lock_ = lock;
    fork_unlock_ = unlock;
  }

  // Records that the program has come to its end. Counting may go on.
  void Finish();

  [[nodiscard]] TraceHeader& header() { return *reinterpret_cast<TraceHeader*>(file_.base()); }
  // Absolute; "" if the child of a fork could not create its file.
  [[nodiscard]] const char* path() const { return file_.path(); }
  [[nodiscard]] const AgentSettings& settings() const { return settings_; }
  // Whether this process was forked off from a recorded one.
  [[nodiscard]] bool IsForked() const { return is_forked_; }

 private:
  friend class ThreadTree;

  [[nodiscard]] TraceBlock& BlockAt(uint32_t block) {
    return *reinterpret_cast<TraceBlock*>(file_.base() + uint64_t{block} * kTraceBlockBytes);
  }
  // Takes a block of zeros, which links to `previous`; 0 without memory.
  [[nodiscard]] uint32_t TakeBlock(TraceBlockKind kind, uint32_t previous);
  [[nodiscard]] uint32_t TakeBlockLocked(TraceBlockKind kind, uint32_t previous, int* error);
  // Grows the file for one more block.
  [[nodiscard]] int GrowFor(TraceBlockKind kind);
  static void TellLeftOut(void* memory, std::string_view pattern, size_t begin);
  void FreeBlock(uint32_t block);
  // Frees a chain of blocks up to and without `end`, 0 for all.
  void FreeBlocks(uint32_t last, uint32_t end);
  // Takes a cell of zeros; 0 without memory. It counts as used after PublishCell().
  [[nodiscard]] uint32_t TakeCell(TraceCells& cells, TraceBlockKind kind);
  void PublishCell(uint32_t cell);

  // Takes room for a record, null without memory; under record_lock_. It counts after PublishRecord().
  [[nodiscard]] std::byte* TakeRecord(uint64_t bytes);
  void PublishRecord(uint64_t bytes);
  // Adds a record of this kind with its texts behind it; false without memory.
  template <typename Record>
  bool AddRecord(TraceRecordKind kind, Record& record, std::initializer_list<std::string_view> texts);
  void NameThread(ThreadTree& tree, std::string_view name, uint64_t thread_id);

  [[nodiscard]] ThreadTree* TakeTree();
  // The root for the ended thread's name in the tree of ended threads; null without memory.
  [[nodiscard]] TraceNode* EndedRoot(const ThreadTree& ended);

  // The trace memory of this process, or null: handlers of fork() find it only here.
  static std::atomic<TraceMemory*> active_;
  // active_ if it has been started, else null.
  [[nodiscard]] static TraceMemory* Started() {
    TraceMemory* const memory = active_;
    return memory != nullptr && memory->IsStarted() ? memory : nullptr;
  }

  // trace_fork.cpp
  static void BeforeFork();
  static void AfterForkInParent();
  static void AfterForkInChild();
  void ContinueInChild();
  // Clears cells that the parent has used since the fork.
  void EndCellsHere(const TraceCells& cells);
  [[nodiscard]] int CopyForChild(const uint32_t* is_kept);

  AgentSettings settings_;
  TraceFile file_;
  int process_id_ = 0;
  bool is_forked_ = false;
  void (*fork_handler_)() = nullptr;
  void (*fork_lock_)() = nullptr;
  void (*fork_unlock_)() = nullptr;

  TraceLock block_lock_;  // taken last
  uint32_t block_count_ = 0;
  uint32_t free_block_ = 0;    // a chain
  uint32_t* holes_ = nullptr;  // blocks without bytes in the file, in the child of a fork
  uint32_t hole_count_ = 0;
  uint64_t hole_room_ = 0;
  std::atomic<bool> is_exhausted_ = false;     // no more tries to grow
  bool has_said_ = false;                      // the message that it cannot grow
  std::atomic<bool> is_dry_ = false;           // no block is free, and the last try to get one failed
  std::atomic<uint32_t> asked_dry_count_ = 0;  // requests for a block while it is dry
  // A bit for each pattern that has matched, by the pattern's begin.
  std::atomic<uint8_t> left_out_met_[sizeof(AgentSettings::leave_out) / 8] = {};

  TraceLock record_lock_;  // taken second
  uint32_t record_block_ = 0;
  uint32_t record_bytes_ = 0;  // used of that block, without its head
  TraceCells function_cells_;

  TraceLock thread_lock_;  // taken first
  ThreadTree* trees_ = nullptr;
  ThreadTree* pooled_ = nullptr;
  ThreadTree* ended_ = nullptr;  // the tree of ended threads, with one root for each name
  CellTable ended_roots_;        // by name
  uint32_t ended_name_count_ = 0;
  uint32_t left_tree_count_ = 0;  // large trees of ended threads
  std::byte* slab_ = nullptr;     // memory for trees
  size_t slab_left_bytes_ = 0;
  sigset_t signals_before_fork_ = {};
};

}  // namespace ringscope
