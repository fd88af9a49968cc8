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
  std::string over = "file";         // what tells members apart: MemberColumns::over
  bool absent_is_zero = true;        // MemberColumns::absent_is_zero
  std::vector<std::string> metrics;  // names of those that stay; none: all
  std::vector<MemberQuantile>
      quantiles;              // that are kept, rising: of all members at once, without partial results
  bool keeps_values = false;  // MemberColumns::values, likewise
  BuildLimits limits;

  [[nodiscard]] bool needs_all_at_once() const { return !quantiles.empty() || keeps_values; }
};

inline constexpr size_t kMaxMembers = 100'000;

// Whether a member of name `a` stands before one of name `b`: numbers in names go by their value ("rank 9"
// before "rank 10").
[[nodiscard]] bool IsMemberBefore(std::string_view a, std::string_view b);

// One tree of the trees of many members, with statistics over them (MemberColumns), and sums as MergeTrees()
// makes them. The result is the same for any order of members, and for any way of making partial results of
// them first. Members come one after the other: at most about what the result takes waits, and 256 MiB; all
// of them where quantiles or values are kept.
//
// O(contexts of all members); 80 bytes a context of the result and metric. Errors: those of MergeTrees();
// kInvalidArgument (a member twice, or partial results of other options), kLimit (kMaxMembers), kOverflow
// (the squares of costs add up to 2^128).
class TreeAggregator {
 public:
  explicit TreeAggregator(AggregateOptions options) : options_(std::move(options)) {}

  [[nodiscard]] Result<void> Add(CctPtr tree, Execution member, JobControl* job = nullptr);
  // What an aggregator of the same options has made of other members.
  [[nodiscard]] Result<void> AddPartial(CctPtr partial, JobControl* job = nullptr);
  // At least one must have been added.
  [[nodiscard]] Result<CctPtr> Finish(JobControl* job = nullptr) &&;

 private:
  struct Part {
    CctPtr tree;
    std::vector<Execution> members;
  };
  [[nodiscard]] Result<void> AddPart(Part part, JobControl* job);
  // Makes one of the parts that wait.
  [[nodiscard]] Result<void> Unite(JobControl* job);

  AggregateOptions options_;
  std::vector<Part> parts_;  // the first may be what was united before
  uint64_t waiting_contexts_ = 0;
  uint64_t waiting_bytes_ = 0;
};

}  // namespace ringscope
