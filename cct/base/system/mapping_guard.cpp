#include "cct/base/system/mapping_guard.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <mutex>

namespace ringscope {
namespace {

// The handler reads only these: no locks, no allocation. `begin` is written last and cleared first.
struct Mapping {
  std::atomic<uintptr_t> begin{0};  // 0: free
  std::atomic<uintptr_t> end{0};
  std::atomic<bool> lost{false};
};
static_assert(std::atomic<uintptr_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

constexpr size_t kMostMappings = 1024;
std::array<Mapping, kMostMappings> g_mappings;
std::atomic<bool> g_any_lost{false};
std::atomic<uintptr_t> g_page_bytes{4096};

std::mutex g_mutex;  // of registering; guards the paths
std::array<std::filesystem::path, kMostMappings>& Paths() {
  static std::array<std::filesystem::path, kMostMappings> paths;
  return paths;
}

// Puts zero pages over a mapping from the page of `address` on: what lies behind it is behind the end of the
// file too.
bool Replace(uintptr_t address) {
  for (Mapping& mapping : g_mappings) {
    const uintptr_t begin = mapping.begin.load(std::memory_order_acquire);
    const uintptr_t end = mapping.end.load(std::memory_order_relaxed);
    if (begin == 0 || address < begin || address >= end) continue;
    const uintptr_t page = address & ~(g_page_bytes.load(std::memory_order_relaxed) - 1);
    // A plain system call on Linux, without locks of the library's own.
    const void* zeros = mmap(reinterpret_cast<void*>(page), end - page, PROT_READ,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    if (zeros == MAP_FAILED) return false;
    mapping.lost.store(true, std::memory_order_relaxed);
    g_any_lost.store(true, std::memory_order_release);
    return true;
  }
  return false;
}

void HandleBusError(int signal, siginfo_t* info, void*) {
  const int saved_errno = errno;
  const bool is_page = info->si_code == BUS_ADRERR;
  if (!is_page || !Replace(reinterpret_cast<uintptr_t>(info->si_addr))) {
    // The instruction runs again and ends the program.
    struct sigaction plain {};
    plain.sa_handler = SIG_DFL;
    sigaction(signal, &plain, nullptr);
  }
  errno = saved_errno;
}

}  // namespace

void InstallMappingGuard() {
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
    mapping.lost = false;
    mapping.end = reinterpret_cast<uintptr_t>(begin) + size_bytes;
    mapping.begin.store(reinterpret_cast<uintptr_t>(begin), std::memory_order_release);
    return;
  }
}

void UnregisterMapping(const void* begin) {
  const std::lock_guard lock(g_mutex);
  for (Mapping& mapping : g_mappings) {
    if (mapping.begin == reinterpret_cast<uintptr_t>(begin)) mapping.begin = 0;
  }
}

std::vector<std::filesystem::path> TakeLostFiles() {
  std::vector<std::filesystem::path> files;
  if (!g_any_lost.load(std::memory_order_acquire)) return files;
  const std::lock_guard lock(g_mutex);
  g_any_lost = false;
  for (size_t i = 0; i < kMostMappings; ++i) {
    if (g_mappings[i].lost.exchange(false)) files.push_back(Paths()[i]);
  }
  return files;
}

}  // namespace ringscope
