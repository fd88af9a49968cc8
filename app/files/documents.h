#pragma once

#include <filesystem>
#include <memory>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "cct/base/job_control.h"

namespace ringscope::action {

struct OpenFile {
  std::filesystem::path path;
  // One of several files: replaces the shown view only if that view was shown while earlier files were read.
  bool one_of_several = false;
  MetricNaming naming = {};  // only for folded stacks
  ReadingDetail detail = {};
  bool offers_comparison = false;  // a note offers to compare the file with the one before
};
// Looks up the classes of a profile's native functions in the debug information of their modules, in the
// background; the profile with the classes replaces the present one.
struct LookUpClasses {
  DocumentId document = 0;
};
struct ForgetRecentFile {
  std::string path;
};
struct ShowOpenDialog {
  bool open = true;
};
// Lists a folder in the open dialog.
struct ShowFolder {
  std::filesystem::path path;
  bool with_hidden = false;
  // The user typed the path: a bare name is looked for in the listed folder. A file is opened, and the dialog
  // closes; a path that does not exist leaves the list unchanged.
  bool opens_file = false;
  MetricNaming naming = {};  // of the file, if it holds folded stacks
};
// The tree that a load has read so far.
struct PreviewLoaded {
  JobId job = kNoJob;
  LoadedTree tree;
};
struct LoadFinished {
  JobId job = kNoJob;
  Result<LoadedTree> tree;
};
// Asks the disk about offered files from this action on.
struct OfferStartFiles {};

}  // namespace ringscope::action

namespace ringscope {

// The action that reads the profile again with a detail that it lacks, or without a detail that it has.
// std::nullopt if the profile's file does not hold the detail.
[[nodiscard]] std::optional<action::OpenFile> OpenWithDetailToggled(bool ReadingDetail::*detail,
                                                                    const DocumentState& document);

}  // namespace ringscope

namespace ringscope::action {

void Do(AppState& state, const OpenFile& open, Effects& effects);
void Do(AppState& state, const LookUpClasses& look, Effects& effects);
void Do(AppState& state, const ForgetRecentFile& forget, Effects& effects);
void Do(AppState& state, const ShowOpenDialog& show, Effects& effects);
void Do(AppState& state, const ShowFolder& show, Effects& effects);
void Do(AppState& state, const PreviewLoaded& preview, Effects& effects);
void Do(AppState& state, const LoadFinished& finished, Effects& effects);

// The end of a job of JobKind::kLoad that could not run.
[[nodiscard]] Action LoadFailed(const JobState& job, const Error& error);
// Says why a profile, or a saved view, could not be opened.
void ReportFailedLoad(AppState& state, const std::filesystem::path& path, const Error& error);
// Tells once that the check of a tree found damage. After every action.
void RefreshChecks(AppState& state);
void Do(AppState& state, const OfferStartFiles& offer, Effects& effects);
// Opens the file that was typed into the open dialog; forgets the listed folder once the dialog is closed.
// After every action.
void RefreshOpenDialog(AppState& state, Effects& effects);
// Asks the disk about the files that the start page and the open dialog offer, while either is shown. After
// every action.
void RefreshStartFiles(AppState& state, Effects& effects);

}  // namespace ringscope::action

namespace ringscope {

// Checks every column of a tree on the calling (job) thread.
[[nodiscard]] std::shared_ptr<const TreeCheck> RunCheck(const CheckRequest& request, JobControl& job);

}  // namespace ringscope
