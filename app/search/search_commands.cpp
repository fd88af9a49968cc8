#include <fmt/format.h>

#include <array>

#include "app/search/search_actions.h"
#include "app/view/command_tables.h"
#include "app/view/steps/context_steps.h"

namespace ringscope::command {
namespace {

template <int kSteps>
Maybe Step(const ViewState& view) {
  if (view.search.empty()) return std::nullopt;
  return action::StepMatch{kSteps};
}

template <typename ActionType>
Maybe IfSearching(const ViewState& view) {
  if (view.search.empty()) return std::nullopt;
  return ActionType{};
}

Maybe SearchSubject(const ViewState& view) {
  const std::string query = QueryOf(view.tree(), SubjectOf(view));
  if (query.empty()) return std::nullopt;
  return action::SetSearchText{query};
}

std::string WhyNoSubject(const ViewState& view) {
  std::string why = NoSubjectText(view);
  return why.empty() ? "The profile has no name for this function" : why;
}

std::string WhyNoMatch(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || !view->search.empty()) return {};
  return fmt::format("Nothing is searched for: {}", WithKey(state, "search", "search.focus"));
}

constexpr std::string_view kSearchGroup = "Search";

constexpr std::array kSearchCommands{
    Command{"search.focus", kSearchGroup, "Search functions", "Ctrl+F, /", InView<action::FocusSearch>},
    Command{"search.next", kSearchGroup, "Next match", "F3, N", OfView<Step<1>>, false, nullptr, WhyNoMatch},
    Command{"search.previous", kSearchGroup, "Previous match", "Shift+F3, Shift+N", OfView<Step<-1>>, false,
            nullptr, WhyNoMatch},
    Command{"search.show", kSearchGroup, "Zoom until the match can be seen", "G",
            OfView<IfSearching<action::GoToMatch>>, false, nullptr, WhyNoMatch},
    Command{"search.filter", kSearchGroup, "Keep only stacks through matches", "Ctrl+Enter",
            OfView<IfSearching<action::FilterBySearch>>, false, nullptr, WhyNoMatch},
    Command{"search.this", kSearchGroup, "Search this function", "S", OfView<SearchSubject>, false, nullptr,
            OfView<WhyNoSubject>},
};

}  // namespace

std::span<const Command> Find() { return kSearchCommands; }

}  // namespace ringscope::command
