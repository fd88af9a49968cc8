#include "app/view/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/core/display_text.h"
#include "cct/base/text/utf8.h"
#include "cct/names/shown_name.h"

namespace ringscope {
namespace {

// The names of an escaped path: "a\;b;c" -> "a;b", "c".
std::vector<std::string> SplitPath(std::string_view path) {
  std::vector<std::string> names(1);
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] == ';') {
      names.emplace_back();
    } else if (path[i] == '\\' && i + 1 < path.size()) {
      names.back() += path[++i];
    } else {
      names.back() += path[i];
    }
  }
  return names;
}

}  // namespace

Result<ContextId> FindContextByPath(const Cct& tree, std::string_view path) {
  if (path.empty()) return tree.NaturalViewRoot();
  ContextId at = kRootContext;
  std::string so_far;
  for (const std::string& name : SplitPath(path)) {
    ContextId found = kNoContext;
    const ContextRange children = tree.ChildrenOf(at);
    for (ContextId child = children.begin; child < children.end && found == kNoContext; ++child) {
      const std::string_view its_name = tree.frames().name(tree.FrameOf(child));
      if (its_name == name || NameOrUnknown(its_name) == name) found = child;
    }
    if (found == kNoContext) {
      return Fail(ErrorCode::kNotFound, "expected a call path of this profile, found no '{}' {}", name,
                  so_far.empty() ? "at its top" : fmt::format("below '{}'", so_far));
    }
    if (!so_far.empty()) so_far += ';';
    AppendEscaped(so_far, name, ";\\");
    at = found;
  }
  return at;
}

std::string PathText(const Cct& tree, ContextId context) {
  std::string text;
  bool first = true;
  for (const ContextId at : tree.PathTo(context)) {
    if (!std::exchange(first, false)) text += ';';
    AppendEscaped(text, NameOrUnknown(tree.frames().name(tree.FrameOf(at))), ";\\");
  }
  return text;
}

namespace {

constexpr size_t kMaxTitleBytes = 120;

using Parts = std::vector<std::string>;  // of a path, the file's name first, without the root folder

Parts PartsOf(const std::filesystem::path& path) {
  Parts parts;
  for (const std::filesystem::path& part : path.lexically_normal().relative_path())
    parts.push_back(part.string());
  std::ranges::reverse(parts);
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
