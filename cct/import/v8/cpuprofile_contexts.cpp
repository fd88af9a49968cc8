#include "cct/import/v8/cpuprofile_contexts.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "cct/import/below_zero.h"
#include "cct/import/report_notes.h"
#include "cct/import/stack_rows.h"

namespace ringscope {

using Node = CpuProfileNodes::Node;
using Edge = CpuProfileNodes::Edge;

void CpuProfileContexts::IndexIds(const CpuProfileNodes& all, ImportReport& report) {
  std::vector<uint64_t> ids;
  ids.reserve(all.nodes().size());
  for (const Node& node : all.nodes()) ids.push_back(static_cast<uint64_t>(node.id));
  index_.Build(ids,
               [&](size_t node) { report.Keep("a node with the id of another", all.nodes()[node].offset); });
}

std::vector<uint32_t> CpuProfileContexts::FindCallers(const CpuProfileNodes& all,
                                                      ImportReport& report) const {
  const std::span<const Node> nodes = all.nodes();
  const std::span<const Edge> edges = all.edges();
  std::vector<uint32_t> callers;
  callers.reserve(nodes.size());
  for (const Node& node : nodes) callers.push_back(node.parent);
  for (size_t i = 0; i < edges.size(); ++i) {
    uint32_t parent = edges[i].parent;
    uint32_t child = kNone;
    if (parent == kNone) {  // the id of a parent, then the child
      parent = IndexOf(edges[i].child_id);
      child = edges[++i].parent;
    } else {
      child = IndexOf(edges[i].child_id);
    }
    if (child == kNone || parent == kNone) {
      report.Keep("a link to a node that is not there", nodes[parent == kNone ? child : parent].offset);
    } else if (callers[child] == kNone) {
      callers[child] = parent;
    } else if (callers[child] != parent) {
      report.Keep("a second caller of one node", nodes[child].offset);
    }
  }
  return callers;
}

void CpuProfileContexts::Build(const CpuProfileNodes& all, BuildNode top_context, CctBuilder& builder,
                               ImportReport& report) {
  const std::span<const Node> nodes = all.nodes();
  contexts_.assign(nodes.size(), kNoBuildNode);
  if (nodes.empty()) return;
  IndexIds(all, report);
  const std::vector<uint32_t> callers = FindCallers(all, report);
  uint64_t further_roots = 0;
  StackRows rows;
  rows.Begin(nodes.size(), top_context);
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    contexts_[i] = rows.ContextOf(
        i, [&](uint32_t row) { return callers[row]; },
        [&](BuildNode context, uint32_t row) {
          const Node& node = nodes[row];
          if (callers[row] == kNone && node.is_root) return context;
          if (callers[row] == kNone && row != 0) ++further_roots;
          return builder.Child(
              context, node.frame != kNone ? node.frame : builder.InternFrame({.name = "(anonymous)"}));
        });
    if (contexts_[i] == kNoBuildNode) report.Skip("a node whose callers form a loop", nodes[i].offset);
  }
  NoteCount(report, further_roots, "node", "without a caller: put below the root.");
}

std::optional<BuildNode> CpuProfileContexts::Of(int64_t id) const {
  const uint32_t index = IndexOf(id);
  if (index == kNone || contexts_[index] == kNoBuildNode) return std::nullopt;
  return contexts_[index];
}

uint64_t CpuProfileContexts::AddCosts(const CpuProfileNodes& all, MetricIndex metric, CctBuilder& builder,
                                      ImportReport& report) const {
  const std::span<const Node> nodes = all.nodes();
  BelowZero below_zero;
  uint64_t count = 0;
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].cost == 0 || contexts_[i] == kNoBuildNode) continue;
    below_zero.AddSelf(builder, contexts_[i], metric, nodes[i].cost);
    ++count;
  }
  below_zero.AddNote(report);
  return count;
}

