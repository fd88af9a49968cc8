#include "app/cli/tree_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "app/core/display_text.h"
#include "app/view/difference/difference_model.h"
#include "cct/base/text/enum_words.h"
#include "cct/base/text/number_text.h"
#include "cct/base/text/utf8.h"
#include "cct/names/shown_name.h"
#include "cct/tree/frame_table.h"

namespace ringscope {
namespace {

// Counts and places by reason.
void AddProblems(std::string count_key, std::string offset_key, const std::vector<RecordProblem>& problems,
                 Report& report) {
  ReportValue::Object counts, offsets;
  for (const RecordProblem& records : problems) {
    counts.push_back({records.reason, records.count});
    offsets.push_back({records.reason, records.first_offset_bytes});
  }
  report.Field(std::move(count_key), std::move(counts));
  report.Field(std::move(offset_key), std::move(offsets));
}

// Of how many frames something is known.
struct KnownFrames {
  std::vector<uint64_t> with_value, at_least;  // by value
  uint64_t with_class = 0;
  uint64_t with_code = 0;
};
KnownFrames CountKnown(const FrameTable& frames) {
  const FrameFacts& facts = frames.facts();
  KnownFrames known;
  known.with_value.resize(facts.values().size());
  known.at_least.resize(facts.values().size());
  for (FrameId id = 0; !facts.empty() && id < frames.size(); ++id) {
    for (uint32_t v = 0; v < facts.values().size(); ++v) {
      const std::optional<FrameAmount> amount = facts.ValueOf(id, v);
      known.with_value[v] += amount ? 1 : 0;
      known.at_least[v] += amount && amount->at_least ? 1 : 0;
    }
    known.with_class += facts.ClassOf(id) != kNoClass ? 1 : 0;
    known.with_code += facts.CodeOf(id) != kUnknownCode ? 1 : 0;
  }
  return known;
}

void PrintFrameFacts(const Cct& tree, Output& out) {
  const FrameFacts& facts = tree.frames().facts();
  const KnownFrames known = CountKnown(tree.frames());
  if (known.with_class > 0) {
    out.Print("  {}, of {}\n", CountedText(facts.class_count(), "class", "classes"),
              CountedText(known.with_class, "frame"));
  }
  if (known.with_code > 0) out.Print("  the code of {}\n", CountedText(known.with_code, "frame"));
  for (uint32_t v = 0; v < facts.values().size(); ++v) {
    out.Print("  {} of {}", TerminalLine(facts.values()[v].name), CountedText(known.with_value[v], "frame"));
    if (known.at_least[v] > 0) out.Print(", of {} at least", CountText(known.at_least[v]));
    out.Print("\n");
  }
}

constexpr EnumWords<MetricRole, 6> kRoleWords{{{"", MetricRole::kPlain},
                                               {"before", MetricRole::kBefore},
                                               {"after", MetricRole::kAfter},
                                               {"change", MetricRole::kChange},
                                               {"execution", MetricRole::kExecution},
                                               {"combined", MetricRole::kCombined}}};

std::string_view SideText(Side side) { return side == Side::kBefore ? "before" : "after"; }

}  // namespace

TreeSizes SizesOf(const Cct& tree) {
  const uint64_t frames = tree.frames().size();
  return {tree.context_count() - uint64_t{1}, tree.layer_count() - uint64_t{1}, frames == 0 ? 0 : frames - 1};
}

uint64_t ContextsWithPoints(const Cct& tree) {
  uint64_t count = 0;
  for (ContextId context = 0; tree.point_count() > 0 && context < tree.context_count(); ++context) {
    const PointRange points = tree.PointsOf(context);
    count += points.begin < points.end ? 1 : 0;
  }
  return count;
}

std::string TakeCommonDetails(std::vector<Execution>& executions) {
  std::string text;
  if (executions.size() < 2) return text;
  const std::vector<ExecutionAttribute> of_first = executions.front().attributes;
  for (const ExecutionAttribute& one : of_first) {
    const auto has = [&one](const Execution& execution) {
      return std::find(execution.attributes.begin(), execution.attributes.end(), one) !=
             execution.attributes.end();
    };
    if (!std::all_of(executions.begin(), executions.end(), has)) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", DisplayText(one.name), DisplayText(one.value));
    for (Execution& execution : executions) std::erase(execution.attributes, one);
  }
  return text;
}

std::string ExecutionText(const Execution& execution, std::string_view role) {
  std::string known = execution.name.empty() ? std::string() : ", " + DisplayText(execution.name);
  known += ExecutionDetails(execution);
  const std::string_view first = execution.side ? SideText(*execution.side) : role;
  return known.empty() ? std::string(first) : fmt::format("{}: {}", first, known.substr(2));
}

ReportValue::Object ExecutionValue(const Execution& execution, bool has_side) {
  ReportValue::Object attributes;
  for (const ExecutionAttribute& one : execution.attributes) attributes.push_back({one.name, one.value});
  return {{"side", has_side && execution.side ? ReportValue(SideText(*execution.side)) : ReportValue()},
          {"name", execution.name},
          {"time", execution.time ? ReportValue(DateText(*execution.time)) : ReportValue()},
          {"attributes", std::move(attributes)}};
}

std::string SumOfRunsText(const CctPtr& tree, MetricIndex metric) {
  const std::string text = SummedRunsText(tree, metric);
  return text.empty() ? text : ", " + text;
}

int PrintTreeInfo(const std::filesystem::path& file, const CctPtr& shared_tree, ReportFormat format) {
  const Cct& tree = *shared_tree;
  Output out(format);
  const TreeSizes sizes = SizesOf(tree);
  const ImportReport& report = tree.report();
  out.Print("{}: {} in {}, {}, from {} ({})\n", file.string(), CountedText(sizes.nodes, "context"),
            CountedText(sizes.layers, "layer"), CountedText(sizes.frames, "frame"),
            TerminalLine(report.format), CountedText(report.record_count, "record"));
  std::vector<Execution> executions = report.executions;
  const std::string common = TakeCommonDetails(executions);
  for (const Execution& execution : executions) out.Print("  {}\n", ExecutionText(execution));
  if (!common.empty()) out.Print("  all: {}\n", common);
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    const Metric& metric = tree.metrics()[m];
    const std::string total = ValueText(tree.Total(m), metric.unit, metric.scale);
    out.Print("  {}\n", TerminalLine(fmt::format("{}: {} in all{}", metric.name, total,
                                                 SumOfRunsText(shared_tree, m))));
  }
  if (const MemberColumns& members = tree.members(); !members.empty()) {
    out.Print("  statistics over {}, where those without a context {}\n",
              TerminalLine(fmt::format("{} {}", CountText(members.members->size()),
                                       members.over + (members.members->size() == 1 ? "" : "s"))),
              members.absent_is_zero ? "cost 0 in it" : "do not count there");
    if (!members.quantiles.empty()) {
      out.Print("  quantiles of members: {}\n",
                fmt::join(members.quantiles | std::views::transform(QuantileName), ", "));
    }
    uint64_t kept_bytes = 0;
    for (const PackedMemberValues& one : members.values) kept_bytes += one.bytes.size();
    if (!members.values.empty())
      out.Print("  values of all members, in {}\n", ValueText(kept_bytes, "bytes", 1));
  }
  if (tree.point_count() > 0) {
    out.Print("  {} of cost by input size, in {}\n", CountedText(tree.point_count(), "point"),
              CountedText(ContextsWithPoints(tree), "context"));
  }
  PrintFrameFacts(tree, out);
  if (tree.has_times()) {
    out.Print("  {} with times, over {}\n", CountedText(tree.sample_count(), "sample"),
              ValueText(tree.time_span_ns(), "ns", 1));
  }
  PrintReport(report, out);
  return out.Finish();
}

