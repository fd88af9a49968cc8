#include "app/cli/recording/live_snapshots.h"

#include <sys/resource.h>

#include <algorithm>
#include <vector>

#include "app/cli/recording/recorded_tree.h"
#include "cct/file/cct_file.h"

namespace ringscope {
namespace {

constexpr int kTimePerCost = 33;  // 3 % of one core
constexpr std::chrono::seconds kLeastInterval{1};

// Processor time so far.
std::chrono::microseconds ProcessorTime() {
  std::chrono::microseconds sum{0};
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    if (getrusage(who, &usage) != 0) continue;
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      sum += std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
  }
  return sum;
}

}  // namespace

void LiveSnapshots::Update() {
  if (Clock::now() < due_) return;
  const std::vector<RecordedProfile> profiles = RecordedProfiles(folder_, prefix_);
  if (profiles.empty()) return;
  const auto before = ProcessorTime();
  JobControl job;
  if (const Result<RecordedTree> read = ReadRecorded(profiles, job); read && read->tree->context_count() > 1)
    (void)WriteCctFile(*read->tree, live_);
  due_ = Clock::now() + std::max<Clock::duration>(kLeastInterval, (ProcessorTime() - before) * kTimePerCost);
}

}  // namespace ringscope
