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

// The part of a preview that one worker of an import has read so far.
struct PreviewPart {
  CctBuilder& builder;
  std::span<const Metric> metrics;  // by metric of the builder, as the tree will have it; empty: as it is
  BuildNode from = kBuildRoot;      // takes only the contexts below this one, which move below the root
  // For imports of one worker: adds to a copy of the builder what the import adds only at its end, such as
  // some values or the order of the metrics. The copy has the builder's frames by the same ids, and its
  // contexts too unless `from` is given. Returns false if the part makes no tree.
  std::function<bool(CctBuilder& copy)> complete = nullptr;
};

// Makes previews: trees of the part that an import has read so far, which a viewer shows while the import
// reads on. The first preview comes `first` after this object was made, and no sooner than `interval` after
// Begin(); the next ones come after `interval` or later, each when the import has run twice as long as at the
// one before: to show a tree costs a viewer far more than to make it. Previews take at most about a tenth of
// the time, and end for good when the tree has grown beyond `max_contexts` (a preview needs the tree's memory
// a second time). A preview is a valid tree with the exact sums of the records read; only the tree that the
// import itself returns is complete.
//
// Importers call Begin() before they put anything into the tree, and Add() at places where their builder is
// consistent, whenever Wanted() returns true. A preview is complete when each worker has added its part; a
// preview whose parts do not fit together (units of another scale) is dropped. Thread-safe, except Begin().
class ImportPreview {
 public:
  struct Pace {
    std::chrono::milliseconds first{1000};
    std::chrono::milliseconds interval{500};
    // The import works at least this many times as long as the preview took before the next one begins,
    int work_per_preview = 9;
    // and at least this many times as long as the time since Begin().
    int of_time_since_begin = 1;
    // The share of the input beyond which an import gives no preview: the whole tree is near.
    double most_read = 0.5;
    uint64_t max_contexts = uint64_t{1} << 22;
  };

  // `publish` is called on the import's threads, one call at a time.
  explicit ImportPreview(std::function<void(CctPtr)> publish);
  ImportPreview(std::function<void(CctPtr)> publish, Pace pace);

  // Forgets the parts collected. `job` cancels the making of a tree.
  void Begin(uint32_t worker_count, JobControl& job);

  // Whether this worker should add its part. Cheap: reads the clock.
  [[nodiscard]] bool Wanted(uint32_t worker) const;
  // O(contexts of the part), and waits while other workers add their parts; the last part of a preview also
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
  std::atomic<bool> is_begun_{false};         // at least one worker has added its part
  std::mutex mutex_;                          // guards the members below
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

  // Whether a part is wanted after this record. Most calls do not read the clock.
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
