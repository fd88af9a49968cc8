#include "app/views/polymetric/polymetric.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/charts/diagram/diagram.h"
#include "app/core/display_text.h"
#include "app/tables/tables.h"
#include "app/view/command_tables.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/saved_view.h"
#include "cct/names/shown_name.h"
#include "cct/query/language/query.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::polymetric {
namespace {

bool IsShown(const ViewState& view) { return &view.kind() == &Kind(); }

template <size_t kPreset>
std::optional<Action> Show(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  const std::string text = PresetText(*view, kPreset);
  if (IsShown(*view) && TextOf(*view) == text) return action::SetKind{DefaultViewKind()};
  return ShowText{text};
}

std::optional<Action> Neighbours(const AppState& state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return ShowBehavior{{}, true};
}
std::optional<Action> Outward(const ViewState& view) {
  const auto spec = ParsePolymetric(TextOf(view));
  if (!spec || spec->arrangement != BoxArrangement::kCalls) return std::nullopt;
  return StepOutward{};
}
std::optional<Action> Sides(const AppState& state) {
  const ViewState* view = ActiveOf<Kind>(state);
  if (view == nullptr || !SidesOf(view->tree().metrics(), view->metric)) return std::nullopt;
  return ShowSides{!IsBySide(state, *view)};
}
// Switches between the classes of libraries and one box for each library.
PolymetricSpec WithLibraries(PolymetricSpec spec) {
  spec.libraries =
      spec.libraries == LibraryClasses::kShown ? LibraryClasses::kFolded : LibraryClasses::kShown;
  return spec;
}
std::optional<Action> Libraries(const ViewState& view) {
  const auto spec = ParsePolymetric(TextOf(view));
  if (!spec || spec->arrangement != BoxArrangement::kInheritance || !spec->within.empty())
    return std::nullopt;
  return ShowText{FormatPolymetric(WithLibraries(*spec))};
}

constexpr std::array kCommands{
    Command{"chart.structure", "Chart", "Structure: classes and their methods as boxes, or back to the rings",
            "Shift+K", Show<0>},
    Command{"chart.behavior", "Chart", "Behavior: what the chosen function reaches, as boxes", "Alt+K",
            command::InView<ShowBehavior>},
    Command{"polymetric.neighbours", "Chart", "Behavior: callers and callees of the chosen function", "",
            Neighbours},
    Command{"polymetric.outward", "Chart", "Behavior: a layer more of callers and callees", "",
            OfKind<Kind, Outward>},
    Command{"polymetric.sides", "Chart", "Boxes: before and after beside each other, or in one picture",
            "Alt+B", Sides},
    Command{"polymetric.libraries", "Chart",
            "Boxes: classes of the JDK and of other libraries, or one box for each library", "",
            OfKind<Kind, Libraries>},
    Command{"polymetric.modules", "Chart", "Boxes: modules by cost and change", "", Show<2>},
    Command{"polymetric.functions", "Chart", "Boxes: functions by calls and self cost", "", Show<3>},
    Command{"polymetric.threads", "Chart", "Boxes: threads by what they spent", "", Show<4>},
    Command{"polymetric.rings", "Chart", "Boxes: show in the rings", "", InKind<Kind, ShowInRings>},
};

// The class or package that a group's query selects, if it selects one.
std::optional<std::string> PlaceOfClasses(std::string_view group) {
  const Result<Query> query = ParseQuery(group);
  if (!query || query->nodes.size() != 1) return std::nullopt;
  const QueryNode& node = query->nodes.front();
  const bool is_place = node.field == QueryField::kClass || node.field == QueryField::kPackage;
  if (node.op != QueryOp::kText || node.match != TextMatch::kExact || !is_place || node.text.empty())
    return std::nullopt;
  return node.text;
}

// Adds the offers of a diagram of classes: the subject's class or package alone, all classes, and libraries.
void AddClassOffers(const PolymetricSpec& spec, const CommandSubject& subject,
                    std::vector<KindOffer>& offers) {
  if (const std::optional<std::string> place = PlaceOfClasses(subject.group)) {
    PolymetricSpec only = spec;
    only.within = {*place};
    std::vector<Action> actions;
    if (only.within != spec.within) actions.push_back(ShowText{FormatPolymetric(only)});
    offers.push_back({"within", "Only " + DisplayText(ShownName(*place), 60), "", std::move(actions)});
  }
  if (spec.within.empty()) {
    offers.push_back(
        {"libraries",
         spec.libraries == LibraryClasses::kShown ? "One box for each library" : "Classes of libraries too",
         "polymetric.libraries",
         {ShowText{FormatPolymetric(WithLibraries(spec))}}});
    return;
  }
  PolymetricSpec all = spec;
  all.within.clear();
  offers.push_back({"all-classes", "All classes", "", {ShowText{FormatPolymetric(all)}}});
}

std::vector<KindOffer> Menu(const AppState&, const ViewState& view, const CommandSubject& subject) {
  const Cct& tree = view.tree();
  std::optional<FrameId> function = FunctionOf(tree, subject);
  // Threads call nothing.
  if (function && IsThread(tree.frames()[*function].kind)) function.reset();
  const auto behavior = [&](bool only_neighbours) {
    return function ? std::vector<Action>{ShowBehavior{function, only_neighbours}} : std::vector<Action>();
  };
  std::vector<KindOffer> offers{
      {"behavior", "Show its behavior as boxes", "chart.behavior", behavior(false)}};
  if (!IsShown(view)) return offers;
  offers.push_back(
      {"neighbours", "Only it, its callers and its callees", "polymetric.neighbours", behavior(true)});
  if (const auto spec = ParsePolymetric(TextOf(view))) {
    if (spec->arrangement == BoxArrangement::kInheritance) AddClassOffers(*spec, subject, offers);
    if (spec->arrangement == BoxArrangement::kCalls)
      offers.push_back(
          {"outward", "A layer more of callers and callees", "polymetric.outward", {StepOutward{}}});
  }
  std::vector<Action> rings;
  if (subject.context != kNoContext) {
    rings = {action::SetKind{DefaultViewKind()}, action::Select{subject.context}};
  } else if (function) {
    rings = {action::ChooseFunction{*function}, ShowInRings{}};
  } else if (!subject.group.empty()) {
    rings = {action::SetKind{DefaultViewKind()}, action::ChooseGroup{subject.group}};
  }
  offers.push_back({"rings", "Show it in the rings", "polymetric.rings", std::move(rings)});
  return offers;
}

constexpr std::array kPictures{KindPicture{"structure", "blueprint", "--view structure"},
                               KindPicture{"behavior", "blueprint", "--view behavior"},
                               KindPicture{"modules", "blueprint", "--view modules"},
                               KindPicture{"functions", "blueprint", "--view functions"},
                               KindPicture{"threads", "blueprint", "--view threads"}};

// A side, or both.
struct SideForm {
  [[nodiscard]] static Result<std::optional<Side>> Read(std::string_view text) {
    if (text == "both") return std::optional<Side>();
    RINGSCOPE_ASSIGN(const Side side, WordForm<kPolymetricSideWords>::Read(text));
    return std::optional(side);
  }
  [[nodiscard]] static std::string Write(std::optional<Side> side) {
    return side ? WordForm<kPolymetricSideWords>::Write(*side) : std::string("both");
  }
};

constexpr std::array kSaved{
    SavedRow<&SavedKind::place, &PolymetricPlace::text, TextForm>("polymetric"),
    SavedRow<&SavedKind::pane, &PolymetricPane::side, SideForm>("polymetric_side"),
};

SavedCommand CommandOf(const SavedKind& saved) {
  const std::string& text = saved.place.Get<PolymetricPlace>().text;
  SavedCommand command{.words = {"blueprint"}, .has_root = true, .has_derived = true, .has_layout = true};
  if (!text.empty()) command.words.push_back("--polymetric=" + text);
  if (const std::optional<Side> side = saved.pane.Get<PolymetricPane>().side)
    command.words.push_back(*side == Side::kBefore ? "--side=before" : "--side=after");
  return command;
}

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{.name = "polymetric",
                                  .title = "Boxes",
                                  .question = "Which classes and functions do the work?",
                                  .commands = kCommands,
                                  .gestures = kMapGestures,
                                  .has_options = true,
                                  .refresh = Refresh,
                                  .fit = InKind<Kind, diagram::FitAll>,
                                  .menu = Menu,
                                  .pictures = kPictures,
                                  .saved_command = CommandOf,
                                  .saved = kSaved};
  return kKind;
}

}  // namespace ringscope::polymetric
