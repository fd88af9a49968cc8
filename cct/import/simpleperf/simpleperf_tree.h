#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/import/frame_names.h"
#include "cct/import/importer.h"
#include "cct/tree/samples.h"

namespace ringscope {

// A frame as simpleperf tells it. The views are the caller's.
struct SimpleperfFrame {
  std::string_view symbol;  // empty if there is none; see IsNameless()
  std::string_view file;
  FrameKind kind = FrameKind::kUser;  // kUser: the file tells the kind
  uint64_t address = 0;               // in the file
};

// Whether simpleperf has no symbol for the code.
[[nodiscard]] bool IsNameless(const SimpleperfFrame& frame);

struct SimpleperfSample {
  std::string_view event, thread_id, thread_name;
  std::optional<uint64_t> time_ns;
  std::optional<uint64_t> count;
  std::span<const FrameId> stack;  // the innermost first
  uint64_t offset = 0;             // in the input
};

// Makes the tree of simpleperf's samples, from text or protobuf: a metric for each type of event, a ring of
// threads and, if recorded (`--trace-offcpu`), the time that threads were off the CPU.
class SimpleperfTree {
 public:
  explicit SimpleperfTree(const ImportRun& run) : run_(run) {}

  [[nodiscard]] FrameId FrameOf(const SimpleperfFrame& frame);
  // A sample without a count, or with one that is too large, is skipped.
  [[nodiscard]] Result<void> AddSample(const SimpleperfSample& sample);
  // Says that the recording tells when threads leave the CPU and get it again. Later samples of
  // sched:sched_switch are of threads that leave it.
  void TraceOffCpu() { trace_off_cpu_ = true; }
  // A thread gets the CPU at this time.
  void SwitchOn(std::string_view thread_id, uint64_t time_ns);
  void NoteLost(std::string_view count);
  void NoteApp(std::string_view name);

  [[nodiscard]] Result<void> Finish();

 private:
  // A sample of a thread that leaves the CPU.
  struct SwitchOff {
    uint32_t thread;
    uint64_t time_ns;
    BuildNode context;
    uint32_t event;
  };
  [[nodiscard]] Result<uint32_t> EventOf(const SimpleperfSample& sample);
  void AddOffCpu();
  [[nodiscard]] uint32_t ThreadOf(std::string_view thread_id);

  const ImportRun run_;
  FrameTexts rings_;
  std::vector<std::string> events_;
  std::vector<SampleList> series_;  // by event
  bool all_have_times_ = true;
  std::vector<std::string> notes_;

  bool trace_off_cpu_ = false;
  FrameTexts threads_;  // by id alone
  std::vector<SwitchOff> switched_off_;
  // By thread; AddOffCpu() sorts them.
  std::vector<std::vector<uint64_t>> switched_on_ns_, sampled_ns_;
};

}  // namespace ringscope
