#include "app/window/window_panels.h"

#include <array>
#include <string_view>
#include <vector>

#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/steps/steps.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

// What it can usefully be shown as.
void DrawKind(const ViewState& view, float width, const PanelContext& ctx) {
  std::vector<const ViewKind*> kinds;
  for (const ViewKind* kind : ViewKinds()) {
    if (kind->suits == nullptr || kind->suits(view) || kind == &view.kind()) kinds.push_back(kind);
  }
  if (kinds.size() < 2) return;
  std::vector<std::string_view> titles;
  size_t now = kinds.size();
  for (size_t i = 0; i < kinds.size(); ++i) {
    titles.push_back(kinds[i]->title);
    if (kinds[i] == &view.kind()) now = i;
  }
  const size_t chosen = SegmentedControl(ctx, "kind", titles, now, width);
  if (chosen != now) ctx.Emit(action::SetKind{kinds[chosen]});
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
