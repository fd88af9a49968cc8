#include "app/view/table/table_layout.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

constexpr float kBarWidth = 11, kChoicesWidth = 22;
constexpr float kLeastCostBar = 20, kMostCostBar = 56, kLeastName = 110, kReadableName = 260;

// The width that the user chose for the column; 0 if none.
float ResizedTo(const TableSpec& spec, const TableColumn& column) {
  return spec.settings == nullptr ? 0 : ColumnWidthOf(*spec.settings, ColumnNameOf(spec, column));
}

float RowHeight(const PanelContext& ctx) { return std::round(ctx.fonts.regular->FontSize + ctx.Px(7)); }

// The widths that a column needs, in pixels.
struct ColumnNeeds {
  float least = 0;                // in any case
  float most = 0;                 // of a stretching column: for its widest text
  std::vector<ColumnForm> forms;  // of numbers
  std::vector<float> numbers;     // by form: the width of the widest number
};

void MeasureNumbers(const TableSpec& spec, size_t column, const ShownRows& shown, TableUi::Widest& widest,
                    ColumnNeeds& needs, const PanelContext& ctx) {
  ImFont* const font = spec.columns[column].mono ? ctx.fonts.mono : ctx.fonts.regular;
  std::vector<std::string> texts{widest.number};
  for (const TableRow& row : shown.rows)
    if (column < row.cells.size()) texts.push_back(row.cells[column].text);
  needs.forms = FormsOf(texts);
  for (const ColumnForm& form : needs.forms) {
    float most = 0;
    for (const std::string& text : texts) {
      const float width = TextWidth(font, NumberInForm(text, form));
      if (width > most && needs.numbers.empty()) widest.number = text;
      most = std::max(most, width);
    }
    needs.numbers.push_back(std::ceil(most));
  }
}

void MeasureTexts(const TableSpec& spec, size_t column, const ShownRows& shown, TableUi::Widest& widest,
                  ColumnNeeds& needs, const PanelContext& ctx) {
  ImFont* const font = spec.columns[column].mono ? ctx.fonts.mono : ctx.fonts.regular;
  for (const TableRow& row : shown.rows) {
    if (column >= row.cells.size()) continue;
    const TableCell& cell = row.cells[column];
    float width = TextWidth(font, cell.text) + ctx.Px(2 * kCellPadding + 1);
    if (!cell.place.empty()) width += TextWidth(ctx.fonts.small, cell.place) + ctx.Px(kCellPadding);
    if (cell.indent > 0 || cell.arrow != TableArrow::kNone)
      width += ctx.Px(static_cast<float>(cell.indent) + kCellArrowWidth);
    widest.width = std::max(widest.width, width / ctx.scale);
  }
  needs.most = std::ceil(ctx.Px(widest.width));
}

std::vector<ColumnNeeds> MeasureColumns(const TableSpec& spec, const ShownRows& shown, TableUi& ui,
                                        const PanelContext& ctx) {
  constexpr float kMostTitle = 110, kSortArrow = 12;
  if (ui.widest.size() != spec.columns.size() || ui.widest_of != spec.row_count)
    ui.widest.assign(spec.columns.size(), {});
  ui.widest_of = spec.row_count;
  std::vector<ColumnNeeds> needs(spec.columns.size());
  for (size_t i = 0; i < needs.size(); ++i) {
    const TableColumn& column = spec.columns[i];
    if (column.numeric)
      MeasureNumbers(spec, i, shown, ui.widest[i], needs[i], ctx);
    else if (column.stretches)
      MeasureTexts(spec, i, shown, ui.widest[i], needs[i], ctx);
    needs[i].least = column.numeric
                         ? std::min(WidthOfLines(ctx.fonts.small, column.title), ctx.Px(kMostTitle)) +
                               ctx.Px(2 * kCellPadding + (spec.sorted_by == i ? kSortArrow : 0))
                         : ctx.Px(column.width);
    needs[i].least = std::round(needs[i].least);
  }
  return needs;
}

// The reductions of columns that have no room for all their parts.
struct ColumnCuts {
  float bar = 0;               // the width of each bar, in pixels
  size_t fewer_shares = 0;     // this many shares less in each column
  size_t shorter_numbers = 0;  // index of the form of numbers, or the shortest
  float narrower = 0;          // pixels less for each stretching column, down to kLeastName
};

