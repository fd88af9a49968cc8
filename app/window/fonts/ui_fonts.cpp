#include "app/window/fonts/ui_fonts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <vector>

#include "app/widgets/ui_theme.h"

namespace ringscope {
namespace {

// What names of functions are written in, as far as one font has it: Latin, Greek, Cyrillic, punctuation,
// arrows, mathematical operators, box drawing.
constexpr ImWchar kRanges[] = {0x0020, 0x024F, 0x0370, 0x052F, 0x1E00, 0x1EFF, 0x2000, 0x206F,
                               0x2070, 0x209F, 0x20A0, 0x20BF, 0x2100, 0x214F, 0x2190, 0x21FF,
                               0x2200, 0x22FF, 0x2500, 0x25FF, 0xFFFD, 0xFFFD, 0};
constexpr std::array kSizes{UiMetrics::kFontSize, UiMetrics::kSmallFontSize, UiMetrics::kTitleFontSize,
                            UiMetrics::kFontSize};  // the last one with letters of one width
// Of all glyphs that come on top of kRanges, in all sizes: half of a texture of 4096 by 4096.
constexpr float kMaxTexels = 4096.0f * 2048;

// How many code points may come on top of kRanges at a scale.
size_t MostExtra(float scale) {
  float texels = 0;
  for (const float size : kSizes) {
    const float side = std::round(size * scale) + 2;
    texels += 1.2f * side * side;  // some scripts are wider than an em
  }
  return static_cast<size_t>(kMaxTexels / std::max(texels, 1.0f));
}

bool ImGuiTakes(char32_t code_point) { return code_point <= IM_UNICODE_CODEPOINT_MAX; }

bool InRanges(char32_t code_point) {
  for (size_t i = 0; kRanges[i] != 0; i += 2) {
    if (code_point >= kRanges[i] && code_point <= kRanges[i + 1]) return true;
  }
  return false;
}

// Code points as ImGui takes them: pairs of first and last, then 0.
using GlyphRanges = std::vector<ImWchar>;

// The glyphs each of the font's faces is to draw beyond kRanges of the first.
std::vector<GlyphRanges> RangesOfFaces(const FontFace& font, std::span<const char32_t> code_points,
                                       float scale) {
  std::vector<GlyphRanges> ranges(FontFace::kMaxFaces);
  size_t left = MostExtra(scale);
  for (const char32_t code_point : code_points) {
    if (left == 0) break;
    if (!ImGuiTakes(code_point)) continue;
    const std::optional<size_t> face = font.FaceOf(code_point);
    if (!face || (*face == 0 && InRanges(code_point))) continue;
    ranges[*face].insert(ranges[*face].end(), 2, static_cast<ImWchar>(code_point));
    --left;
  }
  for (GlyphRanges& face : ranges) face.push_back(0);
  return ranges;
}

ImFont* AddBuiltIn(ImFontAtlas& atlas, float size_px) {
  ImFontConfig config;
  config.SizePixels = std::round(size_px);
  return atlas.AddFontDefault(&config);
}

// Where there is a `base`, glyphs come from it first.
std::vector<UiFontFace> FacesOf(const FontFace& font, const std::vector<GlyphRanges>& ranges,
                                const GlyphRanges& of_first, float size_px, const FontFile* base) {
  std::vector<UiFontFace> faces;
  if (base != nullptr) faces.push_back({*base, std::round(size_px), 2, of_first});
  for (size_t face = 0; face < ranges.size(); ++face) {
    const GlyphRanges& wanted = face == 0 ? of_first : ranges[face];
    if (wanted.size() <= 1) continue;
    // Between pixels large letters look alike.
    const int oversampling = face == 0 && size_px < 1.5f * UiMetrics::kTitleFontSize ? 2 : 1;
    // ImGui's size is the height of a line, which fonts think differently about: letters shall be of one
    // size.
    const float share = face == 0 ? 1 : font.LineHeightEm(face) / font.LineHeightEm(0);
    faces.push_back({font.file(face), std::round(size_px * share), oversampling, wanted});
  }
  return faces;
}

ImFont* AddFont(ImFontAtlas& atlas, const std::vector<UiFontFace>& faces) {
  std::error_code error;
  ImFont* first = nullptr;
  for (const UiFontFace& face : faces) {
    if (!std::filesystem::is_regular_file(face.file.path, error)) continue;
    ImFontConfig config;
    config.FontNo = face.file.face_index;
    config.OversampleH = face.oversampling;
    config.OversampleV = 1;
    config.PixelSnapH = true;
    config.MergeMode = first != nullptr;
    ImFont* const added =
        atlas.AddFontFromFileTTF(face.file.path.c_str(), face.size_px, &config, face.glyphs.data());
    if (first == nullptr) first = added;
  }
  return first;
}

}  // namespace

UiFontPlan PlanUiFonts(const FontFace* font, const FontFile* mono, std::span<const char32_t> code_points,
                       float scale) {
  UiFontPlan plan;
  plan.scale = scale;
  if (font == nullptr) return plan;
  const std::vector<GlyphRanges> ranges = RangesOfFaces(*font, code_points, scale);
  GlyphRanges of_first(std::begin(kRanges), std::end(kRanges) - 1);
  of_first.insert(of_first.end(), ranges[0].begin(), ranges[0].end());
  for (size_t i = 0; i < kSizes.size(); ++i) {
    const FontFile* const base = i + 1 == kSizes.size() ? mono : nullptr;
    plan.faces[i] = FacesOf(*font, ranges, of_first, kSizes[i] * scale, base);
  }
  return plan;
}

UiFonts MakeUiFonts(const UiFontPlan& plan) {
  UiFonts made{std::make_unique<ImFontAtlas>(), {}, plan.scale};
  const std::array<ImFont**, kSizes.size()> fonts{&made.fonts.regular, &made.fonts.small, &made.fonts.title,
                                                  &made.fonts.mono};
  for (size_t i = 0; i < kSizes.size(); ++i) {
    *fonts[i] = AddFont(*made.atlas, plan.faces[i]);
    if (*fonts[i] == nullptr) *fonts[i] = AddBuiltIn(*made.atlas, kSizes[i] * plan.scale);
  }
  // Also in the form in which the texture is made of it.
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  made.atlas->GetTexDataAsRGBA32(&pixels, &width, &height);
  return made;
}

bool UiFontsLack(const PanelFonts& fonts, const FontFace* font, std::span<const char32_t> code_points,
                 float scale) {
  if (font == nullptr) return false;
  size_t left = MostExtra(scale);
  for (const char32_t code_point : code_points) {
    if (!ImGuiTakes(code_point)) continue;
    const std::optional<size_t> face = font->FaceOf(code_point);
    if (!face || (*face == 0 && InRanges(code_point))) continue;
    if (left-- == 0) return false;
    if (fonts.regular->FindGlyphNoFallback(static_cast<ImWchar>(code_point)) == nullptr) return true;
  }
  return false;
}

}  // namespace ringscope
