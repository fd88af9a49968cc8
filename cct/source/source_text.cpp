#include "cct/source/source_text.h"

namespace ringscope {
namespace {

constexpr size_t kMaxParts = 64;
constexpr std::string_view kFileScheme = "file://";

}  // namespace

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::vector<std::filesystem::path> PathEnds(std::string_view file) {
  if (file.starts_with(kFileScheme)) file.remove_prefix(kFileScheme.size());
  if (file.find('\0') != std::string_view::npos) return {};
  std::vector<std::filesystem::path> parts;
  for (const std::filesystem::path& part : std::filesystem::path(file).relative_path()) {
    if (!part.empty() && part != "." && part != "..") parts.push_back(part);
  }
  if (parts.size() > kMaxParts) return {};
  std::vector<std::filesystem::path> ends;
  for (size_t first = 0; first < parts.size(); ++first) {
    std::filesystem::path& end = ends.emplace_back();
    for (size_t i = first; i < parts.size(); ++i) end /= parts[i];
  }
  return ends;
}

}  // namespace ringscope
