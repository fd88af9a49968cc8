#include "renderer/gl/font_face.h"

#include <fmt/core.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
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

Result<FacePtr> OpenFace(FT_Library library, const FontFile& file) {
  FT_Face face = nullptr;
  if (FT_New_Face(library, file.path.c_str(), file.face_index, &face) != 0) {
    return Fail(ErrorCode::kMalformed,
                fmt::format("expected a font file at {}, found something else", file.path.string()));
  }
  FacePtr owned(face);
  if (!FT_IS_SCALABLE(face) || face->units_per_EM == 0) {
    return Fail(ErrorCode::kUnsupported, fmt::format("expected a scalable font at {}", file.path.string()));
  }
  // Without a Unicode table most characters show as the replacement glyph: better than no label.
  FT_Select_Charmap(face, FT_ENCODING_UNICODE);
  return owned;
}

// Where several code points of a block were in no font, the others are not looked for: a search takes a
// millisecond where many fonts are installed.
constexpr char32_t BlockOf(char32_t code_point) { return code_point >> 7; }
constexpr uint32_t kMaxMissesInBlock = 4;
constexpr size_t kMaxBlocks = 256;
constexpr size_t kMaxFaces = 16;

}  // namespace

struct FontFace::State {
  struct Face {
    FontFile file;
    FacePtr face;
    float size_px = 0;  // what it is set to
  };
  // Where a code point is drawn from.
  struct Place {
    size_t face = 0;
    float advance_em = 0;
  };

  LibraryPtr library;
  std::vector<Face> faces;  // the font itself, then those that help out; they die before the library
  std::unordered_map<char32_t, Place> places;
  std::unique_ptr<FontFinder> finder;             // of other fonts; none: there is only this one
  std::unordered_map<char32_t, uint32_t> misses;  // by block

  [[nodiscard]] std::optional<size_t> FaceWith(char32_t code_point) const {
    for (size_t i = 0; i < faces.size(); ++i) {
      if (FT_Get_Char_Index(faces[i].face.get(), code_point) != 0) return i;
    }
    return std::nullopt;
  }

  // Asks the system for a font with the code point.
  void LookFor(char32_t code_point) {
    if (finder == nullptr || faces.size() >= kMaxFaces || misses.size() >= kMaxBlocks) return;
    uint32_t& block_misses = misses[BlockOf(code_point)];
    if (block_misses >= kMaxMissesInBlock) return;
    const auto covers = finder->FindCovering(std::span(&code_point, 1));
    Result<FacePtr> face = Fail(ErrorCode::kNotFound, {});
    if (!covers.empty()) face = OpenFace(library.get(), covers[0].font);
    if (face) {
      faces.push_back({covers[0].font, std::move(*face), 0});
    } else {
      ++block_misses;
    }
  }

  [[nodiscard]] const Place& PlaceOf(char32_t code_point) {
    const auto [entry, is_new] = places.try_emplace(code_point);
    if (!is_new) return entry->second;
    auto found = FaceWith(code_point);
    if (!found && code_point >= 0x80) {
      LookFor(code_point);
      found = FaceWith(code_point);
    }
    entry->second.face = found.value_or(0);
    FT_Face face = faces[entry->second.face].face.get();
    if (FT_Load_Char(face, code_point, FT_LOAD_NO_SCALE) == 0) {
      entry->second.advance_em =
          static_cast<float>(face->glyph->metrics.horiAdvance) / static_cast<float>(face->units_per_EM);
    }
    return entry->second;
  }

  [[nodiscard]] FT_Face SizedFace(size_t index, float px) {
    Face& face = faces[index];
    if (px != face.size_px) {
      face.size_px = px;
      FT_Set_Char_Size(face.face.get(), 0, std::lround(px * 64.0f), 72, 72);
    }
    return face.face.get();
  }
};

FontFace::FontFace(std::unique_ptr<State> state) : state_(std::move(state)) {}
FontFace::~FontFace() = default;

Result<std::shared_ptr<const FontFace>> FontFace::LoadDefault(const char* family) {
  auto finder = std::make_unique<FontFinder>();
  RINGSCOPE_ASSIGN(const FontFile file, finder->Find(family));
  RINGSCOPE_ASSIGN(auto state, Open(file));
  state->finder = std::move(finder);
  return std::shared_ptr<const FontFace>(new FontFace(std::move(state)));
}

Result<std::shared_ptr<const FontFace>> FontFace::LoadFile(const std::filesystem::path& path,
                                                           int face_index) {
  RINGSCOPE_ASSIGN(auto state, Open({path, face_index}));
  return std::shared_ptr<const FontFace>(new FontFace(std::move(state)));
}

Result<std::unique_ptr<FontFace::State>> FontFace::Open(const FontFile& file) {
  auto state = std::make_unique<State>();
  FT_Library library = nullptr;
  if (FT_Init_FreeType(&library) != 0) return Fail(ErrorCode::kUnsupported, "FreeType does not start");
  state->library.reset(library);
  RINGSCOPE_ASSIGN(FacePtr face, OpenFace(library, file));
  state->faces.push_back({file, std::move(face), 0});
  return state;
}

const FontFile& FontFace::file() const { return state_->faces.front().file; }

bool FontFace::Has(char32_t code_point) const {
  return FT_Get_Char_Index(state_->faces[state_->PlaceOf(code_point).face].face.get(), code_point) != 0;
}

float FontFace::Advance(char32_t code_point, float size_px) const {
  return state_->PlaceOf(code_point).advance_em * size_px;
}

float FontFace::Width(std::string_view text, float size_px) const {
  float width_px = 0;
  while (!text.empty()) width_px += Advance(TakeCodePoint(text), size_px);
  return width_px;
}

float FontFace::CapHeight(float size_px) const {
  FT_Face face = state_->faces.front().face.get();
  if (FT_Load_Char(face, U'H', FT_LOAD_NO_SCALE) != 0) return 0.7f * size_px;
  return static_cast<float>(face->glyph->metrics.horiBearingY) / static_cast<float>(face->units_per_EM) *
         size_px;
}

GlyphImage FontFace::Rasterize(char32_t code_point, float size_px) const {
  GlyphImage image;
  image.advance_px = Advance(code_point, size_px);
  FT_Face face = state_->SizedFace(state_->PlaceOf(code_point).face, size_px);
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
