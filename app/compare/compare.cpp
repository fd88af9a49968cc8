#include "app/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "app/compare/renames_model.h"
#include "app/core/display_text.h"
#include "app/files/documents.h"
#include "app/view/colors/colors.h"
#include "app/view/command_tables.h"
#include "app/view/difference/angle.h"
#include "app/view/difference/difference_model.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/view/state/apply_task.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/explanation.h"
#include "cct/compare/stored_comparison.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::action {
namespace {

// False if a document does not exist or is not read whole, or if there are no documents.
bool AddInputs(const AppState& state, const std::vector<DocumentId>& documents,
               std::vector<CompareInput>& inputs) {
  for (const DocumentId id : documents) {
    const DocumentState* document = FindDocument(state, id);
    if (document == nullptr || document->reading != kNoJob) return false;
    Execution execution;
    if (document->opened.tree->report().executions.size() == 1)
      execution = document->opened.tree->report().executions.front();
    execution.name = document->title;
    inputs.push_back({document->opened.tree, std::move(execution)});
  }
  return !documents.empty();
}

// A side in the title of the tab: "old.cct", "old.cct + 4" for five runs.
std::string NameOfSide(std::string name, size_t runs) {
  std::replace(name.begin(), name.end(), '/', ' ');
  if (runs > 1) name += " + " + std::to_string(runs - 1);
  return name;
}

std::string NameOf(const std::vector<CompareInput>& before, const std::vector<CompareInput>& after) {
  return NameOfSide(before.front().execution.name, before.size()) + " vs " +
         NameOfSide(after.front().execution.name, after.size());
}

// The value of an attribute that all these runs share; empty if they differ.
std::string_view CommonValue(const std::vector<Execution>& executions, const std::vector<size_t>& runs,
                             std::string_view attribute) {
  const std::string_view value = executions[runs.front()].ValueOf(attribute);
  const bool is_one =
      std::ranges::all_of(runs, [&](size_t run) { return executions[run].ValueOf(attribute) == value; });
  return is_one ? value : std::string_view();
}

// "sort d0b696f vs 1a2b3c4" if each side is of one commit, and both sides are of one benchmark.
std::string NameOfExecutions(const std::vector<Execution>& executions, const CompareExecutions& compare) {
  constexpr size_t kCommitBytes = 7;  // as git abbreviates them
  const auto before = CommonValue(executions, compare.before, "commit"),
             after = CommonValue(executions, compare.after, "commit");
  if (before.empty() || after.empty() || before == after) {
    return NameOfSide(executions[compare.before.front()].name, compare.before.size()) + " vs " +
           NameOfSide(executions[compare.after.front()].name, compare.after.size());
  }
  const auto benchmark = CommonValue(executions, compare.before, "benchmark");
  const bool is_of_one =
      !benchmark.empty() && CommonValue(executions, compare.after, "benchmark") == benchmark;
  std::string name = fmt::format("{}{}{} vs {}", is_of_one ? DisplayText(benchmark, 80) : std::string(),
                                 is_of_one ? " " : "", DisplayText(before.substr(0, kCommitBytes)),
                                 DisplayText(after.substr(0, kCommitBytes)));
  std::replace(name.begin(), name.end(), '/', ' ');
  return name;
}

// Starts a comparison that opens in a tab under this name, or replaces the comparison there. Returns the job.
JobId StartComparing(AppState& state, CompareRequest made, const std::filesystem::path& path,
                     Effects& effects) {
  // A whole comparison in the tab is not replaced by the outermost layers of the new one.
  const DocumentState* const shown = FindDocumentByPath(state, path);
  const uint64_t many_contexts =
      shown == nullptr || shown->reading != kNoJob ? kManyComparedContexts : UINT64_MAX;
  made.rules = state.settings.compare_rules;
  const auto request = std::make_shared<const CompareRequest>(std::move(made));
  return StartJob(
      state,
      {.kind = JobKind::kLoad,
       .label = "Comparing " + DisplayText(path.filename().string(), 120),
       .path = path,
       .has_file = false,
       .compared = request,
       .failed = &LoadFailed},
      JobLane::kByCores, request,
      [many_contexts](JobId id, const CompareRequest& asked, JobControl& job, const PostAction& post) {
        RunCompare(id, asked, job, post, many_contexts);
      },
      effects);
}

// A profile that waits to be compared with a file that is being chosen or opened.
struct AwaitedComparison {
  DocumentId before = 0;  // 0: no profile waits
  std::filesystem::path after;
  JobId first_job = kNoJob;  // jobs before this one open other files
};

// The request that compares all executions of a comparison again, by their sides.
CompareRequest RequestOfComparison(const CctPtr& tree) {
  CompareRequest request;
  request.executions_of = tree;
  const std::vector<Execution>& executions = tree->report().executions;
  for (size_t e = 0; e < executions.size(); ++e) {
    if (executions[e].side == Side::kBefore) request.executions_before.push_back(e);
    if (executions[e].side == Side::kAfter) request.executions_after.push_back(e);
  }
  return request;
}

}  // namespace

