#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/import/compact_lists.h"
#include "cct/import/v8/cpuprofile_nodes.h"
#include "cct/import/v8/cpuprofile_samples.h"
#include "cct/import/v8/trace_threads.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// What one event of a trace holds of a JavaScript profile.
struct TraceProfilePart {
  explicit TraceProfilePart(CctBuilder& builder, ImportReport& report) : nodes(builder, report) {}
  CpuProfileNodes nodes;
  CompactIntegers node_ids, deltas_us;  // as in a .cpuprofile
  std::optional<int64_t> start_us;
};

// The JavaScript profiles of a trace, each in one event or scattered over many.
class TraceProfiles {
 public:
  TraceProfiles(CctBuilder& builder, ImportReport& report) : builder_(builder), report_(report) {}

  // Parts of one process and id are one profile, of the thread that started it where that is known. `at_us`
  // puts the parts in order. False past a limit: see error().
  void Start(std::string_view pid, std::string_view id, uint32_t thread, double at_us);
  [[nodiscard]] bool AddPart(std::string_view pid, std::string_view id, uint32_t thread, double at_us,
                             TraceProfilePart part, uint64_t offset);
  // A whole profile in one event.
  void AddWhole(uint32_t thread, TraceProfilePart part, uint64_t offset);

  void MarkUsed(TraceThreads& threads) const;
  // After the last event, and TraceThreads::MakeRings(). Gives the samples with their times; none where some
  // have none.
  [[nodiscard]] SampleList AddTo(const TraceThreads& threads, std::optional<MetricIndex> time,
                                 MetricIndex count);
  [[nodiscard]] bool has_samples() const { return SomeHas(&Chunk::node_ids); }
  [[nodiscard]] bool has_times() const { return SomeHas(&Chunk::deltas_us); }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  struct Chunk {
    double at_us;
    CompactIntegers node_ids, deltas_us;
  };
  struct Profile {
    CpuProfileNodes nodes;
    uint32_t thread;
    bool started = false;
    uint64_t offset = 0;  // of its first samples
    std::vector<Chunk> chunks;
    std::optional<int64_t> start_us;  // where the file says it, else what follows
    double started_at_us = 0;
  };
  [[nodiscard]] Profile& ProfileOf(std::string_view pid, std::string_view id, uint32_t thread);
  // Whether a chunk of some profile has something in that list.
  [[nodiscard]] bool SomeHas(CompactIntegers Chunk::*list) const;

  CctBuilder& builder_;
  ImportReport& report_;
  std::deque<Profile> profiles_;
  std::unordered_map<std::string, size_t> indexes_;
  std::optional<Error> error_;
};

}  // namespace ringscope
