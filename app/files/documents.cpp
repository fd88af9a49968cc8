#include "app/files/documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/core/action.h"
#include "app/core/display_text.h"
#include "app/files/files_model.h"
#include "app/files/files_on_disk.h"
#include "app/files/saving/saving.h"
#include "app/view/difference/angle.h"
#include "app/view/document.h"
#include "app/view/kind/view_kind.h"
#include "app/view/panes/panes.h"
#include "app/view/saved_view.h"
#include "app/view/state/apply_task.h"
#include "app/view/steps/steps.h"
#include "cct/base/system/workers.h"
#include "cct/base/text/number_text.h"
#include "cct/classes/native_classes.h"
#include "cct/import/import_preview.h"
#include "cct/open/open_profile.h"
#include "cct/track/track_series.h"
#include "cct/transform/steps/steps.h"
#include "cct/tree/verify.h"

namespace ringscope {
namespace {

// Loads all profiles of a saved window. Views of the first profile share its tree.
Result<LoadedWindow> LoadSavedWindow(const std::filesystem::path& path, const OpenOptions& options,
                                     JobControl& job) {
  LoadedWindow loaded;
  RINGSCOPE_ASSIGN(loaded.window, ReadSavedWindow(path));
  for (size_t i = 0; i < loaded.window.views.size(); ++i) {
    const std::filesystem::path& profile = loaded.window.views[i].profile;
    if (i > 0 && profile == loaded.window.views[0].profile) {
      loaded.trees.push_back(loaded.trees[0]);
      continue;
    }
    Result<CctPtr> tree = ReadProfile(profile, options, job);
    if (!tree) {
      Error error = std::move(tree).error();
      error.message = profile.string() + ": " + error.message;
      return tl::unexpected(std::move(error));
    }
    loaded.trees.push_back(WithFunctions(std::move(*tree)));
  }
  return loaded;
}

// Opens a profile, or all profiles of a saved view: posts action::PreviewLoaded while reading, at last
// action::LoadFinished or action::WindowLoaded.
void RunLoad(JobId id, const action::OpenFile& open, JobControl& job, const PostAction& post) {
  const std::filesystem::path& path = open.path;
  OpenOptions options;
  options.import.look_up_symbols = true;
  options.import.naming = open.naming;
  options.import.lines = open.detail.lines;
  options.import.call_sites = open.detail.call_sites;
  options.verify = false;
  if (IsTrackFolder(path)) {
    post(action::LoadFinished{id, OpenTrackFolder(path, job).map(WithFunctions)});
    return;
  }
  Result<ProfileFile> file = ProfileFile::Open(path, job);
  if (!file) {
    post(action::LoadFinished{id, tl::unexpected(std::move(file).error())});
    return;
  }
  if (file->contents().starts_with(kSavedViewBegin)) {
    post(action::WindowLoaded{id, LoadSavedWindow(path, options, job)});
    return;
  }
  if (LooksLikeManifest(file->contents())) {
    post(action::LoadFinished{id, OpenTrackFolder(path.parent_path(), job).map(WithFunctions)});
    return;
  }
  ImportPreview preview([&](CctPtr tree) {
    post(action::PreviewLoaded{id, WithFunctions(std::move(tree))});
  });
  options.import.preview = &preview;
  post(action::LoadFinished{id, std::move(*file).Read(options, job).map(WithFunctions)});
}

void RunLookUpClasses(JobId id, const CctPtr& tree, JobControl& job, const PostAction& post) {
  post(action::LoadFinished{id, WithNativeClasses(tree, &job).map(WithFunctions)});
}

}  // namespace

std::optional<action::OpenFile> OpenWithDetailToggled(bool ReadingDetail::*detail,
                                                      const DocumentState& document) {
  // Files of the first two formats hold lines, files of all formats call sites.
  constexpr std::array<std::string_view, 9> kFormats{"callgrind",  "pprof",       "pprof text",
                                                     "gperftools", "perf script", "perf.data",
                                                     "jfr",        "hprof",       "firefox"};
  const auto last = detail == &ReadingDetail::lines ? kFormats.begin() + 2 : kFormats.end();
  const Cct& tree = *document.opened.tree;
  // A .cct file (with stored chunks) holds no more detail, though its report names the imported format.
  if (!document.has_file || !tree.stored_chunks().empty() ||
      std::find(kFormats.begin(), last, tree.report().format) == last)
    return std::nullopt;
  ReadingDetail other = document.detail;
  other.*detail = !(other.*detail);
  return action::OpenFile{document.path, false, document.naming, other};
}

}  // namespace ringscope

