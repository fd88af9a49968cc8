// Comparing two trees of which nine tenths are in common: renamed functions, inserted wrappers, other costs.
//
// usage: ringscope_compare_bench [RUNS [CONTEXTS [FOLDER]]]
// Prints medians of RUNS runs (default 5) of the time that passed and of the processor's time, in ms, and how
// much more memory the process held at its peak than before, beside that of the result, in MiB. CONTEXTS: of
// each tree, default 1000000. Then a series of 100, and groups of 200 executions of a tenth of that. FOLDER:
// measures nothing, but writes comparison.cct there, and one.cct, a single tree of its shape, for
// ringscope_window_frame_bench.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "bench/measuring.h"
#include "cct/compare/answers/execution_groups.h"
#include "cct/compare/answers/function_series.h"
#include "cct/compare/series.h"
#include "cct/compare/tree_comparison.h"
#include "cct/file/cct_file.h"
#include "cct/synth/synth.h"
#include "cct/tree/building/builder.h"

namespace {

using namespace ringscope;

// A number below `limit` that depends on the context and the version alone.
uint64_t Chance(uint64_t context, uint64_t limit, uint64_t version = 0) {
  return (context + version * 0x632be59bd9b4e019u) * 0x9e3779b97f4a7c15u % 1'000'003 % limit;
}

// The same program after some changes: one of `renamed_in` leaves has another name, one of `wrapped_in`
// callers a wrapper.
CctPtr Changed(const Cct& before, uint64_t renamed_in = 6, uint64_t wrapped_in = 500, uint64_t version = 0) {
  CctBuilder builder;
  for (const Metric& metric : before.metrics()) builder.AddMetric(metric);
  std::vector<FrameId> frames, renamed;
  for (FrameId frame = 0; frame < before.frames().size(); ++frame) {
    const Frame old = before.frames()[frame];
    frames.push_back(builder.InternFrame(old));
    const std::string name = std::string(old.name) + "_renamed";
    Frame other = old;
    other.name = name;
    renamed.push_back(builder.InternFrame(other));
  }
  const FrameId wrapper = builder.InternFrame({.name = "wrapper"});
  std::vector<BuildNode> node_of(before.context_count(), kBuildRoot);
  for (ContextId caller = 0; caller < before.context_count(); ++caller) {
    const ContextRange callees = before.ChildrenOf(caller);
    const bool is_wrapped = caller != kRootContext && Chance(caller, wrapped_in, version) == 0;
    const BuildNode below = is_wrapped ? builder.Child(node_of[caller], wrapper) : node_of[caller];
    for (ContextId callee = callees.begin; callee < callees.end; ++callee) {
      const bool is_renamed = before.ChildrenOf(callee).empty() && Chance(callee, renamed_in, version) == 0;
      const FrameId frame = before.FrameOf(callee);
      node_of[callee] = builder.Child(below, is_renamed ? renamed[frame] : frames[frame]);
      const uint64_t self = before.Self(callee, 0);
      builder.AddSelf(node_of[callee], 0, self + self * Chance(callee, 20, version) / 100);
    }
  }
  return OrDie(std::move(builder).Finish({}));
}

// A line of /proc/self/status, in MiB.
double StatusOf(std::string_view key) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(key)) return std::strtod(line.c_str() + key.size(), nullptr) / 1024;
  }
  return 0;
}
// From here on VmHWM is the peak.
void ForgetPeak() { std::ofstream("/proc/self/clear_refs") << "5"; }

void Measure(std::string_view name, const CctPtr& before, const CctPtr& after, Matching matching, int runs) {
  const CompareInput sides[] = {{before, {"before"}}, {after, {"after"}}};
  const CompareOptions options{.matching = matching};
  Stopwatch watch;
  uint64_t contexts = 0, common = 0;
  double peak = 0, held = 0;
  for (int run = 0; run < runs; ++run) {
    watch.Measure([&] {
      const double resident = StatusOf("VmRSS:");
      ForgetPeak();
      const TreeComparison comparison =
          OrDie(CompareTrees(std::span(sides).first(1), std::span(sides).last(1), options));
      peak = StatusOf("VmHWM:") - resident;
      held = StatusOf("VmRSS:") - resident;
      contexts = comparison.tree->context_count();
      common = static_cast<uint64_t>(
          std::count(comparison.kinds.begin(), comparison.kinds.end(), ContextKind::kCommon));
    });
  }
  fmt::print("{:<10} {:>9} {:>9} {:>8.1f} {:>8.1f} {:>8.0f} {:>8.0f}\n", name, contexts, common,
             watch.passed(), watch.cpu(), peak, held);
}

