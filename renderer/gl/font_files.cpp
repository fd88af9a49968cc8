#include "renderer/gl/font_files.h"

#include <fontconfig/fontconfig.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <string_view>
#include <vector>

namespace ringscope {
namespace {

struct ConfigCloser {
  void operator()(FcConfig* config) const { FcConfigDestroy(config); }
};
struct PatternCloser {
  void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};
struct FontSetCloser {
  void operator()(FcFontSet* set) const { FcFontSetDestroy(set); }
};
using ConfigPtr = std::unique_ptr<FcConfig, ConfigCloser>;
using PatternPtr = std::unique_ptr<FcPattern, PatternCloser>;
using FontSetPtr = std::unique_ptr<FcFontSet, FontSetCloser>;

PatternPtr WantedPattern(FcConfig* config, const char* family) {
  PatternPtr wanted(FcNameParse(reinterpret_cast<const FcChar8*>(family)));
  FcPatternAddBool(wanted.get(), FC_SCALABLE, FcTrue);
  FcConfigSubstitute(config, wanted.get(), FcMatchPattern);
  FcDefaultSubstitute(wanted.get());
  return wanted;
}

FontFile FileOf(const FcPattern* pattern) {
  FontFile found;
  FcChar8* file = nullptr;
  if (FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch)
    found.path = reinterpret_cast<const char*>(file);
  FcPatternGetInteger(pattern, FC_INDEX, 0, &found.face_index);
  return found;
}

bool IsSet(const FcPattern* pattern, const char* property, bool otherwise) {
  FcBool value = FcFalse;
  return FcPatternGetBool(pattern, property, 0, &value) == FcResultMatch ? value == FcTrue : otherwise;
}

// Outlines that every reader of TrueType and OpenType fonts understands.
bool CanBeDrawn(const FcPattern* pattern) {
  FcChar8* format = nullptr;
  if (FcPatternGetString(pattern, FC_FONTFORMAT, 0, &format) != FcResultMatch) return false;
  const std::string_view name = reinterpret_cast<const char*>(format);
  return (name == "TrueType" || name == "CFF") && IsSet(pattern, FC_SCALABLE, false) &&
         !IsSet(pattern, FC_COLOR, false) && !IsSet(pattern, FC_VARIABLE, false);
}

// What fontconfig says about a file may be older than the file.
bool BeginsAsAFont(const std::filesystem::path& path) {
  std::array<char, 4> begin{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(begin.data(), begin.size())) return false;
  const std::string_view tag(begin.data(), begin.size());
  using namespace std::string_view_literals;
  return tag == "\0\1\0\0"sv || tag == "true"sv || tag == "OTTO"sv || tag == "ttcf"sv;
}

class SystemFonts {
 public:
  std::optional<FontFile> FileFor(char32_t code_point) {
    if (!listed_) List();
    for (Font& font : fonts_) {
      if (!font.usable || FcCharSetHasChar(font.characters, code_point) == FcFalse) continue;
      if (!font.looked_at) {
        font.looked_at = true;
        font.usable = BeginsAsAFont(font.file.path);
      }
      if (font.usable) return font.file;
    }
    return std::nullopt;
  }

 private:
  struct Font {
    FontFile file;
    const FcCharSet* characters = nullptr;  // of the set
    bool usable = true;
    bool looked_at = false;
  };

  void List() {
    listed_ = true;
    config_.reset(FcInitLoadConfigAndFonts());
    if (config_ == nullptr) return;
    const PatternPtr wanted = WantedPattern(config_.get(), "sans");
    FcResult outcome = FcResultNoMatch;
    // Not without those that add nothing to others before them: those others may not be drawable.
    set_.reset(FcFontSort(config_.get(), wanted.get(), FcFalse, nullptr, &outcome));
    if (set_ == nullptr) return;
    for (int i = 0; i < set_->nfont; ++i) {
      const FcPattern* pattern = set_->fonts[i];
      Font font{FileOf(pattern)};
      FcCharSet* characters = nullptr;
      if (font.file.path.empty() || !CanBeDrawn(pattern) ||
          FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) != FcResultMatch)
        continue;
      font.characters = characters;
      fonts_.push_back(std::move(font));
    }
  }

  bool listed_ = false;
  ConfigPtr config_;
  FontSetPtr set_;  // dies before the configuration
  std::vector<Font> fonts_;
};

}  // namespace

Result<FontFile> FindFontFile(const char* family) {
  const ConfigPtr config(FcInitLoadConfigAndFonts());
  if (config == nullptr) return Fail(ErrorCode::kNotFound, "expected a font configuration, found none");
  const PatternPtr wanted = WantedPattern(config.get(), family);
  FcResult outcome = FcResultNoMatch;
  const PatternPtr match(FcFontMatch(config.get(), wanted.get(), &outcome));
  FontFile found;
  if (match != nullptr) found = FileOf(match.get());
  if (found.path.empty())
    return Fail(ErrorCode::kNotFound, "expected a font to draw labels with, found none");
  return found;
}

FontFileFor SystemFontFileFor() {
  return
      [fonts = std::make_shared<SystemFonts>()](char32_t code_point) { return fonts->FileFor(code_point); };
}

}  // namespace ringscope
