#include "renderer/gl/font_finder.h"

#include <fontconfig/fontconfig.h>

#include <algorithm>
#include <utility>

namespace ringscope {
namespace {

struct PatternFree {
  void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};
struct CharSetFree {
  void operator()(FcCharSet* set) const { FcCharSetDestroy(set); }
};
using PatternPtr = std::unique_ptr<FcPattern, PatternFree>;
using CharSetPtr = std::unique_ptr<FcCharSet, CharSetFree>;

PatternPtr WantedFont(const char* family) {
  PatternPtr wanted(FcNameParse(reinterpret_cast<const FcChar8*>(family)));
  FcPatternAddBool(wanted.get(), FC_SCALABLE, FcTrue);
  // Fonts of coloured bitmaps have no outlines to draw.
  FcPatternAddBool(wanted.get(), FC_COLOR, FcFalse);
  return wanted;
}

std::optional<FontFile> FileOf(FcPattern* match) {
  FcChar8* path = nullptr;
  if (FcPatternGetString(match, FC_FILE, 0, &path) != FcResultMatch) return std::nullopt;
  FontFile file{reinterpret_cast<const char*>(path), 0};
  FcPatternGetInteger(match, FC_INDEX, 0, &file.face_index);
  return file;
}

}  // namespace

struct FontFinder::Config {
  FcConfig* config = FcInitLoadConfigAndFonts();
  Config() = default;
  ~Config() {
    if (config != nullptr) FcConfigDestroy(config);
  }
  Config(const Config&) = delete;
  Config& operator=(const Config&) = delete;

  [[nodiscard]] PatternPtr Match(PatternPtr wanted) const {
    if (config == nullptr) return nullptr;
    FcConfigSubstitute(config, wanted.get(), FcMatchPattern);
    FcDefaultSubstitute(wanted.get());
    FcResult outcome = FcResultNoMatch;
    return PatternPtr(FcFontMatch(config, wanted.get(), &outcome));
  }
};

FontFinder::FontFinder() : config_(std::make_unique<Config>()) {}
FontFinder::~FontFinder() = default;

Result<FontFile> FontFinder::Find(const char* family) const {
  if (const PatternPtr match = config_->Match(WantedFont(family))) {
    if (auto file = FileOf(match.get())) return *file;
  }
  return Fail(ErrorCode::kNotFound, "expected a font to draw labels with, found none");
}

std::vector<FontFinder::Cover> FontFinder::FindCovering(std::span<const char32_t> code_points) const {
  std::vector<char32_t> missing(code_points.begin(), code_points.end());
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  std::vector<Cover> covers;
  while (!missing.empty() && covers.size() < kMaxFonts) {
    // fontconfig prefers the font that lacks the fewest characters of the pattern.
    PatternPtr wanted = WantedFont("sans");
    const CharSetPtr set(FcCharSetCreate());
    for (const char32_t code_point : missing) FcCharSetAddChar(set.get(), code_point);
    FcPatternAddCharSet(wanted.get(), FC_CHARSET, set.get());
    const PatternPtr match = config_->Match(std::move(wanted));
    FcCharSet* has = nullptr;
    if (match == nullptr || FcPatternGetCharSet(match.get(), FC_CHARSET, 0, &has) != FcResultMatch) break;
    Cover cover;
    std::vector<char32_t> still_missing;
    for (const char32_t code_point : missing) {
      (FcCharSetHasChar(has, code_point) ? cover.code_points : still_missing).push_back(code_point);
    }
    const auto file = FileOf(match.get());
    if (cover.code_points.empty() || !file) break;
    cover.font = *file;
    covers.push_back(std::move(cover));
    missing = std::move(still_missing);
  }
  return covers;
}

}  // namespace ringscope
