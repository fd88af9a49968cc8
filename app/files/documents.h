#pragma once

#include <filesystem>
#include <memory>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "cct/base/job_control.h"

namespace ringscope::action {

struct OpenFile {
  std::filesystem::path path;
  // One of several files. It pushes the shown view aside only where that came up for want of an earlier file.
  bool one_of_several = false;
  MetricNaming naming = {};  // only for folded stacks
  bool lines = false;        // costs by source line (ImportOptions::lines)
  bool offers_comparison = false;  // says how to compare it with what was open before
};
// The classes of its native functions are looked up in the debug information of their modules, in the background;
// the profile that knows them takes its place.
struct LookUpClasses {
  DocumentId document = 0;
};
struct ForgetRecentFile {
  std::string path;
};
struct ShowOpenDialog {
  bool open = true;
};
// The open dialog lists the folder.
struct ShowFolder {
  std::filesystem::path path;
  bool with_hidden = false;
  // It was typed: a name alone is looked for in the folder that is listed. A file is opened, and the dialog
  // closes; what is not there leaves the list as it is.
  bool opens_file = false;
  MetricNaming naming = {};  // of that file, if it holds folded stacks
};
// What a load has read so far.
struct PreviewLoaded {
  JobId job = kNoJob;
  LoadedTree tree;
};
struct LoadFinished {
  JobId job = kNoJob;
  Result<LoadedTree> tree;
};
// From now on what the disk knows of the files that are offered is told with them.
struct OfferStartFiles {};

}  // namespace ringscope::action

namespace ringscope {

// Reads the profile again with costs by source line, or without where it has them. Nothing where its file tells none.
[[nodiscard]] std::optional<action::OpenFile> OpenWithOtherLines(const DocumentState& document);

}  // namespace ringscope

namespace ringscope::action {

void Do(AppState& state, const OpenFile& open, Effects& effects);
void Do(AppState& state, const LookUpClasses& look, Effects& effects);
void Do(AppState& state, const ForgetRecentFile& forget, Effects& effects);
void Do(AppState& state, const ShowOpenDialog& show, Effects& effects);
void Do(AppState& state, const ShowFolder& show, Effects& effects);
void Do(AppState& state, const PreviewLoaded& preview, Effects& effects);
void Do(AppState& state, const LoadFinished& finished, Effects& effects);

// What a job of JobKind::kLoad ends with where it could not run.
[[nodiscard]] Action LoadFailed(const JobState& job, const Error& error);
// Says why a profile, or a saved view, could not be opened.
void TellFailedLoad(AppState& state, const std::filesystem::path& path, const Error& error);
// Tells once of a tree that turned out to be damaged. After every action.
void RefreshChecks(AppState& state);
void Do(AppState& state, const OfferStartFiles& offer, Effects& effects);
// Opens the file that was typed into the open dialog, and forgets what the disk told when that is closed. After
// every action.
void RefreshOpenDialog(AppState& state, Effects& effects);
// Asks what the disk knows of the files that the start page and the open dialog offer, while these are shown.
// After every action.
void RefreshStartFiles(AppState& state, Effects& effects);

}  // namespace ringscope::action

namespace ringscope {

// Opens a profile, or all profiles of a saved view, on the calling (job) thread: posts action::PreviewLoaded
// while it is read, at last action::LoadFinished or action::WindowLoaded. `naming`: of folded stacks;
// `lines`: as ImportOptions has it.
void RunLoad(JobId id, const std::filesystem::path& path, const MetricNaming& naming, bool lines,
             JobControl& job, const PostAction& post);

// Looks up the classes of native functions on the calling (job) thread: posts action::LoadFinished.
void RunLookUpClasses(JobId id, const CctPtr& tree, JobControl& job, const PostAction& post);

// Checks every column of a tree on the calling (job) thread.
[[nodiscard]] std::shared_ptr<const TreeCheck> RunCheck(const CheckRequest& request, JobControl& job);

}  // namespace ringscope
