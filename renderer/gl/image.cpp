#include "renderer/gl/image.h"

#include <fmt/core.h>
#include <stb_image_write.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "cct/base/check.h"
#include "cct/base/system/atomic_file.h"
#include "cct/base/text/utf8.h"
#include "renderer/gl/font_face.h"
#include "renderer/legend/caption.h"

namespace ringscope {
namespace {

constexpr int kChannels = 4;

void AppendBytes(void* context, void* data, int size) {
  auto& bytes = *static_cast<std::vector<uint8_t>*>(context);
  const auto* begin = static_cast<const uint8_t*>(data);
  bytes.insert(bytes.end(), begin, begin + size);
}

void Put(Image& image, int64_t x, int64_t y, Color color, uint8_t coverage) {
  if (x < 0 || y < 0 || x >= int64_t{image.width_px} || y >= int64_t{image.height_px}) return;
  uint8_t* at = &image.rgba[(static_cast<size_t>(y) * image.width_px + static_cast<size_t>(x)) * 4];
  const Color mixed = MixColors({at[0], at[1], at[2], at[3]}, color, static_cast<float>(coverage) / 255.0f);
  at[0] = mixed.r;
  at[1] = mixed.g;
  at[2] = mixed.b;
}

// Covers each pixel by its share within the stripe, from the distance of its middle to the stripe's line.
void DrawStripes(const PlacedCaption::Box& box, Color color, Image& image) {
  const auto side = std::lround(box.width), left = std::lround(box.x), top = std::lround(box.y);
  for (const BoxStripe& stripe : BoxStripes(box.pattern, static_cast<float>(side))) {
    const float dx = stripe.x2 - stripe.x1, dy = stripe.y2 - stripe.y1, length = std::hypot(dx, dy);
    for (int64_t y = 0; y < side; ++y) {
      for (int64_t x = 0; x < side; ++x) {
        const float from_x = static_cast<float>(x) + 0.5f - stripe.x1,
                    from_y = static_cast<float>(y) + 0.5f - stripe.y1;
        const float distance = std::abs(from_x * dy - from_y * dx) / length;
        const float coverage = std::clamp(stripe.width_px / 2 + 0.5f - distance, 0.0f, 1.0f);
        Put(image, left + x, top + y, color, static_cast<uint8_t>(std::lround(255 * coverage)));
      }
    }
  }
}

}  // namespace

Result<std::vector<uint8_t>> EncodePng(const Image& image) {
  std::vector<uint8_t> bytes;
  const int width = static_cast<int>(image.width_px), height = static_cast<int>(image.height_px);
  if (image.rgba.size() != size_t{image.width_px} * image.height_px * kChannels ||
      stbi_write_png_to_func(AppendBytes, &bytes, width, height, kChannels, image.rgba.data(),
                             width * kChannels) == 0) {
    return Fail(ErrorCode::kInvalidArgument, "a picture of {}x{} cannot be encoded", width, height);
  }
  return bytes;
}

Result<void> WritePng(const std::filesystem::path& path, const Image& image) {
  RINGSCOPE_ASSIGN(const std::vector<uint8_t> bytes, EncodePng(image));
  RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(path));
  RINGSCOPE_TRY(file.Write(std::as_bytes(std::span(bytes))));
  return file.Commit();
}

void DrawTextLine(std::string_view text, float x_px, float middle_y_px, float size_px, Color color,
                  const FontFace& font, Image& image) {
  const float baseline = std::round(middle_y_px + font.CapHeight(size_px) / 2);
  float pen = x_px;
  while (!text.empty()) {
    const GlyphImage glyph = font.Rasterize(TakeCodePoint(text), size_px);
    const auto x = std::lround(std::round(pen) + glyph.left_px), y = std::lround(baseline - glyph.top_px);
    for (size_t i = 0; i < glyph.coverage.size(); ++i) {
      Put(image, x + static_cast<int64_t>(i % glyph.width_px), y + static_cast<int64_t>(i / glyph.width_px),
          color, glyph.coverage[i]);
    }
    pen += glyph.advance_px;
  }
}

Image FilledImage(uint32_t width_px, uint32_t height_px, Color color) {
  Image image{width_px, height_px, std::vector<uint8_t>(size_t{width_px} * height_px * kChannels)};
  for (size_t i = 0; i < image.rgba.size(); i += 4) {
    image.rgba[i] = color.r;
    image.rgba[i + 1] = color.g;
    image.rgba[i + 2] = color.b;
    image.rgba[i + 3] = color.a;
  }
  return image;
}

void CopyImage(const Image& from, uint32_t left_px, uint32_t top_px, Image& to) {
  RINGSCOPE_CHECK(left_px + from.width_px <= to.width_px && top_px + from.height_px <= to.height_px);
  const auto bytes = static_cast<ptrdiff_t>(size_t{from.width_px} * 4);
  for (size_t y = 0; y < from.height_px; ++y) {
    const auto row = from.rgba.begin() + static_cast<ptrdiff_t>(y) * bytes;
    std::copy(row, row + bytes,
              to.rgba.begin() + static_cast<ptrdiff_t>(((y + top_px) * to.width_px + left_px) * 4));
  }
}

Image WithCaption(const Image& chart, const PlacedCaption& caption, Theme theme, const FontFace* font) {
  Image image = FilledImage(std::max(caption.width_px, chart.width_px),
                            std::max(caption.height_px, caption.header_px + chart.height_px),
                            PaletteOf(theme).background);
  CopyImage(chart, 0, caption.header_px, image);
  for (const PlacedCaption::Box& box : caption.boxes) {
    const auto left = std::lround(box.x), top = std::lround(box.y);
    for (int64_t y = top; y < top + std::lround(box.height); ++y)
      for (int64_t x = left; x < left + std::lround(box.width); ++x) Put(image, x, y, box.color, 255);
    DrawStripes(box, box.stripes.a != 0 ? box.stripes : PaletteOf(theme).background, image);
  }
  if (font == nullptr) return image;
  for (const PlacedCaption::Line& line : caption.lines)
    DrawTextLine(line.text, line.x, line.middle_y, line.size_px, line.color, *font, image);
  return image;
}

}  // namespace ringscope
