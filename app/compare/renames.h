#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/task.h"
#include "cct/base/job_control.h"
#include "cct/compare/matching/renames.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope {

// A search for renames in a comparison.
struct RenamesRequest {
  CctPtr tree;
  std::string metric;           // the compared metric
  std::filesystem::path rules;  // this file says what was refused
  uint64_t rules_serial = 0;    // grows when the file has changed
  friend bool operator==(const RenamesRequest&, const RenamesRequest&) = default;
};
struct OfferedRename {
  RenameCandidate candidate;
  double recovered = 0;  // RecoveredShare()
};
struct FoundRenames {
  RenamesRequest request;
  ComparedMetric metric;
  std::vector<OfferedRename> offered;
  std::string problem;  // why the search was impossible
};

// Names of two functions: one that is gone and one that is new.
struct RenamedPair {
  std::string gone, fresh;
  friend bool operator==(const RenamedPair&, const RenamedPair&) = default;
};
struct RenameChoice {
  RenamedPair pair;
  bool is_accepted = false;
  bool is_kept = false;  // in the file of rules, for all comparisons; else of one comparison
};

// What a document remembers of its renames.
struct RenamesState {
  Task<RenamesRequest, FoundRenames> task;
  uint64_t rules_serial = 0;
  std::optional<RenamedPair> selected;
  std::vector<RenameChoice> chosen;                  // refused, or about to be joined
  std::shared_ptr<const FoundRenames> chosen_among;  // other renames may be offered since

  void VisitTasks(auto&& visit) { visit(task); }
};

// Runs on the calling (job) thread: O(contexts). Null if cancelled.
[[nodiscard]] std::shared_ptr<const FoundRenames> RunRenames(const RenamesRequest& request, JobControl& job);

}  // namespace ringscope
