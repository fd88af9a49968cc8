#include "app/cli/tree_info.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/core/display_text.h"
#include "app/view/difference/difference_model.h"
#include "cct/base/text/enum_words.h"
#include "cct/base/text/number_text.h"
#include "cct/base/text/utf8.h"
#include "cct/names/shown_name.h"
#include "cct/tree/frame_table.h"

namespace ringscope {
namespace {

// Counts and places by reason. `word` is the format of the beginning of a line of text, as "skipped {}".
struct Problems {
  ReportValue::Object counts, offsets;
};
Problems ProblemsOf(const std::vector<RecordProblem>& problems, std::string_view word, std::string& text) {
  Problems found;
  for (const RecordProblem& records : problems) {
    found.counts.push_back({records.reason, records.count});
    found.offsets.push_back({records.reason, records.first_offset_bytes});
    text += fmt::format("  {}: {} (first at byte {})\n",
                        fmt::format(fmt::runtime(word), CountText(records.count)),
                        TerminalLine(records.reason), records.first_offset_bytes);
  }
  return found;
}

uint64_t ContextsWithPoints(const Cct& tree) {
  uint64_t count = 0;
  for (ContextId context = 0; tree.point_count() > 0 && context < tree.context_count(); ++context) {
    const PointRange points = tree.PointsOf(context);
    count += points.begin < points.end ? 1 : 0;
  }
  return count;
}

// The numbers of frames with a value, a class and code.
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

// Adds "frame_values", "classes", "frames_with_class" and "frames_with_code" if the tree has facts of frames.
void AddFrameFacts(const Cct& tree, Report& report) {
  const FrameFacts& facts = tree.frames().facts();
  if (facts.empty()) return;
  const KnownFrames known = CountKnown(tree.frames());
  if (known.with_class > 0) {
    report.Line("  {}, of {}", CountedText(facts.class_count(), "class", "classes"),
                CountedText(known.with_class, "frame"));
  }
  if (known.with_code > 0) report.Line("  the code of {}", CountedText(known.with_code, "frame"));
  ReportValue::Array values;
  for (uint32_t v = 0; v < facts.values().size(); ++v) {
    const FrameValueInfo& value = facts.values()[v];
    report.Line("  {} of {}{}", TerminalLine(value.name), CountedText(known.with_value[v], "frame"),
                known.at_least[v] == 0 ? "" : fmt::format(", of {} at least", CountText(known.at_least[v])));
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

void AddMemberColumns(const MemberColumns& members, Report& report) {
  if (members.empty()) return;
  report.Line("  statistics over {}, where those without a context {}",
              TerminalLine(fmt::format("{} {}", CountText(members.members->size()),
                                       members.over + (members.members->size() == 1 ? "" : "s"))),
              members.absent_is_zero ? "cost 0 in it" : "do not count there");
  std::vector<std::string> quantiles;
  for (const MemberQuantile one : members.quantiles) quantiles.push_back(QuantileName(one));
  if (!quantiles.empty()) report.Line("  quantiles of members: {}", fmt::join(quantiles, ", "));
  uint64_t kept_bytes = 0;
  for (const PackedMemberValues& one : members.values) kept_bytes += one.bytes.size();
  if (!members.values.empty())
    report.Line("  values of all members, in {}", ValueText(kept_bytes, "bytes", 1));
  ReportValue::Array names;
  for (const Execution& member : *members.members) names.emplace_back(ExecutionValue(member));
  report.Field("members",
               ReportValue::Object{{"over", members.over},
                                   {"absent", members.absent_is_zero ? "zero" : "skip"},
                                   {"members", std::move(names)},
                                   {"quantiles", ReportValue::Array(quantiles.begin(), quantiles.end())},
                                   {"values_kept", !members.values.empty()}});
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

std::string TakeCommonDetails(std::vector<Execution>& executions) {
  std::string text;
  if (executions.size() < 2) return text;
  const std::vector<ExecutionAttribute> of_first = executions.front().attributes;
  for (const ExecutionAttribute& one : of_first) {
    const auto has = [&one](const Execution& execution) {
      return std::ranges::find(execution.attributes, one) != execution.attributes.end();
    };
    if (!std::ranges::all_of(executions, has)) continue;
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

Report TreeInfo(const std::filesystem::path& file, const CctPtr& shared_tree) {
  const Cct& tree = *shared_tree;
  const TreeSizes sizes = SizesOf(tree);
  const ImportReport& import = tree.report();
  Report report;
  report.Line("{}: {} in {}, {}, from {} ({})", file.string(), CountedText(sizes.nodes, "context"),
              CountedText(sizes.layers, "layer"), CountedText(sizes.frames, "frame"),
              TerminalLine(import.format), CountedText(import.record_count, "record"));
  report.Field("format", import.format);
  report.Field("nodes", sizes.nodes);
  report.Field("layers", sizes.layers);
  report.Field("frames", sizes.frames);
  std::vector<Execution> executions = import.executions;
  const std::string common = TakeCommonDetails(executions);
  for (const Execution& execution : executions) report.Line("  " + ExecutionText(execution));
  if (!common.empty()) report.Line("  all: " + common);
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    const Metric& metric = tree.metrics()[m];
    const std::string total = ValueText(tree.Total(m), metric.unit, metric.scale);
    report.Line("  " + TerminalLine(fmt::format("{}: {} in all{}", metric.name, total,
                                                SumOfRunsText(shared_tree, m))));
  }
  AddMetrics(tree, {kRootContext, kRootContext + 1}, report);
  const uint64_t with_points = ContextsWithPoints(tree);
  if (tree.point_count() > 0) {
    ReportValue::Array fields;
    for (const PointField& field : tree.point_fields()) fields.emplace_back(field.name);
    report.Field("points", ReportValue::Object{{"count", tree.point_count()},
                                               {"contexts", with_points},
                                               {"fields", std::move(fields)}});
  }
  if (!tree.types().empty()) {
    report.Field("types", ReportValue::Object{{"names", tree.types().name_count()},
                                              {"seen", tree.types().role.size()}});
  }
  if (tree.has_times()) {
    report.Field("samples",
                 ReportValue::Object{{"count", tree.sample_count()}, {"span_ns", tree.time_span_ns()}});
  }
  AddMemberColumns(tree.members(), report);
  if (tree.point_count() > 0) {
    report.Line("  {} of cost by input size, in {}", CountedText(tree.point_count(), "point"),
                CountedText(with_points, "context"));
  }
  AddFrameFacts(tree, report);
  if (tree.has_times()) {
    report.Line("  {} with times, over {}", CountedText(tree.sample_count(), "sample"),
                ValueText(tree.time_span_ns(), "ns", 1));
  }
  AddImportReport(tree, report);
  return report;
}

void AddImportReport(const Cct& tree, Report& report, std::string_view title) {
  const ImportReport& import = tree.report();
  std::string text;
  if (import.truncated_stack_count != 0)
    text += fmt::format("  {} with callers cut off\n", CountedText(import.truncated_stack_count, "stack"));
  ReportValue::Array estimated, executions;
  for (const EstimatedCost& cost : import.estimated) {
    text += fmt::format("  estimate: {}\n", TerminalLine(DescribeEstimate(cost)));
    // Of several metrics of one name the first is meant.
    const auto metric =
        std::ranges::find_if(tree.metrics(), [&](const Metric& m) { return m.name == cost.metric; });
    const uint64_t scale = metric == tree.metrics().end() ? 1 : metric->scale;
    estimated.push_back(ReportValue::Object{{"metric", cost.metric},
                                            {"cost", ExactDecimal{cost.estimated, scale}},
                                            {"total", ExactDecimal{cost.total, scale}}});
  }
  Problems skipped = ProblemsOf(import.skipped, "skipped {}", text);
  Problems incomplete = ProblemsOf(import.incomplete, "kept {} in part", text);
  for (const std::string& note : import.notes) text += fmt::format("  {}\n", TerminalLine(note));
  if (!text.empty()) report.Text(std::string(title) + text);
  report.Field("skipped", std::move(skipped.counts));
  report.Field("first_skipped_offset", std::move(skipped.offsets));
  report.Field("incomplete", std::move(incomplete.counts));
  report.Field("first_incomplete_offset", std::move(incomplete.offsets));
  report.Field("records", import.record_count);
  report.Field("input_bytes", import.input_bytes);
  report.Field("truncated_stacks", import.truncated_stack_count);
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

ReportValue::Array PathValue(const Cct& tree, ContextId context) {
  ReportValue::Array names;
  if (context == kNoContext) return names;
  for (const ContextId at : tree.PathTo(context))
    names.emplace_back(NameOrUnknown(tree.frames().name(tree.FrameOf(at))));
  return names;
}

}  // namespace ringscope