void Do(AppState& state, const ShowCompareDialog& show, Effects&) {
  state.compare_dialog_open = show.open && BuildCompareRows(state).size() >= 2;
}

void Do(AppState& state, const CompareDocuments& compare, Effects& effects) {
  CompareRequest request;
  if (!AddInputs(state, compare.before, request.before) || !AddInputs(state, compare.after, request.after))
    return;
  state.compare_dialog_open = false;
  request.options.matching = compare.matching;
  request.options.by_share = compare.by_share;
  request.source = compare.source;
  const std::filesystem::path folder = FindDocument(state, compare.after.front())->path.parent_path();
  const std::string name = NameOf(request.before, request.after);
  StartComparing(state, std::move(request), folder / name, effects);
}

void Do(AppState& state, const CompareExecutions& compare, Effects& effects) {
  const DocumentState* document = FindDocument(state, compare.document);
  if (document == nullptr || compare.tree == nullptr || compare.before.empty() || compare.after.empty())
    return;
  const std::vector<Execution>& executions = compare.tree->report().executions;
  for (const auto* side : {&compare.before, &compare.after}) {
    if (std::any_of(side->begin(), side->end(),
                    [&](size_t execution) { return execution >= executions.size(); }))
      return;
  }
  const std::string name = NameOfExecutions(executions, compare);
  CompareRequest request;
  request.executions_of = compare.tree;
  request.executions_before = compare.before;
  request.executions_after = compare.after;
  StartComparing(state, std::move(request), document->path.parent_path() / name, effects);
}

void Do(AppState& state, const CompareWithFile& compare, Effects& effects) {
  const DocumentState* document = ActiveDocument(state);
  if (document == nullptr) return;
  state.slots.Get<AwaitedComparison>() = {document->id, compare.path, state.next_job};
  if (compare.path.empty()) {
    Do(state, ShowOpenDialog{}, effects);
  } else {
    Do(state, OpenFile{.path = compare.path}, effects);
  }
}

void RefreshAwaitedComparison(AppState& state, Effects& effects) {
  auto& awaited = state.slots.Get<AwaitedComparison>();
  if (awaited.before == 0) return;
  const auto is_asked_for = [&](const JobState& job) {
    return job.kind == JobKind::kLoad && job.has_file && job.id >= awaited.first_job && !job.cancelling;
  };
  const auto job = std::ranges::find_if(state.jobs, is_asked_for);
  if (job != state.jobs.end()) {
    awaited.after = job->path;
    return;
  }
  if (state.open_dialog_open) return;
  const AwaitedComparison asked = std::exchange(awaited, {});
  const DocumentState* after = asked.after.empty() ? nullptr : FindDocumentByPath(state, asked.after);
  if (after == nullptr || after->id == asked.before) return;
  Do(state, CompareDocuments{.before = {asked.before}, .after = {after->id}}, effects);
}

void CompareAgain(AppState& state, DocumentState& document, Effects& effects,
                  const std::function<void(CompareRequest&)>& change) {
  CompareRequest request =
      document.compared != nullptr ? *document.compared : RequestOfComparison(document.opened.tree);
  if (request.before.empty() && (request.executions_before.empty() || request.executions_after.empty()))
    return;
  std::filesystem::path path = document.path;
  if (document.has_file) path.replace_filename(document.path.stem().string() + " compared again");
  for (JobState& job : state.jobs) {
    if (job.compared == nullptr || job.path != path || job.cancelling) continue;
    request.joined = job.compared->joined;
    EndJob(job, effects);
  }
  if (change != nullptr) change(request);
  const bool is_preview = document.reading != kNoJob;
  const JobId job = StartComparing(state, std::move(request), path, effects);
  // The preview of the ended comparison stays until the new job has a tree.
  if (is_preview) document.reading = job;
}

