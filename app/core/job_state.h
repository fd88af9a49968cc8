#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "app/core/ids.h"

namespace ringscope {

enum class JobKind : uint8_t {
  kLoad,
  kVerify,
  kTransform,
  kSave,
  kSource,
  kSearch,
  kSortMatches,
  kTable,
  kLegend
};

// Work in the background, as far as it is shown. The thread itself belongs to the JobRunner.
struct JobState {
  JobId id = kNoJob;
  JobKind kind = JobKind::kLoad;
  std::string label;           // "Opening big.folded"
  std::filesystem::path path;  // of what is being opened
  DocumentId document = 0;     // that the job works for; 0 while opening, before anything is shown
  uint64_t done_units = 0;
  uint64_t total_units = 0;  // 0 = unknown
  bool cancelling = false;
  bool one_of_several = false;  // files that were asked for at once
};

}  // namespace ringscope
