#pragma once

#include <algorithm>
#include <any>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "app/core/effect.h"
#include "cct/base/result.h"
#include "cct/tree/metric.h"

namespace ringscope {

class Action;
struct CompareRequest;

enum class JobKind : uint8_t { kLoad, kSave, kTransform, kOther };

// The details that reading a profile tells apart (ImportOptions).
struct ReadingDetail {
  bool lines = false;       // costs by source line
  bool call_sites = false;  // contexts by the line that calls them
};

// A job in the background, as the window shows it. The thread itself belongs to the JobRunner.
struct JobState {
  JobKind kind = JobKind::kOther;
  std::string label;        // "Opening big.folded"
  DocumentId document = 0;  // the job works for this document; 0 while a load has shown nothing yet
  bool soon = false;        // the job mostly ends within a frame: the frame waits a moment for the result
  JobId id = kNoJob;
  std::filesystem::path path;  // of the file that is opened or saved
  bool has_file = true;        // false: the program makes the profile, and `path` is only its name
  uint64_t done_units = 0;
  uint64_t total_units = 0;  // 0 = unknown
  bool cancelling = false;
  bool one_of_several = false;     // several files were asked for at once
  bool offers_comparison = false;  // the note of the profile offers to compare it
  MetricNaming naming;             // of the file that is opened
  bool is_recording = false;       // cancelling ends the recorded program; the recording so far is the result
  ReadingDetail detail;            // of the file that is opened
  std::shared_ptr<const CompareRequest> compared;  // the comparison that the job makes; else null
  bool is_task = false;                            // the job ends when no Task waits for its answer
  // Called if the job cannot start or runs out of memory; null: a dialog tells the user.
  Action (*failed)(const JobState& job, const Error& error) = nullptr;

  // The finished part of the job, 0 to 1; negative: unknown.
  [[nodiscard]] float share() const {
    if (total_units == 0) return -1;
    return static_cast<float>(
        std::min(1.0, static_cast<double>(done_units) / static_cast<double>(total_units)));
  }
};

struct AppState;
}  // namespace ringscope

namespace ringscope::action {

struct CancelJob {
  JobId job = kNoJob;
};
struct JobProgressed {
  JobId job = kNoJob;
  uint64_t done_units = 0;
  uint64_t total_units = 0;
};
// The answer of a Task.
struct TaskFinished {
  JobId job = kNoJob;
  std::any result;       // a shared_ptr<const Result>; empty: the job was cancelled or failed
  bool is_whole = true;  // false: a first part
};
// The job could not start, or ran out of memory: no result follows.
struct JobFailed {
  JobId job = kNoJob;
  Error error;
};

void Do(AppState& state, const CancelJob& cancel, Effects& effects);
void Do(AppState& state, const JobProgressed& progress, Effects& effects);
void Do(AppState& state, const JobFailed& failed, Effects& effects);
void Do(AppState& state, const TaskFinished& finished, Effects& effects);

}  // namespace ringscope::action