namespace {

struct TimedSample {
  int64_t at_us;
  size_t index;
};

// In ns, as SampleList has them. Past the ends of the numbers it stays there.
uint64_t TimeOf(int64_t at_us) {
  int64_t at_ns = 0;
  if (__builtin_mul_overflow(at_us, int64_t{1000}, &at_ns))
    at_ns = at_us < 0 ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
  return SampleList::TimeOf(at_ns);
}

// Past the ends of the numbers it stays there.
int64_t SumWithinLimits(int64_t a, int64_t b) {
  int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b < 0 ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
}

// The first `count` samples by their times, of which the first delta is from `start_us`.
std::vector<TimedSample> InOrderOfTime(const CompactIntegers& deltas_us, size_t count, int64_t start_us) {
  std::vector<TimedSample> samples(count);
  int64_t at_us = start_us;
  for (size_t i = 0; i < count; ++i) {
    at_us = SumWithinLimits(at_us, deltas_us[i]);
    samples[i] = {at_us, i};
  }
  std::ranges::sort(samples, {},
                    [](const TimedSample& sample) { return std::pair(sample.at_us, sample.index); });
  return samples;
}

}  // namespace

void CpuProfileSamples::Add(const CpuProfileContexts& contexts, const CompactIntegers& node_ids,
                            const CompactIntegers& deltas_us, uint64_t offset,
                            std::optional<MetricIndex> time, MetricIndex count, int64_t start_us) {
  if (!time) all_have_times_ = false;
  if (!all_have_times_) {
    samples_ = {};
  } else if (samples_.valued.empty()) {
    samples_.valued = {*time};
    samples_.values.resize(1);
    samples_.counted = {count};
    // Mostly these are all.
    samples_.time_ns.reserve(node_ids.size());
    samples_.context.reserve(node_ids.size());
    samples_.values[0].narrow().reserve(node_ids.size());
  }
  const auto remember = [this](BuildNode context, int64_t at_us, uint64_t until_next_us) {
    if (!all_have_times_) return;
    samples_.Add(TimeOf(at_us), context);
    samples_.values[0].Add(until_next_us);
  };
  // A delta behind the last sample ends its time.
  const size_t timed_count = time ? std::min(deltas_us.size(), node_ids.size() + 1) : 0;
  // The first one lies before all samples.
  size_t negative_count = 0;
  for (size_t i = 1; i < timed_count; ++i) negative_count += deltas_us[i] < 0 ? 1 : 0;
  const bool in_order = negative_count == 0;
  int64_t at_us = start_us;
  for (size_t i = 0; i < node_ids.size(); ++i) {
    if (i < timed_count) at_us = SumWithinLimits(at_us, deltas_us[i]);
    const std::optional<BuildNode> context = contexts.Of(node_ids[i]);
    if (!context) {
      report_.Skip("a sample of a node that is not in the tree", offset);
      continue;
    }
    ++report_.record_count;
    builder_.AddSelf(*context, count, 1);
    const uint64_t until_next_us =
        in_order && i + 1 < timed_count ? static_cast<uint64_t>(deltas_us[i + 1]) : 0;
    if (until_next_us > 0) builder_.AddSelf(*context, *time, until_next_us);
    if (in_order || i >= timed_count) remember(*context, at_us, until_next_us);
  }
  if (!in_order) {
    const std::vector<TimedSample> samples = InOrderOfTime(deltas_us, timed_count, start_us);
    for (size_t i = 0; i < samples.size(); ++i) {
      if (samples[i].index >= node_ids.size()) continue;
      const std::optional<BuildNode> context = contexts.Of(node_ids[samples[i].index]);
      if (!context) continue;
      const int64_t next_us = i + 1 < samples.size() ? samples[i + 1].at_us : samples[i].at_us;
      const uint64_t until_next_us = static_cast<uint64_t>(next_us) - static_cast<uint64_t>(samples[i].at_us);
      builder_.AddSelf(*context, *time, until_next_us);
      remember(*context, samples[i].at_us, until_next_us);
    }
    early_count_ += negative_count;
  }
  if (!time) return;
  const size_t paired_count = std::min(deltas_us.size(), node_ids.size());
  // One delta more ends the time of the last sample.
  AddUnpaired(node_ids.size() - paired_count, deltas_us.size() - std::max(timed_count, paired_count));
}

void CpuProfileSamples::AddNotes() {
  NoteCount(report_, early_count_, "sample", "earlier than the one before: put in order of their times.");
  NoteCount(report_, untimed_count_, "sample", "without a time delta: counted as taking no time.");
  NoteCount(report_, sampleless_count_, "time delta", "without a sample: left out.");
}

}  // namespace ringscope