namespace {

// The begin of the path of blame: the centre, or of an opened run the context that changed most.
ContextId StartOf(const Cct& tree, const ViewRoot& root, MetricIndex change) {
  return root.is_run() ? LargestOf(tree, root.run, change) : root.context;
}

// Whether the drawn column gives a context at least 1 % of the centre, so that it can be seen.
bool IsSeen(const ViewState& view, const ViewRoot& root, ContextId context) {
  constexpr uint64_t kLeastShare = 100;
  const DrawnAngle drawn = DrawnAngleOf(view);
  return drawn.tree->Inclusive(context, drawn.metric) >=
         ViewTotal(*drawn.tree, root, drawn.metric) / kLeastShare + 1;
}

}  // namespace

void Do(AppState& state, ViewState& view, const WalkBlame&, Effects& effects) {
  const auto comparison = StoredComparison(view.shown.tree);
  const ComparedMetric* const metric = comparison ? FindCompared(*comparison, view.metric) : nullptr;
  if (metric == nullptr) return;
  const Cct& tree = view.tree();
  const ViewRoot root = view.history.current().root;
  const ContextId from = StartOf(tree, root, metric->change);
  if (from == kNoContext) return;
  std::vector<ContextId> path = PathOfBlame(*comparison, *metric, from);
  if (root.is_run()) path.insert(path.begin(), from);
  if (path.empty()) {
    const bool is_same = tree.Inclusive(from, metric->change) == 0;
    SetNote(state,
            is_same ? "Nothing changed here" : "The change is the centre's own, or spread over many callees");
    return;
  }
  const ContextId end = path.back();
  if (view.kind().layers_to != nullptr)
    GoTo(state, view, view.kind().layers_to(view, end), effects, &ViewHistory::PushTurn);
  // A context that is gone cannot be seen by its cost after.
  if (!IsSeen(view, root, end)) Do(state, SetAngle{ComparedAngle::kChange}, effects);
  Do(state, Select{end}, effects);
  SetNote(state,
          fmt::format("{} of the change happens in {}",
                      ShareText(tree.Inclusive(end, metric->change), tree.Inclusive(from, metric->change)),
                      ContextName(tree, end, 80)));
  view.blame = {view.shown.tree, root.context,
                std::make_shared<const std::vector<ContextId>>(std::move(path))};
}

void RefreshBlame(AppState& state) {
  for (ViewState& view : state.views) {
    const BlameState& blame = view.blame;
    if (blame.contexts == nullptr) continue;
    const bool is_there = blame.tree == view.shown.tree &&
                          blame.root == view.history.current().root.context &&
                          view.selected == blame.contexts->back();
    if (!is_there) view.blame = {};
  }
}

}  // namespace ringscope::action

