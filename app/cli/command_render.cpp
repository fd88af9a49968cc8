#include "app/cli/commands.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "cct/base/atomic_file.h"
#include "renderer/gl/font_face.h"
#include "renderer/gl/image.h"
#include "renderer/gl/offscreen.h"
#include "renderer/layout/labels.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/name_text.h"
#include "renderer/layout/paint.h"
#include "renderer/svg/chart_svg.h"

namespace ringscope {
namespace {

Result<void> RenderPng(const Cct& tree, const ArcBatch& batch, const ChartPaint& paint,
                       const RenderOptions& options) {
  RINGSCOPE_ASSIGN(const OffscreenContext context, OffscreenContext::Create());
  std::shared_ptr<const FontFace> font;
  std::vector<Label> labels;
  // A system without any font still gets its picture.
  if (auto loaded = FontFace::LoadDefault()) {
    font = *loaded;
    labels = PlaceLabels(tree, batch, LabelOptions{}, FontFace::Measurer(font));
  }
  RINGSCOPE_ASSIGN(const Image image, RenderChartImage(batch, paint, labels, options.theme, font));
  return WritePng(options.output, image);
}

Result<void> RenderSvg(const Cct& tree, const ArcBatch& batch, const ChartPaint& paint,
                       const RenderOptions& options) {
  const std::vector<Label> labels = PlaceLabels(tree, batch, LabelOptions{}, AverageSansWidth);
  RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(options.output));
  SvgOptions svg;
  svg.theme = options.theme;
  std::string text;
  const TextSink sink = [&text](std::string_view piece) -> Result<void> {
    text += piece;
    return {};
  };
  RINGSCOPE_TRY(WriteChartSvg(tree, batch, paint, labels, svg, sink));
  RINGSCOPE_TRY(file.Write(text));
  return file.Commit();
}

}  // namespace

int RunRender(const RenderOptions& options) {
  const std::filesystem::path extension = options.output.extension();
  if (extension != ".png" && extension != ".svg") {
    return ReportError(
        fmt::format("{}: expected an output file ending in .png or .svg", options.output.string()));
  }
  const OrLine<InputView> input = LoadInputView(options.input, options.view);
  if (!input) return ReportError(input.error());
  const Cct& tree = input->tree();
  const ArcBatch batch = LayoutView(tree, input->view);
  PaintSpec paint_spec;
  paint_spec.theme = options.theme;
  const Result<ColorSpec> color = ParseColorText(options.color, tree.metrics());
  if (!color) return ReportError(fmt::format("--color: {}", color.error().message));
  ChartColors colors(tree, options.theme, *color);
  ChartPaint paint;
  PaintPieces(batch, paint_spec, colors, paint);
  const Result<void> written =
      extension == ".png" ? RenderPng(tree, batch, paint, options) : RenderSvg(tree, batch, paint, options);
  if (!written) return ReportOutputError(options.output, written.error());
  return kExitOk;
}

}  // namespace ringscope
