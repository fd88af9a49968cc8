#include "cct/base/system/mapping_guard.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>

namespace ringscope {
namespace {

// The handler reads only these: no locks, no allocation. `begin` is written last and cleared first.
struct Mapping {
  std::atomic<uintptr_t> begin{0};  // 0: free
  std::atomic<uintptr_t> end{0};
  std::atomic<bool> kept{false};
  std::atomic<bool> lost{false};
  std::atomic<const char*> path{nullptr};  // lies in Paths()
};
static_assert(std::atomic<uintptr_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

constexpr size_t kMostMappings = 1024;
std::array<Mapping, kMostMappings> g_mappings;
std::atomic<bool> g_any_lost{false};
std::atomic<uintptr_t> g_page_bytes{4096};
std::atomic<LossHandler> g_at_loss{nullptr};

std::mutex g_mutex;  // taken to register and unregister; guards the paths
std::array<std::filesystem::path, kMostMappings>& Paths() {
  static std::array<std::filesystem::path, kMostMappings> paths;
  return paths;
}

Mapping* MappingAt(uintptr_t address) {
  for (Mapping& mapping : g_mappings) {
    const uintptr_t begin = mapping.begin.load(std::memory_order_acquire);
    if (begin != 0 && address >= begin && address < mapping.end.load(std::memory_order_relaxed))
      return &mapping;
  }
  return nullptr;
}

// Maps zero pages over a mapping from the page of `address` to its end: all of these lie behind the end of
// the file.
bool Replace(Mapping& mapping, uintptr_t address) {
  const uintptr_t end = mapping.end.load(std::memory_order_relaxed);
  const uintptr_t page = address & ~(g_page_bytes.load(std::memory_order_relaxed) - 1);
  // On Linux mmap() is a plain system call that takes no lock of the C library.
  const void* zeros = mmap(reinterpret_cast<void*>(page), end - page, PROT_READ,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  if (zeros == MAP_FAILED) return false;
  mapping.lost.store(true, std::memory_order_relaxed);
  g_any_lost.store(true, std::memory_order_release);
  return true;
}

void HandleBusError(int signal, siginfo_t* info, void*) {
  const int saved_errno = errno;
  const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  const bool is_page = info->si_code == BUS_ADRERR;
  Mapping* const mapping = is_page ? MappingAt(address) : nullptr;
  const LossHandler at_loss = g_at_loss;
  if (is_page && at_loss != nullptr && (mapping == nullptr || mapping->kept))
    at_loss(mapping == nullptr ? "a file" : mapping->path.load());
  if (mapping == nullptr || !Replace(*mapping, address)) {
    // The instruction runs again and ends the program.
    struct sigaction plain {};
    plain.sa_handler = SIG_DFL;
    sigaction(signal, &plain, nullptr);
  }
  errno = saved_errno;
}

}  // namespace

void InstallMappingGuard(LossHandler at_loss) {
  g_at_loss = at_loss;
  g_page_bytes = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  struct sigaction action {};
  action.sa_sigaction = HandleBusError;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, nullptr);
}

void RegisterMapping(const void* begin, size_t size_bytes, const std::filesystem::path& path) {
  const std::lock_guard lock(g_mutex);
  for (size_t i = 0; i < kMostMappings; ++i) {
    Mapping& mapping = g_mappings[i];
    if (mapping.begin != 0) continue;
    Paths()[i] = path;
    mapping.path = Paths()[i].c_str();
    mapping.kept = false;
    mapping.lost = false;
    mapping.end = reinterpret_cast<uintptr_t>(begin) + size_bytes;
    mapping.begin.store(reinterpret_cast<uintptr_t>(begin), std::memory_order_release);
    return;
  }
}

void KeepMapping(const void* begin) {
  if (Mapping* const mapping = MappingAt(reinterpret_cast<uintptr_t>(begin))) mapping->kept = true;
}

void UnregisterMapping(const void* begin) {
  const std::lock_guard lock(g_mutex);
  if (Mapping* const mapping = MappingAt(reinterpret_cast<uintptr_t>(begin))) mapping->begin = 0;
}

void DropMappedPages() {
  const std::lock_guard lock(g_mutex);
  for (const Mapping& mapping : g_mappings) {
    const uintptr_t begin = mapping.begin;
    if (begin != 0)
      static_cast<void>(madvise(reinterpret_cast<void*>(begin), mapping.end - begin, MADV_DONTNEED));
  }
}

bool MappingWasCut(const void* begin) {
  if (!g_any_lost.load(std::memory_order_acquire)) return false;
  const Mapping* const mapping = MappingAt(reinterpret_cast<uintptr_t>(begin));
  return mapping != nullptr && mapping->lost;
}

std::vector<LostMapping> LostMappings() {
  std::vector<LostMapping> lost;
  if (!g_any_lost.load(std::memory_order_acquire)) return lost;
  const std::lock_guard lock(g_mutex);
  for (size_t i = 0; i < kMostMappings; ++i) {
    const Mapping& mapping = g_mappings[i];
    if (mapping.begin == 0 || !mapping.lost || !mapping.kept) continue;
    const auto* const begin = reinterpret_cast<const std::byte*>(mapping.begin.load());
    lost.push_back({Paths()[i], {begin, mapping.end - mapping.begin}});
  }
  return lost;
}

}  // namespace ringscope
