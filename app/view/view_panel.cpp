#include "app/view/view_panel.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "app/views/view_kind.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

// More would leave their titles no room.
constexpr size_t kMostKindsInRow = 4;

// What it can usefully be shown as: in as few rows as their titles allow, as even as can be.
void DrawKind(const ViewState& view, float width, const PanelContext& ctx) {
  std::vector<const ViewKind*> kinds;
  for (const ViewKind* kind : ViewKinds()) {
    if (kind->suits == nullptr || kind->suits(view) || kind == &view.kind()) kinds.push_back(kind);
  }
  if (kinds.size() < 2) return;
  const size_t rows = (kinds.size() + kMostKindsInRow - 1) / kMostKindsInRow;
  for (size_t row = 0; row < rows; ++row) {
    const auto begin = row * kinds.size() / rows, end = (row + 1) * kinds.size() / rows;
    const auto in_row = std::span(kinds).subspan(begin, end - begin);
    std::vector<std::string_view> titles;
    size_t now = in_row.size();  // none of this row
    for (size_t i = 0; i < in_row.size(); ++i) {
      titles.push_back(in_row[i]->title);
      if (in_row[i] == &view.kind()) now = i;
    }
    const size_t chosen = SegmentedControl(ctx, "kind", titles, now, width);
    if (chosen != now) ctx.Emit(action::SetKind{in_row[chosen]});
  }
}

void DrawThreads(const ViewState& view, float width, const PanelContext& ctx) {
  constexpr std::array<std::string_view, 2> kChoices{"Threads as a ring", "Threads merged"};
  const size_t now = ThreadsMerged(view) ? 1 : 0;
  const size_t chosen = SegmentedControl(ctx, "threads", kChoices, now, width);
  if (chosen != now) ctx.Emit(action::SetThreadsMerged{chosen == 1});
}

}  // namespace

void DrawViewPanel(const AppState& state, Chart* chart, const PanelContext& ctx) {
  const ViewState* view = ActiveView(state);
  const DocumentState* document = ActiveDocument(state);
  if (view == nullptr || document == nullptr) return;
  const float width = ImGui::GetContentRegionAvail().x;
  DrawKind(*view, width, ctx);
  if (chart != nullptr) chart->DrawRows(state, ctx);
  if (document->has_thread_ring) DrawThreads(*view, width, ctx);
}

}  // namespace ringscope
