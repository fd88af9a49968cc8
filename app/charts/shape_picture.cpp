#include "app/charts/shape_picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cct/base/system/atomic_file.h"
#include "renderer/gl/font_face.h"
#include "renderer/gl/offscreen.h"
#include "renderer/gl/shape_renderer.h"
#include "renderer/svg/shape_svg.h"

namespace ringscope {

Result<Image> ShapesImage(const PlacedShapes& placed, Theme theme,
                          const std::shared_ptr<const FontFace>& font, const PlacedCaption* caption) {
  const auto side = [](float px) { return static_cast<uint32_t>(std::lround(std::max(px, 1.0f))); };
  RINGSCOPE_ASSIGN(const OffscreenTarget target,
                   OffscreenTarget::Create(side(placed.width_px), side(placed.height_px)));
  ChartRendererOptions with;
  with.font = font;
  RINGSCOPE_ASSIGN(ShapeRenderer renderer, ShapeRenderer::Create(with));
  renderer.SetShapes(placed);
  renderer.Draw(target.whole(), PaletteOf(theme).background);
  Image image = target.ReadPixels();
  return caption == nullptr ? std::move(image) : WithCaption(image, *caption, theme, font.get());
}

Result<void> SaveShapesSvg(const PlacedShapes& placed, Theme theme, std::string_view title,
                           const std::filesystem::path& path,
                           const std::function<std::string(uint32_t)>& title_of,
                           const PlacedCaption* caption) {
  RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(path));
  ShapesSvgOptions svg;
  svg.background = PaletteOf(theme).background;
  svg.title = title;
  svg.title_of = title_of;
  svg.caption = caption;
  RINGSCOPE_TRY(WriteShapesSvg(placed, svg, [&file](std::string_view text) { return file.Write(text); }));
  return file.Commit();
}

}  // namespace ringscope
