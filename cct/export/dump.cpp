#include "cct/export/dump.h"

#include <fmt/format.h>

#include <bit>
#include <iterator>
#include <string_view>
#include <vector>

#include "cct/base/text/number_text.h"
#include "cct/base/text/utf8.h"
#include "cct/export/export_buffer.h"
#include "cct/tree/frame_table.h"
#include "cct/tree/verify.h"

namespace ringscope {
namespace {

constexpr uint64_t kAnyBytes = ~uint64_t{0};

// Appends a tab and the text.
void AppendField(std::string& out, std::string_view text) {
  out += '\t';
  AppendTsvField(out, text);
}

void AppendFrame(std::string& out, const Frame& frame) {
  AppendTerminalText(out, frame.name, LineBreaks::kSpelledOut);
  if (!frame.module.empty()) {
    out += " [";
    AppendTerminalText(out, frame.module, LineBreaks::kSpelledOut);
    out += ']';
  }
  if (!frame.file.empty() || frame.line != 0) {
    out += " (";
    AppendTerminalText(out, frame.file, LineBreaks::kSpelledOut);
    if (frame.line != 0) fmt::format_to(std::back_inserter(out), ":{}", frame.line);
    if (frame.column != 0) fmt::format_to(std::back_inserter(out), ":{}", frame.column);
    out += ')';
  }
  if (frame.call_line != 0) fmt::format_to(std::back_inserter(out), " <{}", frame.call_line);
  if (frame.kind != FrameKind::kUser)
    fmt::format_to(std::back_inserter(out), " {{{}}}", FrameKindName(frame.kind));
}

void AppendClass(std::string& out, const FrameFacts& facts, ClassId id) {
  AppendTsvField(out, FullNameOf(facts[id]));
  out += '\t';
  if (id != kNoClass) out += WordOf(kClassKindWords, facts[id].kind);
  out += '\t';
  bool is_first = true;
  for (const ClassId above : facts.SuperclassesOf(id)) {
    if (!is_first) out += ',';
    is_first = false;
    AppendTsvField(out, FullNameOf(facts[above]));
  }
}

}  // namespace

Result<void> DumpText(const Cct& tree, const TextSink& sink) {
  ExportBuffer text(sink, kAnyBytes);
  std::string& out = text.buffer();
  for (const Metric& metric : tree.metrics()) {
    const auto index = static_cast<MetricIndex>(&metric - tree.metrics().data());
    fmt::format_to(std::back_inserter(out), "# {} {} {} {}\n", TerminalLine(metric.name),
                   TerminalLine(metric.unit), metric.scale, tree.Total(index));
  }
  const auto append_values = [&](ContextId context) {
    for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
      fmt::format_to(std::back_inserter(out), " {}/{}", tree.Inclusive(context, m), tree.Self(context, m));
    }
  };
  if (HasOwnCost(tree, kRootContext)) {
    out += "# root ";
    append_values(kRootContext);
    out += '\n';
  }
  size_t indent = 0;
  RINGSCOPE_TRY(WalkDepthFirst(
      tree, nullptr,
      [&](ContextId context) -> Result<void> {
        out.append(indent, ' ');
        indent += 2;
        AppendFrame(out, tree.FrameAt(context));
        if ((tree.FlagsOf(context) & kCallersCutOff) != 0) out += " {callers cut off}";
        if ((tree.FlagsOf(context) & kEstimated) != 0) out += " {estimated}";
        out += ' ';
        append_values(context);
        out += '\n';
        return text.FlushIfLarge();
      },
      [&](ContextId) { indent -= 2; }));
  return text.Flush();
}

uint64_t LeastDumpTextBytes(const Cct& tree) {
  // Two blanks for each layer below the first; two blanks, "0/0" a metric, a line break.
  const uint64_t line_bytes = 4 + 4 * uint64_t{tree.metric_count()};
  const uint64_t contexts = tree.context_count() - uint64_t{1};
  return 2 * (SumOfDepths(tree) - contexts) + line_bytes * contexts;
}

