#include "cct/import/import_preview.h"

#include <algorithm>
#include <new>
#include <utility>

namespace ringscope {
ImportPreview::ImportPreview(std::function<void(CctPtr)> publish)
    : ImportPreview(std::move(publish), Pace{}) {}

ImportPreview::ImportPreview(std::function<void(CctPtr)> publish, Pace pace)
    : publish_(std::move(publish)), pace_(pace) {}

void ImportPreview::Begin(uint32_t worker_count, JobControl& job) {
  job_ = &job;
  has_added_ = std::vector<std::atomic<bool>>(worker_count);
  missing_ = worker_count;
  fits_ = true;
  spent_ = {};
  is_begun_ = false;
  from_.reset();
  merged_.reset();
  begun_ = Clock::now();
  due_ = std::max(made_ + pace_.first, Clock::now() + pace_.interval).time_since_epoch().count();
}

bool ImportPreview::Wanted(uint32_t worker) const {
  if (has_added_[worker].load(std::memory_order_relaxed) ||
      Clock::now().time_since_epoch().count() < due_.load(std::memory_order_relaxed))
    return false;
  // A preview that some workers have begun needs the others.
  if (is_begun_.load(std::memory_order_relaxed)) return true;
  const auto total = static_cast<double>(job_->total_units.load(std::memory_order_relaxed));
  return static_cast<double>(job_->done_units.load(std::memory_order_relaxed)) <= pace_.most_read * total ||
         total == 0;
}

void ImportPreview::Add(uint32_t worker, const PreviewPart& part) {
  const std::lock_guard lock(mutex_);
  if (has_added_[worker].exchange(true)) return;
  is_begun_ = true;
  const Clock::time_point begin = Clock::now();
  try {
    if (fits_ && !job_->cancelled()) Merge(part);
    spent_ += Clock::now() - begin;
    if (--missing_ == 0) FinishRound();
  } catch (const std::bad_alloc&) {
    // The import itself may still have enough memory.
    merged_.reset();
    fits_ = false;
    due_ = Clock::time_point::max().time_since_epoch().count();
  }
}

void ImportPreview::Merge(const PreviewPart& part) {
  if (!merged_) merged_.emplace(BuildLimits{.max_contexts = pace_.max_contexts});
  const bool is_below_root = part.from == kBuildRoot;
  fits_ = !from_ || (*from_ == kBuildRoot) == is_below_root;
  from_ = part.from;

  std::vector<MetricIndex> metric_map;
  // Metrics of one part stay apart even if they have the same name.
  const MetricIndex known_count = merged_->metric_count();
  for (MetricIndex own = 0; fits_ && own < part.builder.metric_count(); ++own) {
    const Metric& metric = part.metrics.empty() ? part.builder.metric(own) : part.metrics[own];
    MetricIndex into = 0;
    while (into < known_count && merged_->metric(into).name != metric.name) ++into;
    if (into == known_count) into = merged_->metric_count();
    if (into == merged_->metric_count()) {
      merged_->AddMetric(metric);
    } else if (merged_->metric(into).scale != metric.scale) {
      fits_ = false;
    }
    metric_map.push_back(into);
  }
  if (!fits_) return;
  merged_->MergeSubtree(part.builder, part.from, kBuildRoot, metric_map);
  // A copy that is beyond a limit lacks contexts.
  if (part.complete && merged_->status()) fits_ = part.complete(*merged_);
}

void ImportPreview::FinishRound() {
  const Clock::time_point begin = Clock::now();
  bool too_large = false;
  if (fits_ && merged_ && merged_->node_count() > 1 && merged_->metric_count() > 0) {
    too_large = !merged_->status() && merged_->node_count() >= pace_.max_contexts;
    ImportReport report;
    report.notes.push_back("The profile is still being read: this is what was read so far.");
    if (Result<CctPtr> tree = std::move(*merged_).Finish(std::move(report), job_)) publish_(std::move(*tree));
  }
  merged_.reset();
  from_.reset();
  fits_ = true;
  missing_ = static_cast<uint32_t>(has_added_.size());

  const Clock::time_point end = Clock::now();
  spent_ += end - begin;
  const Clock::duration wait = std::max<Clock::duration>(
      {pace_.interval, spent_ * pace_.work_per_preview, (end - begun_) * pace_.of_time_since_begin});
  due_ = too_large ? Clock::time_point::max().time_since_epoch().count()
                   : (end + wait).time_since_epoch().count();
  spent_ = {};
  for (std::atomic<bool>& added : has_added_) added = false;
  is_begun_ = false;
}

}  // namespace ringscope
