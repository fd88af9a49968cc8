// A trace memory and fork(): the child goes on in a file of its own.

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

#include "agents/common/message.h"
#include "agents/common/thread_tree.h"
#include "agents/common/trace_memory.h"

namespace ringscope {

namespace {

void Call(void (*handler)()) {
  if (handler != nullptr) {
    handler();
  }
}

}  // namespace

// While the process is copied no thread changes blocks, records or threads, and no signal handler runs.
void TraceMemory::BeforeFork() {
  TraceMemory* const memory = Started();
  if (memory == nullptr) {
    return;
  }
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  Call(memory->fork_lock_);
  memory->thread_lock_.Lock();
  memory->record_lock_.Lock();
  memory->block_lock_.Lock();
  memory->signals_before_fork_ = before;
}

void TraceMemory::AfterForkInParent() {
  TraceMemory* const memory = Started();
  if (memory == nullptr) {
    return;
  }
  const sigset_t before = memory->signals_before_fork_;
  memory->block_lock_.Unlock();
  memory->record_lock_.Unlock();
  memory->thread_lock_.Unlock();
  Call(memory->fork_unlock_);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void TraceMemory::AfterForkInChild() {
  TraceMemory* const memory = Started();
  if (memory == nullptr) {
    return;
  }
  const sigset_t before = memory->signals_before_fork_;
  memory->block_lock_.Reset();
  memory->record_lock_.Reset();
  memory->thread_lock_.Reset();
  memory->ContinueInChild();
  Call(memory->fork_unlock_);
  Call(memory->fork_handler_);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

int TraceMemory::CopyForChild(const uint32_t* is_kept) {
  char buffer[4200];
  if (const int error = file_.BeginCopy(settings_.TracePattern(buffer))) {
    return error;
  }
  // Without a header the file is no trace memory yet: the header's values are still the parent's.
  if (const int error = file_.ZeroRange(0, kTraceBlockBytes)) {
    return error;
  }
  for (uint32_t begin = 1; begin < block_count_;) {
    uint32_t end = begin;
    while (end < block_count_ && is_kept[end] != 0) {
      ++end;
    }
    if (end > begin) {
      if (const int error = file_.CopyRange(begin * kTraceBlockBytes, (end - begin) * kTraceBlockBytes)) {
        return error;
      }
    }
    begin = std::max(end, begin + 1);
  }
  return file_.EndCopy();
}

void TraceMemory::EndCellsHere(const TraceCells& cells) {
  if (cells.last_block != 0) {
    BlockAt(cells.last_block).used = (cells.next_cell - 1) % kTraceCellsPerBlock;
    memset(static_cast<void*>(file_.base() + uint64_t{cells.next_cell} * kTraceCellBytes), 0,
           (cells.end_cell - cells.next_cell) * kTraceCellBytes);
  }
}

// The parent and its threads go on meanwhile, in the file that the child still sees. So the child uses only
// the parts that never change (callers and functions of nodes, records, links of chains), and of these only
// the ones that this object counts as in use: the child's copy of the object dates from the fork.
void TraceMemory::ContinueInChild() {
  process_id_ = getpid();
  is_forked_ = true;
  ThreadTree* const own = this_thread_tree;
  const TraceHeader parent_head = header();

  // First an entry for each block, not 0 if the child keeps it; then, in the same memory, the numbers of all
  // other blocks, which become holes. The trees of other threads stay with the parent.
  const uint64_t hole_room = block_count_ * sizeof(uint32_t);
  void* holes = mmap(nullptr, hole_room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int error = holes == MAP_FAILED ? ENOMEM : 0;
  hole_count_ = 0;
  if (error == 0) {
    auto* const is_kept = static_cast<uint32_t*>(holes);
    const auto keep = [&](uint32_t last) {
      for (uint32_t block = last; block != 0; block = PreviousBlock(BlockAt(block))) {
        is_kept[block] = 1;
      }
    };
    keep(record_block_);
    keep(function_cells_.last_block);
    if (own != nullptr) {
      keep(own->nodes_.last_block);
    }
    error = CopyForChild(is_kept);
    if (error == 0) {
      if (holes_ != nullptr) {
        munmap(holes_, hole_room_);
      }
      holes_ = is_kept;
      hole_room_ = hole_room;
      for (uint32_t block = 1; block < block_count_; ++block) {
        if (is_kept[block] == 0) {
          holes_[hole_count_++] = block;
        }
      }
      // Holes are taken from the end, the lowest first.
      std::reverse(holes_, holes_ + hole_count_);
    }
  }
  free_block_ = 0;
  is_exhausted_ = error != 0;
  has_said_ = is_exhausted_;
  is_dry_.store(is_exhausted_, std::memory_order_relaxed);
  if (error != 0) {
    if (holes != MAP_FAILED) {
      munmap(holes, hole_room);
    }
    file_.GiveUpCopy();
    SayLine({"cannot create the trace memory of a process that was forked off: ", ErrorText(error),
             "; it is not recorded"});
  }

  TraceHeader& head = header();
  head = parent_head;
  memset(head.magic, 0, sizeof(head.magic));
  head.process_id = static_cast<uint32_t>(process_id_);
  head.block_count = block_count_;
  head.state = TraceState::kRunning;
  head.lost_calls = 0;
  head.merge_count = 0;
  head.start_time_s = time(nullptr);
  if (record_block_ != 0) {
    BlockAt(record_block_).used = record_bytes_;
  }
  EndCellsHere(function_cells_);
  ForEachCellInOrder(file_.base(), function_cells_, [this](uint32_t cell) {
    auto* const function =
        reinterpret_cast<TraceFunctionCell*>(file_.base() + uint64_t{cell} * kTraceCellBytes);
    memset(function->values, 0, sizeof(function->values));
    function->at_least = 0;
  });
  pooled_ = nullptr;
  ended_ = nullptr;
  ended_roots_.Clear();
  ended_name_count_ = 0;
  left_tree_count_ = 0;
  for (ThreadTree* tree = trees_; tree != nullptr; tree = tree->next_) {
    if (tree == own) {
      EndCellsHere(tree->nodes_);
      tree->RestartInChild();
    } else {
      tree->Forget();
      tree->is_running_ = false;
      tree->recorder_data = nullptr;
      tree->next_pooled_ = pooled_;
      pooled_ = tree;
    }
  }
  memcpy(head.magic, kTraceMagic, sizeof(kTraceMagic));
}

}  // namespace ringscope
