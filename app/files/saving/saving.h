#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/files/files_on_disk.h"
#include "app/view/saved_view.h"
#include "app/view/state/app_state.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/tree/cct.h"
#include "renderer/page/page.h"

namespace ringscope {

// A saved window and its profiles, one tree a view. Views of the first view's file share its tree.
struct LoadedWindow {
  SavedWindow window;
  std::vector<LoadedTree> trees;
};

}  // namespace ringscope

namespace ringscope::action {

// Saves the active view in the format of the name's ending.
struct SaveAs {
  std::filesystem::path path;
  bool has_caption = true;  // of a picture
  bool asks = false;        // before replacing a file
};
struct ShowSaveDialog {
  bool open = true;
};
struct SaveFinished {
  JobId job = kNoJob;
  std::filesystem::path path;
  Result<void> result;
  std::vector<std::string> losses = {};  // ExportLosses(): a sentence each
};
struct WindowLoaded {
  JobId job = kNoJob;
  Result<LoadedWindow> loaded;
};

void Do(AppState& state, const SaveAs& save, Effects& effects);
void Do(AppState& state, const ShowSaveDialog& show, Effects& effects);
void Do(AppState& state, const SaveFinished& finished, Effects& effects);
void Do(AppState& state, const WindowLoaded& finished, Effects& effects);
// Saves to the chosen name once the disk says that no file of this name exists. After every action.
void RefreshSaveDialog(AppState& state, Effects& effects);

}  // namespace ringscope::action

namespace ringscope {

// A tree to write in the format of the name's ending.
struct SaveTreeRequest {
  std::filesystem::path path;
  CctPtr tree;
  MetricIndex metric = 0;
  std::string title;
};
// A tree to write as a page for browsers.
struct SavePageRequest {
  std::filesystem::path path;
  CctPtr tree, recorded;                 // the tree, and the profile that it was made from
  std::vector<DerivedMetric> derived;    // for colours
  PageRequest page;                      // without `color_inputs` and `figure`, which the job adds
  std::vector<std::string> losses = {};  // what the view shows and the page cannot: a sentence each
};
struct SaveTextRequest {
  std::filesystem::path path;
  std::string text;
};

// Asks the disk, which may take long if remote. Never null.
[[nodiscard]] std::shared_ptr<const SaveTarget> RunSaveTarget(const SaveTargetRequest& request,
                                                              JobControl& job);

}  // namespace ringscope
