#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ringscope {

// What is said of a box that is pointed at, or of several.
struct BoxReadout {
  std::string title;
  std::vector<std::pair<std::string, std::string>> rows;  // name and value
};

}  // namespace ringscope
