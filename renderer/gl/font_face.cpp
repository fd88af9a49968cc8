#include "renderer/gl/font_face.h"

#include <fmt/core.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/base/text/utf8.h"

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

constexpr size_t kNoFace = ~size_t{0};

// One font file that is open.
struct OpenFace {
  FontFile file;
  FacePtr face;
  float size_px = 0;  // what the face is set to

  void SetSize(float px) {
    if (px == size_px) return;
    size_px = px;
    FT_Set_Char_Size(face.get(), 0, std::lround(px * 64.0f), 72, 72);
  }
};

Result<OpenFace> OpenFontFile(FT_Library library, FontFile file) {
  FT_Face face = nullptr;
  if (FT_New_Face(library, file.path.c_str(), file.face_index, &face) != 0) {
    return Fail(ErrorCode::kMalformed,
                fmt::format("expected a font file at {}, found something else", file.path.string()));
  }
  OpenFace open{std::move(file), FacePtr(face)};
  if (!FT_IS_SCALABLE(face) || face->units_per_EM == 0) {
    return Fail(ErrorCode::kUnsupported,
                fmt::format("expected a scalable font at {}", open.file.path.string()));
  }
  // Without a Unicode table most characters show as the replacement glyph: better than no label.
  FT_Select_Charmap(face, FT_ENCODING_UNICODE);
  return open;
}

}  // namespace

struct FontFace::State {
  LibraryPtr library;
  std::vector<OpenFace> faces;  // the font itself, then others as they were needed; die before the library
  FontFileFor fallback;

  // How a code point is drawn.
  struct Known {
    size_t face = kNoFace;  // none has it
    float advance_em = 0;
  };
  std::unordered_map<char32_t, Known> known;

  // Where its font lies among `faces`, opened when it is not yet; kNoFace where there is none.
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
  // What no font has is drawn as the replacement glyph of the font itself.
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
