#pragma once

#include <cstddef>
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

// What may have been renamed in a comparison.
struct RenamesRequest {
  CctPtr tree;
  std::string metric;           // that is compared
  std::filesystem::path rules;  // whose file says what was refused
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
  std::string problem;  // why none could be looked for
};

// Two functions by name: one that is gone and one that is new.
struct RenamedPair {
  std::string gone, fresh;
  friend bool operator==(const RenamedPair&, const RenamedPair&) = default;
};
struct RenameChoice {
  RenamedPair pair;
  bool is_accepted = false;
};

// Of a document.
struct RenamesState {
  Task<RenamesRequest, FoundRenames> task;
  uint64_t rules_serial = 0;
  std::optional<RenamedPair> selected;
  std::vector<RenameChoice> chosen;                  // that the file has, or is about to get
  std::shared_ptr<const FoundRenames> chosen_among;  // others may be offered since

  void VisitTasks(auto&& visit) { visit(task); }
};

// On the calling (job) thread: O(contexts). Null when it is cancelled.
[[nodiscard]] std::shared_ptr<const FoundRenames> RunRenames(const RenamesRequest& request, JobControl& job);

}  // namespace ringscope
