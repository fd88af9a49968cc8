#include "renderer/gl/font_face.h"

#include <fmt/core.h>
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <string>
#include <unordered_map>
#include <utility>

#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

// Ends an object that a library has made.
template <auto kEnd>
struct EndWith {
  template <typename T>
  void operator()(T* made) const {
    kEnd(made);
  }
};
using ConfigPtr = std::unique_ptr<FcConfig, EndWith<FcConfigDestroy>>;
using PatternPtr = std::unique_ptr<FcPattern, EndWith<FcPatternDestroy>>;
using FontSetPtr = std::unique_ptr<FcFontSet, EndWith<FcFontSetDestroy>>;
using LibraryPtr = std::unique_ptr<FT_LibraryRec_, EndWith<FT_Done_FreeType>>;
using FacePtr = std::unique_ptr<FT_FaceRec_, EndWith<FT_Done_Face>>;

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

// Whether the font has outlines that every reader of TrueType and OpenType fonts understands.
bool CanBeDrawn(const FcPattern* pattern) {
  FcChar8* format = nullptr;
  if (FcPatternGetString(pattern, FC_FONTFORMAT, 0, &format) != FcResultMatch) return false;
  const std::string_view name = reinterpret_cast<const char*>(format);
  return (name == "TrueType" || name == "CFF") && IsSet(pattern, FC_SCALABLE, false) &&
         !IsSet(pattern, FC_COLOR, false) && !IsSet(pattern, FC_VARIABLE, false);
}

