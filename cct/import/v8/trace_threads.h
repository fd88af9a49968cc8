#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/import/importer.h"

namespace ringscope {

// The threads and processes of a trace, and the rings that they become. Ids are the file's own text, as some
// writers count and others put names there.
class TraceThreads {
 public:
  // A number for the thread, the same for equal ids. Expected O(1).
  [[nodiscard]] uint32_t IndexOf(std::string_view pid, std::string_view tid);
  void NameThread(uint32_t thread, std::string_view name) { threads_[thread].name = name; }
  void NameProcess(std::string_view pid, std::string_view name) { process_names_[std::string(pid)] = name; }
  // Says that the thread has something to show.
  void MarkUsed(uint32_t thread) { threads_[thread].used = true; }

  // After the last event: a ring of processes where several have something to show, and one of threads inside
  // it.
  void MakeRings(ThreadRing rings, CctBuilder& builder);
  // Where what a thread did belongs. After MakeRings().
  [[nodiscard]] BuildNode ContextOf(uint32_t thread) const { return threads_[thread].context; }

 private:
  struct Thread {
    std::string pid, tid, name;
    bool used = false;
    BuildNode context = kBuildRoot;
  };

  std::vector<Thread> threads_;
  std::unordered_map<std::string, uint32_t> indexes_;
  std::unordered_map<std::string, std::string> process_names_;
  std::string key_;
  uint32_t last_ = 0xffffffffu;
};

}  // namespace ringscope