void PrintReport(const ImportReport& report, Output& out, std::string_view title) {
  std::string text;
  if (report.truncated_stack_count != 0)
    text += fmt::format("  {} with callers cut off\n", CountedText(report.truncated_stack_count, "stack"));
  for (const EstimatedCost& cost : report.estimated)
    text += fmt::format("  estimate: {}\n", TerminalLine(DescribeEstimate(cost)));
  for (const RecordProblem& records : report.skipped) {
    text += fmt::format("  skipped {}: {} (first at byte {})\n", CountText(records.count),
                        TerminalLine(records.reason), records.first_offset_bytes);
  }
  for (const RecordProblem& records : report.incomplete) {
    text += fmt::format("  kept {} in part: {} (first at byte {})\n", CountText(records.count),
                        TerminalLine(records.reason), records.first_offset_bytes);
  }
  for (const std::string& note : report.notes) text += fmt::format("  {}\n", TerminalLine(note));
  if (!text.empty()) out.Print("{}{}", title, text);
}

void AddImportReport(const Cct& tree, Report& report) {
  const ImportReport& import = tree.report();
  AddProblems("skipped", "first_skipped_offset", import.skipped, report);
  AddProblems("incomplete", "first_incomplete_offset", import.incomplete, report);
  report.Field("records", import.record_count);
  report.Field("input_bytes", import.input_bytes);
  report.Field("truncated_stacks", import.truncated_stack_count);
  ReportValue::Array estimated, executions;
  for (const EstimatedCost& cost : import.estimated) {
    // Of several metrics with one name it is the first.
    const auto metric = std::find_if(tree.metrics().begin(), tree.metrics().end(),
                                     [&](const Metric& m) { return m.name == cost.metric; });
    const uint64_t scale = metric == tree.metrics().end() ? 1 : metric->scale;
    estimated.push_back(ReportValue::Object{{"metric", cost.metric},
                                            {"cost", ExactDecimal{cost.estimated, scale}},
                                            {"total", ExactDecimal{cost.total, scale}}});
  }
  for (const Execution& execution : import.executions)
    executions.emplace_back(ExecutionValue(execution, true));
  report.Field("estimated", std::move(estimated));
  if (!executions.empty()) report.Field("executions", std::move(executions));
  report.Field("notes", ReportValue::Array(import.notes.begin(), import.notes.end()));
}

