#include "app/window/fonts/ui_fonts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "app/widgets/ui_theme.h"
#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

constexpr size_t kUnicodeSize = 0x110000;

// The length of the text's beginning in ASCII, in bytes.
size_t AsciiLength(std::string_view text) {
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    uint64_t eight = 0;
    std::memcpy(&eight, text.data() + at, 8);
    if ((eight & 0x8080808080808080u) != 0) break;
  }
  while (at < text.size() && static_cast<uint8_t>(text[at]) < 0x80) ++at;
  return at;
}

// The usual characters of functions' names: Latin, Greek, Cyrillic, punctuation, arrows, mathematical
// operators, box drawing.
constexpr ImWchar kRanges[] = {0x0020, 0x024F, 0x0370, 0x052F, 0x1E00, 0x1EFF, 0x2000, 0x206F,
                               0x2070, 0x209F, 0x20A0, 0x20BF, 0x2100, 0x214F, 0x2190, 0x21FF,
                               0x2200, 0x22FF, 0x2500, 0x25FF, 0xFFFD, 0xFFFD, 0};
constexpr std::array kSizes{UiMetrics::kFontSize, UiMetrics::kSmallFontSize, UiMetrics::kTitleFontSize,
                            UiMetrics::kFontSize};  // the last one with letters of one width
// The most texels of glyphs beyond kRanges, in all sizes: half of a texture of 4096 by 4096.
constexpr float kMaxTexels = 4096.0f * 2048;

// The most code points beyond kRanges at a scale.
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

// The glyphs of each of the font's faces, without kRanges of the first.
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

// The faces of one size. Glyphs come from `base` first, if it is not null.
std::vector<UiFontFace> FacesOf(const FontFace& font, const std::vector<GlyphRanges>& ranges,
                                const GlyphRanges& of_first, float size_px, const FontFile* base) {
  std::vector<UiFontFace> faces;
  if (base != nullptr) faces.push_back({*base, std::round(size_px), 2, of_first});
  for (size_t face = 0; face < ranges.size(); ++face) {
    const GlyphRanges& wanted = face == 0 ? of_first : ranges[face];
    if (wanted.size() <= 1) continue;
    // Large letters look alike at all places between pixels.
    const int oversampling = face == 0 && size_px < 1.5f * UiMetrics::kTitleFontSize ? 2 : 1;
    // ImGui's size is the height of a line, which differs between fonts of one letter size.
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

void ShownText::Add(char32_t code_point) {
  if (code_point < 0x80 || code_point >= kUnicodeSize || code_points_.size() >= kMaxCodePoints) return;
  if (seen_.empty()) seen_.resize(kUnicodeSize / 64);
  uint64_t& word = seen_[code_point / 64];
  const uint64_t bit = uint64_t{1} << (code_point % 64);
  if ((word & bit) != 0) return;
  word |= bit;
  code_points_.push_back(code_point);
  ++serial_;
}

void ShownText::Add(std::string_view text) {
  while (true) {
    text.remove_prefix(AsciiLength(text));
    if (text.empty()) return;
    Add(TakeCodePoint(text));
  }
}

std::span<const uint8_t> ShownText::NextBytes(const Source& source, size_t at_most) const {
  if (source.tree != nullptr) {
    const ChunkedColumn<uint8_t>& bytes = source.tree->frames().columns().string_bytes;
    return bytes.Contiguous(source.looked_at, std::min(bytes.size(), source.looked_at + at_most));
  }
  const std::string& text = source.text->source.text;
  const size_t count = std::min(text.size() - source.looked_at, at_most);
  return {reinterpret_cast<const uint8_t*>(text.data()) + source.looked_at, count};
}

bool ShownText::Look(const AppState& state) {
  std::vector<Source> sources;
  const auto add = [&](Source source) {
    if (std::ranges::find(sources, source) == sources.end()) sources.push_back(std::move(source));
  };
  for (const ViewState& view : state.views) {
    if (view.shown.tree) add({view.shown.tree, nullptr, 0});
    if (view.slots.Get<SourceState>().task.result != nullptr)
      add({nullptr, view.slots.Get<SourceState>().task.result, 0});
  }
  for (Source& source : sources) {
    const auto known = std::ranges::find(sources_, source);
    if (known != sources_.end()) {
      source.looked_at = known->looked_at;
    } else if (code_points_.size() >= kMaxCodePoints) {
      code_points_.clear();
      std::ranges::fill(seen_, 0);
      for (Source& each : sources) each.looked_at = 0;
      sources_.clear();
    }
  }
  sources_ = std::move(sources);
  for (const DocumentState& document : state.documents) Add(document.title);
  for (const std::string& recent : state.settings.recent_files) Add(recent);

  size_t budget = kBytesPerCall;  // more than the longest character, always
  for (Source& source : sources_) {
    // Three bytes more, for the rest of a character at the end.
    const std::span<const uint8_t> bytes = NextBytes(source, budget + 3);
    const std::string_view text =
        Utf8Prefix({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, budget);
    Add(text);
    source.looked_at += text.size();
    budget -= text.size();
    if (!NextBytes(source, 1).empty()) return true;
  }
  return false;
}

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
  // Makes the pixels of the texture here, too, on the thread of the caller.
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
