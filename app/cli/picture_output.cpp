#include "app/cli/picture_output.h"

#include <memory>
#include <utility>

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

namespace {

// `image_of` draws the pixels with a font, which is null if the system has none.
Result<int> WriteShapes(const std::filesystem::path& output, auto write_svg, auto image_of) {
  const auto write = [&]() -> Result<void> {
    if (HasEnding(output, ".svg")) return write_svg();
    std::shared_ptr<const FontFace> font;
    if (auto loaded = FontFace::LoadDefault()) font = *loaded;
    RINGSCOPE_ASSIGN(const OffscreenContext context, OffscreenContext::Create());
    RINGSCOPE_ASSIGN(const Image image, image_of(font));
    return WritePng(output, image);
  };
  RINGSCOPE_TRY(AboutOutput(output, write()));
  return kExitOk;
}

}  // namespace

Result<int> WritePlotPicture(
    const ProfileOptions& options, std::string_view title,
    const std::function<void(float width_px, float height_px, const PlotLook&, ShapeBatch&)>& lay_out) {
  const float width_px = options.view.spec.width_px, height_px = options.view.spec.height_px;
  const auto place = [&](const MeasureText& measure) {
    ShapeBatch batch;
    lay_out(width_px, height_px, {.theme = options.theme, .measure = measure}, batch);
    return PlacePixels(batch, width_px, height_px, measure);
  };
  return WriteShapes(
      options.output,
      [&] { return SaveShapesSvg(place(AverageSansWidth), options.theme, title, options.output); },
      [&](const std::shared_ptr<const FontFace>& font) {
        return ShapesImage(place(font != nullptr ? FontFace::Measurer(font) : MeasureText()), options.theme,
                           font);
      });
}

void AddDiagramOutput(CommandSyntax* command, DiagramOptions& options) {
  command->AddOption("-o,--output", options.output, "OUT.png or OUT.svg");
  command->AddSetter("--json", options.format, ReportFormat::kJson,
                     "Boxes and edges as numbers, on standard output");
  command->Exclusive({"--output", "--json"});
  AddLight(command, options.theme);
  command->AddSetter("--dark", options.theme, Theme::kDark, "Dark background; the default");
  command->Exclusive({"--light", "--dark"});
  command->AddFlagOff("--no-caption", options.has_caption, "The bare picture, without title and legend");
}

Result<void> CheckDiagramOutput(std::string_view command, const DiagramOptions& options) {
  if (options.as_json()) return {};
  if (options.output.empty()) return Refuse("{}: expected -o with OUT.png or OUT.svg, or --json", command);
  return CheckPicture(options);
}

Result<int> DeliverDiagram(const Diagram& diagram, const DiagramFigures& figures,
                           const DiagramOptions& options, std::string title, std::string facts,
                           std::vector<LegendLine> legend) {
  if (options.as_json()) {
    Output out;
    JsonWriter json = out.Json();
    WriteDiagram(diagram, figures, json);
    return out.Finish();
  }
  const DiagramPicture picture{.width_px = options.view.spec.width_px,
                               .height_px = options.view.spec.height_px,
                               .theme = options.theme,
                               .title = std::move(title),
                               .has_caption = options.has_caption,
                               .facts = std::move(facts),
                               .legend = std::move(legend)};
  return WriteShapes(
      options.output, [&] { return SaveDiagramSvg(diagram, picture, options.output); },
      [&](const std::shared_ptr<const FontFace>& font) { return DiagramImage(diagram, picture, font); });
}

}  // namespace ringscope
