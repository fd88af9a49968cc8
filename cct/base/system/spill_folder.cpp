#include "cct/base/system/spill_folder.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "cct/base/system/mapping_guard.h"
#include "cct/base/system/memory_limit.h"

namespace ringscope {
namespace {

// Smaller blocks stay in memory: half of the limit is reserved for them and for other allocations.
constexpr size_t kLeastBytes = size_t{64} << 20;
constexpr uint64_t kPartForBlocks = 2;
// The space that stays free on the disk for others.
constexpr uint64_t kKeptFreeBytes = uint64_t{1} << 30;
constexpr std::chrono::milliseconds kBetweenTrims{50};

struct Block {
  size_t bytes;
  int file;
};

struct State {
  std::mutex mutex;
  std::filesystem::path folder;  // empty = no SpillFolder exists
  std::function<void(uint64_t)> tell;
  std::map<const void*, Block> blocks;
  std::thread trimmer;
  std::condition_variable ends;
};
// Never destroyed: allocators are called until the very end of the program.
State& TheState() {
  static State* const state = new State;
  return *state;
}
std::atomic<bool> exists{false};
std::atomic<size_t> block_count{0};

uint64_t ResidentBytes() {
  // Allocates no memory, which may be exhausted here.
  char text[128] = {};
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  // The second number of /proc/self/statm is the resident size in pages.
  const char* const end = text + std::max<ssize_t>(count, 0);
  uint64_t resident = 0;
  static_cast<void>(
      std::from_chars(std::min(std::find(static_cast<const char*>(text), end, ' ') + 1, end), end, resident));
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

// Releases pages: the system keeps them in its cache and writes them to the disk when it needs their room.
// Pages of input files go first, as they are mostly read once.
void Trim(State& state) {
  if (ResidentBytes() <= MemoryLimit::present_bytes()) return;
  DropMappedPages();
  if (ResidentBytes() <= MemoryLimit::present_bytes()) return;
  for (const auto& [block, its] : state.blocks)
    static_cast<void>(madvise(const_cast<void*>(block), its.bytes, MADV_DONTNEED));
}

int MakeFile(const std::filesystem::path& folder) {
  const int file = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  std::string name = (folder / "ringscope-XXXXXX").string();
  const int named = mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) static_cast<void>(unlink(name.c_str()));
  return named;
}

bool StartTrimmer(State& state) {
  if (state.trimmer.joinable()) return true;
  try {
    state.trimmer = std::thread([&state] {
      std::unique_lock own_lock(state.mutex);
      while (!state.folder.empty()) {
        state.ends.wait_for(own_lock, kBetweenTrims);
        Trim(state);
      }
    });
    return true;
  } catch (...) {
    return false;
  }
}

bool HasRoom(const std::filesystem::path& folder, uint64_t bytes) {
  struct statvfs disk {};
  if (statvfs(folder.c_str(), &disk) != 0) return false;
  return uint64_t{disk.f_bavail} * disk.f_frsize >= bytes + kKeptFreeBytes;
}

}  // namespace

SpillFolder::SpillFolder(std::filesystem::path folder, std::function<void(uint64_t bytes)> tell) {
  State& state = TheState();
  const std::scoped_lock lock(state.mutex);
  state.folder = std::move(folder);
  state.tell = std::move(tell);
  exists = true;
}

SpillFolder::~SpillFolder() {
  State& state = TheState();
  exists = false;
  std::unique_lock lock(state.mutex);
  state.folder.clear();
  state.tell = nullptr;
  std::thread trimmer = std::move(state.trimmer);
  state.ends.notify_all();
  lock.unlock();
  if (trimmer.joinable()) trimmer.join();
}

void* SpillFolder::Allocate(size_t bytes) {
  if (!exists.load(std::memory_order_relaxed) || bytes < kLeastBytes || !MemoryLimit::exists())
    return nullptr;
  const auto taken = static_cast<uint64_t>(std::max<int64_t>(0, MemoryLimit::held_bytes()));
  if (taken + bytes <= MemoryLimit::present_bytes() / kPartForBlocks) return nullptr;
  State& state = TheState();
  const std::scoped_lock lock(state.mutex);
  if (state.folder.empty() || !HasRoom(state.folder, bytes)) return nullptr;
  if (!StartTrimmer(state)) return nullptr;
  const int file = MakeFile(state.folder);
  if (file < 0) return nullptr;
  void* block = MAP_FAILED;
  // Reserves the space: a disk that becomes full later would end the program.
  if (fallocate(file, 0, 0, static_cast<off_t>(bytes)) == 0)
    block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (block == MAP_FAILED) {
    close(file);
    return nullptr;
  }
  try {
    state.tell(bytes);
    state.blocks[block] = {bytes, file};
  } catch (...) {
    munmap(block, bytes);
    close(file);
    return nullptr;
  }
  ++block_count;
  return block;
}

bool SpillFolder::Holds(const void* block) {
  if (block_count.load(std::memory_order_relaxed) == 0) return false;
  State& state = TheState();
  const std::scoped_lock lock(state.mutex);
  return state.blocks.contains(block);
}

bool SpillFolder::Free(void* block) {
  if (block_count.load(std::memory_order_relaxed) == 0) return false;
  State& state = TheState();
  const std::scoped_lock lock(state.mutex);
  const auto known = state.blocks.find(block);
  if (known == state.blocks.end()) return false;
  munmap(block, known->second.bytes);
  close(known->second.file);
  state.blocks.erase(known);
  --block_count;
  return true;
}

}  // namespace ringscope