Result<void> DumpTsv(const Cct& tree, const TextSink& sink) {
  ExportBuffer text(sink, kAnyBytes);
  std::string& out = text.buffer();
  // In level order the parent only moves forward.
  ContextId parent = kRootContext;
  uint32_t layer = 0;
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    while (parent < context && !tree.ChildrenOf(parent).contains(context)) ++parent;
    while (context >= tree.Layer(layer).end && layer + 1 < tree.layer_count()) ++layer;
    fmt::format_to(std::back_inserter(out), "{}\t", layer);
    for (MetricIndex m = 0; m < tree.metric_count(); ++m)
      fmt::format_to(std::back_inserter(out), "{}{}", m == 0 ? "" : ",", tree.Self(context, m));
    for (MetricIndex m = 0; m < tree.metric_count(); ++m)
      fmt::format_to(std::back_inserter(out), "{}{}", m == 0 ? "\t" : ",", tree.Inclusive(context, m));
    const Frame frame = tree.FrameAt(context);
    for (const std::string_view field : {frame.name, frame.module, frame.file}) AppendField(out, field);
    fmt::format_to(std::back_inserter(out), "\t{}\t{}\t{}\n", frame.line, frame.column, parent);
    RINGSCOPE_TRY(text.FlushIfLarge());
  }
  return text.Flush();
}

Result<void> DumpPoints(const Cct& tree, const TextSink& sink) {
  if (tree.point_fields().empty()) return {};
  RINGSCOPE_TRY(CheckPointRanges(tree));
  ExportBuffer text(sink, kAnyBytes);
  std::string& out = text.buffer();
  out += "context";
  for (const PointField& field : tree.point_fields()) AppendField(out, field.name);
  out += '\n';
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    const PointRange points = tree.PointsOf(context);
    for (uint64_t point = points.begin; point < points.end; ++point) {
      fmt::format_to(std::back_inserter(out), "{}", context);
      for (size_t field = 0; field < tree.point_fields().size(); ++field) {
        const uint64_t value = tree.PointValue(field, point);
        if (tree.point_fields()[field].is_real)
          fmt::format_to(std::back_inserter(out), "\t{}", std::bit_cast<double>(value));
        else
          fmt::format_to(std::back_inserter(out), "\t{}", value);
      }
      out += '\n';
      RINGSCOPE_TRY(text.FlushIfLarge());
    }
  }
  return text.Flush();
}

Result<void> DumpTypes(const Cct& tree, const TextSink& sink) {
  if (tree.types().empty()) return {};
  RINGSCOPE_TRY(CheckTypeRanges(tree.types()));
  ExportBuffer text(sink, kAnyBytes);
  std::string& out = text.buffer();
  out += "context\trole\ttype\tcalls\n";
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    tree.types().ForEach(context, [&](const SeenType& seen) {
      fmt::format_to(std::back_inserter(out), "{}\t{}\t", context, RoleText(seen.role));
      AppendTsvField(out, seen.type == kOtherTypes ? kOtherTypesText : tree.types().NameOf(seen.type));
      fmt::format_to(std::back_inserter(out), "\t{}\n", seen.calls);
    });
    RINGSCOPE_TRY(text.FlushIfLarge());
  }
  return text.Flush();
}

Result<void> DumpSamples(const Cct& tree, const TextSink& sink) {
  if (!tree.has_times()) return {};
  ExportBuffer text(sink, kAnyBytes);
  std::string& out = text.buffer();
  out += "ns\tcontext";
  for (const Metric& metric : tree.metrics()) AppendField(out, metric.name);
  out += '\n';
  for (const SampleSeries& series : tree.sample_series()) {
    std::vector<const SampleMetric*> measured(tree.metric_count(), nullptr);
    for (const SampleMetric& metric : series.metrics) measured[metric.metric] = &metric;
    for (uint64_t sample = 0; sample < series.size(); ++sample) {
      fmt::format_to(std::back_inserter(out), "{}\t{}", series.time_ns[sample], series.context[sample]);
      for (const SampleMetric* const metric : measured) {
        if (metric == nullptr)
          out += "\t-";
        else
          fmt::format_to(std::back_inserter(out), "\t{}", metric->ValueOf(sample));
      }
      out += '\n';
      RINGSCOPE_TRY(text.FlushIfLarge());
    }
  }
  return text.Flush();
}

