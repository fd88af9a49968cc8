#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "cct/import/pprof/pprof_text_reader.h"

namespace ringscope {

Result<void> PprofTextReader::AddHeap(BuildNode node, const HeapCounts& counts) {
  const auto estimate = [&](int64_t count, int64_t bytes) {
    if (count == 0 && bytes != 0) run_.report.Keep("bytes of no object", lines_.offset());
    return EstimateHeap(count, bytes, period_bytes_);
  };
  // Modulo 2^64, as differences have counts below zero.
  in_use_count_ += static_cast<uint64_t>(counts.in_use_count);
  allocated_count_ += static_cast<uint64_t>(counts.allocated_count);
  const HeapEstimate in_use = estimate(counts.in_use_count, counts.in_use_bytes);
  const HeapEstimate allocated = estimate(counts.allocated_count, counts.allocated_bytes);
  const double values[] = {in_use.bytes, in_use.count, allocated.bytes, allocated.count};
  return samples_->Add(node, std::span(values).first(has_allocations_ ? 4 : 2), lines_.offset());
}

// A line is a sample. jemalloc writes a stack, and below it lines of counts: "t*: " of all threads, then
// "t1: " of each.
Result<void> PprofTextReader::ReadHeap() {
  const std::optional<HeapHeader> header = ParseHeapHeader(header_);
  std::optional<HeapCounts> totals = header->counts;
  // Each thread that allocated stands once before the first stack.
  std::set<std::string_view> threads;
  TrimmedLines first_lines = lines_;
  while (form_ == PprofTextForm::kJemalloc && first_lines.Next() && !first_lines.line().starts_with('@')) {
    const std::optional<ThreadCounts> counts = ParseThreadCounts(first_lines.line());
    if (counts && counts->thread == "*") totals = counts->counts;
    if (counts && counts->thread != "*" && threads.size() < 2) threads.insert(counts->thread);
  }
  const bool by_thread = run_.options.threads == ThreadRing::kAlways ||
                         (run_.options.threads == ThreadRing::kWhenSeveral && threads.size() > 1);
  // The same numbers twice are of a program that does not know what was freed.
  has_allocations_ =
      totals && ((totals->allocated_count != totals->in_use_count && totals->allocated_count != 0) ||
                 (totals->allocated_bytes != totals->in_use_bytes && totals->allocated_bytes != 0));
  if (header->source == "heap_v2" || header->source == "heapz_v2") period_bytes_ = header->period_bytes;
  if (header->source == "heap") period_bytes_ = header->period_bytes / 2;  // Go writes twice its rate
  const std::string_view prefix = has_allocations_ ? "inuse_" : "";
  (void)run_.builder.AddMetric({fmt::format("{}space", prefix), "bytes", 1});
  (void)run_.builder.AddMetric({fmt::format("{}objects", prefix), "count", 1});
  if (has_allocations_) {
    (void)run_.builder.AddMetric({"alloc_space", "bytes", 1});
    (void)run_.builder.AddMetric({"alloc_objects", "count", 1});
  }

  bool has_stack = false;  // jemalloc: one that counts may follow
  while (lines_.Next()) {
    RINGSCOPE_TRY(Poll());
    const std::string_view line = lines_.line();
    if (IsBlankOrComment(line)) continue;
    if (form_ == PprofTextForm::kHeap) {
      const std::optional<HeapCounts> counts = ParseHeapCounts(line);
      if (!counts || !counts->rest.starts_with('@') || !ParseAddresses(counts->rest, stack_)) {
        run_.report.Skip("a line that is no sample", lines_.offset());
        continue;
      }
      RINGSCOPE_ASSIGN(const BuildNode node, StackNode(kBuildRoot));
      RINGSCOPE_TRY(AddHeap(node, *counts));
      continue;
    }
    if (line.starts_with('@')) {
      has_stack = ParseAddresses(line, stack_);
      if (!has_stack) run_.report.Skip("a stack that is not made of addresses", lines_.offset());
      continue;
    }
    const std::optional<ThreadCounts> counts = ParseThreadCounts(line);
    if (!counts) {
      // Other lines below a stack are of newer versions.
      if (!has_stack) run_.report.Skip("a line that is no sample", lines_.offset());
      continue;
    }
    if (!has_stack || (counts->thread == "*") == by_thread) continue;
    BuildNode above = kBuildRoot;
    if (by_thread) above = run_.builder.Child(kBuildRoot, ThreadFrame(*counts));
    RINGSCOPE_ASSIGN(const BuildNode node, StackNode(above));
    RINGSCOPE_TRY(AddHeap(node, counts->counts));
  }
  if (totals) {
    const auto not_below_zero = [](int64_t count) {
      return static_cast<uint64_t>(std::max<int64_t>(count, 0));
    };
    NoteMissing(not_below_zero(totals->in_use_count), not_below_zero(static_cast<int64_t>(in_use_count_)),
                "object in use", "objects in use");
    if (has_allocations_)
      NoteMissing(not_below_zero(totals->allocated_count),
                  not_below_zero(static_cast<int64_t>(allocated_count_)), "allocated object",
                  "allocated objects");
  }
  if (period_bytes_ > 1) {
    run_.report.notes.push_back(
        fmt::format("Values are estimates: the profiler looked at one of about {} bytes.", period_bytes_));
  }
  return {};
}

FrameId PprofTextReader::ThreadFrame(const ThreadCounts& counts) {
  const std::string name = counts.name.empty() ? fmt::format("thread {}", counts.thread)
                                               : fmt::format("{} (thread {})", counts.name, counts.thread);
  return run_.builder.InternFrame({.name = name, .kind = FrameKind::kThread});
}

}  // namespace ringscope
