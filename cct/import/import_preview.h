#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "cct/tree/building/builder.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What one worker of an import has read so far.
struct PreviewPart {
  CctBuilder& builder;
  std::span<const Metric> metrics;  // what its metrics will be called, one each; empty: as they are
  BuildNode from = kBuildRoot;      // only the contexts below, which come to lie below the root
  // For imports of one worker: adds what the builder lacks as yet to a copy of it, such as values that are
  // added at the end, or the order of the metrics. The copy has the builder's frames by the same ids, and its
  // contexts too unless `from` is given. False: what was read makes no tree.
  std::function<bool(CctBuilder& copy)> complete = nullptr;
};

// Makes trees of what an import has read so far, for a viewer to show while the rest is being read. The first
// comes `first` after this was made, and no sooner than `interval` after Begin(), the next ones `interval` or
// later, each when the import has taken twice the time of the one before: showing a tree costs a viewer far
// more than making it. Making them takes at most about a tenth of the time, and ends for good when the tree
// has grown beyond `max_contexts` (its memory is needed a second time meanwhile). What is made is a valid
// tree with exact sums of what was read; only the last one, which the import itself returns, is complete.
//
// Importers call Begin() before they put anything into the tree, and Add() at places where their builder is
// in order, whenever Wanted() says so. A preview is complete when each worker has added its part; one whose
// parts do not fit together (units of another scale) is dropped. Thread-safe, but for Begin().
class ImportPreview {
 public:
  struct Pace {
    std::chrono::milliseconds first{1000};
    std::chrono::milliseconds interval{500};
    // Of the time between two previews, the import's own share is at least this many times theirs.
    int work_per_preview = 9;
    // And at least this many times what it has been in all.
    int of_time_since_begin = 1;
    // An import that has read more of its input than this share gives no preview: the whole tree is near.
    double most_read = 0.5;
    uint64_t max_contexts = uint64_t{1} << 22;
  };

  // `publish` is called on the import's threads, one call at a time.
  explicit ImportPreview(std::function<void(CctPtr)> publish);
  ImportPreview(std::function<void(CctPtr)> publish, Pace pace);

  // Forgets the parts collected. `job` cancels the making of a tree.
  void Begin(uint32_t worker_count, JobControl& job);

  // Whether this worker's part is wanted now. Cheap: a look at the clock.
  [[nodiscard]] bool Wanted(uint32_t worker) const;
  // O(contexts of the part), waiting for others' parts that are being added; the last part of a preview also
  // makes and publishes the tree.
  void Add(uint32_t worker, const PreviewPart& part);

 private:
  using Clock = std::chrono::steady_clock;

  void Merge(const PreviewPart& part);
  void FinishRound();

  std::function<void(CctPtr)> publish_;
  Pace pace_;
  Clock::time_point made_ = Clock::now();
  Clock::time_point begun_ = made_;
  JobControl* job_ = nullptr;
  std::atomic<Clock::rep> due_{0};            // of the next preview, by the clock
  std::vector<std::atomic<bool>> has_added_;  // by worker, to the preview being collected
  std::atomic<bool> is_begun_{false};         // some have
  std::mutex mutex_;                          // of what follows
  uint32_t missing_ = 0;                      // workers whose part is not in yet
  bool fits_ = true;
  Clock::duration spent_{};  // on the preview being collected
  std::optional<BuildNode> from_;
  std::optional<CctBuilder> merged_;
};

// The preview of an import that has one worker and asks after every record. Not thread-safe.
class RecordPreview {
 public:
  // Begins the import's preview, if it has one (not null).
  RecordPreview(ImportPreview* preview, JobControl& job) : preview_(preview) {
    if (preview_ != nullptr) preview_->Begin(1, job);
  }

  // Whether a part is wanted after this record. Most records do not even look at the clock.
  [[nodiscard]] bool Wanted() {
    if (preview_ == nullptr || ++record_count_ < look_at_) return false;
    look_at_ = record_count_ + (record_count_ < kRecordsPerLook ? record_count_ : kRecordsPerLook);
    return preview_->Wanted(0);
  }
  void Add(const PreviewPart& part) { preview_->Add(0, part); }

 private:
  static constexpr uint64_t kRecordsPerLook = 64;

  ImportPreview* preview_;
  uint64_t record_count_ = 0;
  uint64_t look_at_ = 1;
};

}  // namespace ringscope
