#pragma once

#include <filesystem>

namespace ringscope {

// A name that the save dialog was told to write to.
struct SaveTargetRequest {
  std::filesystem::path path;
  bool has_caption = true;  // of a picture
  friend bool operator==(const SaveTargetRequest&, const SaveTargetRequest&) = default;
};
struct SaveTarget {
  bool exists = false;
};

}  // namespace ringscope
