#include "app/commands/context_menu_model.h"

#include <fmt/format.h>

#include <utility>

#include "app/commands/command.h"
#include "app/core/display_text.h"
#include "app/documents/document.h"
#include "app/steps/context_steps.h"
#include "app/view/stack_text.h"
#include "cct/base/number_text.h"
#include "cct/names/shown_name.h"

namespace ringscope {
namespace {

constexpr size_t kMaxNameBytes = 200;

struct Subject {
  const AppState& state;
  const ViewState& view;
  const ContextMenuState& menu;

  [[nodiscard]] const Cct& tree() const { return view.tree(); }
  // Steps about the function of the menu; empty for the synthetic root.
  [[nodiscard]] Frame frame() const {
    if (menu.function) return tree().frames()[*menu.function];
    return menu.context == kRootContext ? Frame{} : tree().FrameAt(menu.context);
  }
};

std::string ValueOf(const Subject& on, uint64_t value) {
  const Metric& metric = on.tree().metrics()[on.view.metric];
  return fmt::format("{}, {} of total", ValueText(value, metric.unit, metric.scale),
                     ShareText(value, on.tree().Total(on.view.metric)));
}

void Add(const Subject& on, ContextMenuModel& model, std::string_view id, std::string title,
         std::string_view command, std::vector<Action> actions) {
  model.entries.push_back({id, std::move(title), FirstKeyOf(on.state, command), std::move(actions), false});
}

void BeginGroup(ContextMenuModel& model, size_t first) {
  if (first < model.entries.size()) model.entries[first].begins_group = true;
}

std::vector<Action> Step(const Subject& on, TransformKind kind) {
  const auto step = StepOn(on.frame(), kind);
  if (!step) return {};
  return {action::AddTransform{*step}};
}

void AddTransforms(const Subject& on, ContextMenuModel& model) {
  Add(on, model, "focus", "Focus on this function", "tree.focus", Step(on, TransformKind::kFocus));
  Add(on, model, "keep", "Keep only stacks through it", "tree.keep", Step(on, TransformKind::kKeep));
  Add(on, model, "hide", "Hide it, its cost goes to the caller", "tree.hide", Step(on, TransformKind::kHide));
  Add(on, model, "drop", "Drop it with its cost", "tree.drop", Step(on, TransformKind::kDrop));
  const Frame frame = on.frame();
  const std::string module = frame.module.empty() ? "its module" : "module " + DisplayText(frame.module, 40);
  Add(on, model, "collapse", "Collapse " + module, "tree.collapse-module",
      Step(on, TransformKind::kCollapse));
  Add(on, model, "fold", "Fold recursion", "tree.fold-recursion",
      {action::AddTransform{{.kind = TransformKind::kFoldRecursion}}});
}

// Entries that show the function elsewhere.
void AddPlaces(const Subject& on, ContextMenuModel& model) {
  const ContextId context = on.menu.context;
  std::vector<Action> source;
  if (!on.tree().FrameAt(context).file.empty()) source = {action::OpenSource{context}};
  std::vector<Action> table, callers;
  if (context != kRootContext) {
    table = {action::Select{context}, action::ShowTable{GroupBy::kFunction}};
    callers = {action::Select{context}, action::ShowDockTab{DockTab::kCallers}};
  }
  Add(on, model, "table", "Show in the table", "table.functions", std::move(table));
  Add(on, model, "callers", "Callers and callees", "table.callers", std::move(callers));
  Add(on, model, "source", "Show the source", "tree.source", std::move(source));
  Add(on, model, "tree-table", "Show in the tree table", "table.tree", {action::ShowInTree{context}});
}

void AddSearch(const Subject& on, ContextMenuModel& model) {
  const std::string query = FunctionQuery(on.frame());
  std::vector<Action> search;
  if (!query.empty()) search = {action::SetSearchText{query}};
  Add(on, model, "search", "Search this function", "search.this", std::move(search));
}

void AddCopies(const Subject& on, ContextMenuModel& model) {
  const Cct& tree = on.tree();
  const ContextId context = on.menu.context;
  Add(on, model, "copy-name", "Copy the name", "copy.name",
      {action::CopyText{ContextName(tree, context, size_t{1} << 20), "the name"}});
  Add(on, model, "copy-stack", "Copy the call stack", "copy.stack",
      {action::CopyText{StackText(tree, context), "the call stack"}});
  Add(on, model, "copy-path", "Copy the path for --root", "copy.path",
      {action::CopyText{PathText(tree, context), "the path for --root"}});
}

void DescribeContext(const Subject& on, ContextMenuModel& model) {
  const Cct& tree = on.tree();
  const ContextId context = on.menu.context;
  model.name = ContextName(tree, context, kMaxNameBytes);
  const std::string module = DisplayText(tree.FrameAt(context).module, 60);
  if (context != kRootContext && !module.empty()) model.detail = module + "  \xC2\xB7  ";
  model.detail += ValueOf(on, tree.Inclusive(context, on.view.metric));

  const ViewRoot& root = on.view.history.current().root;
  std::vector<Action> centre;
  if (root.is_run() || root.context != context) centre = {action::ZoomTo{context}};
  Add(on, model, "centre", "Make it the centre", "view.centre", std::move(centre));
  const size_t transforms = model.entries.size();
  AddTransforms(on, model);
  const size_t places = model.entries.size();
  AddSearch(on, model);
  AddPlaces(on, model);
  const size_t copies = model.entries.size();
  AddCopies(on, model);
  for (const size_t first : {transforms, places, copies}) BeginGroup(model, first);
}

// The menu of a table row, which is about a function rather than one of its contexts.
void DescribeFunction(const Subject& on, ContextMenuModel& model) {
  const Frame frame = on.frame();
  const FrameId id = *on.menu.function;
  model.name = DisplayText(ShownName(frame.name), kMaxNameBytes);
  model.detail = DisplayText(frame.module, 60);
  Add(on, model, "callers", "Callers and callees", "table.callers", {action::ShowNeighbours{id}});
  AddSearch(on, model);
  const size_t transforms = model.entries.size();
  AddTransforms(on, model);
  const size_t copies = model.entries.size();
  Add(on, model, "copy-name", "Copy the name", "copy.name",
      {action::CopyText{DisplayText(NameOrUnknown(frame.name), size_t{1} << 20), "the name"}});
  for (const size_t first : {transforms, copies}) BeginGroup(model, first);
}

// What stands in a rest segment, as text: where it is, how much, how many.
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
  Add(on, model, "copy-summary", "Copy what it stands for", "",
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
  if (menu.function) {
    DescribeFunction(on, model);
  } else if (menu.rest.empty()) {
    DescribeContext(on, model);
  } else {
    DescribeRest(on, model);
  }
  return model;
}

}  // namespace ringscope
