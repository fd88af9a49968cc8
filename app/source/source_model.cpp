#include "app/source/source_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/core/display_text.h"
#include "app/source/source.h"
#include "app/tables/columns.h"
#include "app/view/stack_text.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/number_text.h"
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

// Whether the name is one of a runtime's own code: "node:fs", "native array.js"; not "http://..." or
// "C:\\...".
bool NamesNoFile(std::string_view file) {
  const size_t colon = file.find(':');
  const bool is_scheme = colon != std::string_view::npos && colon > 1 &&
                         std::all_of(file.begin(), file.begin() + static_cast<ptrdiff_t>(colon), IsLower);
  return (is_scheme && file.substr(colon, 3) != "://") || file.starts_with("native ");
}

// The last answer about the wanted file; null before there is one.
const SourceView* ShownSource(const ViewState& view) {
  const auto& task = view.slots.Get<SourceState>().task;
  const bool is_of_file = task.result != nullptr && task.wanted != nullptr &&
                          task.result->file == task.wanted->file &&
                          task.result->function == task.wanted->function;
  return is_of_file ? task.result.get() : nullptr;
}

// Adds the cells of a row of `costs`; std::nullopt: the line has no cost.
void FillCosts(const SourceView& shown, const LineCosts& costs, const SourceModel& model,
               std::optional<size_t> row, SourceLine& line) {
  if (row && costs.contexts[*row] == 0) row.reset();
  line.has_cost = row.has_value();
  for (const TableColumnModel& column : model.columns) {
    const bool self = column.key == TableKey::kSelf;
    const bool is_difference = IsOfDifference(column.key);
    if (!self && !is_difference && column.key != TableKey::kInclusive) continue;
    TableCellModel cell;
    if (is_difference) {
      if (row && model.drawn < costs.self.size()) {
        cell = DifferenceCell(*shown.tree, {*shown.tree, model.drawn}, column.key, costs.total,
                              [&](MetricIndex metric, bool is_self) {
                                return (is_self ? costs.self : costs.inclusive)[metric][*row];
                              });
      }
    } else if (row && column.index < costs.self.size()) {
      const uint64_t value = (self ? costs.self : costs.inclusive)[column.index][*row];
      cell = CostCell(*shown.tree, column.index, value, costs.total[column.index]);
    }
    line.cells.push_back(std::move(cell));
  }
  if (row && costs.line[*row] != 0) line.frame = costs.first_frame[*row];
}

std::optional<size_t> RowOfLine(const LineCosts& costs, uint32_t line) {
  const auto row = std::ranges::lower_bound(costs.line, line);
  if (row == costs.line.end() || *row != line) return std::nullopt;
  return static_cast<size_t>(row - costs.line.begin());
}

bool HasColumn(const TableHead& head, TableKey key) {
  return std::ranges::any_of(head.columns,
                             [key](const TableColumnModel& column) { return column.key == key; });
}

bool HasLineless(const LineCosts& costs) {
  return !costs.line.empty() && costs.line[0] == 0 && costs.contexts[0] > 0;
}

void AddColumns(const Settings& settings, const ViewState& view, SourceModel& model) {
  AddCostColumns(
      settings, view.tree(), view.metric,
      {.self_title = std::string(kSelfTitle),
       .self_means = "of the functions defined on this line, or of samples on it, without what they call",
       .inclusive_means = "with what they call, recursion counted once",
       .self_first = true},
      model);
  if (!model.path_before.empty())
    model.Add("line before", "Before", "Of the version before", TableKey::kLayer);
  model.Add("line", model.path_before.empty() ? "Line" : "After",
            "As the profile has it: where a function is defined, or where it was", TableKey::kLayer);
  if (!view.tree().types().empty())
    model.Add(
        "receiver-types", "Called on",
        "The types of the objects that the functions defined on this line, or called on it, are called on",
        TableKey::kReceiverTypes);
  model.Add("text", model.without_file ? "Function" : "", "", TableKey::kName);
}

std::string NotFoundText(const SourceView& shown) {
  const FolderSearch& searched = shown.source.searched;
  std::string text =
      shown.file.empty() ? "No file of the source folders defines this function" : "The file was not found";
  if (searched.files == 0) return text;
  text += fmt::format(", searched {}", CountedText(searched.files, "file"));
  if (searched.bytes > 0) text += ", " + ValueText(searched.bytes, "bytes", 1);
  return text + (searched.is_cut ? ": more are not searched" : "");
}

}  // namespace

