#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/cct.h"
#include "cct/tree/execution.h"

namespace ringscope {

struct AggregateOptions {
  std::string over = "file";              // the kind of the members: MemberColumns::over
  bool absent_is_zero = true;             // MemberColumns::absent_is_zero
  std::vector<std::string> metrics;       // names of the metrics to keep; empty = all
  std::vector<MemberQuantile> quantiles;  // to keep, rising; not possible with partial results
  bool keeps_values = false;              // MemberColumns::values; not possible with partial results
  BuildLimits limits;

  [[nodiscard]] bool needs_all_at_once() const { return !quantiles.empty() || keeps_values; }
};

inline constexpr size_t kMaxMembers = 100'000;

// Whether the member named `a` comes before `b`: numbers in names are compared by value ("rank 9" before
// "rank 10").
[[nodiscard]] bool IsMemberBefore(std::string_view a, std::string_view b);

// Merges the trees of many members into one with statistics over them (MemberColumns), and sums as by
// MergeTrees(). The result does not depend on the order of members or on partial results made before. Members
// are added one after the other: the waiting trees take about as much memory as the result, at most 256 MiB;
// if quantiles or values are kept, all trees wait.
//
// O(contexts of all members); 80 bytes for each context and metric of the result. Errors: those of
// MergeTrees(); kInvalidArgument (a member twice, or partial results of other options), kLimit (kMaxMembers),
// kOverflow (the squares of costs add up to 2^128).
class TreeAggregator {
 public:
  explicit TreeAggregator(AggregateOptions options) : options_(std::move(options)) {}

  [[nodiscard]] Result<void> Add(CctPtr tree, Execution member, JobControl* job = nullptr);
  // Adds the result of an aggregator with the same options and other members.
  [[nodiscard]] Result<void> AddPartial(CctPtr partial, JobControl* job = nullptr);
  // At least one must have been added.
  [[nodiscard]] Result<CctPtr> Finish(JobControl* job = nullptr) &&;

 private:
  struct Part {
    CctPtr tree;
    std::vector<Execution> members;
  };
  [[nodiscard]] Result<void> AddPart(Part part, JobControl* job);
  // Merges the waiting parts into one.
  [[nodiscard]] Result<void> Unite(JobControl* job);

  AggregateOptions options_;
  std::vector<Part> parts_;  // the first may be the union of earlier ones
  uint64_t waiting_contexts_ = 0;
  uint64_t waiting_bytes_ = 0;
};

}  // namespace ringscope