namespace ringscope::command {
namespace {

constexpr std::string_view kCompareGroup = "Comparison";
constexpr std::string_view kMembersGroup = "Members";

std::optional<MetricSides> Sides(State state) {
  const ViewState* view = ActiveView(state);
  return view == nullptr ? std::nullopt : SidesOf(view->tree().metrics(), view->metric);
}

Maybe Open(State state) {
  if (DialogOpen(state) && !state.compare_dialog_open) return std::nullopt;
  if (BuildCompareRows(state).size() < 2) return std::nullopt;
  return action::ShowCompareDialog{!state.compare_dialog_open};
}

std::string OneProfile(State state) {
  return BuildCompareRows(state).size() < 2 ? "Open two profiles to compare them" : "";
}

std::string NoComparison(State state) {
  return ActiveView(state) == nullptr || Sides(state) ? "" : "This is no comparison";
}

Maybe Flip(State state) {
  if (!Sides(state)) return std::nullopt;
  const bool is_after = AngleOf(*ActiveView(state)) == ComparedAngle::kAfter;
  return action::SetAngle{is_after ? ComparedAngle::kBefore : ComparedAngle::kAfter};
}

template <ComparedAngle kAngle>
Maybe Angle(State state) {
  if (!Sides(state)) return std::nullopt;
  return action::SetAngle{kAngle};
}

std::string NoFleet(State state) {
  const ViewState* view = ActiveView(state);
  return view == nullptr || DrawsMembers(*view) ? "" : "This is no aggregate of members";
}

template <ComparedAngle kAngle>
Maybe MemberAngle(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || !DrawsMembers(*view)) return std::nullopt;
  return action::SetAngle{kAngle};
}

Maybe Shares(State state) {
  if (!Sides(state)) return std::nullopt;
  return action::DrawShares{!DrawsShares(*ActiveView(state))};
}

Maybe Blame(State state) {
  const auto sides = Sides(state);
  if (!sides || !sides->change) return std::nullopt;
  return action::WalkBlame{};
}

Maybe Colors(State state) {
  if (!Sides(state)) return std::nullopt;
  return action::SetColor{{.mode = ColorMode::kDifference}};
}

std::string NoCompared(State state) {
  return ActiveView(state) == nullptr || ShowsComparison(state) ? "" : "This is no comparison";
}

Maybe Renames(State state) {
  if (!ShowsComparison(state)) return std::nullopt;
  if (DockShows(state, DockTab::kRenames)) return action::ShowDock{false};
  return action::ShowDockTab{DockTab::kRenames};
}

std::string NoPair(State state) {
  const RenamesModel model = BuildRenamesModel(state);
  if (!DockShows(state, DockTab::kRenames) || !model.selected) return "Choose a pair in the list of renames";
  return model.why_not;
}

template <bool kAccepted>
Maybe DecideRename(State state) {
  if (!DockShows(state, DockTab::kRenames)) return std::nullopt;
  const RenamesModel model = BuildRenamesModel(state);
  if (!model.selected || !(kAccepted ? model.can_accept : model.can_refuse)) return std::nullopt;
  return action::ChooseRename{{BuildRenameRow(state, *model.selected).pair, kAccepted, false}};
}

constexpr Command Draws(std::string_view id, std::string_view title, std::string_view keys,
                        std::optional<Action> (*action)(const AppState&)) {
  return {id, kCompareGroup, title, keys, action, false, nullptr, NoComparison};
}

constexpr Command DrawsOfMembers(std::string_view id, std::string_view title,
                                 std::optional<Action> (*action)(const AppState&)) {
  return {id, kMembersGroup, title, "", action, false, nullptr, NoFleet};
}

constexpr std::array kCompareCommands{
    Command{"compare.open", kCompareGroup, "Compare open profiles", "V", Open, false, nullptr, OneProfile},
    Command{.id = "compare.flip",
            .group = kCompareGroup,
            .title = "Flip between before and after (hold: to and fro)",
            .keys = "B",
            .action = Flip,
            .why_not = NoComparison,
            .paced = true},
    Draws("compare.change", "Angle by change: where anything differs", "Shift+B",
          Angle<ComparedAngle::kChange>),
    Command{"compare.blame", kCompareGroup,
            "Path of blame: go to where the largest part of the change happens", "Shift+P", Blame, false,
            nullptr, NoComparison},
    Command{"compare.renames", kCompareGroup,
            "Renames: functions that may have another name on the other side", "J", Renames, false, nullptr,
            NoCompared},
    Command{"compare.accept-rename", kCompareGroup, "Renames: both are one function", "Y", DecideRename<true>,
            false, nullptr, NoPair},
    Command{"compare.refuse-rename", kCompareGroup, "Renames: they are two functions", "Shift+Y",
            DecideRename<false>, false, nullptr, NoPair},
    Draws("compare.before", "Angle by what it costs before", "", Angle<ComparedAngle::kBefore>),
    Draws("compare.after", "Angle by what it costs after", "", Angle<ComparedAngle::kAfter>),
    Draws("compare.both", "Angle by both: before and after together", "", Angle<ComparedAngle::kBoth>),
    Draws("compare.common", "Angle by what is common: the smaller of both sides", "",
          Angle<ComparedAngle::kCommon>),
    Draws("compare.larger", "Angle by the larger of both sides", "", Angle<ComparedAngle::kLarger>),
    Draws("compare.shares", "By share: each side fills the chart, or the smaller one leaves a gap", "",
          Shares),
    Draws("compare.colors", "Colour by difference", "", Colors),
    DrawsOfMembers("members.sum", "Angle by the sum of all members", MemberAngle<ComparedAngle::kBoth>),
    DrawsOfMembers("members.mean", "Angle by the mean of members", MemberAngle<ComparedAngle::kMean>),
    DrawsOfMembers("members.max", "Angle by the slowest member of each context",
                   MemberAngle<ComparedAngle::kMost>),
};

}  // namespace

std::span<const Command> Comparisons() { return kCompareCommands; }

}  // namespace ringscope::command
