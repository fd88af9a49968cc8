#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/core/ids.h"
#include "app/documents/loaded_tree.h"
#include "cct/base/result.h"

namespace ringscope::action {

// What is shown, in the format that the name's ending says.
struct SaveAs {
  std::filesystem::path path;
};
struct ShowSaveDialog {
  bool open = true;
};
struct SaveFinished {
  JobId job = kNoJob;
  std::filesystem::path path;
  Result<void> result;
  std::vector<std::string> losses = {};  // what the file does not give back, a sentence each
};
struct WindowLoaded {
  JobId job = kNoJob;
  Result<LoadedWindow> loaded;
};

}  // namespace ringscope::action