namespace ringscope::action {
namespace {

void WantCheck(AppState& state, DocumentState& document, Effects& effects) {
  if (document.opened.tree->stored_chunks().empty()) return;
  Want(state, document.check, CheckRequest{document.opened.tree},
       {.label = "Checking " + document.title, .document = document.id}, &RunCheck, effects);
}

std::string TitleOf(const std::filesystem::path& path) { return DisplayText(path.filename().string(), 120); }

// Whether `document`, one of several files that were asked for at once, may replace the shown view: there is
// none, or it shows another of these files, which was asked for later and which the user has not touched.
bool MayReplaceShownView(const AppState& state, const DocumentState& document) {
  const ViewState* shown = ActiveView(state);
  if (shown == nullptr) return true;
  const DocumentState* other = FindDocument(state, shown->document);
  return shown->id == state.shown_meanwhile && other != nullptr && other->asked_by > document.asked_by &&
         !shown->history.touched() && shown->pipeline.wanted.empty() && shown->search.empty() &&
         shown->selected == kNoContext;
}

std::string OpenedNote(const DocumentState& document) {
  const uint64_t skipped = document.opened.tree->report().skipped_count();
  const std::string contexts = CountedText(document.opened.tree->context_count() - 1, "context");
  if (skipped == 0) return fmt::format("Opened {}: {}", document.title, contexts);
  return fmt::format("Opened {}: {}, {} skipped", document.title, contexts, CountedText(skipped, "record"));
}

// Goes to the place where a just opened profile is best looked at, and says so; empty if the view stays.
std::string OpeningNote(AppState& state, const DocumentState& document, Effects& effects) {
  const auto view = std::ranges::find(state.views, document.id, &ViewState::document);
  if (view == state.views.end()) return {};
  // The first kind, with which all profiles begin, is asked last.
  const auto kinds = ViewKinds();
  for (auto kind = kinds.rbegin(); kind != kinds.rend(); ++kind) {
    if ((*kind)->open == nullptr) continue;
    if (std::string note = (*kind)->open(state, *view, effects); !note.empty()) return note;
  }
  return {};
}

DocumentState& AddDocument(AppState& state, const JobState& load, const LoadedTree& tree, Effects& effects) {
  const bool one_of_several = load.one_of_several;
  DocumentState& document = state.documents.emplace_back();
  document.id = state.next_document++;
  document.asked_by = load.id;
  document.path = load.path;
  document.has_file = load.has_file;
  document.naming = load.naming;
  document.detail = load.detail;
  document.compared = load.compared;
  RefreshTitles(state);
  document.opened = tree;
  document.has_thread_ring = HasThreadRing(*tree.tree);
  const bool shows = !one_of_several || MayReplaceShownView(state, document);
  const ViewId view = AddDocumentView(state, document);
  BeginComparison(*FindView(state, view));
  if (shows) {
    Do(state, ActivateView{view}, effects);
    if (one_of_several) state.shown_meanwhile = view;
  }
  return document;
}

// Folders for the open dialog, the first existing one counts: that of the active profile, those of recent
// files, and the one where the program was started.
std::vector<std::filesystem::path> StartFolders(const AppState& state) {
  std::vector<std::filesystem::path> folders;
  if (const DocumentState* document = ActiveDocument(state)) folders.push_back(document->path.parent_path());
  for (const std::string& recent : state.settings.recent_files)
    folders.push_back(std::filesystem::path(recent).parent_path());
  folders.emplace_back(".");
  return folders;
}

void WantFolder(AppState& state, FolderRequest request, Effects& effects) {
  request.serial = ++state.slots.Get<FilesState>().folders_asked;
  Want(state, state.slots.Get<FilesState>().open_folder, std::move(request),
       {.label = "Reading the folder", .soon = true}, &RunListFolder, effects);
}

// Replaces the tree of a document by another tree of the same profile. `load`: the job that read the new
// tree, and that may go on.
void ReplaceTree(AppState& state, DocumentState& document, const LoadedTree& tree, JobId load,
                 Effects& effects) {
  CancelJobsOf(state, document.id, effects, load);
  document.opened = tree;
  document.has_thread_ring = HasThreadRing(*tree.tree);
  document.check = {};
  document.damage_told = false;
  for (ViewState& view : state.views)
    if (view.document == document.id) ReapplyPipeline(state, view, effects);
}

}  // namespace

void ReportFailedLoad(AppState& state, const std::filesystem::path& path, const Error& error) {
  if (error.code == ErrorCode::kCancelled) {
    SetNote(state, "Cancelled opening " + TitleOf(path));
    return;
  }
  state.errors.push_back({"Could not open " + TitleOf(path),
                          DisplayText(path.string()) + "\n" + DisplayText(DescribeError(error), 2000)});
}

void Do(AppState& state, const OpenFile& open, Effects& effects) {
  if (open.path.empty()) return;
  std::error_code error;
  std::filesystem::path path = std::filesystem::absolute(open.path, error).lexically_normal();
  if (error) path = open.path;
  state.open_dialog_open = false;
  // A file that is named twice is opened once, at its first mention.
  const auto is_under_way = [&](const JobState& job) {
    return job.kind == JobKind::kLoad && job.path == path && !job.cancelling;
  };
  if (open.one_of_several && std::ranges::any_of(state.jobs, is_under_way)) return;
  OpenFile absolute = open;
  absolute.path = path;
  StartJob(state,
           {.kind = JobKind::kLoad,
            .label = "Opening " + DisplayText(path.filename().string(), 80),
            .path = path,
            .one_of_several = open.one_of_several,
            .offers_comparison = open.offers_comparison,
            .naming = open.naming,
            .detail = open.detail,
            .failed = &LoadFailed},
           JobLane::kByCores, std::make_shared<const OpenFile>(std::move(absolute)), &RunLoad, effects);
}

void Do(AppState& state, const PreviewLoaded& preview, Effects& effects) {
  JobState* job = FindJob(state, preview.job);
  if (job == nullptr || job->cancelling) return;
  DocumentState* document = FindDocumentByPath(state, job->path);
  if (document == nullptr) {
    document = &AddDocument(state, *job, preview.tree, effects);
    document->reading = preview.job;
    job->document = document->id;
  } else if (document->reading == preview.job) {
    ReplaceTree(state, *document, preview.tree, preview.job, effects);
  }
  // Else the profile is opened again: its whole tree stays until the new tree is whole, too.
}

Action LoadFailed(const JobState& job, const Error& error) {
  return LoadFinished{job.id, tl::unexpected(error)};
}

void Do(AppState& state, const LoadFinished& finished, Effects& effects) {
  const auto job = TakeJob(state, finished.job);
  if (!job) return;
  DocumentState* document = FindDocumentByPath(state, job->path);
  const bool was_reading = document != nullptr && document->reading == finished.job;
  // The user may have cancelled the job, or closed its tab, when the job had just ended.
  const bool is_given_up = job->cancelling && !job->is_recording;
  if (!finished.tree || is_given_up) {
    // A partly read profile is closed. Before the note: that belongs to the document shown then.
    if (was_reading) Do(state, CloseDocument{document->id}, effects);
    ReportFailedLoad(state, job->path,
                     is_given_up ? Error{ErrorCode::kCancelled, "cancelled"} : finished.tree.error());
    return;
  }
  // This result replaces that of any other load of the document.
  if (document != nullptr) {
    document->reading = kNoJob;
    document->naming = job->naming;
    document->detail = job->detail;
    document->compared = job->compared;
  }
  const bool is_new = document == nullptr;
  if (is_new) {
    document = &AddDocument(state, *job, *finished.tree, effects);
  } else {
    ReplaceTree(state, *document, *finished.tree, finished.job, effects);
    const auto view = std::find_if(state.views.rbegin(), state.views.rend(),
                                   [&](const ViewState& one) { return one.document == document->id; });
    if (!was_reading && view != state.views.rend()) Do(state, ActivateView{view->id}, effects);
  }
  WantCheck(state, *document, effects);
  const std::string from = was_reading || is_new ? OpeningNote(state, *document, effects) : std::string();
  std::string note = from.empty() ? OpenedNote(*document) : from;
  SetNote(state, std::move(note), document->id);
  state.note.offers_comparison = job->offers_comparison;
  if (!job->has_file) return;
  RememberRecentFile(state.settings, job->path.string());
  effects.push_back(effect::SaveSettings{state.settings});
}

void Do(AppState& state, const LookUpClasses& look, Effects& effects) {
  const DocumentState* document = FindDocument(state, look.document);
  if (document == nullptr || document->reading != kNoJob) return;
  StartJob(state,
           {.kind = JobKind::kLoad,
            .label = "Looking up classes of " + DisplayText(document->title, 80),
            .document = document->id,
            .path = document->path,
            .has_file = false,
            .naming = document->naming,
            .detail = document->detail,
            .failed = &LoadFailed},
           JobLane::kByCores, std::make_shared<const CctPtr>(document->opened.tree), &RunLookUpClasses,
           effects);
}

void Do(AppState& state, const OfferStartFiles&, Effects&) { state.offers_start_files = true; }

void RefreshStartFiles(AppState& state, Effects& effects) {
  if (!state.offers_start_files || !(state.panes.empty() || state.open_dialog_open)) return;
  Want(state, state.slots.Get<FilesState>().start_files, StartFilesRequest{state.settings.recent_files},
       {.label = "Looking for files"}, &RunStartFiles, effects);
}

void RefreshChecks(AppState& state) {
  for (DocumentState& document : state.documents) {
    const TreeCheck* check = document.check.answer();
    if (check == nullptr || check->problem.empty() || std::exchange(document.damage_told, true)) continue;
    state.errors.push_back(
        {document.title + " is damaged",
         DisplayText(check->problem, 2000) + "\n\nThe charts may be wrong. Convert the profile again."});
  }
}

void Do(AppState& state, const ForgetRecentFile& forget, Effects& effects) {
  if (std::erase(state.settings.recent_files, forget.path) > 0) {
    effects.push_back(effect::SaveSettings{state.settings});
  }
}

void Do(AppState& state, const ShowOpenDialog& show, Effects& effects) {
  state.open_dialog_open = show.open;
  AwaitBox(state, TextBox::kOpen, show.open);
  if (show.open) WantFolder(state, {StartFolders(state)}, effects);
}

void Do(AppState& state, const ShowFolder& show, Effects& effects) {
  if (!state.open_dialog_open || show.path.empty()) return;
  std::vector<std::filesystem::path> places{show.path};
  // A name that is typed without a folder is looked for in the listed folder.
  if (const FolderListing* listed = state.slots.Get<FilesState>().open_folder.result.get();
      listed != nullptr && show.opens_file)
    places = {listed->folder / show.path, listed->folder};
  WantFolder(state, {std::move(places), show.with_hidden, show.opens_file, show.naming}, effects);
}

void RefreshOpenDialog(AppState& state, Effects& effects) {
  if (state.open_dialog_open) {
    const FolderListing* listing = state.slots.Get<FilesState>().open_folder.answer();
    if (listing == nullptr || listing->file.empty()) return;
    const FolderRequest& request = *state.slots.Get<FilesState>().open_folder.answered;
    const bool may_be_folded = MayBeFolded(listing->file.filename().string());
    Do(state, OpenFile{listing->file, false, may_be_folded ? request.naming : MetricNaming{}}, effects);
  }
  state.slots.Get<FilesState>().open_folder = {};
}

}  // namespace ringscope::action

namespace ringscope {

std::shared_ptr<const TreeCheck> RunCheck(const CheckRequest& request, JobControl& job) {
  // The check of a small tree ends too soon to disturb other work.
  constexpr uint32_t kManyContexts = 1'000'000;
  if (request.tree->context_count() > kManyContexts) UseIdleTimeOnly();
  Result<void> checked = VerifyCct(*request.tree, &job);
  if (!checked && checked.error().code == ErrorCode::kCancelled) return nullptr;
  return std::make_shared<const TreeCheck>(
      TreeCheck{checked ? std::string() : DescribeError(checked.error())});
}

}  // namespace ringscope