static FrameId SubjectFrame(const ViewState& view) {
  return view.chosen_function ? *view.chosen_function : view.tree().FrameOf(SelectedOrCentre(view));
}

Frame SourceSubject(const ViewState& view) { return view.tree().frames()[SubjectFrame(view)]; }

// The subject's line by the profile or the source; 0 if unknown.
static uint32_t SubjectLine(const ViewState& view, const SourceView& shown) {
  const FrameId frame = SubjectFrame(view);
  return frame < shown.line_of.size() ? shown.line_of[frame] : 0;
}

SourceModel BuildSourceModel(const AppState& state) {
  SourceModel model;
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return model;
  const Frame frame = SourceSubject(*view);
  model.line = frame.line;
  model.loading = view->slots.Get<SourceState>().task.running();
  model.title = DisplayText(frame.file.empty() ? ShownName(frame.name) : frame.file, 1000);
  if (frame.file.empty() && (frame.name.empty() || state.settings.source_folders.empty())) {
    model.message = frame.name.empty()
                        ? "Select a context to see its source"
                        : "The profile does not say in which file this function is: with a folder of "
                          "sources the file that defines it is searched for";
    model.can_add_folder = !frame.name.empty();
    return model;
  }
  if (const DocumentState* document = FindDocument(state, view->document);
      document != nullptr && !document->detail.lines)
    model.with_lines = OpenWithDetailToggled(&ReadingDetail::lines, *document);
  const SourceView* shown = ShownSource(*view);
  if (shown == nullptr) return model;
  const auto path_of = [](const SourceFile& source) {
    return source.path.empty() ? source.revision_path : source.path.string();
  };
  model.line = SubjectLine(*view, *shown);
  model.path = path_of(shown->source);
  model.on_disk = !shown->source.path.empty();
  model.has_lineless = HasLineless(shown->costs);
  for (const auto& place : shown->source.tried) model.tried.push_back(DisplayText(place.string(), 1000));
  if (model.path.empty() || !shown->source.problem.empty()) {
    model.message =
        model.path.empty()
            ? NamesNoFile(frame.file) ? "This is code of the runtime: no file has it" : NotFoundText(*shown)
            : fmt::format("{}: {}", DisplayText(model.path, 1000), shown->source.problem);
    model.without_file = true;
    model.can_add_folder = model.path.empty() && !NamesNoFile(frame.file);
    AddColumns(state.settings, *view, model);
    const std::vector<uint32_t>& lines = shown->costs.line;
    model.line_count = lines.size();
    model.subject_row = static_cast<size_t>(std::ranges::lower_bound(lines, model.line) - lines.begin());
    return model;
  }
  const size_t before = model.has_lineless ? 1 : 0;
  if (shown->before) {
    const std::vector<LinePair>& lines = shown->before->lines;
    model.path_before = path_of(shown->before->source);
    AddColumns(state.settings, *view, model);
    model.line_count = lines.size() + before;
    const LineCosts& gone = shown->before->costs;
    const auto row = RowOfLine(gone, model.line);
    const bool is_gone = row && shown->tree->frames()[gone.first_frame[*row]] == frame;
    const auto is_subject = [&](const LinePair& pair) {
      return (is_gone ? pair.before : pair.after) == model.line - 1;
    };
    const auto subject = model.line == 0 ? lines.begin() : std::ranges::find_if(lines, is_subject);
    model.subject_row = static_cast<size_t>(subject - lines.begin()) + before;
    model.changed_lines = static_cast<size_t>(std::ranges::count_if(
        lines, [](const LinePair& pair) { return pair.before == kNoLine || pair.after == kNoLine; }));
    return model;
  }
  // The file may have been edited and be shorter than the profiled version: `subject_row` may lie behind it.
  model.drawn = view->metric;
  AddColumns(state.settings, *view, model);
  model.line_count = shown->source.line_count() + before;
  model.subject_row = model.line == 0 ? 0 : model.line - 1 + before;
  return model;
}

