#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cct/tree/execution.h"

namespace ringscope {

// Records of one kind that have something wrong.
struct RecordProblem {
  std::string reason;  // "no count at the end of the line"
  uint64_t count = 0;
  uint64_t first_offset_bytes = 0;  // of the first one, in the inflated input
  friend bool operator==(const RecordProblem&, const RecordProblem&) = default;
};

// Cost that the input tells only in sums over several contexts, so that the import divided it among them.
struct EstimatedCost {
  std::string metric;      // its name
  uint64_t estimated = 0;  // self cost of the contexts it was divided among
  uint64_t total = 0;      // self cost of all contexts; both in units of the metric's values
  friend bool operator==(const EstimatedCost&, const EstimatedCost&) = default;
};

// What an import read and what it could not. Travels inside the .cct file, and with the trees that transforms
// make: it goes on telling of everything that was read.
struct ImportReport {
  std::string format;  // the importer's name: "folded", "perf script", "cpuprofile", "cct", "synthetic"
  uint64_t record_count = 0;              // samples, lines or nodes accepted
  uint64_t input_bytes = 0;               // after inflation
  uint64_t truncated_stack_count = 0;     // stacks whose callers were cut off by the profiler
  std::vector<RecordProblem> skipped;     // not in the tree; ordered by first offset
  std::vector<RecordProblem> incomplete;  // in the tree, with "[unknown]" or nothing for a part; same order
  std::vector<EstimatedCost> estimated;   // by metric; empty = the tree is what the input tells
  std::vector<std::string> notes;         // sentences for the user: repairs, guesses
  // Which runs the tree is of: none or one of a profile, those compared of a comparison.
  std::vector<Execution> executions;

  // Counts a record, or a part of one, that is left out under `reason`; keeps the smallest offset.
  void Skip(std::string_view reason, uint64_t offset_bytes, uint64_t count = 1);
  // The same for a record whose cost is in the tree, though a part of what it tells is missing.
  void Keep(std::string_view reason, uint64_t offset_bytes, uint64_t count = 1);
  [[nodiscard]] uint64_t skipped_count() const;
  [[nodiscard]] uint64_t incomplete_count() const;
  // Puts `skipped` and `incomplete` into their order.
  void SortProblems();
  // Adds another part of the same import: counts and estimated costs are summed, notes, executions and the format stay.
  void Add(const ImportReport& part);
  // Which of `estimated` is of that metric; null: none.
  [[nodiscard]] const EstimatedCost* EstimateOf(std::string_view metric) const;
  friend bool operator==(const ImportReport&, const ImportReport&) = default;
};

// "12.5 % of Ir in the whole profile is an estimate, divided among contexts that the input does not tell
// apart". True of every tree that comes of the profile, as it says nothing of what a transform left of it.
[[nodiscard]] std::string DescribeEstimate(const EstimatedCost& cost);

// How often a profile was sampled stands among its notes, as a sentence that readers of files find again.

// "Sampled every 1000 us.", "Sampled every 1003.009 us."
[[nodiscard]] std::string SamplingPeriodNote(uint64_t period_ns);
[[nodiscard]] bool IsSamplingPeriodNote(std::string_view note);
// What such a note says: "ns" for whatever unit of time ("Sampled every 1 millisecond."), else the unit as it
// stands there ("Sampled every 100000 cycles."). Count 0: there is no such note, there are several that
// differ, or one of memory, whose numbers writers scale up themselves.
struct SamplingPeriod {
  uint64_t count = 0;
  std::string unit;
  bool operator==(const SamplingPeriod&) const = default;
};
[[nodiscard]] SamplingPeriod SamplingPeriodOf(const ImportReport& report);

}  // namespace ringscope