TablePlacement::Span SpanOf(const TableSpec& spec, size_t index, const ColumnNeeds& needs,
                            const ColumnCuts& cuts, const PanelContext& ctx) {
  const TableColumn& column = spec.columns[index];
  const float resized = ctx.Px(ResizedTo(spec, column));
  if (!column.numeric) {
    const float narrower =
        column.stretches ? std::max(needs.least - cuts.narrower, ctx.Px(kLeastName)) : needs.least;
    return {.width = std::round(resized > 0 ? resized : std::min(narrower, needs.least))};
  }
  TablePlacement::Span span;
  const float padding = ctx.Px(2 * kCellPadding), share = ctx.Px(kShareWidth);
  const size_t last = needs.forms.size() - 1, shares = column.share_titles.size();
  size_t form = resized > 0 ? 0 : std::min(cuts.shorter_numbers, last);
  if (resized > 0)
    while (form < last && needs.numbers[form] + padding > resized) ++form;
  const float number = std::max(needs.numbers[form] + padding, resized > 0 ? 0 : needs.least);
  // Digits for which the column has room in any case, below its heading, would leave for nothing.
  for (form = 0; needs.numbers[form] + padding > number;) ++form;
  span.form = needs.forms[form];
  span.shares = shares - std::min(cuts.fewer_shares, shares);
  if (resized > 0)
    span.shares = std::min(shares, static_cast<size_t>(std::max(0.0f, resized - number) / share));
  const float others = number + static_cast<float>(span.shares) * share;
  if (column.has_bars) span.bar = resized > 0 ? std::min(ctx.Px(kMostCostBar), resized - others) : cuts.bar;
  if (span.bar < ctx.Px(kLeastCostBar)) span.bar = 0;
  span.width = std::round(std::max(resized, others + span.bar));
  return span;
}

void SetSpans(const TableSpec& spec, const std::vector<ColumnNeeds>& needs, float room, TablePlacement& place,
              const PanelContext& ctx) {
  ColumnCuts cuts{.bar = std::round(ctx.Px(kMostCostBar))};
  float bars = 0;
  size_t most_shares = 0, most_forms = 1;
  for (size_t i = 0; i < needs.size(); ++i) {
    bars += spec.columns[i].has_bars ? 1.0f : 0.0f;
    most_shares = std::max(most_shares, spec.columns[i].share_titles.size());
    most_forms = std::max(most_forms, needs[i].forms.size());
  }
  // Sets the columns; returns their width beyond the room.
  const auto too_wide = [&] {
    place.columns.clear();
    float sum = 0;
    for (size_t i = 0; i < needs.size(); ++i)
      sum += place.columns.emplace_back(SpanOf(spec, i, needs[i], cuts, ctx)).width;
    return sum - room;
  };
  float over = too_wide();
  // The width that names lack to be readable, which they get in place of bars.
  float lacking = 0;
  for (size_t i = 0; i < needs.size(); ++i)
    if (spec.columns[i].stretches && ResizedTo(spec, spec.columns[i]) == 0)
      lacking += std::max(0.0f, std::min(needs[i].most, ctx.Px(kReadableName)) - needs[i].least);
  if (over + lacking > 0 && bars > 0) {
    cuts.bar = std::floor(cuts.bar - (over + lacking) / bars);
    over = too_wide();
  }
  for (; over > 0 && cuts.fewer_shares < most_shares; over = too_wide()) ++cuts.fewer_shares;
  for (; over > 0 && cuts.shorter_numbers + 1 < most_forms; over = too_wide()) ++cuts.shorter_numbers;
  cuts.narrower = std::max(0.0f, over);
  if (over > 0) over = too_wide();
}

