#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "cct/base/check.h"
#include "cct/base/text/number_text.h"
#include "cct/export/csv_field.h"
#include "cct/export/depth_first.h"
#include "cct/export/export.h"
#include "cct/export/export_buffer.h"
#include "cct/names/shown_name.h"

namespace ringscope {
namespace {

// Appends fields of lines separated by commas (AppendCsvField) or tabs (tabs,
// line breaks and backslashes written \t \n \r \\). Lines end in '\n'.
class DelimitedText {
 public:
  DelimitedText(std::string& out, char separator) : out_(out), separator_(separator) {}

  DelimitedText& Text(std::string_view text) {
    Separate();
    if (separator_ == ',') {
      AppendCsvField(out_, text);
      return *this;
    }
    for (const char c : text) {
      const size_t escaped = std::string_view("\t\n\r\\").find(c);
      if (escaped != std::string_view::npos) {
        out_ += '\\';
        out_ += std::string_view("tnr\\")[escaped];
      } else {
        out_ += c;
      }
    }
    return *this;
  }
  // Taken as it is: a number.
  DelimitedText& Plain(std::string_view text) {
    Separate();
    out_ += text;
    return *this;
  }
  // A value of a metric of that scale, self and inclusive.
  void Values(uint64_t self, uint64_t inclusive, uint64_t scale) {
    Plain(ExactDecimalText(self, scale));
    Plain(ExactDecimalText(inclusive, scale));
  }
  void EndLine() {
    out_ += '\n';
    at_line_start_ = true;
  }

 private:
  void Separate() {
    if (!at_line_start_) out_ += separator_;
    at_line_start_ = false;
  }

