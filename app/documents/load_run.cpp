#include "app/documents/load_run.h"

#include <utility>

#include "app/core/action.h"
#include "app/documents/document.h"
#include "app/saving/saved_view.h"
#include "cct/base/system/workers.h"
#include "cct/classes/native_classes.h"
#include "cct/import/import_preview.h"
#include "cct/track/track_series.h"
#include "cct/tree/verify.h"

namespace ringscope {
namespace {

// Views of one profile share its tree.
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
    Result<CctPtr> tree = LoadTree(profile, options, job);
    if (!tree) {
      Error error = std::move(tree).error();
      error.message = profile.string() + ": " + error.message;
      return tl::unexpected(std::move(error));
    }
    loaded.trees.push_back(WithFunctions(std::move(*tree)));
  }
  return loaded;
}

}  // namespace

void RunLoad(JobId id, const std::filesystem::path& path, const MetricNaming& naming, bool lines,
             JobControl& job, const PostAction& post) {
  OpenOptions options;
  options.import.look_up_symbols = true;
  options.import.naming = naming;
  options.import.lines = lines;
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
  if (LooksLikeSavedView(file->contents())) {
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
  Result<CctPtr> known = WithNativeClasses(tree, &job);
  if (known)
    post(action::LoadFinished{id, WithFunctions(std::move(*known))});
  else
    post(action::LoadFinished{id, tl::unexpected(std::move(known).error())});
}

std::shared_ptr<const TreeCheck> RunCheck(const CheckRequest& request, JobControl& job) {
  // A small tree is checked before anyone could mind.
  constexpr uint32_t kManyContexts = 1'000'000;
  if (request.tree->context_count() > kManyContexts) UseIdleTimeOnly();
  Result<void> checked = VerifyCct(*request.tree, &job);
  if (!checked && checked.error().code == ErrorCode::kCancelled) return nullptr;
  return std::make_shared<const TreeCheck>(
      TreeCheck{checked ? std::string() : DescribeError(checked.error())});
}

}  // namespace ringscope
