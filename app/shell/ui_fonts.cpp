#include "app/shell/ui_fonts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/panels/ui_theme.h"

namespace ringscope {
namespace {

// What names of functions are mostly written in, as far as one font has it: Latin, Greek, Cyrillic,
// punctuation, arrows, mathematical operators, box drawing.
constexpr ImWchar kRanges[] = {0x0020, 0x024F, 0x0370, 0x052F, 0x1E00, 0x1EFF, 0x2000, 0x206F,
                               0x2070, 0x209F, 0x20A0, 0x20BF, 0x2100, 0x214F, 0x2190, 0x21FF,
                               0x2200, 0x22FF, 0x2500, 0x25FF, 0xFFFD, 0xFFFD, 0};

// Larger files are no fonts for a user interface.
constexpr size_t kMaxFontBytes = 256u << 20;

// ImGui draws TrueType and OpenType outlines and takes the file for one.
bool IsOutlineFont(std::span<const std::byte> bytes) {
  if (bytes.size() < 12 || bytes.size() > kMaxFontBytes) return false;
  const std::string_view magic(reinterpret_cast<const char*>(bytes.data()), 4);
  return magic == std::string_view("\0\1\0\0", 4) || magic == "OTTO" || magic == "true" || magic == "ttcf";
}

constexpr std::array kSizes{UiMetrics::kFontSize, UiMetrics::kSmallFontSize, UiMetrics::kTitleFontSize,
                            UiMetrics::kMonoFontSize};

// Code points that all fonts together can have glyphs of.
size_t MostCodePoints(float scale) {
  float texels = 0;  // of one code point, with the blank ones around it
  for (const float size : kSizes) texels += std::pow(std::round(size * scale) + 1, 2.0f);
  return static_cast<size_t>(UiFonts::kMaxTexels / texels);
}

ImVector<ImWchar> RangesOf(std::span<const char32_t> code_points, bool with_usual) {
  ImFontGlyphRangesBuilder builder;
  if (with_usual) builder.AddRanges(kRanges);
  for (const char32_t code_point : code_points) {
    if (code_point <= IM_UNICODE_CODEPOINT_MAX) builder.AddChar(static_cast<ImWchar>(code_point));
  }
  ImVector<ImWchar> ranges;
  builder.BuildRanges(&ranges);
  return ranges;
}

}  // namespace

// What is loaded besides the usual characters; lives until the glyphs are made.
struct UiFonts::Sheet {
  ImVector<ImWchar> base;  // of the fonts themselves
  struct Other {
    FontFile font;
    ImVector<ImWchar> ranges;
  };
  std::vector<Other> others;
};

UiFonts::UiFonts() {
  if (auto font = finder_.Find("sans")) regular_ = *font;
  if (auto font = finder_.Find("monospace")) mono_ = *font;
}

std::span<const std::byte> UiFonts::Read(const std::filesystem::path& path) {
  const auto [entry, is_new] = files_.try_emplace(path);
  if (is_new) {
    auto file = MappedFile::Open(path, MappedFile::Access::kRandom);
    if (file && IsOutlineFont(file->bytes())) entry->second = std::make_unique<MappedFile>(std::move(*file));
  }
  return entry->second == nullptr ? std::span<const std::byte>{} : entry->second->bytes();
}

ImFont* UiFonts::Add(const std::optional<FontFile>& base, float size_px, const Sheet& sheet) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  const auto add = [&](const FontFile& file, const ImVector<ImWchar>& ranges, bool merge) -> ImFont* {
    const std::span<const std::byte> bytes = Read(file.path);
    if (bytes.empty()) return nullptr;
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    // The upper half names an instance of a variable font.
    config.FontNo = file.face_index & 0xFFFF;
    // Square glyphs gain little from a second texel a pixel, and there may be thousands of them.
    config.OversampleH = merge ? 1 : 2;
    config.OversampleV = 1;
    config.PixelSnapH = true;
    config.MergeMode = merge;
    // ImGui only reads it.
    return atlas.AddFontFromMemoryTTF(const_cast<std::byte*>(bytes.data()), static_cast<int>(bytes.size()),
                                      std::round(size_px), &config, ranges.Data);
  };
  ImFont* font = base ? add(*base, sheet.base, false) : nullptr;
  if (font == nullptr) {
    ImFontConfig config;
    config.SizePixels = std::round(size_px);
    font = atlas.AddFontDefault(&config);
  }
  for (const Sheet::Other& other : sheet.others) {
    if (!base || other.font != *base) (void)add(other.font, other.ranges, true);
  }
  return font;
}

PanelFonts UiFonts::Load(float scale, std::span<const char32_t> code_points) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
  std::vector<char32_t> wanted(
      code_points.begin(),
      code_points.begin() + static_cast<ptrdiff_t>(std::min(code_points.size(), MostCodePoints(scale))));
  std::erase_if(wanted, [](char32_t code_point) { return code_point > IM_UNICODE_CODEPOINT_MAX; });
  Sheet sheet;
  sheet.base = RangesOf(wanted, true);
  for (const FontFinder::Cover& cover : finder_.FindCovering(wanted)) {
    sheet.others.push_back({cover.font, RangesOf(cover.code_points, false)});
  }
  PanelFonts fonts;
  fonts.regular = Add(regular_, UiMetrics::kFontSize * scale, sheet);
  fonts.small = Add(regular_, UiMetrics::kSmallFontSize * scale, sheet);
  fonts.title = Add(regular_, UiMetrics::kTitleFontSize * scale, sheet);
  fonts.mono = Add(mono_, UiMetrics::kMonoFontSize * scale, sheet);
  ImGui::GetIO().FontDefault = fonts.regular;
  // Now, while the ranges live.
  atlas.Build();
  return fonts;
}

}  // namespace ringscope
