#include "app/search/lighting_model.h"

#include <fmt/format.h>

#include "app/core/display_text.h"
#include "app/search/search_actions.h"
#include "app/tables/tables_actions.h"
#include "app/view/view_actions.h"
#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"

namespace ringscope {

std::vector<Highlight> BuildHighlights(const AppState& state) {
  // Names are shortened where they are drawn, and that better while they are whole.
  constexpr size_t kMostBytes = 2000;
  std::vector<Highlight> found;
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return found;
  const Cct& tree = view->tree();
  if (!view->search.text.empty())
    found.push_back({Highlight::Kind::kSearch, "search", DisplayText(view->search.text, kMostBytes),
                     action::SetSearchText{}});
  if (view->chosen_function && *view->chosen_function < tree.frames().size())
    found.push_back({Highlight::Kind::kFunction, "function",
                     DisplayText(ShownName(tree.frames().name(*view->chosen_function)), kMostBytes),
                     action::Select{view->selected}});
  if (view->selected < tree.context_count())
    found.push_back({Highlight::Kind::kSelected, "selected", ContextName(tree, view->selected, kMostBytes),
                     action::Unselect{}});
  if (view->blame.contexts != nullptr) {
    found.push_back({Highlight::Kind::kHotPath, "blame", "path of blame", action::Unselect{}});
    return found;
  }
  const auto& path = view->hot_path.contexts;
  if (state.settings.outline_hot_path && path != nullptr && !path->empty())
    found.push_back({Highlight::Kind::kHotPath, "hot-path", "hot path", action::OutlineHotPath{false}});
  return found;
}

std::string LitText(const LitContexts& lit, uint32_t drawn) {
  constexpr size_t kMostBytes = 80;
  return fmt::format("{}: {}, {} drawn", DisplayText(lit.name, kMostBytes),
                     CountedText(lit.totals.contexts, "context"), CountText(drawn));
}

}  // namespace ringscope