// The first column stays in place; the others scroll below it.
void LayOutColumns(const TableSpec& spec, const std::vector<ColumnNeeds>& needs, TableUi& ui,
                   const PanelRect& rect, float width, TablePlacement& place, const PanelContext& ctx) {
  float sum = 0;
  float stretching = 0;
  const auto stretches = [&](size_t i) {
    return spec.columns[i].stretches && ResizedTo(spec, spec.columns[i]) == 0;
  };
  for (size_t i = 0; i < spec.columns.size(); ++i) {
    sum += place.columns[i].width;
    if (stretches(i)) stretching += spec.columns[i].width;
  }
  // Columns share the free width; a column that needs less leaves more to the next ones.
  float free = std::max(0.0f, width - sum);
  for (size_t i = 0; i < spec.columns.size() && stretching > 0 && free > 0; ++i) {
    if (!stretches(i)) continue;
    const float most = std::max(0.0f, needs[i].most - place.columns[i].width);
    const float more = std::min(std::floor(free * spec.columns[i].width / stretching), most);
    place.columns[i].width += more;
    free -= more;
    stretching -= spec.columns[i].width;
  }
  place.is_filled = free < ctx.Px(8);
  place.overflow = std::max(0.0f, sum - width);
  ui.left_px = std::clamp(ui.left_px, 0.0f, place.overflow);
  float left = rect.x;
  for (size_t i = 0; i < place.columns.size(); ++i) {
    place.columns[i].left = left - (i == 0 ? 0 : ui.left_px);
    left += place.columns[i].width;
  }
}

}  // namespace

float TitleRoomOf(const TableSpec& spec, size_t column, const TablePlacement& place,
                  const PanelContext& ctx) {
  constexpr float kArrowWidth = 12;
  const TablePlacement::Span& span = place.columns[column];
  const float arrow = spec.sorted_by == column ? kArrowWidth : 0;
  return span.width - ctx.Px(static_cast<float>(span.shares) * kShareWidth + 2 * kCellPadding + arrow);
}

std::string ColumnNameOf(const TableSpec& spec, const TableColumn& column) {
  return std::string(spec.mark) + '/' + column.id;
}

float TableHeadHeight(const PanelContext& ctx) { return std::round(ctx.fonts.small->FontSize + ctx.Px(11)); }

namespace {

TablePlacement LayOutBelow(float head, const TableSpec& spec, const std::vector<ColumnNeeds>& needs,
                           TableUi& ui, const PanelRect& rect, const PanelContext& ctx) {
  TablePlacement place;
  place.row_height = RowHeight(ctx);
  // The button of the columns' menu stands above the vertical bar.
  const float bar = std::round(ctx.Px(kBarWidth));
  const float button = spec.choices.empty() ? 0 : std::round(ctx.Px(kChoicesWidth));
  const auto rows = static_cast<double>(spec.row_count);
  // Each scroll bar takes room from the other direction.
  float height = std::max(1.0f, rect.height - head);
  const auto too_high = [&] {
    return rows * static_cast<double>(place.row_height) > static_cast<double>(height);
  };
  const float room = rect.width - std::max(too_high() ? bar : 0, button);
  SetSpans(spec, needs, room, place, ctx);
  float least = 0;
  for (const TablePlacement::Span& span : place.columns) least += span.width;
  const bool sideways = least > room;
  if (sideways) height = std::max(1.0f, height - bar);
  const bool scrolls = too_high();
  const float width = std::max(1.0f, rect.width - std::max(scrolls ? bar : 0, button));
  place.head = {rect.x, rect.y, width, head};
  place.body = {rect.x, rect.y + head, width, height};
  if (scrolls) place.vertical = {rect.x + rect.width - bar, rect.y + head, bar, height};
  if (sideways) place.horizontal = {rect.x, rect.y + head + height, width, bar};
  place.rows_in_sight = static_cast<double>(height) / static_cast<double>(place.row_height);
  place.last_top = std::max(0.0, rows - place.rows_in_sight);
  LayOutColumns(spec, needs, ui, rect, width, place, ctx);
  return place;
}

// Whether a title of several words does not fit on one line.
bool HasLongTitle(const TableSpec& spec, const TablePlacement& place, const PanelContext& ctx) {
  for (size_t i = 0; i < spec.columns.size(); ++i) {
    const std::string& title = spec.columns[i].title;
    if (title.find(' ') == std::string::npos) continue;
    if (TextWidth(ctx.fonts.small, title) > TitleRoomOf(spec, i, place, ctx)) return true;
  }
  return false;
}

}  // namespace

