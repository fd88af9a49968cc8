#include "cct/import/v8/trace_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "cct/import/below_zero.h"
#include "cct/import/frame_names.h"

namespace ringscope {

uint32_t TraceThreads::IndexOf(std::string_view pid, std::string_view tid) {
  // Events of one thread mostly come in runs.
  if (last_ < threads_.size() && threads_[last_].pid == pid && threads_[last_].tid == tid) return last_;
  key_ = fmt::format("{}:{}:{}", pid.size(), pid, tid);
  const auto [at, is_new] = indexes_.try_emplace(key_, static_cast<uint32_t>(threads_.size()));
  if (is_new) threads_.push_back({std::string(pid), std::string(tid), {}, false, kBuildRoot});
  last_ = at->second;
  return last_;
}

void TraceThreads::MakeRings(ThreadRing rings, CctBuilder& builder) {
  if (rings == ThreadRing::kMerged) return;
  std::set<std::string_view> processes;
  size_t used_count = 0;
  for (const Thread& thread : threads_) {
    if (!thread.used) continue;
    ++used_count;
    processes.insert(thread.pid);
  }
  if (used_count < 2 && rings == ThreadRing::kWhenSeveral) return;
  for (Thread& thread : threads_) {
    if (!thread.used) continue;
    BuildNode outside = kBuildRoot;
    if (processes.size() > 1) {
      const auto name = process_names_.find(thread.pid);
      const std::string text =
          RingName(name == process_names_.end() ? std::string_view() : name->second, "pid", thread.pid);
      outside = builder.Child(outside, builder.InternFrame({.name = text, .kind = FrameKind::kProcess}));
    }
    const std::string text = RingName(thread.name, "tid", thread.tid);
    thread.context = builder.Child(outside, builder.InternFrame({.name = text, .kind = FrameKind::kThread}));
  }
}

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
  const uint32_t parent_entry = parent.empty() ? StackRows::kNoCaller : EntryOf(parent);
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
  std::ranges::stable_sort(samples_, {},
                           [](const Sample& sample) { return std::pair(sample.thread, sample.time_ns); });
  BelowZero below_zero;
  StackRows rows;
  for (size_t index = 0; index < samples_.size(); ++index) {
    const Sample& sample = samples_[index];
    if (index == 0 || samples_[index - 1].thread != sample.thread)
      rows.Begin(entries_.size(), threads.ContextOf(sample.thread));
    const BuildNode context = rows.ContextOf(
        RowOf(sample.entry), [this](uint32_t row) { return RowOf(entries_[row].parent); },
        [&](BuildNode caller, uint32_t row) { return builder.Child(caller, entries_[row].frame); });
    if (context == kNoBuildNode) {
      report.Skip("a sample of a stack frame without all its callers", sample.offset);
      continue;
    }
    ++report.record_count;
    builder.AddSelf(context, count, 1);
    below_zero.AddSelf(builder, context, weight, sample.weight);
    if (!all_have_times_) continue;
    if (!some_below_zero_) {  // a list of samples has no weights below zero
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

namespace {

int64_t WithinLimits(double at_us) {
  constexpr double kMost = 4e18;
  return static_cast<int64_t>(std::clamp(at_us, -kMost, kMost));
}

}  // namespace

TraceProfiles::Profile& TraceProfiles::ProfileOf(std::string_view pid, std::string_view id, uint32_t thread) {
  const auto [at, is_new] =
      indexes_.try_emplace(fmt::format("{}:{}:{}", pid.size(), pid, id), profiles_.size());
  if (is_new) profiles_.push_back({CpuProfileNodes(builder_, report_), thread, false, 0, {}, {}, 0});
  return profiles_[at->second];
}

void TraceProfiles::Start(std::string_view pid, std::string_view id, uint32_t thread, double at_us) {
  Profile& profile = ProfileOf(pid, id, thread);
  if (profile.started) return;
  profile.started = true;
  profile.thread = thread;
  profile.started_at_us = at_us;
}

bool TraceProfiles::AddPart(std::string_view pid, std::string_view id, uint32_t thread, double at_us,
                            TraceProfilePart part, uint64_t offset) {
  Profile& profile = ProfileOf(pid, id, thread);
  if (part.start_us) profile.start_us = part.start_us;
  if (!part.node_ids.empty() || !part.deltas_us.empty()) {
    if (profile.chunks.empty()) profile.offset = offset;
    profile.chunks.push_back({at_us, std::move(part.node_ids), std::move(part.deltas_us)});
  }
  if (profile.nodes.Append(std::move(part.nodes))) return true;
  error_ = profile.nodes.error();
  return false;
}

void TraceProfiles::AddWhole(uint32_t thread, TraceProfilePart part, uint64_t offset) {
  Profile& profile =
      profiles_.emplace_back(Profile{std::move(part.nodes), thread, true, offset, {}, part.start_us, 0});
  if (!part.node_ids.empty())
    profile.chunks.push_back({0, std::move(part.node_ids), std::move(part.deltas_us)});
}

bool TraceProfiles::SomeHas(CompactIntegers Chunk::*list) const {
  return std::ranges::any_of(profiles_, [list](const Profile& profile) {
    return std::ranges::any_of(profile.chunks, [list](const Chunk& chunk) { return !(chunk.*list).empty(); });
  });
}

void TraceProfiles::MarkUsed(TraceThreads& threads) const {
  for (const Profile& profile : profiles_) {
    if (!profile.chunks.empty()) threads.MarkUsed(profile.thread);
  }
}

SampleList TraceProfiles::AddTo(const TraceThreads& threads, std::optional<MetricIndex> time,
                                MetricIndex count) {
  CpuProfileSamples samples(builder_, report_);
  for (Profile& profile : profiles_) {
    if (profile.chunks.empty()) continue;
    const CpuProfileContexts contexts(profile.nodes, threads.ContextOf(profile.thread), builder_, report_);
    std::ranges::stable_sort(profile.chunks, {}, &Chunk::at_us);
    CompactIntegers ids;
    CompactIntegers deltas;
    const bool timed =
        std::ranges::any_of(profile.chunks, [](const Chunk& chunk) { return !chunk.deltas_us.empty(); });
    for (const Chunk& chunk : profile.chunks) {
      const size_t sample_count = chunk.node_ids.size();
      for (size_t i = 0; i < sample_count; ++i) ids.Add(chunk.node_ids[i]);
      if (!timed) continue;
      // Missing or surplus deltas of one chunk must not shift the times of later chunks.
      const bool is_last = &chunk == &profile.chunks.back();
      const size_t kept = std::min(chunk.deltas_us.size(), sample_count + (is_last ? 1 : 0));
      for (size_t i = 0; i < kept; ++i) deltas.Add(chunk.deltas_us[i]);
      for (size_t i = kept; i < sample_count; ++i) deltas.Add(0);
      samples.AddUnpaired(sample_count - std::min(kept, sample_count), chunk.deltas_us.size() - kept);
    }
    samples.Add(contexts, ids, deltas, profile.offset, deltas.empty() ? std::nullopt : time, count,
                profile.start_us.value_or(WithinLimits(profile.started_at_us)));
    profile.chunks.clear();
  }
  samples.AddNotes();
  return samples.TakeSamples();
}

}  // namespace ringscope