void AddMetrics(const Cct& tree, ContextRange roots, Report& report) {
  ReportValue::Array metrics;
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    const Metric& metric = tree.metrics()[m];
    ReportValue::Object members{{"name", metric.name},
                                {"unit", metric.unit},
                                {"total", ExactDecimal{tree.Inclusive(roots, m), metric.scale}},
                                {"scale", metric.scale}};
    if (metric.role != MetricRole::kPlain) members.push_back({"role", WordOf(kRoleWords, metric.role)});
    if (metric.role == MetricRole::kExecution) members.push_back({"execution", metric.execution});
    metrics.emplace_back(std::move(members));
  }
  report.Field("metrics", std::move(metrics));
}

void AddFrameFacts(const Cct& tree, Report& report) {
  const FrameFacts& facts = tree.frames().facts();
  if (facts.empty()) return;
  const KnownFrames known = CountKnown(tree.frames());
  ReportValue::Array values;
  for (uint32_t v = 0; v < facts.values().size(); ++v) {
    const FrameValueInfo& value = facts.values()[v];
    values.push_back(ReportValue::Object{{"name", value.name},
                                         {"unit", value.unit},
                                         {"scale", value.scale},
                                         {"rule", WordOf(kFrameValueRuleWords, value.rule)},
                                         {"frames", known.with_value[v]},
                                         {"at_least", known.at_least[v]}});
  }
  report.Field("frame_values", std::move(values));
  report.Field("classes", facts.class_count());
  report.Field("frames_with_class", known.with_class);
  report.Field("frames_with_code", known.with_code);
}

ReportValue::Array PathValue(const Cct& tree, ContextId context) {
  ReportValue::Array names;
  if (context == kNoContext) return names;
  for (const ContextId at : tree.PathTo(context))
    names.emplace_back(NameOrUnknown(tree.frames().name(tree.FrameOf(at))));
  return names;
}

}  // namespace ringscope