  std::string& out_;
  const char separator_;
  bool at_line_start_ = true;
};

// "cpu time self (ns)"
std::string Title(const Metric& metric, std::string_view which) {
  const bool plain = metric.unit.empty() || metric.unit == "count";
  return plain ? fmt::format("{} {}", metric.name, which)
               : fmt::format("{} {} ({})", metric.name, which, metric.unit);
}

void WriteMetricTitles(const Cct& tree, DelimitedText& line) {
  for (const Metric& metric : tree.metrics()) {
    line.Text(Title(metric, "self"));
    line.Text(Title(metric, "inclusive"));
  }
}

constexpr std::array<const char*, 5> kFrameTitles{"path", "name", "module", "file", "line"};

// Whether a part of a profile was spent outside of any function.
bool HasCostOfItsOwn(const Cct& tree) {
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    if (tree.Self(kRootContext, m) != 0) return true;
  }
  return false;
}

// Fails before anything is written where the lines of all contexts take more bytes than they may, not
// counting escapes, quotes and all digits of numbers but one. Walks the tree, where it is large enough for
// that to be possible.
Result<void> CheckSizeOfContexts(const Cct& tree, uint64_t max_bytes, JobControl* job) {
  // A path has a separator for each name but one, and names are hardly ever empty.
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

Result<void> ExportContexts(const Cct& tree, char separator, const TextSink& sink, JobControl* job,
                            uint64_t max_bytes) {
  if (job != nullptr) job->total_units = tree.context_count();
  RINGSCOPE_TRY(CheckSizeOfContexts(tree, max_bytes, job));
  ExportBuffer writer(sink, max_bytes);
  DelimitedText line(writer.buffer(), separator);
  for (const char* const title : kFrameTitles) line.Text(title);
  WriteMetricTitles(tree, line);
  line.EndLine();
  if (HasCostOfItsOwn(tree)) {
    for (size_t i = 0; i < kFrameTitles.size(); ++i) line.Text("");
    for (MetricIndex m = 0; m < tree.metric_count(); ++m)
      line.Values(tree.Self(kRootContext, m), tree.Inclusive(kRootContext, m), tree.metrics()[m].scale);
    line.EndLine();
  }
  std::string path;
  std::vector<size_t> path_ends;  // of the open contexts
  RINGSCOPE_TRY(WalkDepthFirst(
      tree, job,
      [&](ContextId context) -> Result<void> {
        Frame frame = tree.FrameAt(context);
        frame.name = NameOrUnknown(frame.name);
        if (!path_ends.empty()) path += ';';
        for (const char c : frame.name) {
          if (c == ';' || c == '\\') path += '\\';
          path += c;
        }
        path_ends.push_back(path.size());
        line.Text(path).Text(frame.name).Text(frame.module).Text(frame.file);
        line.Plain(frame.line == 0 ? "" : std::to_string(frame.line));
        for (MetricIndex m = 0; m < tree.metric_count(); ++m)
          line.Values(tree.Self(context, m), tree.Inclusive(context, m), tree.metrics()[m].scale);
        line.EndLine();
        return writer.FlushIfLarge();
      },
      [&](ContextId) {
        path_ends.pop_back();
        path.resize(path_ends.empty() ? 0 : path_ends.back());
      }));
  return writer.Flush();
}

namespace {

// The first titles and fields of a line of a table: what group it is about.
void WriteGroupTitles(const FrameGrouping& grouping, DelimitedText& line) {
  line.Text("name");
  if (grouping.by == GroupBy::kFunction) line.Text("module").Text("file").Text("line");
  line.Text("contexts");
}
void WriteGroup(const Cct& tree, const FrameGrouping& grouping, uint32_t group, std::string_view no_group,
                uint64_t contexts, DelimitedText& line) {
  const bool is_group = group < grouping.size();
  line.Text(is_group ? std::string_view(grouping.name[group]) : no_group);
  if (grouping.by == GroupBy::kFunction) {
    const Frame frame = is_group ? tree.frames()[grouping.first_frame[group]] : Frame{};
    line.Text(frame.module).Text(frame.file);
    line.Plain(frame.line == 0 ? "" : std::to_string(frame.line));
  }
  line.Plain(std::to_string(contexts));
}

}  // namespace

Result<void> ExportGroups(const Cct& tree, const FrameGrouping& grouping, const GroupTable& table,
                          std::span<const uint32_t> groups, std::span<const NumberColumn> more,
                          char separator, const TextSink& sink) {
  ExportBuffer writer(sink, kMaxExportBytes);
  DelimitedText line(writer.buffer(), separator);
  WriteGroupTitles(grouping, line);
  WriteMetricTitles(tree, line);
  for (const NumberColumn& column : more) line.Text(column.title);
  line.EndLine();
  for (const uint32_t group : groups) {
    RINGSCOPE_CHECK(group < grouping.size());
    WriteGroup(tree, grouping, group, {}, table.contexts[group], line);
    for (MetricIndex m = 0; m < tree.metric_count(); ++m)
      line.Values(table.self[m][group], table.inclusive[m][group], tree.metrics()[m].scale);
    for (const NumberColumn& column : more) {
      const double value = column.values[group];
      line.Plain(std::isfinite(value) ? fmt::format("{:.9g}", value) : "");
    }
    line.EndLine();
    RINGSCOPE_TRY(writer.FlushIfLarge());
  }
  return writer.Flush();
}

Result<void> ExportColumns(const Cct& tree, const FrameGrouping& grouping, std::span<const uint64_t> contexts,
                           std::span<const uint32_t> groups, std::span<const ExportColumn> columns,
                           char separator, const TextSink& sink) {
  ExportBuffer writer(sink, kMaxExportBytes);
  DelimitedText line(writer.buffer(), separator);
  WriteGroupTitles(grouping, line);
  for (const ExportColumn& column : columns) line.Text(column.title);
  line.EndLine();
  for (const uint32_t group : groups) {
    RINGSCOPE_CHECK(group < grouping.size());
    WriteGroup(tree, grouping, group, {}, contexts[group], line);
    for (const ExportColumn& column : columns)
      line.Plain(ExactDecimalText(column.values[group], column.scale));
    line.EndLine();
    RINGSCOPE_TRY(writer.FlushIfLarge());
  }
  return writer.Flush();
}

Result<void> ExportNeighbours(const Cct& tree, const FrameGrouping& grouping, const NeighbourTable& table,
                              std::string_view no_caller, char separator, const TextSink& sink) {
  ExportBuffer writer(sink, kMaxExportBytes);
  DelimitedText line(writer.buffer(), separator);
  WriteGroupTitles(grouping, line);
  WriteMetricTitles(tree, line);
  line.EndLine();
  for (size_t row = 0; row < table.group.size(); ++row) {
    WriteGroup(tree, grouping, table.group[row], no_caller, table.contexts[row], line);
    for (MetricIndex m = 0; m < tree.metric_count(); ++m)
      line.Values(table.self[m][row], table.inclusive[m][row], tree.metrics()[m].scale);
    line.EndLine();
    RINGSCOPE_TRY(writer.FlushIfLarge());
  }
  return writer.Flush();
}

}  // namespace ringscope
