// Reads any bytes as a pipeline. What is read has to be written in a form that is read the same. Applied to a
// small tree it either says why not, or makes a tree whose columns are in order and whose totals are what
// they were, less what the steps say they took away.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cct/base/check.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/transform/pipeline.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/verify.h"
#include "fuzz/targets.h"

namespace ringscope::fuzz {
namespace {

// A small tree with threads, kinds, modules, marks and recursion of both sorts.
CctPtr TreeForPipelines() {
  CctBuilder builder;
  builder.AddMetric({"cpu time", "ns", 1});
  builder.AddMetric({"bytes", "bytes", 10});
  SampleList list;
  list.valued = {0};
  list.values.resize(1);
  for (const std::string_view thread : {"main", "worker"}) {
    BuildNode node =
        builder.Child(kBuildRoot, builder.InternFrame({.name = thread, .kind = FrameKind::kThread}));
    uint64_t value = 1;
    for (const std::string_view name : {"a::b", "c(int)", "c(int)", "a::b", "d e", "c(int)", "\xff"}) {
      for (uint8_t kind = 0; kind < kFrameKindCount; ++kind) {
        const BuildNode leaf =
            builder.Child(node, builder.InternFrame({.name = name,
                                                     .module = "/lib/a.so",
                                                     .file = "a.c",
                                                     .line = kind % 2u,
                                                     .kind = static_cast<FrameKind>(kind)}));
        builder.AddSelf(leaf, 0, value);
        list.Add(value * 100'000'000, leaf);
        list.values[0].Add(value);
        builder.AddSelf(leaf, 1, value++ % 5);
        if (kind == 2) builder.MarkContext(leaf, kCallersCutOff);
      }
      node = builder.Child(node, builder.InternFrame({.name = name, .module = name.substr(0, 1)}));
      builder.AddSelf(node, 0, 3);
      list.Add(value, node);
      list.values[0].Add(3);
    }
  }
  builder.SetSamples(std::vector<SampleList>(1, std::move(list)));
  auto tree = std::move(builder).Finish({});
  RINGSCOPE_CHECK(tree.has_value());
  return *tree;
}

void CheckOutcome(const Cct& tree, const TransformOutcome& outcome, size_t step_count) {
  RINGSCOPE_CHECK(outcome.tree != nullptr && outcome.steps.size() == step_count);
  RINGSCOPE_CHECK(VerifyCct(*outcome.tree).has_value());
  RINGSCOPE_CHECK(outcome.tree->metric_count() == tree.metric_count());
  for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric) {
    uint64_t removed = 0;
    for (const StepOutcome& step : outcome.steps) removed += step.removed[metric];
    RINGSCOPE_CHECK(outcome.tree->Total(metric) + removed == tree.Total(metric));
  }
  uint32_t contexts = tree.context_count() - 1;
  for (const StepOutcome& step : outcome.steps) {
    RINGSCOPE_CHECK(step.contexts_before == contexts);
    contexts = step.contexts_after;
  }
  RINGSCOPE_CHECK(outcome.tree->context_count() - 1 == contexts);
}

void ReadAsPipeline(const CctPtr& tree, std::string_view text) {
  const Result<Pipeline> pipeline = ParsePipeline(text);
  if (!pipeline) {
    RINGSCOPE_CHECK(!pipeline.error().message.empty());
    RINGSCOPE_CHECK(!pipeline.error().column ||
                    (*pipeline.error().column >= 1 && *pipeline.error().column <= text.size() + 1));
    return;
  }
  RINGSCOPE_CHECK(pipeline->steps.size() <= kMaxPipelineSteps);
  const std::string canonical = FormatPipeline(*pipeline);
  // Quotes and escapes can make a query longer than one may be.
  if (canonical.size() <= kMaxQueryBytes) {
    const Result<Pipeline> again = ParsePipeline(canonical);
    RINGSCOPE_CHECK(again.has_value() && *again == *pipeline);
    RINGSCOPE_CHECK(FormatPipeline(*again) == canonical);
  }
  const DerivedMetric derived = ParseDerivedMetric("rate = bytes / 'cpu time'").value();
  const TransformScope scope{.derived = {&derived, 1}, .max_contexts = 10'000};
  const Result<TransformOutcome> outcome = ApplyPipeline(tree, *pipeline, scope);
  if (outcome) {
    CheckOutcome(*tree, *outcome, pipeline->steps.size());
  } else {
    RINGSCOPE_CHECK(!outcome.error().message.empty());
  }
}

}  // namespace

void FuzzPipeline(Input bytes) {
  static const CctPtr tree = TreeForPipelines();
  ReadAsPipeline(tree, TextOf(bytes));
}

}  // namespace ringscope::fuzz