// Checks the file itself, as fontconfig's data may be older than the file.
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
    const FcCharSet* characters = nullptr;  // owned by set_
    bool usable = true;
    bool looked_at = false;
  };

  void List() {
    listed_ = true;
    config_.reset(FcInitLoadConfigAndFonts());
    if (config_ == nullptr) return;
    const PatternPtr wanted = WantedPattern(config_.get(), "sans");
    FcResult outcome = FcResultNoMatch;
    // FcFalse keeps fonts whose characters earlier fonts have, too: those earlier fonts may not be drawable.
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

constexpr size_t kNoFace = ~size_t{0};

// An open font file.
struct OpenFace {
  FontFile file;
  FacePtr face;
  float size_px = 0;  // the size that the face is set to

  void SetSize(float px) {
    if (px == size_px) return;
    size_px = px;
    FT_Set_Char_Size(face.get(), 0, std::lround(px * 64.0f), 72, 72);
  }
};

Result<OpenFace> OpenFontFile(FT_Library library, FontFile file) {
  FT_Face face = nullptr;
  if (FT_New_Face(library, file.path.c_str(), file.face_index, &face) != 0) {
    return Fail(ErrorCode::kMalformed, "expected a font file at {}, found something else",
                file.path.string());
  }
  OpenFace open{std::move(file), FacePtr(face)};
  if (!FT_IS_SCALABLE(face) || face->units_per_EM == 0) {
    return Fail(ErrorCode::kUnsupported, "expected a scalable font at {}", open.file.path.string());
  }
  // Without a Unicode table most characters show as the replacement glyph: better than no label.
  FT_Select_Charmap(face, FT_ENCODING_UNICODE);
  return open;
}

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

struct FontFace::State {
  LibraryPtr library;
  std::vector<OpenFace> faces;  // the font itself, then others as they were needed; die before the library
  FontFileFor fallback;

  // How a code point is drawn.
  struct Known {
    size_t face = kNoFace;  // kNoFace: no font has it
    float advance_em = 0;
  };
  std::unordered_map<char32_t, Known> known;

  // The index among `faces` of the font with the code point, which is opened if needed; kNoFace if there is
  // none.
  size_t FindFace(char32_t code_point) {
    if (FT_Get_Char_Index(faces[0].face.get(), code_point) != 0) return 0;
    if (!fallback) return kNoFace;
    const std::optional<FontFile> file = fallback(code_point);
    if (!file) return kNoFace;
    const auto open =
        std::find_if(faces.begin(), faces.end(), [&](const OpenFace& face) { return face.file == *file; });
    if (open != faces.end()) return static_cast<size_t>(open - faces.begin());
    if (faces.size() >= kMaxFaces) return kNoFace;
    auto opened = OpenFontFile(library.get(), *file);
    if (!opened || FT_Get_Char_Index(opened->face.get(), code_point) == 0) return kNoFace;
    faces.push_back(std::move(*opened));
    return faces.size() - 1;
  }

  const Known& Find(char32_t code_point) {
    const auto [entry, is_new] = known.try_emplace(code_point);
    Known& one = entry->second;
    if (is_new) {
      one.face = FindFace(code_point);
      FT_Face face = FaceOf(one).face.get();
      if (FT_Load_Char(face, code_point, FT_LOAD_NO_SCALE) == 0) {
        one.advance_em =
            static_cast<float>(face->glyph->metrics.horiAdvance) / static_cast<float>(face->units_per_EM);
      }
    }
    return one;
  }
  // A code point that no font has is drawn as the replacement glyph of the font itself.
  OpenFace& FaceOf(const Known& one) { return faces[one.face == kNoFace ? 0 : one.face]; }
};

FontFace::FontFace(std::unique_ptr<State> state) : state_(std::move(state)) {}
FontFace::~FontFace() = default;

Result<std::shared_ptr<const FontFace>> FontFace::LoadDefault() {
  RINGSCOPE_ASSIGN(FontFile file, FindFontFile("sans"));
  return LoadFile(std::move(file), SystemFontFileFor());
}

Result<std::shared_ptr<const FontFace>> FontFace::LoadFile(FontFile file, FontFileFor fallback) {
  auto state = std::make_unique<State>();
  state->fallback = std::move(fallback);
  FT_Library library = nullptr;
  if (FT_Init_FreeType(&library) != 0) return Fail(ErrorCode::kUnsupported, "FreeType does not start");
  state->library.reset(library);
  RINGSCOPE_ASSIGN(OpenFace face, OpenFontFile(library, std::move(file)));
  state->faces.push_back(std::move(face));
  return std::shared_ptr<const FontFace>(new FontFace(std::move(state)));
}

const FontFile& FontFace::file(size_t face) const { return state_->faces[face].file; }

std::optional<size_t> FontFace::FaceOf(char32_t code_point) const {
  const size_t face = state_->Find(code_point).face;
  if (face == kNoFace) return std::nullopt;
  return face;
}

float FontFace::LineHeightEm(size_t face) const {
  FT_Face of = state_->faces[face].face.get();
  return static_cast<float>(of->ascender - of->descender) / static_cast<float>(of->units_per_EM);
}

float FontFace::Advance(char32_t code_point, float size_px) const {
  return state_->Find(code_point).advance_em * size_px;
}

float FontFace::Width(std::string_view text, float size_px) const {
  float width_px = 0;
  while (!text.empty()) width_px += Advance(TakeCodePoint(text), size_px);
  return width_px;
}

float FontFace::CapHeight(float size_px) const {
  FT_Face face = state_->faces[0].face.get();
  if (FT_Load_Char(face, U'H', FT_LOAD_NO_SCALE) != 0) return 0.7f * size_px;
  return static_cast<float>(face->glyph->metrics.horiBearingY) / static_cast<float>(face->units_per_EM) *
         size_px;
}

GlyphImage FontFace::Rasterize(char32_t code_point, float size_px) const {
  GlyphImage image;
  image.advance_px = Advance(code_point, size_px);
  OpenFace& open = state_->FaceOf(state_->Find(code_point));
  open.SetSize(size_px);
  FT_Face face = open.face.get();
  // Light hinting moves outlines only up and down: crisp x-height and baseline, widths as measured.
  if (FT_Load_Char(face, code_point, FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP) != 0) return image;
  if (FT_Render_Glyph(face->glyph, FT_RENDER_MODE_NORMAL) != 0) return image;
  const FT_GlyphSlot slot = face->glyph;
  image.width_px = slot->bitmap.width;
  image.height_px = slot->bitmap.rows;
  image.left_px = static_cast<float>(slot->bitmap_left);
  image.top_px = static_cast<float>(slot->bitmap_top);
  image.coverage.resize(size_t{image.width_px} * image.height_px);
  for (uint32_t row = 0; row < image.height_px; ++row) {
    const uint8_t* source = slot->bitmap.buffer + static_cast<ptrdiff_t>(row) * slot->bitmap.pitch;
    std::copy_n(source, image.width_px,
                image.coverage.begin() + static_cast<ptrdiff_t>(row) * image.width_px);
  }
  return image;
}

MeasureText FontFace::Measurer(std::shared_ptr<const FontFace> font) {
  return
      [font = std::move(font)](std::string_view text, float size_px) { return font->Width(text, size_px); };
}

}  // namespace ringscope