void AppendFoldedFrame(std::string& out, const Frame& frame) {
  for (const char c : frame.name) out += c == ';' ? ':' : (c == '\n' || c == '\r') ? ' ' : c;
  if (frame.kind == FrameKind::kKernel) out += "_[k]";
  if (frame.kind == FrameKind::kJit) out += "_[j]";
  if (frame.kind == FrameKind::kInlined) out += "_[i]";
}

Result<void> DumpFolded(const Cct& tree, MetricIndex metric, const TextSink& sink, JobControl* job,
                        uint64_t max_bytes) {
  if (job != nullptr) job->total_units = tree.context_count();
  ExportBuffer text(sink, max_bytes);
  std::string& out = text.buffer();
  const uint64_t scale = tree.metrics()[metric].scale;
  std::string path;                  // the frames above and including the current context
  std::vector<size_t> path_ends{0};  // path length at every open layer
  const auto write_line = [&](ContextId context) -> Result<void> {
    const uint64_t self = tree.Self(context, metric);
    if (self == 0) return {};
    fmt::format_to(std::back_inserter(out), "{} {}\n", path, ExactDecimalText(self, scale));
    return text.FlushIfLarge();
  };
  RINGSCOPE_TRY(write_line(kRootContext));
  RINGSCOPE_TRY(WalkDepthFirst(
      tree, job,
      [&](ContextId context) -> Result<void> {
        if (path_ends.size() > 1) path += ';';
        AppendFoldedFrame(path, tree.FrameAt(context));
        path_ends.push_back(path.size());
        return write_line(context);
      },
      [&](ContextId) {
        path_ends.pop_back();
        path.resize(path_ends.back());
      }));
  return text.Flush();
}

Result<void> DumpFrames(const Cct& tree, const TextSink& sink) {
  ExportBuffer text(sink, kAnyBytes);
  std::string& out = text.buffer();
  const FrameTable& frames = tree.frames();
  const FrameFacts& facts = frames.facts();
  out += "name\tmodule\tfile\tline\tcolumn\tkind\tsource\tclass\tclass kind\tsuperclasses\tcode";
  for (const FrameValueInfo& value : facts.values()) AppendField(out, value.name);
  out += '\n';
  for (FrameId id = 0; id < frames.size(); ++id) {
    if (id == tree.FrameOf(kRootContext)) continue;
    const Frame frame = frames[id];
    for (const std::string_view field : {frame.name, frame.module, frame.file}) {
      AppendTsvField(out, field);
      out += '\t';
    }
    fmt::format_to(std::back_inserter(out), "{}\t{}\t{}\t{}\t", frame.line, frame.column,
                   FrameKindName(frame.kind), WordOf(kSourceChangeWords, frame.source_change));
    AppendClass(out, facts, facts.ClassOf(id));
    const CodeHash code = facts.CodeOf(id);
    if (code == kUnknownCode || code == kSeveralCodes)
      out += code == kUnknownCode ? "\t" : "\tseveral";
    else
      fmt::format_to(std::back_inserter(out), "\t{:016x}", code);
    for (uint32_t v = 0; v < facts.values().size(); ++v) {
      out += '\t';
      const std::optional<FrameAmount> amount = facts.ValueOf(id, v);
      if (!amount) continue;
      if (amount->at_least) out += ">=";
      out += ExactDecimalText(amount->amount, facts.values()[v].scale);
    }
    out += '\n';
    RINGSCOPE_TRY(text.FlushIfLarge());
  }
  return text.Flush();
}

}  // namespace ringscope