void MeasureSeries(uint64_t nodes, size_t executions, bool groups, int runs) {
  const CctPtr first = OrDie(BuildSynthetic({.nodes = nodes, .layers = 60}));
  std::vector<CompareInput> inputs;
  for (size_t e = 0; e < executions; ++e)
    inputs.push_back({Changed(*first, 200, 100'000, e), {std::to_string(e)}});
  Stopwatch watch;
  uint64_t contexts = 0, found = 0;
  double peak = 0, held = 0;
  for (int run = 0; run < runs; ++run) {
    watch.Measure([&] {
      const double resident = StatusOf("VmRSS:");
      ForgetPeak();
      const Series series = OrDie(BuildSeries(inputs));
      const SeriesMetric& metric = series.metrics.front();
      found = groups ? OrDie(GroupExecutions(series, metric, OrDie(BuildDistances(series, metric)))).size()
                     : OrDie(BuildSeriesChanges(series, metric, false)).functions.size();
      peak = StatusOf("VmHWM:") - resident;
      held = StatusOf("VmRSS:") - resident;
      contexts = series.tree->context_count();
    });
  }
  fmt::print("{:<10} {:>9} {:>9} {:>8.1f} {:>8.1f} {:>8.0f} {:>8.0f}\n", groups ? "groups" : "series",
             contexts, found, watch.passed(), watch.cpu(), peak, held);
}

// The same contexts with one metric, which costs something in all that cost something on either side.
CctPtr OneOf(const TreeComparison& comparison) {
  const Cct& tree = *comparison.tree;
  const ComparedMetric& metric = comparison.metrics.front();
  CctBuilder builder;
  builder.AddMetric(metric.metric);
  std::vector<BuildNode> node_of(tree.context_count(), kBuildRoot);
  for (ContextId caller = 0; caller < tree.context_count(); ++caller) {
    const ContextRange callees = tree.ChildrenOf(caller);
    for (ContextId callee = callees.begin; callee < callees.end; ++callee) {
      node_of[callee] = builder.Child(node_of[caller], builder.InternFrame(tree.FrameAt(callee)));
      builder.AddSelf(node_of[callee], 0,
                      tree.Self(callee, metric.side[0]) + tree.Self(callee, metric.side[1]));
    }
  }
  return OrDie(std::move(builder).Finish({}));
}

int WriteBoth(const CctPtr& before, const CctPtr& after, const std::filesystem::path& folder) {
  const CompareInput sides[] = {{before, {"before"}}, {after, {"after"}}};
  const TreeComparison comparison = OrDie(CompareTrees(std::span(sides).first(1), std::span(sides).last(1)));
  const bool written = WriteCctFile(*comparison.tree, folder / "comparison.cct").has_value() &&
                       WriteCctFile(*OneOf(comparison), folder / "one.cct").has_value();
  if (!written) fmt::print(stderr, "{}: cannot write there\n", folder.string());
  return written ? 0 : 2;
}

}  // namespace

int main(int argument_count, char** arguments) {
  const int runs = argument_count > 1 ? std::max(1, std::atoi(arguments[1])) : 5;
  const auto nodes =
      static_cast<uint64_t>(argument_count > 2 ? std::max(1000, std::atoi(arguments[2])) : 1'000'000);
  const CctPtr before = OrDie(BuildSynthetic({.nodes = nodes, .layers = 100}));
  const CctPtr after = Changed(*before);
  if (argument_count > 3) return WriteBoth(before, after, arguments[3]);
  fmt::print("{:<10} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8}\n", "matching", "contexts", "common", "time", "cpu",
             "peak", "result");
  Measure("tolerant", before, after, Matching::kTolerant, runs);
  Measure("exact", before, after, Matching::kExact, runs);
  MeasureSeries(nodes / 10, 100, false, runs);
  MeasureSeries(nodes / 10, 200, true, runs);
  return 0;
}
