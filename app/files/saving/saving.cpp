#include "app/files/saving/saving.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/core/action.h"
#include "app/core/display_text.h"
#include "app/files/documents.h"
#include "app/files/files_model.h"
#include "app/files/saving/tree_save.h"
#include "app/view/colors/colors.h"
#include "app/view/colors/derived_model.h"
#include "app/view/difference/angle.h"
#include "app/view/document.h"
#include "app/view/kind/view_kind.h"
#include "app/view/panes/panes.h"
#include "app/view/stack_text.h"
#include "app/view/state/apply_task.h"
#include "app/view/steps/steps.h"
#include "cct/base/system/atomic_file.h"
#include "cct/base/text/file_ending.h"
#include "cct/query/metrics/metric_lookup.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

// RunSave() writes a file and posts action::SaveFinished.

void RunSave(JobId id, const SaveTreeRequest& request, JobControl& job, const PostAction& post) {
  action::SaveFinished finished{id, request.path,
                                SaveTree(request.tree, request.metric, request.title, request.path, &job)};
  if (const auto format = TreeFormatOf(request.path); format && finished.result) {
    finished.losses = ExportLosses(*request.tree, *format, request.metric, &job);
    if (std::string others = MetricsLeftOut(*request.tree, *format, request.metric); !others.empty())
      finished.losses.insert(finished.losses.begin(), std::move(others));
  }
  post(std::move(finished));
}

void RunSave(JobId id, const SavePageRequest& request, JobControl& job, const PostAction& post) {
  PageRequest page = request.page;
  page.color_inputs = ColorInputsOf(request.tree, request.recorded, request.derived, page.color);
  page.figure = PageFigureOf(request.tree, page.view.metric, job);
  action::SaveFinished finished{id, request.path, {}, request.losses};
  finished.result = WriteTextFile(request.path, [&](const TextSink& sink) -> Result<void> {
    RINGSCOPE_ASSIGN(const PageContents held, WritePage(*request.tree, page, sink, &job));
    if (std::string left_out = LeftOutOfPage(held); !left_out.empty())
      finished.losses.push_back(std::move(left_out));
    return {};
  });
  post(std::move(finished));
}

void RunSave(JobId id, const SaveTextRequest& request, JobControl&, const PostAction& post) {
  post(action::SaveFinished{id, request.path, WriteFile(request.path, request.text)});
}

}  // namespace
}  // namespace ringscope

