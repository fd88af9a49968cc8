#include "app/compare/compare.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "cct/tree/metric_sides.h"

namespace ringscope {

namespace {

// Whether names say that two profiles stand the wrong way round: "run_after" before "run_before".
bool AreSwapped(std::string_view before, std::string_view after) {
  constexpr std::array<std::array<std::string_view, 2>, 2> kPairs{{{"before", "after"}, {"old", "new"}}};
  const auto has = [](std::string_view name, std::string_view word) {
    return name.find(word) != std::string_view::npos;
  };
  return std::ranges::any_of(kPairs, [&](const auto& pair) {
    return has(before, pair[1]) && !has(before, pair[0]) && has(after, pair[0]) && !has(after, pair[1]);
  });
}

}  // namespace

std::vector<CompareRow> BuildCompareRows(const AppState& state) {
  std::vector<CompareRow> rows;
  const DocumentState* const active = ActiveDocument(state);
  size_t after = SIZE_MAX;
  for (const ViewState& view : state.views) {
    const DocumentState* document = FindDocument(state, view.document);
    if (document == nullptr || document->reading != kNoJob) continue;
    if (SidesOf(document->opened.tree->metrics(), 0)) continue;
    if (std::ranges::any_of(rows, [&](const CompareRow& row) { return row.document == document->id; }))
      continue;
    if (document == active) after = rows.size();
    rows.push_back({document->id, document->title, std::nullopt});
  }
  if (rows.size() < 2) return rows;
  if (after == SIZE_MAX) after = rows.size() - 1;
  const size_t other = after == 0 ? 1 : after - 1;
  size_t before = std::min(other, after);
  after = std::max(other, after);
  if (AreSwapped(rows[before].name, rows[after].name)) std::swap(before, after);
  rows[before].side = Side::kBefore;
  rows[after].side = Side::kAfter;
  return rows;
}

void MoveToSide(CompareRow& row, int steps) {
  constexpr std::array<std::optional<Side>, 3> kSides{std::nullopt, Side::kBefore, Side::kAfter};
  const int now = !row.side ? 0 : *row.side == Side::kBefore ? 1 : 2;
  row.side = kSides[static_cast<size_t>(std::clamp(now + steps, 0, 2))];
}

std::string CompareProblem(const std::vector<CompareRow>& rows) {
  const auto has = [&](Side side) {
    return std::ranges::any_of(rows, [&](const CompareRow& row) { return row.side == side; });
  };
  if (rows.size() < 2) return "Open two profiles to compare them.";
  if (!has(Side::kBefore)) return "Choose at least one profile before.";
  if (!has(Side::kAfter)) return "Choose at least one profile after.";
  return {};
}

}  // namespace ringscope
