#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "cct/base/text/number_text.h"
#include "cct/base/text/utf8.h"
#include "cct/export/delimited_text.h"
#include "cct/export/export.h"
#include "cct/export/export_buffer.h"
#include "cct/names/shown_name.h"

namespace ringscope {
namespace {

// Self and inclusive value of every metric, and the end of the line.
void WriteValues(const Cct& tree, ContextId context, DelimitedText& line) {
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    const uint64_t scale = tree.metrics()[m].scale;
    line.Plain(ExactDecimalText(tree.Self(context, m), scale));
    line.Plain(ExactDecimalText(tree.Inclusive(context, m), scale));
  }
  line.EndLine();
}

constexpr std::array<const char*, 5> kFrameTitles{"path", "name", "module", "file", "line"};

// Fails if the lines of all contexts take more than `max_bytes`, not counting escapes, quotes and further
// digits of numbers. Walks the tree only if it is large enough for that to be possible.
Result<void> CheckSizeOfContexts(const Cct& tree, uint64_t max_bytes, JobControl* job) {
  // A path has at least one byte a name: a separator for each but one, and names are hardly ever empty.
  const uint64_t names = SumOfDepths(tree);
  RINGSCOPE_TRY(CheckExportSize(names, max_bytes));
  uint64_t longest = 0;
  std::vector<uint64_t> field_bytes;  // per frame: name, module and file
  for (FrameId id = 0; id < tree.frames().size(); ++id) {
    const Frame frame = tree.frames()[id];
    field_bytes.push_back(NameOrUnknown(frame.name).size() + frame.module.size() + frame.file.size());
    longest = std::max(longest, field_bytes.back());
  }
  // Separators, the line break, and at least one digit a value.
  const uint64_t line_bytes = 4 + 4 * uint64_t{tree.metric_count()} + 1;
  if (longest + line_bytes < max_bytes / 2 / std::max<uint64_t>(names, 1)) return {};
  uint64_t least_bytes = 0;
  std::vector<uint64_t> path_bytes{0};
  if (job != nullptr) job->total_units += tree.context_count();
  return WalkDepthFirst(
      tree, job,
      [&](ContextId context) -> Result<void> {
        const bool is_first = path_bytes.size() == 1;
        path_bytes.push_back(path_bytes.back() + NameOrUnknown(tree.FrameAt(context).name).size() +
                             (is_first ? 0 : 1));
        const FrameId frame = tree.FrameOf(context);
        least_bytes += path_bytes.back() + line_bytes + (frame < field_bytes.size() ? field_bytes[frame] : 0);
        return CheckExportSize(least_bytes, max_bytes);
      },
      [&](ContextId) { path_bytes.pop_back(); });
}

}  // namespace

std::string MetricTitle(const Metric& metric, std::string_view which) {
  const bool plain = metric.unit.empty() || metric.unit == "count";
  return plain ? fmt::format("{} {}", metric.name, which)
               : fmt::format("{} {} ({})", metric.name, which, metric.unit);
}

Result<void> ExportContexts(const Cct& tree, char separator, const TextSink& sink, JobControl* job,
                            uint64_t max_bytes) {
  if (job != nullptr) job->total_units = tree.context_count();
  RINGSCOPE_TRY(CheckSizeOfContexts(tree, max_bytes, job));
  ExportBuffer writer(sink, max_bytes);
  DelimitedText line(writer.buffer(), separator);
  for (const char* const title : kFrameTitles) line.Text(title);
  for (const Metric& metric : tree.metrics())
    line.Text(MetricTitle(metric, "self")).Text(MetricTitle(metric, "inclusive"));
  line.EndLine();
  if (HasOwnCost(tree, kRootContext)) {
    for (size_t i = 0; i < kFrameTitles.size(); ++i) line.Text("");
    WriteValues(tree, kRootContext, line);
  }
  std::string path;
  std::vector<size_t> path_ends;  // of the open contexts
  RINGSCOPE_TRY(WalkDepthFirst(
      tree, job,
      [&](ContextId context) -> Result<void> {
        Frame frame = tree.FrameAt(context);
        frame.name = NameOrUnknown(frame.name);
        if (!path_ends.empty()) path += ';';
        AppendEscaped(path, frame.name, ";\\");
        path_ends.push_back(path.size());
        line.Text(path).Text(frame.name).Text(frame.module).Text(frame.file);
        line.Plain(frame.line == 0 ? "" : std::to_string(frame.line));
        WriteValues(tree, context, line);
        return writer.FlushIfLarge();
      },
      [&](ContextId) {
        path_ends.pop_back();
        path.resize(path_ends.empty() ? 0 : path_ends.back());
      }));
  return writer.Flush();
}

}  // namespace ringscope
