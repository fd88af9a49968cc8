#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/import/firefox/firefox_frames.h"
#include "cct/import/firefox/firefox_profile.h"
#include "cct/import/import_preview.h"
#include "cct/import/importer.h"

namespace ringscope {

// Puts the threads of a Firefox profile into one tree: rings of processes and threads, the stacks that have
// costs, and the metrics that some thread has.
class FirefoxTree {
 public:
  FirefoxTree(const ImportRun& run, const FirefoxProfile& profile)
      : run_(run),
        profile_(profile),
        preview_(run.options.preview, run.job),
        frames_(run.builder, run.report) {}

  // Errors: kLimit (a stack too deep, too many metrics, too much memory), kCancelled.
  [[nodiscard]] Result<void> Build();

 private:
  static constexpr MetricIndex kNoMetric = 0xffffffffu;
  // A row of the table of stacks, as the thread at hand sees it.
  struct Entry {
    uint32_t thread = 0;
    uint32_t depth = 0;
    BuildNode context = kBuildRoot;
    bool broken = false;
  };
  // Where the values of a list of costs go.
  using Metrics = std::array<MetricIndex, FirefoxCosts::kValueCount>;
  // The metrics of a thread's lists.
  struct ThreadMetrics {
    Metrics samples, js_allocations, native_allocations;
    uint64_t weight_factor = 1;
  };

  void MakeRings();
  [[nodiscard]] std::string ProcessKey(const FirefoxThread& thread) const;
  [[nodiscard]] Result<void> MakeMetrics();
  void MakeWeightMetrics();
  [[nodiscard]] MetricIndex MetricOf(std::string_view name, std::string_view unit, uint64_t scale = 1);
  [[nodiscard]] Result<void> AddThread(size_t index);
  [[nodiscard]] Result<void> AddCosts(const FirefoxThread& thread, const FirefoxCosts& costs,
                                      const Metrics& metrics, uint64_t weight_factor);
  // Nothing where its callers are not all there.
  [[nodiscard]] std::optional<BuildNode> ContextOf(uint32_t stack);
  struct Caller {
    bool broken = false;
    bool exists = false;
    uint32_t stack = 0;
  };
  [[nodiscard]] Caller CallerOf(uint32_t stack) const;
  void AddNotes();

  const ImportRun run_;
  const FirefoxProfile& profile_;
  RecordPreview preview_;
  FirefoxFrames frames_;
  std::vector<BuildNode> contexts_;            // by thread
  std::vector<ThreadMetrics> thread_metrics_;  // by thread
  std::map<std::pair<std::string, std::string>, MetricIndex> metrics_;

  const FirefoxTable* stacks_ = nullptr;
  std::vector<Entry> entries_;
  std::vector<uint32_t> chain_;
  uint32_t thread_ = 0;
  BuildNode top_ = kBuildRoot;
  uint32_t deepest_ = 0;
};

}  // namespace ringscope
