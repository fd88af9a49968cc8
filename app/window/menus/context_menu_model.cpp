#include "app/window/menus/commands_model.h"

#include <fmt/format.h>

#include <utility>

#include "app/core/display_text.h"
#include "app/search/search.h"
#include "app/source/source.h"
#include "app/tables/tables.h"
#include "app/view/command.h"
#include "app/view/document.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/view/stack_text.h"
#include "app/view/steps/context_steps.h"
#include "app/view/steps/steps.h"
#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"

namespace ringscope {
namespace {

constexpr size_t kMaxMenuNameBytes = 200;

struct Subject {
  const AppState& state;
  const ViewState& view;
  const ContextMenuState& menu;
  const CommandSubject& subject = menu.on;

  [[nodiscard]] const Cct& tree() const { return view.tree(); }
  [[nodiscard]] bool is_group() const { return !subject.group.empty(); }
  [[nodiscard]] bool is_context() const { return subject.context != kNoContext; }
  // Empty for the synthetic root, and for a group.
  [[nodiscard]] Frame frame() const {
    const auto function = FunctionOf(tree(), subject);
    return function ? tree().frames()[*function] : Frame{};
  }
};

std::string ValueOf(const Subject& on, uint64_t value) {
  const Metric& metric = on.tree().metrics()[on.view.metric];
  return fmt::format("{}, {} of total", ValueText(value, metric.unit, metric.scale),
                     ShareText(value, on.tree().Total(on.view.metric)));
}

void Add(const Subject& on, ContextMenuModel& model, std::string_view id, std::string title,
         std::string_view command, std::vector<Action> actions) {
  model.entries.push_back(
      {std::string(id), std::move(title), FirstKeyOf(on.state, command), std::move(actions), false});
}

void BeginGroup(ContextMenuModel& model, size_t first) {
  if (first < model.entries.size()) model.entries[first].begins_group = true;
}

std::vector<Action> StepActions(const Subject& on, TransformKind kind) {
  const auto step = StepOn(on.tree(), on.subject, kind);
  if (!step) return {};
  return {action::AddTransform{*step}};
}

void AddTransforms(const Subject& on, ContextMenuModel& model) {
  Add(on, model, "focus", on.is_group() ? "Focus on it" : "Focus on this function", "tree.focus",
      StepActions(on, TransformKind::kFocus));
  Add(on, model, "keep", "Keep only stacks through it", "tree.keep", StepActions(on, TransformKind::kKeep));
  Add(on, model, "hide", "Hide it, its cost goes to the caller", "tree.hide",
      StepActions(on, TransformKind::kHide));
  Add(on, model, "drop", "Drop it with its cost", "tree.drop", StepActions(on, TransformKind::kDrop));
  const Frame frame = on.frame();
  const std::string module = on.is_group()          ? "it to one function"
                             : frame.module.empty() ? "its module"
                                                    : "module " + DisplayText(frame.module, 40);
  Add(on, model, "collapse", "Collapse " + module, "tree.collapse-module",
      StepActions(on, TransformKind::kCollapse));
  Add(on, model, "fold", "Fold recursion", "tree.fold-recursion",
      {action::AddTransform{{.kind = TransformKind::kFoldRecursion}}});
}

std::vector<Action> SourceOf(const Subject& on) {
  if (on.menu.in_file) return {action::OpenSourceOf{*on.menu.in_file}};
  if (on.frame().file.empty()) return {};
  if (on.is_context()) return {action::OpenSource{on.subject.context}};
  return {action::OpenSourceOf{*on.subject.function}};
}

// Adds a kind's offers: those behind "Make it the centre", or the others.
void AddOffers(const Subject& on, const ViewKind& kind, bool behind_centre, ContextMenuModel& model) {
  if (kind.menu == nullptr) return;
  for (KindOffer& offer : kind.menu(on.state, on.view, on.subject))
    if (offer.is_behind_centre == behind_centre)
      Add(on, model, offer.id, std::move(offer.title), offer.command, std::move(offer.actions));
}

// Entries that show the function in tables, the source, or another kind of view.
void AddPlaces(const Subject& on, ContextMenuModel& model) {
  const ContextId context = on.subject.context;
  std::vector<Action> table, callers, tree_table, source = SourceOf(on);
  if (on.subject.function) {
    const FrameId function = *on.subject.function;
    table = {action::ChooseFunction{function}, action::ShowTable{GroupBy::kFunction}};
    callers = {action::ShowNeighbours{function}};
  } else if (on.is_context()) {
    if (context != kRootContext) {
      table = {action::Select{context}, action::ShowTable{GroupBy::kFunction}};
      callers = {action::Select{context}, action::ShowDockTab{DockTab::kCallers}};
    }
    tree_table = {action::ShowInTree{context}};
  }
  Add(on, model, "table", "Show in the table", "table.functions", std::move(table));
  Add(on, model, "callers", "Callers and callees", "table.callers", std::move(callers));
  Add(on, model, "source", "Show the source", "tree.source", std::move(source));
  Add(on, model, "tree-table", "Show in the tree table", "table.tree", std::move(tree_table));
  for (const ViewKind* kind : ViewKinds()) {
    if (kind != &on.view.kind()) AddOffers(on, *kind, false, model);
  }
}

void AddSearch(const Subject& on, ContextMenuModel& model) {
  const std::string query = QueryOf(on.tree(), on.subject);
  std::vector<Action> search;
  if (!query.empty()) search = {action::SetSearchText{query}};
  Add(on, model, "search", on.is_group() ? "Search it" : "Search this function", "search.this",
      std::move(search));
}

void AddCopies(const Subject& on, ContextMenuModel& model) {
  constexpr size_t kWholeName = size_t{1} << 20;
  const Cct& tree = on.tree();
  const ContextId context = on.subject.context;
  const std::string name = on.is_context() ? ContextName(tree, context, kWholeName)
                           : on.is_group() ? on.menu.name
                                           : DisplayText(NameOrUnknown(on.frame().name), kWholeName);
  Add(on, model, "copy-name", "Copy the name", "copy.name", {action::CopyText{name, "the name"}});
  if (!on.menu.row.empty())
    Add(on, model, "copy-row", "Copy the row", "", {action::CopyText{on.menu.row, "the row"}});
  if (!on.is_context()) return;
  Add(on, model, "copy-stack", "Copy the call stack", "copy.stack",
      {action::CopyText{StackText(tree, context), "the call stack"}});
  Add(on, model, "copy-path", "Copy the path for --root", "copy.path",
      {action::CopyText{PathText(tree, context), "the path for --root"}});
}

void NameSubject(const Subject& on, ContextMenuModel& model) {
  const Cct& tree = on.tree();
  if (on.is_group()) {
    model.name = on.menu.name;
    return;
  }
  const std::string module = DisplayText(on.frame().module, 60);
  model.detail = module;
  if (!on.is_context()) {
    model.name = FunctionText(on.frame().name, kMaxMenuNameBytes);
    return;
  }
  model.name = ContextName(tree, on.subject.context, kMaxMenuNameBytes);
  if (!module.empty()) model.detail += "  \xC2\xB7  ";
  model.detail += ValueOf(on, tree.Inclusive(on.subject.context, on.view.metric));
}

// All subjects have the same entries; those impossible for many contexts have no actions.
void DescribeSubject(const Subject& on, ContextMenuModel& model) {
  NameSubject(on, model);
  AddOffers(on, on.view.kind(), false, model);
  const size_t everywhere = model.entries.size();
  const ViewRoot& root = on.view.history.current().root;
  std::vector<Action> centre;
  if (on.is_context() && (root.is_run() || root.context != on.subject.context))
    centre = {action::ZoomTo{on.subject.context}};
  Add(on, model, "centre", "Make it the centre", "view.centre", std::move(centre));
  AddOffers(on, on.view.kind(), true, model);
  const size_t transforms = model.entries.size();
  AddTransforms(on, model);
  const size_t places = model.entries.size();
  AddSearch(on, model);
  AddPlaces(on, model);
  const size_t copies = model.entries.size();
  AddCopies(on, model);
  if (everywhere > 0) BeginGroup(model, everywhere);
  for (const size_t first : {transforms, places, copies}) BeginGroup(model, first);
}

void DescribeCopies(const Subject& on, ContextMenuModel& model) {
  model.name = on.menu.name;
  for (const CopyOffer& offer : on.menu.copies) {
    model.entries.push_back(
        {offer.what, "Copy " + offer.what, {}, {action::CopyText{offer.text, offer.what}}, false});
    model.entries.back().title += ": " + DisplayText(offer.text, 60);
  }
}

// A text about a rest segment: the number of its contexts, their cost, and their caller's path.
std::string RestSummary(const Subject& on, const std::string& value) {
  std::string text = fmt::format("{} smaller contexts: {}\n", CountText(on.menu.rest.size()), value);
  return text + "in " + PathText(on.tree(), on.menu.rest_parent) + '\n';
}

void DescribeRest(const Subject& on, ContextMenuModel& model) {
  const Cct& tree = on.tree();
  const ContextRange run = on.menu.rest;
  model.name = CountedText(run.size(), "smaller context");
  const std::string value = ValueOf(on, tree.Inclusive(run, on.view.metric));
  model.detail = "in " + ContextName(tree, on.menu.rest_parent, 80) + "  \xC2\xB7  " + value;
  const Action open = run.size() == 1 ? Action{action::ZoomTo{run.begin}}
                                      : Action{action::OpenRest{{on.menu.rest_parent, run}}};
  Add(on, model, "open", "Open it over the whole circle", "", {open});
  Add(on, model, "centre", "Make its caller the centre", "", {action::ZoomTo{on.menu.rest_parent}});
  Add(on, model, "copy-summary", "Copy a summary", "",
      {action::CopyText{RestSummary(on, value), "the summary"}});
  BeginGroup(model, 2);
}

}  // namespace

ContextMenuModel BuildContextMenuModel(const AppState& state) {
  ContextMenuModel model;
  if (!state.context_menu) return model;
  const ContextMenuState& menu = *state.context_menu;
  const ViewState* view = ActiveView(state);
  if (view == nullptr || view->id != menu.view || view->shown.tree != menu.tree) return model;
  model.x_px = menu.x_px;
  model.y_px = menu.y_px;
  model.serial = menu.serial;
  const Subject on{state, *view, menu};
  if (!menu.copies.empty()) {
    DescribeCopies(on, model);
  } else if (menu.rest.empty()) {
    DescribeSubject(on, model);
  } else {
    DescribeRest(on, model);
  }
  return model;
}

}  // namespace ringscope