// A line of two versions side by side: pair `index` of the aligned lines.
static SourceLine LineOfVersions(const SourceView& shown, const SourceModel& model, size_t index) {
  SourceLine line;
  const SourceBefore& before = *shown.before;
  if (index >= before.lines.size()) return line;
  const LinePair pair = before.lines[index];
  const bool is_gone = pair.after == kNoLine;
  if (is_gone || pair.before == kNoLine) line.only = is_gone ? Side::kBefore : Side::kAfter;
  // Functions on both sides have lines of the version after.
  auto row = is_gone ? std::nullopt : RowOfLine(shown.costs, pair.after + 1);
  const bool is_of_gone = !row && pair.before != kNoLine;
  if (is_of_gone) row = RowOfLine(before.costs, pair.before + 1);
  FillCosts(shown, is_of_gone ? before.costs : shown.costs, model, row, line);
  line.selected = index + (model.has_lineless ? 1 : 0) == model.subject_row;
  const auto number = [](uint32_t its) { return its == kNoLine ? std::string() : std::to_string(its + 1); };
  line.cells.push_back({.text = number(pair.before)});
  line.cells.push_back({.text = number(pair.after)});
  if (HasColumn(model, TableKey::kReceiverTypes)) line.cells.emplace_back();
  const std::string_view text = is_gone ? before.source.line(pair.before) : shown.source.line(pair.after);
  // Signs mark the line besides its colour.
  const std::string_view mark = is_gone ? "- " : pair.before == kNoLine ? "+ " : "  ";
  line.cells.push_back({.text = std::string(mark) + WithoutTabs(text)});
  return line;
}

SourceLine BuildSourceLine(const AppState& state, const SourceModel& model, size_t index) {
  SourceLine line;
  const ViewState* view = ActiveView(state);
  const SourceView* shown = view == nullptr ? nullptr : ShownSource(*view);
  if (shown == nullptr || model.columns.empty() || index >= model.line_count) return line;
  const size_t lineless = model.has_lineless ? 1 : 0;
  if (shown->before && index >= lineless) return LineOfVersions(*shown, model, index - lineless);
  const LineCosts& costs = shown->costs;
  uint32_t number = 0;
  std::optional<size_t> row;
  if (model.without_file) {
    if (index >= costs.line.size()) return line;
    row = index;
    number = costs.line[index];
  } else {
    number = static_cast<uint32_t>(index + (model.has_lineless ? 0 : 1));
    row = RowOfLine(costs, number);
  }
  FillCosts(*shown, costs, model, row, line);
  std::string text;
  if (number == 0) {
    text = CountedText(costs.contexts[0], "context") + " without a line";
  } else if (model.without_file) {
    text = FunctionText(shown->tree->frames().name(costs.first_frame[index]), kMaxLineBytes);
  } else {
    text = WithoutTabs(shown->source.line(number - 1));
  }
  line.selected = number == SubjectLine(*view, *shown);
  if (!model.path_before.empty()) line.cells.emplace_back();
  line.cells.push_back({.text = number == 0 ? std::string() : std::to_string(number)});
  if (HasColumn(model, TableKey::kReceiverTypes)) {
    const auto called_on = shown->called_on.find(number);
    TableCellModel cell;
    if (called_on != shown->called_on.end())
      cell.text = CallsByTypeText(shown->tree->types(), called_on->second.Shares());
    cell.tooltip = cell.text;
    line.cells.push_back(std::move(cell));
  }
  line.cells.push_back({.text = std::move(text)});
  return line;
}

std::optional<FrameId> HotLine(const ViewState& view, int steps) {
  const SourceView* shown = ShownSource(view);
  if (shown == nullptr || view.metric >= shown->costs.self.size()) return std::nullopt;
  const LineCosts& costs = shown->costs;
  const std::vector<uint64_t>& self = costs.self[view.metric];
  std::vector<size_t> hot;
  for (size_t row = 0; row < costs.line.size(); ++row)
    if (costs.line[row] != 0 && self[row] > 0) hot.push_back(row);
  if (hot.empty()) return std::nullopt;
  std::ranges::stable_sort(hot, [&](size_t a, size_t b) { return self[a] > self[b]; });
  const auto size = static_cast<int64_t>(hot.size());
  const uint32_t line = SubjectLine(view, *shown);
  const auto now = std::ranges::find_if(hot, [&](size_t row) { return costs.line[row] == line; });
  const int64_t from = now != hot.end() ? now - hot.begin() : steps > 0 ? -1 : size;
  const int64_t at = ((from + steps) % size + size) % size;
  return costs.first_frame[hot[static_cast<size_t>(at)]];
}

}  // namespace ringscope
