#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ringscope {

// What files are called beside each other, in the order of `paths`: each by its name, and files of one name
// with as many of the folders above them as tell them apart ("before/app.pb.gz"). One line of UTF-8 each.
// O(paths^2).
[[nodiscard]] std::vector<std::string> DistinctTitles(std::span<const std::filesystem::path> paths);

}  // namespace ringscope
