#include "app/view/distinct_titles.h"

#include <algorithm>
#include <iterator>

#include "app/core/display_text.h"
#include "cct/names/shown_name.h"

namespace ringscope {
namespace {

constexpr size_t kMaxTitleBytes = 120;

using Parts = std::vector<std::string>;  // of a path, the file's name first, without the root folder

Parts PartsOf(const std::filesystem::path& path) {
  Parts parts;
  for (const std::filesystem::path& part : path.lexically_normal().relative_path())
    parts.push_back(part.string());
  std::reverse(parts.begin(), parts.end());
  return parts;
}

size_t EqualParts(const Parts& x, const Parts& y) {
  return static_cast<size_t>(std::mismatch(x.begin(), x.end(), y.begin(), y.end()).first - x.begin());
}

}  // namespace

std::vector<std::string> DistinctTitles(std::span<const std::filesystem::path> paths) {
  std::vector<Parts> parts;
  std::transform(paths.begin(), paths.end(), std::back_inserter(parts), PartsOf);
  std::vector<std::string> titles;
  for (const Parts& own : parts) {
    size_t wanted = 1;
    for (const Parts& other : parts)
      if (other != own) wanted = std::max(wanted, EqualParts(own, other) + 1);
    std::string title;
    for (size_t i = std::min(wanted, own.size()); i-- > 0;) title += own[i] + (i > 0 ? "/" : "");
    titles.push_back(DisplayText(ShownName(title), kMaxTitleBytes));
  }
  return titles;
}

}  // namespace ringscope