namespace ringscope::action {
namespace {

Action SaveFailed(const JobState& job, const Error& error) {
  return SaveFinished{job.id, job.path, tl::unexpected(error)};
}

// A path to write into a file in `folder`: relative if it lies below, so that both can be moved together.
std::filesystem::path PathSeenFrom(const std::filesystem::path& folder, const std::filesystem::path& path) {
  const std::filesystem::path relative = path.lexically_relative(folder);
  return relative.empty() || *relative.begin() == ".." ? path : relative;
}

SavedView SavedViewOf(const AppState& state, const PaneState& pane, const std::filesystem::path& folder) {
  SavedView saved;
  const ViewState* view = FindView(state, pane.view);
  const DocumentState* document = view == nullptr ? nullptr : FindDocument(state, view->document);
  if (document == nullptr) return saved;
  const ViewPosition& position = view->history.current();
  saved.profile = PathSeenFrom(folder, document->path);
  saved.pipeline = FormatPipeline(view->pipeline.applied);
  // An opened run of siblings is saved as its caller, as it has no name.
  saved.root = PathText(view->tree(), position.root.context);
  saved.metric = view->tree().metrics()[view->metric].name;
  saved.angle = view->angle.made;
  saved.angle_by_share = view->angle.by_share;
  saved.kind = position.kind;
  saved.drawn = {position.places, pane.kinds};
  if (position.kind->name_contexts != nullptr) position.kind->name_contexts(view->tree(), saved.drawn.place);
  saved.color = ColorText(view->color, view->tree().metrics());
  saved.search = view->search;
  return saved;
}

SavedWindow SavedWindowOf(const AppState& state, const std::filesystem::path& folder) {
  SavedWindow window;
  window.theme = state.settings.theme;
  window.linked = state.linked;
  window.width_px = static_cast<uint32_t>(state.settings.window_width);
  window.height_px = static_cast<uint32_t>(state.settings.window_height);
  for (const DerivedMetric& metric : state.settings.derived_metrics) {
    window.derived_metrics.push_back(FormatDerivedMetric(metric));
  }
  for (const PaneState& pane : state.panes) window.views.push_back(SavedViewOf(state, pane, folder));
  return window;
}

// A shown document without a file; null if all shown documents have files.
const DocumentState* DocumentWithoutFile(const AppState& state) {
  for (const PaneState& pane : state.panes) {
    const ViewState* view = FindView(state, pane.view);
    const DocumentState* document = view == nullptr ? nullptr : FindDocument(state, view->document);
    if (document != nullptr && !document->has_file) return document;
  }
  return nullptr;
}

// A page that opens as the active pane is shown, with the search text if pages understand it (plain text).
SavePageRequest PageOf(const AppState& state, const DocumentState& document, const ViewState& view) {
  SavePageRequest request{.tree = view.shown.tree,
                          .recorded = document.opened.tree,
                          .derived = DerivedMetricsOf(state.settings, *view.shown.tree)};
  const auto spec =
      view.kind().spec_of != nullptr ? view.kind().spec_of(state, state.active_pane) : std::nullopt;
  request.page.title = DisplayText(TitleWithSteps(document, view), 400);
  request.page.view = spec.value_or(ViewSpec{.ring_sizing = RingSizing::kReadable});
  request.page.view.metric = view.metric;
  // A page has the columns of the file alone.
  const auto angle = view.angle.made ? AngleOf(view) : std::nullopt;
  if (angle || DrawsShares(view)) {
    request.losses.push_back(
        fmt::format("a page has no {}: it draws '{}'",
                    angle ? fmt::format("angle '{}'", WordOf(kComparedAngleWords, *angle)) : "shares",
                    DisplayText(ColumnTitle(view.tree().metrics()[view.metric]), 80)));
  }
  // A page has rings and an icicle, one chart of each.
  request.page.view.detail = {};
  if (request.page.view.form == ChartForm::kTreemap) request.page.view.form = ChartForm::kRings;
  request.page.view.root = {view.history.current().root.context, {}};
  request.page.color = view.color;
  if (view.search.find_first_of(":<>=()!|&") == std::string::npos) request.page.search = view.search;
  request.page.self_in_first_ring = SelfPlaceAfter(view.pipeline.applied) == SelfPlace::kFirstRing;
  return request;
}

// The job belongs to no document: the request owns its data, and closing the tab does not end the job.
JobState SaveJob(const std::filesystem::path& path) {
  return {.kind = JobKind::kSave,
          .label = "Saving " + DisplayText(path.filename().string(), 80),
          .path = path,
          .failed = &SaveFailed};
}

// `save` is a SaveTreeRequest, a SavePageRequest or a SaveTextRequest.
template <typename Request>
void StartSave(AppState& state, Request save, Effects& effects) {
  JobState told = SaveJob(save.path);
  StartJob(
      state, std::move(told), JobLane::kInOrder, std::make_shared<const Request>(std::move(save)),
      [](auto&... arguments) { RunSave(arguments...); }, effects);
}

DocumentState& DocumentFor(AppState& state, const std::filesystem::path& path, const LoadedTree& tree,
                           Effects& effects) {
  for (DocumentState& document : state.documents) {
    if (document.path == path && document.opened.tree == tree.tree) return document;
  }
  const JobId id = AddJob(state, {.kind = JobKind::kLoad, .path = path}).id;
  Do(state, LoadFinished{id, tree}, effects);
  return *std::ranges::find(state.documents, path, &DocumentState::path);
}

// Shows the problem, and then the dialog again, which has kept the typed path.
void AskForAnotherPath(AppState& state, const std::filesystem::path& path, std::string problem) {
  if (!DialogOpen(state) && ActiveView(state) != nullptr) state.save_dialog_open = true;
  state.errors.push_back(
      {"Could not save " + DisplayText(path.filename().string(), 120), std::move(problem)});
}

void ShowSavedView(AppState& state, ViewState& view, const SavedView& saved, Effects& effects) {
  // A profile that lacks the saved metric is shown by the default metric.
  const auto metric = FindViewMetric(view.tree(), saved.metric);
  view.metric = metric ? *metric : FindViewMetric(view.tree(), {}).value();
  view.angle.made = saved.angle;
  view.angle.by_share = saved.angle_by_share;
  ViewPosition position{view.history.current().root, saved.kind, saved.drawn.place};
  const auto pipeline = ParsePipeline(saved.pipeline);
  if (pipeline && !pipeline->empty()) {
    view.history = ViewHistory(position);
    view.pipeline.root_when_done = saved.root;
    WantPipeline(state, view, *pipeline, effects);
  } else {
    if (const auto root = FindContextByPath(view.tree(), saved.root)) position.root = {*root, {}};
    FindSavedContexts(view.tree(), position.places);
    view.history = ViewHistory(position);
  }
  if (!pipeline) {
    state.errors.push_back({"The steps of the saved view cannot be read", DescribeError(pipeline.error())});
  }
  if (!saved.color.empty()) view.color = ColorFor(state.settings, view.tree(), saved.color);
  view.search = saved.search;
}

// The name comes first, to be whole in the status bar; the losses may need its tooltip.
std::string SavedNote(const std::string& name, const std::vector<std::string>& losses) {
  std::string note = "Saved " + name;
  for (size_t i = 0; i < losses.size(); ++i) note += (i == 0 ? ": " : "; ") + DisplayText(losses[i], 600);
  return note;
}

}  // namespace

void Do(AppState& state, const ShowSaveDialog& show, Effects&) {
  if (const DocumentState* document = ActiveDocument(state); document != nullptr && show.open) {
    if (document->reading != kNoJob) {
      SetNote(state, document->title + " is still being read; it can be saved when it is whole",
              NoteEnd::kRead);
      return;
    }
  }
  state.save_dialog_open = show.open && ActiveView(state) != nullptr;
  AwaitBox(state, TextBox::kSave, state.save_dialog_open);
}

void Do(AppState& state, const SaveAs& save, Effects& effects) {
  const ViewState* view = ActiveView(state);
  const DocumentState* document = ActiveDocument(state);
  if (view == nullptr || document == nullptr || save.path.empty()) return;
  if (save.asks) {
    Want(state, state.slots.Get<FilesState>().save_target, SaveTargetRequest{save.path, save.has_caption},
         {.label = "Looking for a file of this name"}, &RunSaveTarget, effects);
    return;
  }
  state.save_dialog_open = false;
  const std::filesystem::path& path = save.path;
  for (const DocumentState& one : state.documents) {
    if (one.path.lexically_normal() != path.lexically_normal()) continue;
    AskForAnotherPath(state, path, "This is a profile that is open; save under another name");
    return;
  }
  if (IsPictureName(path)) {
    std::optional<PictureWords> words;
    if (save.has_caption) words = PictureWords{TitleWithSteps(*document, *view), view->search};
    effects.push_back(
        effect::SavePicture{AddJob(state, SaveJob(path)).id, path, state.active_pane, std::move(words)});
  } else if (const DocumentState* lacking =
                 HasEnding(path, kSavedViewEnding) ? DocumentWithoutFile(state) : nullptr;
             lacking != nullptr) {
    AskForAnotherPath(state, path,
                      "A saved view names its profiles' files, and " + lacking->title +
                          " has none yet.\nSave it as .cct, open that, and save the view then.");
  } else if (HasEnding(path, kSavedViewEnding)) {
    const std::string text = FormatSavedWindow(SavedWindowOf(state, path.parent_path()));
    StartSave(state, SaveTextRequest{path, text}, effects);
  } else if (HasEnding(path, ".txt")) {
    StartSave(state, SaveTextRequest{path, StackText(view->tree(), SelectedOrCentre(*view))}, effects);
  } else if (HasEnding(path, kPageEnding)) {
    SavePageRequest request = PageOf(state, *document, *view);
    request.path = path;
    StartSave(state, std::move(request), effects);
  } else if (const auto format = TreeFormatOf(path); format) {
    const std::string title = DisplayText(document->path.filename().string(), 120);
    StartSave(state, SaveTreeRequest{path, view->shown.tree, view->metric, title}, effects);
  } else {
    AskForAnotherPath(state, path, DisplayText(DescribeError(format.error()), 2000));
  }
}

void RefreshSaveDialog(AppState& state, Effects& effects) {
  const SaveTarget* target = state.slots.Get<FilesState>().save_target.answer();
  if (state.save_dialog_open && target != nullptr && !target->exists) {
    const SaveTargetRequest request = *state.slots.Get<FilesState>().save_target.answered;
    Do(state, SaveAs{request.path, request.has_caption}, effects);
  }
  if (!state.save_dialog_open) state.slots.Get<FilesState>().save_target = {};
}

void Do(AppState& state, const SaveFinished& finished, Effects&) {
  (void)TakeJob(state, finished.job);
  const std::string name = DisplayText(finished.path.filename().string(), 120);
  if (finished.result) {
    SetNote(state, SavedNote(name, finished.losses));
  } else if (finished.result.error().code == ErrorCode::kCancelled) {
    SetNote(state, "Cancelled saving " + name);
  } else {
    AskForAnotherPath(state, finished.path,
                      DisplayText(finished.path.string()) + "\n" +
                          DisplayText(DescribeError(finished.result.error()), 2000));
  }
}

void Do(AppState& state, const WindowLoaded& finished, Effects& effects) {
  const auto job = TakeJob(state, finished.job);
  if (!job) return;
  if (!finished.loaded) {
    ReportFailedLoad(state, job->path, finished.loaded.error());
    return;
  }
  const LoadedWindow& loaded = *finished.loaded;
  if (const std::string refused = AddDerivedMetrics(state.settings, loaded.window.derived_metrics);
      !refused.empty()) {
    state.errors.push_back(
        {"Not every derived metric of the saved view is used", DisplayText(refused, 2000)});
  }
  while (state.panes.size() > 1) Do(state, ClosePane{state.panes.size() - 1}, effects);
  state.linked = false;  // first each pane goes to its own saved place
  for (size_t i = 0; i < loaded.window.views.size() && i < loaded.trees.size(); ++i) {
    const SavedView& saved = loaded.window.views[i];
    const ViewState* before = ActiveView(state);
    const ViewId first = before == nullptr ? 0 : before->id;
    const DocumentId document = DocumentFor(state, saved.profile, loaded.trees[i], effects).id;
    // Each saved view gets a view of its own: views that were open before stay as they are.
    const bool is_fresh = ActiveView(state)->id != first && ActiveDocument(state)->id == document;
    if (!is_fresh) OpenView(state, *FindDocument(state, document));
    if (i > 0) {
      const ViewId second = ActiveView(state)->id;
      Do(state, ActivateView{first}, effects);
      Do(state, ShowBeside{second, true}, effects);
      Do(state, ActivatePane{PaneBeside(state)}, effects);
    }
    state.panes[state.active_pane].kinds = saved.drawn.pane;
    ShowSavedView(state, *ActiveView(state), saved, effects);
  }
  state.active_pane = 0;
  state.linked = loaded.window.linked;
  if (loaded.window.theme) state.settings.theme = *loaded.window.theme;
  RememberRecentFile(state.settings, job->path.string());
  effects.push_back(effect::SaveSettings{state.settings});
}

}  // namespace ringscope::action

namespace ringscope {

std::shared_ptr<const SaveTarget> RunSaveTarget(const SaveTargetRequest& request, JobControl&) {
  std::error_code error;
  return std::make_shared<const SaveTarget>(SaveTarget{std::filesystem::exists(request.path, error)});
}

}  // namespace ringscope
