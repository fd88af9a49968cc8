#include "app/source/source_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/core/display_text.h"
#include "cct/base/ascii.h"
#include "cct/base/number_text.h"
#include "cct/names/shown_name.h"

namespace ringscope {
namespace {

constexpr size_t kMaxLineBytes = 2000;
constexpr size_t kTabColumns = 4;

std::string WithoutTabs(std::string_view text) {
  std::string plain;
  for (const char c : text.substr(0, kMaxLineBytes)) {
    if (c == '\t') {
      plain.append(kTabColumns - plain.size() % kTabColumns, ' ');
    } else {
      plain += c;
    }
  }
  return DisplayText(plain, kMaxLineBytes);
}

// "node:fs", "native array.js": with a scheme of the runtime's own, but no "http://..." or "C:\\...".
bool NamesNoFile(std::string_view file) {
  const size_t colon = file.find(':');
  const bool is_scheme = colon != std::string_view::npos && colon > 1 &&
                         std::all_of(file.begin(), file.begin() + static_cast<ptrdiff_t>(colon), IsLower);
  return (is_scheme && file.substr(colon, 3) != "://") || file.starts_with("native ");
}

// What is shown of the file that is asked for; null while there is nothing.
const SourceView* ShownSource(const ViewState& view) {
  const auto& task = view.source.task;
  const bool is_of_file =
      task.result != nullptr && task.wanted != nullptr && task.result->file == task.wanted->file;
  return is_of_file ? task.result.get() : nullptr;
}

void FillCosts(const ViewState& view, const SourceView& shown, size_t row, SourceLine& line) {
  const LineCosts& costs = shown.costs;
  if (view.metric >= costs.self.size()) return;
  const Metric& metric = view.tree().metrics()[view.metric];
  const uint64_t self = costs.self[view.metric][row];
  const uint64_t inclusive = costs.inclusive[view.metric][row];
  const uint64_t total = costs.view_total[view.metric];
  line.has_cost = costs.contexts[row] > 0;
  line.frame = costs.first_frame[row];
  if (!line.has_cost) return;
  const ValueColumn values(total, metric.unit, metric.scale);
  line.self = values.Text(self);
  line.inclusive = values.Text(inclusive);
  line.self_share = PartOf(self, total);
  line.inclusive_share = PartOf(inclusive, total);
}

}  // namespace

ContextId SourceSubject(const ViewState& view) {
  return view.selected != kNoContext ? view.selected : view.history.current().root.context;
}

SourceModel BuildSourceModel(const AppState& state) {
  SourceModel model;
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return model;
  const Frame frame = view->tree().FrameAt(SourceSubject(*view));
  model.line = frame.line;
  model.loading = view->source.task.running();
  if (frame.file.empty()) {
    if (!frame.name.empty()) model.title = DisplayText(ShownName(frame.name), 300);
    model.message = frame.name.empty() ? "Select a context to see its source"
                                       : "The profile does not say in which file this function is";
    return model;
  }
  model.title = DisplayText(frame.file, 1000);
  const SourceView* shown = ShownSource(*view);
  if (shown == nullptr) return model;
  model.path = shown->source.path.string();
  for (const auto& place : shown->source.tried) model.tried.push_back(DisplayText(place.string(), 1000));
  if (model.path.empty() || !shown->source.problem.empty()) {
    model.message =
        model.path.empty()
            ? std::string(NamesNoFile(frame.file)
                              ? "This is code of the runtime: no file has it"
                              : "The file was not found; add a path mapping or a folder in the settings")
            : fmt::format("{}: {}", DisplayText(model.path, 1000), shown->source.problem);
    model.without_file = true;
    const std::vector<uint32_t>& lines = shown->costs.line;
    model.line_count = lines.size();
    model.subject_row =
        static_cast<size_t>(std::lower_bound(lines.begin(), lines.end(), model.line) - lines.begin());
    return model;
  }
  // Code that has been edited since may be shorter than what was profiled.
  model.line_count = shown->source.line_count();
  model.subject_row = std::max<uint32_t>(model.line, 1) - 1;
  return model;
}

SourceLine BuildSourceLine(const AppState& state, size_t index) {
  SourceLine line;
  const ViewState* view = ActiveView(state);
  const SourceView* shown = view == nullptr ? nullptr : ShownSource(*view);
  if (shown == nullptr) return line;
  const bool without_file = shown->source.path.empty() || !shown->source.problem.empty();
  const LineCosts& costs = shown->costs;
  const uint32_t subject_line = view->tree().FrameAt(SourceSubject(*view)).line;
  if (without_file) {
    if (index >= costs.line.size()) return line;
    line.number = costs.line[index] == 0 ? "?" : std::to_string(costs.line[index]);
    line.text = DisplayText(ShownName(shown->tree->frames().name(costs.first_frame[index])), kMaxLineBytes);
    line.is_subject = costs.line[index] == subject_line;
    FillCosts(*view, *shown, index, line);
    return line;
  }
  const auto number = static_cast<uint32_t>(index + 1);
  line.number = std::to_string(number);
  line.text = WithoutTabs(shown->source.line(index));
  line.is_subject = number == subject_line;
  const auto row = std::lower_bound(costs.line.begin(), costs.line.end(), number);
  if (row != costs.line.end() && *row == number) {
    FillCosts(*view, *shown, static_cast<size_t>(row - costs.line.begin()), line);
  }
  return line;
}

}  // namespace ringscope
