#include "cct/import/pprof/pprof_tree.h"

#include <algorithm>

#include "cct/import/pprof/pprof_units.h"

namespace ringscope {
namespace {

// Inlined calls of the last location may go beyond Go's limit.
constexpr uint32_t kGoLimitSlack = 8;

// Our own export writes values with decimals in units like "count/1000".
Metric MetricOf(const PprofTables::ValueType& type) {
  std::string_view unit = type.unit;
  uint64_t scale = 1;
  if (const size_t slash = unit.rfind('/'); slash != std::string_view::npos) {
    const std::string_view divisor = unit.substr(slash + 1);
    const bool power_of_ten = divisor.size() > 1 && divisor.size() <= 19 && divisor[0] == '1' &&
                              divisor.find_first_not_of('0', 1) == std::string_view::npos;
    if (power_of_ten) {
      for (size_t zeros = divisor.size() - 1; zeros > 0; --zeros) scale *= 10;
      unit = unit.substr(0, slash);
    }
  }
  return {std::string(type.type.empty() ? "samples" : type.type), std::string(ShortUnit(unit)), scale};
}

}  // namespace

PprofTree::PprofTree(const PprofTables& tables, std::span<const PprofRing> rings, CctBuilder& builder)
    : tables_(tables),
      rings_(rings.begin(), rings.end()),
      types_(tables.SampleTypes()),
      builder_(builder),
      below_zero_(types_.size(), kNoMetric),
      has_values_(types_.size(), 0) {
  for (const PprofTables::ValueType& type : types_) (void)builder_.AddMetric(MetricOf(type));
}

void PprofTree::Add(const PprofBatch& batch, ImportReport& report) {
  report.Add(batch.report);
  for (const PprofBatch::NewRingEntry& entry : batch.ring_entries)
    ring_frames_.push_back(builder_.InternFrame({.name = entry.text, .kind = rings_[entry.ring].kind}));
  const int64_t* values = batch.values.data();
  for (size_t begin = 0; begin < batch.samples.size(); begin += ContextFinder::kTogether) {
    const auto samples =
        std::span(batch.samples)
            .subspan(begin, std::min(ContextFinder::kTogether, batch.samples.size() - begin));
    contexts_.assign(samples.size(), kBuildRoot);
    finder_.Find(
        builder_, contexts_, [&](size_t i) { return samples[i].stack_size; },
        [&](size_t i, size_t level) {
          return FrameOf(batch.StackOf(samples[i])[samples[i].stack_size - 1 - level]);
        });
    for (size_t i = 0; i < samples.size(); ++i) {
      for (size_t type = 0; type < types_.size(); ++type, ++values) {
        if (*values != 0) AddValue(contexts_[i], type, *values, samples[i].is_base);
      }
      NoteDepth(samples[i], batch.StackOf(samples[i]));
    }
  }
  report.record_count += batch.samples.size();
}

void PprofTree::AddValue(BuildNode node, size_t type, int64_t value, bool is_base) {
  has_values_[type] = 1;
  if (value > 0) {
    builder_.AddSelf(node, static_cast<MetricIndex>(type), static_cast<uint64_t>(value));
    return;
  }
  MetricIndex& metric = below_zero_[type];
  if (metric == kNoMetric) {
    Metric below_zero = builder_.metric(static_cast<MetricIndex>(type));
    below_zero.name += " (negative)";
    metric = builder_.AddMetric(std::move(below_zero));
  }
  all_negative_are_base_ &= is_base;
  builder_.AddSelf(node, metric, uint64_t{0} - static_cast<uint64_t>(value));
}

void PprofTree::NoteDepth(const PprofBatch::Sample& sample, std::span<const uint32_t> stack) {
  const auto frame_count = static_cast<uint32_t>(stack.size() - rings_.size());
  max_locations_ = std::max(max_locations_, sample.location_count);
  max_frames_ = std::max(max_frames_, frame_count);
  if (frame_count == 0 || sample.begins_in_go_runtime) return;
  for (size_t i = 0; i < kGoLimits.size(); ++i) {
    if (frame_count < kGoLimits[i] || frame_count > kGoLimits[i] + kGoLimitSlack) continue;
    BuildNode outermost = kBuildRoot;
    for (size_t level = 0; level <= rings_.size(); ++level)
      outermost = builder_.Child(outermost, FrameOf(stack[stack.size() - 1 - level]));
    ++at_limit_[i][outermost];
  }
}

void PprofTree::MarkCutStacks(ImportReport& report) {
  for (size_t i = 0; i < kGoLimits.size(); ++i) {
    if (max_locations_ > kGoLimits[i] || max_frames_ > kGoLimits[i] + kGoLimitSlack) continue;
    for (const auto& [context, count] : at_limit_[i]) {
      builder_.MarkContext(context, kCallersCutOff);
      report.truncated_stack_count += count;
    }
    return;
  }
}

void PprofTree::PutMetricsInOrder(CctBuilder& builder) const {
  if (all_negative_are_base_) {
    for (size_t type = 0; type < types_.size(); ++type) {
      if (below_zero_[type] != kNoMetric)
        builder.metric(below_zero_[type]).name =
            builder.metric(static_cast<MetricIndex>(type)).name + " (base)";
    }
  }
  // The tools' rule, but for a metric that was never counted: that chart would be empty.
  size_t first = types_.size() - 1;
  for (size_t type = 0; type < types_.size(); ++type) {
    if (!tables_.DefaultSampleType().empty() && types_[type].type == tables_.DefaultSampleType())
      first = type;
  }
  const auto counted =
      static_cast<size_t>(std::find(has_values_.begin(), has_values_.end(), 1) - has_values_.begin());
  if (has_values_[first] == 0 && counted < types_.size()) first = counted;
  std::vector<size_t> types_in_order{first};
  for (size_t type = 0; type < types_.size(); ++type) {
    if (type != first) types_in_order.push_back(type);
  }
  std::vector<MetricIndex> order;
  for (const size_t type : types_in_order) {
    order.push_back(static_cast<MetricIndex>(type));
    if (below_zero_[type] != kNoMetric) order.push_back(below_zero_[type]);
  }
  builder.PermuteMetrics(order);
}

void PprofTree::Finish(ImportReport& report) {
  const bool some_below_zero = std::any_of(below_zero_.begin(), below_zero_.end(),
                                           [](MetricIndex metric) { return metric != kNoMetric; });
  PutMetricsInOrder(builder_);
  if (some_below_zero) {
    report.notes.push_back(
        all_negative_are_base_
            ? "The profile is a difference: values of the one that was subtracted are metrics "
              "of their own, named \"(base)\"."
            : "Values below zero are kept as metrics of their own, named \"(negative)\".");
  }
  // Only Go is known to cut stacks at these depths.
  if (tables_.IsGo()) MarkCutStacks(report);
}

}  // namespace ringscope
