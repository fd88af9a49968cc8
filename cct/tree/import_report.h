#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cct/tree/execution.h"

namespace ringscope {

// Input records with the same problem.
struct RecordProblem {
  std::string reason;  // "no count at the end of the line"
  uint64_t count = 0;
  uint64_t first_offset_bytes = 0;  // of the first such record, in the inflated input
  friend bool operator==(const RecordProblem&, const RecordProblem&) = default;
};

// Cost that the input gives only as sums over several contexts, so that the import divided it among them.
struct EstimatedCost {
  std::string metric;      // its name
  uint64_t estimated = 0;  // self cost of the contexts it was divided among
  uint64_t total = 0;      // self cost of all contexts; both in units of the metric's values
  friend bool operator==(const EstimatedCost&, const EstimatedCost&) = default;
};

// The result of an import: counts of what was read and what was not. Stored in the .cct file and passed on to
// trees that transforms make, unchanged: it always describes the whole input.
struct ImportReport {
  std::string format;  // the importer's name: "folded", "perf script", "cpuprofile", "cct", "synthetic"
  uint64_t record_count = 0;              // samples, lines or nodes accepted
  uint64_t input_bytes = 0;               // after inflation
  uint64_t truncated_stack_count = 0;     // stacks whose callers were cut off by the profiler
  std::vector<RecordProblem> skipped;     // not in the tree; ordered by first offset
  std::vector<RecordProblem> incomplete;  // in the tree, with "[unknown]" or nothing for a part; same order
  std::vector<EstimatedCost> estimated;   // by metric; empty = no cost was divided
  // Sentences for the user: repairs, guesses. The note of a file that ends early says "cut off".
  std::vector<std::string> notes;
  // The runs in the tree: none or one in a profile, all compared runs in a comparison.
  std::vector<Execution> executions;

  // Counts a record, or a part of one, that is left out for `reason`; keeps the smallest offset.
  void Skip(std::string_view reason, uint64_t offset_bytes, uint64_t count = 1);
  // Counts a record whose cost is in the tree, but of which a part is missing.
  void Keep(std::string_view reason, uint64_t offset_bytes, uint64_t count = 1);
  [[nodiscard]] uint64_t skipped_count() const;
  [[nodiscard]] uint64_t incomplete_count() const;
  // Sorts `skipped` and `incomplete` by first offset.
  void SortProblems();
  // Adds another part of the same import: counts and estimated costs are summed; `input_bytes`, notes,
  // executions and the format stay.
  void Add(const ImportReport& part);
  // The element of `estimated` for that metric; null if there is none.
  [[nodiscard]] const EstimatedCost* EstimateOf(std::string_view metric) const;
  friend bool operator==(const ImportReport&, const ImportReport&) = default;
};

// "12.5 % of Ir in the whole profile is an estimate, divided among contexts that the input does not tell
// apart". It speaks of the whole profile, so it holds for every tree that transforms make of it.
[[nodiscard]] std::string DescribeEstimate(const EstimatedCost& cost);

// The sampling period is one of the report's notes, a sentence that readers of files can parse.

// "Sampled every 1000 us.", "Sampled every 1003.009 us."
[[nodiscard]] std::string SamplingPeriodNote(uint64_t period_ns);
[[nodiscard]] bool IsSamplingPeriodNote(std::string_view note);
// The period in such a note: in "ns" for any unit of time ("Sampled every 1 millisecond."), otherwise in the
// note's own unit ("Sampled every 100000 cycles."). Count 0 if there is no such note, if several differ, or
// if the unit is one of memory: writers of memory profiles scale their numbers up themselves.
struct SamplingPeriod {
  uint64_t count = 0;
  std::string unit;
  bool operator==(const SamplingPeriod&) const = default;
};
[[nodiscard]] SamplingPeriod SamplingPeriodOf(const ImportReport& report);

}  // namespace ringscope
