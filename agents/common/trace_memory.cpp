#include "agents/common/trace_memory.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <new>

#include "agents/common/agent_settings.h"
#include "agents/common/message.h"
#include "agents/common/thread_tree.h"

namespace ringscope {
namespace {

// Clang's builtins take no enumerations.
template <typename Enum>
void StoreRelease(Enum value, Enum& place) {
  std::atomic_ref<Enum>(place).store(value, std::memory_order_release);
}

constexpr uint64_t kFirstBytes = uint64_t{1} << 20;
constexpr size_t kSlabBytes = 64 * 1024;
constexpr uint32_t kMostEndedNames = 1024;
// Trees of ended threads from this size on stay as they are, a few of them: to add them to others would take
// as much memory again.
constexpr uint32_t kLargeTreeBlocks = 32;
constexpr uint32_t kMostLeftTrees = 16;
constexpr std::string_view kOtherThreads = "(other threads)";
// The file grows while there still are so many blocks, so that a passing error does no harm.
constexpr uint32_t kSpareBlocks = 4;
// The last blocks are for records: contexts are worth little without the names of their functions.
constexpr uint32_t kBlocksForRecords = 2;
// After a passing error, growing is tried again once in so many requests for a block.
constexpr uint32_t kAsksPerTry = 1024;

// Whether the error may pass: other files may be closed.
bool MayPass(int error) { return error == EMFILE || error == ENFILE; }

uint64_t NameHash(std::string_view name) {
  const uint64_t hash = HashOfText(name);
  return hash ^ (hash >> 31);
}

}  // namespace

constinit std::atomic<TraceMemory*> TraceMemory::active_ = nullptr;

TraceMemory::~TraceMemory() {
  if (active_ == this) {
    active_ = nullptr;
  }
  this_thread_tree = nullptr;
  for (ThreadTree* tree = trees_; tree != nullptr; tree = tree->next_) {
    tree->Forget();
  }
}

bool TraceMemory::Start(const AgentSettings& settings, const TraceDescription& description) {
  TraceMemory* none = nullptr;
  if (!settings.IsAsked() || !active_.compare_exchange_strong(none, this)) {
    return false;
  }
  settings_ = settings;
  int error = 0;
  for (char(*name)[4096] : {&settings_.trace, &settings_.out}) {
    if (error == 0 && (*name)[0] != 0) {
      error = MakeAbsolute(*name, *name);
    }
  }
  char buffer[4200];
  const char* const pattern = settings_.TracePattern(buffer);
  if (error == 0) {
    error = file_.Create(pattern, settings_.limit_bytes, kFirstBytes);
  }
  if (error != 0) {
    SayLine({"cannot create ", pattern, ": ", ErrorText(error), "; the program is not recorded"});
    active_ = nullptr;
    return false;
  }
  process_id_ = getpid();
  TraceHeader& head = header();
  head.version = kTraceVersion;
  head.process_id = static_cast<uint32_t>(process_id_);
  head.metric_count = static_cast<uint32_t>(std::min<size_t>(description.metrics.size(), kTraceNodeValues));
  head.function_value_count =
      static_cast<uint32_t>(std::min<size_t>(description.function_values.size(), kTraceFunctionValues));
  std::copy_n(description.metrics.begin(), head.metric_count, head.metrics);
  std::copy_n(description.function_values.begin(), head.function_value_count, head.function_values);
  head.time_metric = description.time_metric;
  head.calls_metric = description.calls_metric;
  head.point_metric = description.point_metric;
  head.start_time_s = time(nullptr);
  description.tool.copy(head.tool, sizeof(head.tool) - 1);
  block_count_ = 1;
  head.block_count = 1;
  // The magic number makes it a trace memory, so it comes last.
  std::atomic_signal_fence(std::memory_order_seq_cst);
  memcpy(head.magic, kTraceMagic, sizeof(kTraceMagic));
  // Only once in a process: handlers cannot be removed.
  static std::atomic<bool> has_handlers = false;
  if (!has_handlers.exchange(true)) {
    pthread_atfork(&BeforeFork, &AfterForkInParent, &AfterForkInChild);
  }
  if (settings_.leave_out[0] != 0) {
    AddAttribute(kLeftOutAttribute, settings_.leave_out);
    AddAttribute(kLeftOutMetAttribute, {});
  }
  return true;
}

uint32_t TraceMemory::TakeBlock(TraceBlockKind kind, uint32_t previous) {
  // Records have blocks reserved, and are rare enough to try each time.
  if (is_dry_.load(std::memory_order_relaxed) &&
      (is_exhausted_ ||
       (kind != TraceBlockKind::kRecords &&
        (asked_dry_count_.fetch_add(1, std::memory_order_relaxed) + 1) % kAsksPerTry != 0))) {
    return 0;
  }
  // A child made without fork() handlers shares the parent's file.
  if (getpid() != process_id_) {
    return 0;
  }
  const int errno_before = errno;  // the program's errno, which it may read after its next call
  int error = 0;
  uint32_t block = 0;
  bool is_first_error = false;
  {
    const TraceLocked locked(block_lock_);
    block = TakeBlockLocked(kind, previous, &error);
    is_first_error = error != 0 && !has_said_;
    has_said_ = has_said_ || error != 0;
    is_exhausted_ = is_exhausted_ || (error != 0 && !MayPass(error));
    is_dry_.store((is_exhausted_ || error != 0) && free_block_ == 0, std::memory_order_relaxed);
  }
  if (is_first_error) {
    SayLine({"the trace memory ", path(), " cannot grow: ",
             error == ENOMEM ? std::string_view("it has reached its limit") : ErrorText(error),
             "; the program goes on, and calls in new contexts are not recorded",
             MayPass(error) ? std::string_view(" until it can") : std::string_view()});
  }
  errno = errno_before;
  return block;
}

int TraceMemory::GrowFor(TraceBlockKind kind) {
  const uint64_t needed = uint64_t{block_count_} + 1;
  if ((needed + kSpareBlocks) * kTraceBlockBytes <= file_.size_bytes()) {
    return 0;
  }
  int error = file_.Grow((needed + kSpareBlocks) * kTraceBlockBytes);
  if (error == 0) {
    return 0;
  }
  const bool is_for_records = MayPass(error) && kind != TraceBlockKind::kRecords;
  const uint64_t least = needed + (is_for_records ? kBlocksForRecords : 0);
  if (least * kTraceBlockBytes <= file_.size_bytes()) {
    return 0;
  }
  return MayPass(error) ? error : file_.Grow(needed * kTraceBlockBytes);
}

uint32_t TraceMemory::TakeBlockLocked(TraceBlockKind kind, uint32_t previous, int* error) {
  uint32_t block = 0;
  if (free_block_ != 0) {
    block = free_block_;
    free_block_ = PreviousBlock(BlockAt(block));
  } else if (is_exhausted_) {
    return 0;
  } else if (hole_count_ != 0) {
    *error = file_.FillHole(holes_[hole_count_ - 1] * kTraceBlockBytes, kTraceBlockBytes);
    if (*error != 0) {
      return 0;
    }
    block = holes_[--hole_count_];
  } else {
    *error = GrowFor(kind);
    if (*error != 0) {
      return 0;
    }
    block = block_count_++;
  }
  TraceBlock& head = BlockAt(block);
  PreviousBlock(head) = previous;
  head.used = 0;
  StoreRelease(kind, head.kind);
  __atomic_store_n(&header().block_count, block_count_, __ATOMIC_RELEASE);
  return block;
}

void TraceMemory::FreeBlock(uint32_t block) {
  TraceBlock& head = BlockAt(block);
  StoreRelease(TraceBlockKind::kFree, head.kind);
  head.used = 0;
  memset(static_cast<void*>(&head + 1), 0, kTraceBlockBytes - sizeof(TraceBlock));
  const TraceLocked locked(block_lock_);
  PreviousBlock(head) = free_block_;
  free_block_ = block;
  is_dry_.store(false, std::memory_order_relaxed);
}

void TraceMemory::FreeBlocks(uint32_t last, uint32_t end) {
  while (last != end) {
    const uint32_t previous = PreviousBlock(BlockAt(last));
    FreeBlock(last);
    last = previous;
  }
}

uint32_t TraceMemory::TakeCell(TraceCells& cells, TraceBlockKind kind) {
  if (cells.next_cell == cells.end_cell) {
    const uint32_t block = TakeBlock(kind, cells.last_block);
    if (block == 0) {
      return 0;
    }
    cells = {.last_block = block,
             .next_cell = block * kTraceCellsPerBlock + 1,
             .end_cell = (block + 1) * kTraceCellsPerBlock};
  }
  return cells.next_cell++;
}

void TraceMemory::PublishCell(uint32_t cell) {
  __atomic_store_n(&BlockAt(cell / kTraceCellsPerBlock).used, cell % kTraceCellsPerBlock, __ATOMIC_RELEASE);
}

ThreadTree* TraceMemory::TakeTree() {
  if (pooled_ != nullptr) {
    ThreadTree* const tree = pooled_;
    pooled_ = tree->next_pooled_;
    return tree;
  }
  if (slab_left_bytes_ < sizeof(ThreadTree)) {
    void* memory = mmap(nullptr, kSlabBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      return nullptr;
    }
    slab_ = static_cast<std::byte*>(memory);
    slab_left_bytes_ = kSlabBytes;
  }
  auto* const tree = new (slab_) ThreadTree(*this);
  slab_ += sizeof(ThreadTree);
  slab_left_bytes_ -= sizeof(ThreadTree);
  tree->root_ = &tree->lost_;
  tree->next_ = trees_;
  trees_ = tree;
  return tree;
}

ThreadTree* TraceMemory::BeginThread(std::string_view name, uint64_t thread_id) {
  ThreadTree* tree = nullptr;
  {
    const TraceLocked locked(thread_lock_);
    tree = TakeTree();
    if (tree == nullptr) {
      return nullptr;
    }
    // The tree still owns the block of the thread before.
    if (tree->nodes_.last_block != 0) {
      StoreRelease(TraceBlockKind::kNodes, BlockAt(tree->nodes_.last_block).kind);
    }
    TraceNode* const root = tree->NewRoot();
    tree->root_ = root == nullptr ? &tree->lost_ : root;
    tree->is_running_ = true;
  }
  NameThread(*tree, name, thread_id);
  this_thread_tree = tree;
  return tree;
}

TraceNode* TraceMemory::EndedRoot(const ThreadTree& ended) {
  std::string_view name;
  if (ended.name_record_ != nullptr) {
    name = {reinterpret_cast<const char*>(ended.name_record_ + 1), ended.name_record_->name_bytes};
  }
  if (ended_ == nullptr) {
    ended_ = TakeTree();
    if (ended_ == nullptr) {
      return nullptr;
    }
    FreeBlocks(ended_->nodes_.last_block, 0);  // the blocks of a thread before
    ended_->Forget();
    ended_->is_running_ = true;
  }
  const auto find = [this](uint64_t hash) {
    return ended_roots_.Find(static_cast<uint32_t>(hash), [&](uint32_t cell) {
      return ended_->NodeAt(cell)->next_callee == static_cast<uint32_t>(hash >> 32);
    });
  };
  uint64_t hash = NameHash(name);
  uint32_t cell = find(hash);
  if (cell == 0 && ended_name_count_ >= kMostEndedNames) {
    name = kOtherThreads;
    hash = NameHash(name);
    cell = find(hash);
  }
  if (cell != 0) {
    return ended_->NodeAt(cell);
  }
  TraceNode* const root = ended_roots_.Reserve(1) ? ended_->NewRoot() : nullptr;
  if (root == nullptr) {
    return nullptr;
  }
  // A root is in no caller's list of callees, so its link can hold the rest of the hash.
  root->next_callee = static_cast<uint32_t>(hash >> 32);
  ended_roots_.Insert(static_cast<uint32_t>(hash), ended_->CellOf(root));
  ++ended_name_count_;
  // Each root gets a record of its own.
  ended_->root_ = root;
  ended_->name_record_ = nullptr;
  ended_->name_room_bytes_ = 0;
  NameThread(*ended_, name, 0);
  return root;
}

void TraceMemory::EndThread(ThreadTree* tree, bool is_kept) {
  if (tree == nullptr) {
    return;
  }
  if (this_thread_tree == tree) {
    this_thread_tree = nullptr;
  }
  const TraceLocked locked(thread_lock_);
  if (!tree->is_running_) {
    return;
  }
  tree->is_running_ = false;
  tree->recorder_data = nullptr;
  if (is_kept && left_tree_count_ < kMostLeftTrees && tree->IsLarge(kLargeTreeBlocks)) {
    // Readers add up threads of one name.
    ++left_tree_count_;
    tree->callees_.Clear();
    tree->point_table_.Clear();
    tree->type_table_.Clear();
    return;
  }
  if (tree->root_ != &tree->lost_) {
    uint64_t& merge_count = header().merge_count;
    __atomic_store_n(&merge_count, merge_count + 1, __ATOMIC_SEQ_CST);
    TraceNode* const root = is_kept ? EndedRoot(*tree) : nullptr;
    if (root != nullptr) {
      tree->MoveInto(*ended_, root);
    } else if (is_kept) {
      tree->MoveInto(*tree, tree->lost());  // counts the lost calls
    }
    // The first block, which has the root, stays with the tree: the next thread has the same root, and
    // overwrites its record of the name.
    const uint32_t first = tree->CellOf(tree->root_) / kTraceCellsPerBlock;
    FreeBlocks(tree->points_.last_block, 0);
    FreeBlocks(tree->types_.last_block, 0);
    FreeBlocks(tree->nodes_.last_block, first);
    TraceBlock& head = BlockAt(first);
    StoreRelease(TraceBlockKind::kFree, head.kind);
    const uint32_t used = head.used;
    head.used = 0;
    memset(static_cast<void*>(&head + 1), 0, used * kTraceCellBytes);
    tree->Forget();
    tree->nodes_ = {.last_block = first,
                    .next_cell = first * kTraceCellsPerBlock + 1,
                    .end_cell = (first + 1) * kTraceCellsPerBlock};
    __atomic_store_n(&merge_count, merge_count + 1, __ATOMIC_SEQ_CST);
  }
  tree->next_pooled_ = pooled_;
  pooled_ = tree;
}

void TraceMemory::SetProbeCost(uint64_t in_callee_ps, uint64_t in_caller_ps) {
  header().probe_in_callee_ps = in_callee_ps;
  header().probe_in_caller_ps = in_caller_ps;
}

void TraceMemory::TellLeftOut(void* memory, std::string_view pattern, size_t begin) {
  auto& self = *static_cast<TraceMemory*>(memory);
  const auto bit = static_cast<uint8_t>(1U << (begin % 8));
  std::atomic<uint8_t>& bits = self.left_out_met_[begin / 8];
  if ((bits.load(std::memory_order_relaxed) & bit) == 0 && (bits.fetch_or(bit) & bit) == 0) {
    if (!self.AddAttribute(kLeftOutMetAttribute, pattern)) {
      bits.fetch_and(static_cast<uint8_t>(~bit));  // recorded at the next match
    }
  }
}

void TraceMemory::CountLost(uint64_t count) {
  if (count != 0) {
    __atomic_fetch_add(&header().lost_calls, count, __ATOMIC_RELAXED);
  }
}

void TraceMemory::Finish() {
  if (IsStarted() && getpid() == process_id_) {
    StoreRelease(TraceState::kFinished, header().state);
  }
}

}  // namespace ringscope
