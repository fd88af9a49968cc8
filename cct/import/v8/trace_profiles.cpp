#include "cct/import/v8/trace_profiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ringscope {
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
  return std::any_of(profiles_.begin(), profiles_.end(), [list](const Profile& profile) {
    return std::any_of(profile.chunks.begin(), profile.chunks.end(),
                       [list](const Chunk& chunk) { return !(chunk.*list).empty(); });
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
    CpuProfileContexts contexts;
    contexts.Build(profile.nodes, threads.ContextOf(profile.thread), builder_, report_);
    std::stable_sort(profile.chunks.begin(), profile.chunks.end(),
                     [](const Chunk& a, const Chunk& b) { return a.at_us < b.at_us; });
    CompactIntegers ids;
    CompactIntegers deltas;
    const bool timed = std::any_of(profile.chunks.begin(), profile.chunks.end(),
                                   [](const Chunk& chunk) { return !chunk.deltas_us.empty(); });
    for (const Chunk& chunk : profile.chunks) {
      const size_t sample_count = chunk.node_ids.size();
      for (size_t i = 0; i < sample_count; ++i) ids.Add(chunk.node_ids[i]);
      if (!timed) continue;
      // What one chunk lacks or has too many must not move the times of the next ones.
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
