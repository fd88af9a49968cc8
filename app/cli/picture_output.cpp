#include "app/cli/picture_output.h"

#include <memory>

#include "app/charts/shape_picture.h"
#include "app/cli/output.h"
#include "app/view/colors/derived_model.h"
#include "cct/base/text/file_ending.h"
#include "cct/tree/metric_sides.h"
#include "renderer/gl/font_face.h"
#include "renderer/gl/offscreen.h"

namespace ringscope {

Result<void> CheckPictureName(const std::filesystem::path& output, PictureEndings endings) {
  const bool takes_csv = endings == PictureEndings::kAlsoCsv;
  if (HasEnding(output, ".png") || HasEnding(output, ".svg") || (takes_csv && HasEnding(output, ".csv")))
    return {};
  return Refuse("{}: expected an output file ending in .png{}", output.string(),
                takes_csv ? ", .svg or .csv" : " or .svg");
}

Result<void> CheckPicture(const ProfileOptions& options, PictureEndings endings) {
  RINGSCOPE_TRY(CheckPictureName(options.output, endings));
  return CheckOutput({options.input.file}, options.output);
}

Result<ColorSpec> ColorOf(const std::string& text, const Input& input) {
  const std::vector<std::string> derived = NamesOf(WithOwnMetrics(input.derived, *input.tree));
  if (text.empty()) {
    const bool is_compared = SidesOf(input.tree->metrics(), 0).has_value();
    return ColorSpec{.mode = is_compared ? ColorMode::kDifference : ColorMode::kFunction};
  }
  Result<ColorSpec> color = ParseColorText(text, input.tree->metrics(), derived);
  if (!color) return Refuse("--color: {}", color.error().message);
  if (color->mode == ColorMode::kDifference && !SidesOf(input.tree->metrics(), 0))
    return Refuse("--color difference: expected a comparison, found one side");
  return std::move(*color);
}

Result<int> WriteShapePicture(const ShapePicture& picture, const std::filesystem::path& output) {
  const auto write = [&]() -> Result<void> {
    const auto caption_of = [](const PlacedPicture& placed) {
      return placed.caption ? &*placed.caption : nullptr;
    };
    if (HasEnding(output, ".svg")) {
      const PlacedPicture placed = picture.place(AverageSansWidth);
      return SaveShapesSvg(placed.shapes, picture.theme, picture.title, output, picture.title_of,
                           caption_of(placed));
    }
    // A system without any font still gets its picture.
    std::shared_ptr<const FontFace> font;
    if (auto loaded = FontFace::LoadDefault()) font = *loaded;
    RINGSCOPE_ASSIGN(const OffscreenContext context, OffscreenContext::Create());
    const MeasureText measure = font != nullptr ? FontFace::Measurer(font) : MeasureText();
    const PlacedPicture placed = picture.place(measure);
    RINGSCOPE_ASSIGN(const Image image, ShapesImage(placed.shapes, picture.theme, font, caption_of(placed)));
    return WritePng(output, image);
  };
  RINGSCOPE_TRY(AboutOutput(output, write()));
  return kExitOk;
}

Result<int> WritePlotPicture(
    const ProfileOptions& options, std::string title,
    const std::function<void(float width_px, float height_px, const PlotLook&, ShapeBatch&)>& lay_out) {
  const float width_px = options.view.spec.width_px, height_px = options.view.spec.height_px;
  const auto place = [&](const MeasureText& measure) {
    ShapeBatch batch;
    lay_out(width_px, height_px, {.theme = options.theme, .measure = measure}, batch);
    return PlacePixels(batch, width_px, height_px, measure);
  };
  return WriteShapePicture({options.theme, std::move(title), place, nullptr}, options.output);
}

}  // namespace ringscope
