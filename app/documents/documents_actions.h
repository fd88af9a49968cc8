#pragma once

#include <filesystem>
#include <string>

#include "app/core/ids.h"
#include "app/documents/loaded_tree.h"
#include "cct/base/result.h"

namespace ringscope::action {

struct OpenFile {
  std::filesystem::path path;
  // One of several: it does not push aside what is shown unless that came up for want of an earlier one.
  bool one_of_several = false;
};
struct CloseDocument {
  DocumentId document = 0;
};
struct ForgetRecentFile {
  std::string path;
};
struct ShowOpenDialog {
  bool open = true;
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

}  // namespace ringscope::action
