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
#include "app/view/shell.h"
#include "cct/base/system/mapped_file.h"
#include "cct/compare/series.h"
#include "cct/file/cct_file.h"
#include "cct/tree/building/altered_tree.h"
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

// Turns the executions of one tree into inputs with trees of their own.
Result<void> TakeExecutions(CompareRequest& request, JobControl& job) {
  const std::optional<Series> series = StoredSeries(request.executions_of);
  if (!series) return Fail(ErrorCode::kInvalidArgument, "expected a profile of several executions");
  const auto take = [&](const std::vector<size_t>& executions,
                        std::vector<CompareInput>& side) -> Result<void> {
    for (const size_t execution : executions) {
      RINGSCOPE_ASSIGN(CompareInput input, ExecutionOf(*series, execution, &job));
      side.push_back(std::move(input));
    }
    return {};
  };
  RINGSCOPE_TRY(take(request.executions_before, request.before));
  return take(request.executions_after, request.after);
}

Result<TreeComparison> CompareByRules(CompareRequest& request, JobControl& job) {
  RINGSCOPE_ASSIGN(const NameRules rules, ReadRulesFile(request.rules));
  RINGSCOPE_ASSIGN(request.options.rules, rules.WithRenames(request.joined));
  if (request.executions_of != nullptr) RINGSCOPE_TRY(TakeExecutions(request, job));
  return CompareTrees(request.before, request.after, request.options, &job);
}

Result<CctPtr> Compare(CompareRequest request, JobControl& job) {
  RINGSCOPE_ASSIGN(const TreeComparison compared, CompareByRules(request, job));
  for (const auto* side : {&request.before, &request.after}) {
    for (const CompareInput& input : *side)
      if (HasLostItsFile(*input.tree)) return FailChanged(FileChange::kCut);
  }
  if (!request.source.before.empty()) return WithSourceChanges(compared.tree, request.source, &job);
  const SideSources said = SideSourcesOf(*compared.tree);
  if (said.before.empty() || said.after.empty()) return compared.tree;
  // The user did not ask for this source, which may lie on another machine: failing to read it is no error.
  Result<CctPtr> with_source = WithSourceChanges(compared.tree, said, &job);
  const bool is_cancelled = !with_source && with_source.error().code == ErrorCode::kCancelled;
  return with_source || is_cancelled ? with_source : compared.tree;
}

// A preview of a comparison of many contexts: the outermost layers compared. Null for few contexts, or if
// that fails. A wrapper at the edge of these layers may count as new.
CctPtr ComparedOutermostLayers(CompareRequest request, uint64_t many_contexts, JobControl& job) {
  constexpr uint64_t kPartOfMany = 10;  // all layers together have a tenth of `many_contexts`
  uint64_t contexts = 0;
  for (const auto* side : {&request.before, &request.after})
    for (const CompareInput& input : *side) contexts += input.tree->context_count();
  if (contexts <= many_contexts) return nullptr;
  const uint64_t each = many_contexts / kPartOfMany / (request.before.size() + request.after.size());
  for (auto* side : {&request.before, &request.after})
    for (CompareInput& input : *side) input.tree = OutermostLayers(input.tree, static_cast<uint32_t>(each));
  const Result<TreeComparison> compared = CompareByRules(request, job);
  return compared ? compared->tree : nullptr;
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

void RunCompare(JobId id, const CompareRequest& request, JobControl& job, const PostAction& post,
                uint64_t many_contexts) {
  if (CctPtr outermost = ComparedOutermostLayers(request, many_contexts, job))
    post(action::PreviewLoaded{id, WithFunctions(std::move(outermost))});
  post(action::LoadFinished{id, Compare(request, job).map(WithFunctions)});
}

}  // namespace ringscope

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
  const std::string name = NameOfSide(request.before.front().execution.name, request.before.size()) + " vs " +
                           NameOfSide(request.after.front().execution.name, request.after.size());
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
