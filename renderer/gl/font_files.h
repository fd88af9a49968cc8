#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "cct/base/result.h"

namespace ringscope {

// A font in a file; collections hold several.
struct FontFile {
  std::filesystem::path path;
  int face_index = 0;
  friend bool operator==(const FontFile&, const FontFile&) = default;
};

// The scalable font of the system closest to the name; some font if there is any. kNotFound without fonts.
[[nodiscard]] Result<FontFile> FindFontFile(const char* family);

// A font that has a code point, if there is one.
using FontFileFor = std::function<std::optional<FontFile>(char32_t)>;

// Looks among the system's scalable, single-coloured fonts, those closest to sans serif first. They are
// listed when first asked, which takes some milliseconds; then a code point costs O(fonts). Not thread-safe.
[[nodiscard]] FontFileFor SystemFontFileFor();

}  // namespace ringscope
