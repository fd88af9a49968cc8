#include "renderer/gl/font_face.h"

#include <fmt/core.h>
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>

#include "cct/base/utf8.h"

namespace ringscope {
namespace {

struct LibraryCloser {
  void operator()(FT_Library library) const { FT_Done_FreeType(library); }
};
struct FaceCloser {
  void operator()(FT_Face face) const { FT_Done_Face(face); }
};
using LibraryPtr = std::unique_ptr<FT_LibraryRec_, LibraryCloser>;
using FacePtr = std::unique_ptr<FT_FaceRec_, FaceCloser>;

struct FontFile {
  std::filesystem::path path;
  int face_index = 0;
};

// The scalable font fontconfig thinks closest to the name; it always answers with some font if there is any.
Result<FontFile> FindFont(const char* family) {
  FcConfig* config = FcInitLoadConfigAndFonts();
  if (config == nullptr) return Fail(ErrorCode::kNotFound, "expected a font configuration, found none");
  FcPattern* wanted = FcNameParse(reinterpret_cast<const FcChar8*>(family));
  FcPatternAddBool(wanted, FC_SCALABLE, FcTrue);
  FcConfigSubstitute(config, wanted, FcMatchPattern);
  FcDefaultSubstitute(wanted);
  FcResult outcome = FcResultNoMatch;
  FcPattern* match = FcFontMatch(config, wanted, &outcome);
  FontFile found;
  if (match != nullptr) {
    FcChar8* file = nullptr;
    if (FcPatternGetString(match, FC_FILE, 0, &file) == FcResultMatch)
      found.path = reinterpret_cast<const char*>(file);
    FcPatternGetInteger(match, FC_INDEX, 0, &found.face_index);
    FcPatternDestroy(match);
  }
  FcPatternDestroy(wanted);
  FcConfigDestroy(config);
  if (found.path.empty())
    return Fail(ErrorCode::kNotFound, "expected a font to draw labels with, found none");
  return found;
}

}  // namespace

struct FontFace::State {
  std::filesystem::path path;
  LibraryPtr library;
  FacePtr face;  // dies before the library
  std::unordered_map<char32_t, float> advance_em;
  float size_px = 0;  // what the face is set to

  void SetSize(float px) {
    if (px == size_px) return;
    size_px = px;
    FT_Set_Char_Size(face.get(), 0, std::lround(px * 64.0f), 72, 72);
  }
};

FontFace::FontFace(std::unique_ptr<State> state) : state_(std::move(state)) {}
FontFace::~FontFace() = default;

Result<std::shared_ptr<const FontFace>> FontFace::LoadDefault() {
  RINGSCOPE_ASSIGN(const FontFile file, FindFont("sans"));
  return LoadFile(file.path, file.face_index);
}

Result<std::shared_ptr<const FontFace>> FontFace::LoadFile(const std::filesystem::path& path,
                                                           int face_index) {
  auto state = std::make_unique<State>();
  state->path = path;
  FT_Library library = nullptr;
  if (FT_Init_FreeType(&library) != 0) return Fail(ErrorCode::kUnsupported, "FreeType does not start");
  state->library.reset(library);
  FT_Face face = nullptr;
  if (FT_New_Face(library, path.c_str(), face_index, &face) != 0) {
    return Fail(ErrorCode::kMalformed,
                fmt::format("expected a font file at {}, found something else", path.string()));
  }
  state->face.reset(face);
  if (!FT_IS_SCALABLE(face) || face->units_per_EM == 0) {
    return Fail(ErrorCode::kUnsupported, fmt::format("expected a scalable font at {}", path.string()));
  }
  // Without a Unicode table most characters show as the replacement glyph: better than no label.
  FT_Select_Charmap(face, FT_ENCODING_UNICODE);
  return std::shared_ptr<const FontFace>(new FontFace(std::move(state)));
}

const std::filesystem::path& FontFace::path() const { return state_->path; }

float FontFace::Advance(char32_t code_point, float size_px) const {
  const auto [entry, is_new] = state_->advance_em.try_emplace(code_point, 0.0f);
  if (is_new) {
    FT_Face face = state_->face.get();
    if (FT_Load_Char(face, code_point, FT_LOAD_NO_SCALE) == 0) {
      entry->second =
          static_cast<float>(face->glyph->metrics.horiAdvance) / static_cast<float>(face->units_per_EM);
    }
  }
  return entry->second * size_px;
}

float FontFace::Width(std::string_view text, float size_px) const {
  float width_px = 0;
  while (!text.empty()) width_px += Advance(TakeCodePoint(text), size_px);
  return width_px;
}

float FontFace::CapHeight(float size_px) const {
  FT_Face face = state_->face.get();
  if (FT_Load_Char(face, U'H', FT_LOAD_NO_SCALE) != 0) return 0.7f * size_px;
  return static_cast<float>(face->glyph->metrics.horiBearingY) / static_cast<float>(face->units_per_EM) *
         size_px;
}

GlyphImage FontFace::Rasterize(char32_t code_point, float size_px) const {
  GlyphImage image;
  image.advance_px = Advance(code_point, size_px);
  state_->SetSize(size_px);
  FT_Face face = state_->face.get();
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
