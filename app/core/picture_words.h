#pragma once

#include <string>

namespace ringscope {

// What the caption of a picture says that its chart does not know.
struct PictureWords {
  std::string title;   // the file and the steps
  std::string search;  // may be empty
};

}  // namespace ringscope
