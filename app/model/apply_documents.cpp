#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/model/apply_parts.h"
#include "app/model/display_text.h"
#include "cct/base/number_text.h"
#include "cct/transform/merge_threads.h"

namespace ringscope::apply {
namespace {

void CancelJobsOf(AppState& state, DocumentId document, Effects& effects) {
  for (JobState& job : state.jobs) {
    if (job.document != document) continue;
    job.cancelling = true;
    effects.push_back(effect::CancelJob{job.id});
  }
}

DocumentState* FindDocumentByPath(AppState& state, const std::filesystem::path& path) {
  for (DocumentState& document : state.documents) {
    if (document.path == path) return &document;
  }
  return nullptr;
}

void StartVerify(AppState& state, DocumentState& document, Effects& effects) {
  // A tree that was imported a moment ago is right by construction; one from a file may have been damaged on
  // disk.
  if (document.opened.tree->stored_chunks().empty()) return;
  JobState& job = AddJob(state, JobKind::kVerify, "Checking " + document.title);
  job.document = document.id;
  document.verify = VerifyStatus::kRunning;
  effects.push_back(effect::StartVerify{job.id, document.opened.tree});
}

std::string OpenedNote(const DocumentState& document) {
  const uint64_t skipped = document.opened.tree->report().skipped_count();
  const std::string contexts = CountedText(document.opened.tree->context_count() - 1, "context");
  if (skipped == 0) return fmt::format("Opened {}: {}", document.title, contexts);
  return fmt::format("Opened {}: {}, {} skipped", document.title, contexts, CountedText(skipped, "record"));
}

}  // namespace

void Do(AppState& state, const action::OpenFile& open, Effects& effects) {
  if (open.path.empty()) return;
  std::error_code error;
  std::filesystem::path path = std::filesystem::absolute(open.path, error).lexically_normal();
  if (error) path = open.path;
  state.open_dialog_open = false;
  JobState& job = AddJob(state, JobKind::kLoad, "Opening " + DisplayText(path.filename().string(), 80));
  job.path = path;
  effects.push_back(effect::StartLoad{job.id, path});
}

void Do(AppState& state, const action::LoadFinished& finished, Effects& effects) {
  const auto job = TakeJob(state, finished.job);
  if (!job) return;
  const std::string title = DisplayText(job->path.filename().string(), 120);
  if (!finished.tree) {
    if (finished.tree.error().code == ErrorCode::kCancelled) {
      SetNote(state, "Cancelled opening " + title);
      return;
    }
    state.errors.push_back(
        {"Could not open " + title,
         DisplayText(job->path.string()) + "\n" + DisplayText(DescribeError(finished.tree.error()), 2000)});
    return;
  }
  if (DocumentState* document = FindDocumentByPath(state, job->path)) {
    // Opened again: the file may have changed, so the fresh tree takes the place of the old one.
    CancelJobsOf(state, document->id, effects);
    document->opened = *finished.tree;
    document->has_thread_ring = HasThreadRing(*document->opened.tree);
    document->verify = VerifyStatus::kNotNeeded;
    ViewId shown = 0;
    for (ViewState& view : state.views) {
      if (view.document != document->id) continue;
      shown = view.id;
      ReapplyPipeline(state, view, effects);
    }
    Do(state, action::ActivateView{shown}, effects);
    StartVerify(state, *document, effects);
    SetNote(state, OpenedNote(*document));
    return;
  }
  DocumentState& document = state.documents.emplace_back();
  document.id = state.next_document++;
  document.path = job->path;
  document.title = title;
  document.opened = *finished.tree;
  document.has_thread_ring = HasThreadRing(*document.opened.tree);
  OpenView(state, document);
  StartVerify(state, document, effects);
  SetNote(state, OpenedNote(document));
  RememberRecentFile(state.settings, job->path.string());
  effects.push_back(effect::SaveSettings{state.settings});
}

void Do(AppState& state, const action::CloseDocument& close, Effects& effects) {
  if (FindDocument(state, close.document) == nullptr) return;
  CancelJobsOf(state, close.document, effects);
  std::erase_if(state.views, [&](const ViewState& view) { return view.document == close.document; });
  std::erase_if(state.documents, [&](const DocumentState& one) { return one.id == close.document; });
  DropOrphanedPanes(state);
  state.report_open = false;
}

void Do(AppState& state, const action::VerifyFinished& finished, Effects&) {
  const auto job = TakeJob(state, finished.job);
  if (!job) return;
  DocumentState* document = FindDocument(state, job->document);
  if (document == nullptr) return;
  // A check of the tree that was there before the file was opened again says nothing about this one.
  const bool outdated = std::any_of(state.jobs.begin(), state.jobs.end(), [&](const JobState& other) {
    return other.kind == JobKind::kVerify && other.document == document->id;
  });
  if (outdated) return;
  if (finished.result) {
    document->verify = VerifyStatus::kPassed;
  } else if (finished.result.error().code == ErrorCode::kCancelled) {
    document->verify = VerifyStatus::kCancelled;
  } else {
    document->verify = VerifyStatus::kFailed;
    document->verify_error = DisplayText(DescribeError(finished.result.error()), 2000);
    state.errors.push_back(
        {document->title + " is damaged",
         document->verify_error + "\n\nWhat is shown may be wrong. Convert the profile again."});
  }
}

void Do(AppState& state, const action::ForgetRecentFile& forget, Effects& effects) {
  if (std::erase(state.settings.recent_files, forget.path) > 0) {
    effects.push_back(effect::SaveSettings{state.settings});
  }
}

void Do(AppState& state, const action::CancelJob& cancel, Effects& effects) {
  JobState* job = FindJob(state, cancel.job);
  if (job == nullptr || job->cancelling) return;
  job->cancelling = true;
  effects.push_back(effect::CancelJob{cancel.job});
}

void Do(AppState& state, const action::JobProgressed& progress, Effects&) {
  JobState* job = FindJob(state, progress.job);
  if (job == nullptr) return;
  job->done_units = progress.done_units;
  job->total_units = progress.total_units;
}

}  // namespace ringscope::apply
