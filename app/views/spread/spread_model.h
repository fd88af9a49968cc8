#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/views/spread/spread.h"
#include "app/views/spread/spread_plot.h"

namespace ringscope::spread {

struct SpreadModel {
  std::string missing;  // why there is nothing to show; else empty
  std::shared_ptr<const FoundSpread> found;
  CctPtr tree;
  Metric metric;
  SpreadPlace place;
  bool counts_calls = false;  // costs per call are possible
  ContextId selected = kNoContext;
  std::optional<size_t> selected_at;  // its index in `found`, if it has one
  std::string name, about;
  std::vector<PlotSpec> plots;  // empty if something is missing
};

// A row of the table, made when it is drawn.
struct SpreadRow {
  ContextId context = kNoContext;
  std::string callers, value, share, depth, score;
  bool is_unlike = false;
};

// What a view shows, in plots whose boxes are about `width_px` wide. O(contexts of the function).
[[nodiscard]] SpreadModel BuildSpreadModel(const AppState& state, const ViewState& view, float width_px,
                                           float scale);

// Marks another selected context. O(contexts of the function).
void ShowSelected(ContextId selected, SpreadModel& model);

// Row `k` of the contexts of `found`. O(layers log contexts).
[[nodiscard]] SpreadRow RowOf(const SpreadModel& model, size_t k);

// "parse < read < main": the callers of a context, the nearest first, at most three; "all" for a context
// without callers. With whole names or without their packages.
enum class CallerNames : uint8_t { kWhole, kWithoutPackages };
[[nodiscard]] std::string CallersText(const Cct& tree, ContextId context, CallerNames names);

// The text beside the pointer on a point of the second plot, or on a bar of the first.
[[nodiscard]] std::vector<std::string> ContextLines(const SpreadModel& model, const SpreadContext& one);
[[nodiscard]] std::vector<std::string> BarLines(const SpreadModel& model, const SpreadBar& bar);

}  // namespace ringscope::spread
