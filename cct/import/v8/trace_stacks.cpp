#include "cct/import/v8/trace_stacks.h"

#include <algorithm>

#include "cct/import/below_zero.h"

namespace ringscope {

uint32_t TraceStacks::EntryOf(std::string_view id) {
  const auto [at, is_new] = indexes_.try_emplace(std::string(id), static_cast<uint32_t>(entries_.size()));
  if (is_new) entries_.emplace_back();
  return at->second;
}

void TraceStacks::AddFrame(std::string_view id, FrameId frame, std::string_view parent, uint64_t offset) {
  const uint32_t entry = EntryOf(id);
  if (entries_[entry].frame != kNone) {
    report_.Skip("a stack frame with the id of another", offset);
    return;
  }
  const uint32_t parent_entry = parent.empty() ? kNone : EntryOf(parent);
  entries_[entry].frame = frame;
  entries_[entry].parent = parent_entry;
}

void TraceStacks::AddSample(uint32_t thread, std::string_view frame_id, int64_t weight,
                            std::optional<uint64_t> time_ns, uint64_t offset) {
  all_have_times_ &= time_ns.has_value();
  some_below_zero_ |= weight < 0;
  samples_.push_back({thread, EntryOf(frame_id), weight, time_ns.value_or(0), offset});
}

void TraceStacks::MarkUsed(TraceThreads& threads) const {
  for (const Sample& sample : samples_) threads.MarkUsed(sample.thread);
}

SampleList TraceStacks::AddTo(CctBuilder& builder, const TraceThreads& threads, MetricIndex count,
                              MetricIndex weight, std::optional<MetricIndex> time, ImportReport& report) {
  SampleList timed;
  timed.valued = {weight};
  if (time) timed.valued.push_back(*time);
  timed.values.resize(timed.valued.size());
  timed.counted = {count};
  for (Entry& entry : entries_) {
    entry.thread = kNone;
    entry.broken = false;
  }
  std::stable_sort(samples_.begin(), samples_.end(), [](const Sample& a, const Sample& b) {
    return a.thread != b.thread ? a.thread < b.thread : a.time_ns < b.time_ns;
  });
  BelowZero below_zero;
  std::vector<uint32_t> chain;
  for (size_t index = 0; index < samples_.size(); ++index) {
    const Sample& sample = samples_[index];
    // Up to a caller whose context is known, then down again. More steps than frames are a loop.
    chain.clear();
    uint32_t at = sample.entry;
    while (at != kNone && entries_[at].thread != sample.thread && entries_[at].frame != kNone &&
           !entries_[at].broken && chain.size() <= entries_.size()) {
      chain.push_back(at);
      at = entries_[at].parent;
    }
    if (at != kNone && entries_[at].thread != sample.thread) {
      for (const uint32_t entry : chain) entries_[entry].broken = true;
      report.Skip("a sample of a stack frame without all its callers", sample.offset);
      continue;
    }
    BuildNode context = at == kNone ? threads.ContextOf(sample.thread) : entries_[at].context;
    for (; !chain.empty(); chain.pop_back()) {
      Entry& entry = entries_[chain.back()];
      context = builder.Child(context, entry.frame);
      entry.thread = sample.thread;
      entry.context = context;
    }
    ++report.record_count;
    builder.AddSelf(context, count, 1);
    below_zero.AddSelf(builder, context, weight, sample.weight);
    if (!all_have_times_) continue;
    if (!some_below_zero_) {  // which a list of samples cannot have
      timed.Add(sample.time_ns, context);
      timed.values[0].Add(static_cast<uint64_t>(sample.weight));
    }
    if (!time) continue;
    const bool is_last = index + 1 == samples_.size() || samples_[index + 1].thread != sample.thread;
    const uint64_t until_next_ns = is_last ? 0 : samples_[index + 1].time_ns - sample.time_ns;
    builder.AddSelf(context, *time, until_next_ns);
    if (!some_below_zero_) timed.values[1].Add(until_next_ns);
  }
  below_zero.AddNote(report);
  return timed;
}

}  // namespace ringscope
