#include "cct/import/v8/trace_threads.h"

#include <fmt/format.h>

#include <set>

#include "cct/import/frame_names.h"

namespace ringscope {

uint32_t TraceThreads::IndexOf(std::string_view pid, std::string_view tid) {
  // Events of one thread mostly come in runs.
  if (last_ < threads_.size() && threads_[last_].pid == pid && threads_[last_].tid == tid) return last_;
  key_ = fmt::format("{}:{}:{}", pid.size(), pid, tid);
  const auto [at, is_new] = indexes_.try_emplace(key_, static_cast<uint32_t>(threads_.size()));
  if (is_new) threads_.push_back({std::string(pid), std::string(tid), {}, false, kBuildRoot});
  last_ = at->second;
  return last_;
}

void TraceThreads::MakeRings(ThreadRing rings, CctBuilder& builder) {
  if (rings == ThreadRing::kMerged) return;
  std::set<std::string_view> processes;
  size_t used_count = 0;
  for (const Thread& thread : threads_) {
    if (!thread.used) continue;
    ++used_count;
    processes.insert(thread.pid);
  }
  if (used_count < 2 && rings == ThreadRing::kWhenSeveral) return;
  for (Thread& thread : threads_) {
    if (!thread.used) continue;
    BuildNode outside = kBuildRoot;
    if (processes.size() > 1) {
      const auto name = process_names_.find(thread.pid);
      const std::string text =
          RingName(name == process_names_.end() ? std::string_view() : name->second, "pid", thread.pid);
      outside = builder.Child(outside, builder.InternFrame({.name = text, .kind = FrameKind::kProcess}));
    }
    const std::string text = RingName(thread.name, "tid", thread.tid);
    thread.context = builder.Child(outside, builder.InternFrame({.name = text, .kind = FrameKind::kThread}));
  }
}

}  // namespace ringscope