TablePlacement LayOutTable(const TableSpec& spec, const ShownRows& shown, TableUi& ui, const PanelRect& rect,
                           const PanelContext& ctx) {
  const float line = TableHeadHeight(ctx);
  const std::vector<ColumnNeeds> needs = MeasureColumns(spec, shown, ui, ctx);
  const TablePlacement place = LayOutBelow(line, spec, needs, ui, rect, ctx);
  if (!HasLongTitle(spec, place, ctx)) return place;
  return LayOutBelow(line + ctx.fonts.small->FontSize, spec, needs, ui, rect, ctx);
}

ShownRows MakeShownRows(const TableSpec& spec, const TableUi& ui, float height, const PanelContext& ctx) {
  ShownRows shown;
  const double top = std::max(0.0, ui.top);
  const double below = top + static_cast<double>(height) / static_cast<double>(RowHeight(ctx));
  shown.first = static_cast<uint64_t>(top);
  for (uint64_t row = shown.first; row < spec.row_count && static_cast<double>(row) < below; ++row)
    shown.rows.push_back(spec.row(row));
  return shown;
}

void DropHiddenRows(const TablePlacement& place, const TableUi& ui, ShownRows& shown) {
  const double in_sight = std::ceil(ui.top + place.rows_in_sight) - static_cast<double>(shown.first);
  shown.rows.resize(std::min(shown.rows.size(), static_cast<size_t>(std::max(0.0, in_sight))));
  for (const TableRow& row : shown.rows)
    for (const TableCell& cell : row.cells) shown.deepest = std::max(shown.deepest, cell.indent);
}

void RevealTableRow(uint64_t row, bool to_middle, const TablePlacement& place, TableUi& ui) {
  const auto at = static_cast<double>(row);
  if (at >= ui.top && at + 1 <= ui.top + place.rows_in_sight) return;
  if (to_middle) {
    // A row partly in sight may just have been clicked: it stays for a second click.
    if (at + 1 > ui.top && at < ui.top + place.rows_in_sight) return;
    ui.top = std::round(at - (place.rows_in_sight - 1) / 2);
  } else {
    ui.top = at < ui.top ? at : at + 1 - place.rows_in_sight;
  }
}

double ScrollBar(const char* name, const PanelRect& rect, bool vertical, double at, double last,
                 double in_sight, const PanelContext& ctx) {
  if (rect.width < 1 || rect.height < 1 || last <= 0) return at;
  const float length = vertical ? rect.height : rect.width;
  const auto share = static_cast<float>(in_sight / (last + in_sight));
  const float grip = std::clamp(length * share, std::min(ctx.Px(28), length / 2), length);
  const float room = std::max(1.0f, length - grip);
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::InvisibleButton(name, {rect.width, rect.height});
  const ImGuiIO& io = ImGui::GetIO();
  const float pointer = vertical ? io.MousePos.y - rect.y : io.MousePos.x - rect.x;
  float begin = static_cast<float>(at / last) * room;
  // The offset of the pointer on the grip when the drag began.
  float& hold = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID(name));
  bool moved = ImGui::IsItemActive() && (vertical ? io.MouseDelta.y : io.MouseDelta.x) != 0;
  if (ImGui::IsItemActivated()) {
    const bool on_grip = pointer >= begin && pointer < begin + grip;
    hold = on_grip ? pointer - begin : grip / 2;
    // A press beside the grip moves the grip there.
    moved = !on_grip;
  }
  if (moved) {
    begin = std::clamp(pointer - hold, 0.0f, room);
    at = static_cast<double>(begin) / static_cast<double>(room) * last;
  }
  const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
  const float inset = ctx.Px(2);
  ImVec2 min{rect.x + inset, rect.y + begin + 1}, max{rect.x + rect.width - inset, rect.y + begin + grip - 1};
  if (!vertical) {
    min = {rect.x + begin + 1, rect.y + inset};
    max = {rect.x + begin + grip - 1, rect.y + rect.height - inset};
  }
  ImGui::GetWindowDrawList()->AddRectFilled(
      min, max, lit ? ctx.colors().text_faint : ctx.colors().raised_active, ctx.Px(4));
  return at;
}

}  // namespace ringscope
