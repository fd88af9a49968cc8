#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/panels/panel_context.h"
#include "cct/base/mapped_file.h"
#include "renderer/gl/font_finder.h"

namespace ringscope {

// The user interface's fonts: the system's sans serif and monospace ones, and others for characters that they
// lack; ImGui's built-in font where there are none. ImGui knows no characters beyond U+FFFF and draws scripts
// letter by letter, from left to right.
class UiFonts {
 public:
  UiFonts();

  // Loads them into the current ImGui context at a scale, with glyphs for these code points besides the usual
  // ones, as many as fit into a texture of kMaxTexels. Replaces fonts loaded before; the texture has to be
  // made anew then. O(code points), some 20 us each.
  [[nodiscard]] PanelFonts Load(float scale, std::span<const char32_t> code_points);

  static constexpr float kMaxTexels = 12e6f;

 private:
  // Empty where the file is no font ImGui can draw.
  [[nodiscard]] std::span<const std::byte> Read(const std::filesystem::path& path);
  struct Sheet;
  ImFont* Add(const std::optional<FontFile>& base, float size_px, const Sheet& sheet);

  FontFinder finder_;
  std::optional<FontFile> regular_, mono_;
  std::map<std::filesystem::path, std::unique_ptr<MappedFile>> files_;  // ImGui reads from them
};

}  // namespace ringscope
