#include "renderer/svg/chart_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "cct/base/check.h"
#include "cct/base/system/atomic_file.h"
#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"
#include "renderer/layout/view_geometry.h"
#include "renderer/svg/shape_svg.h"
#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

// The stripes of differences: upright stripes, turned.
struct Pattern {
  PieceStyle style;
  std::string_view name;
  int degrees;
};
constexpr std::array kPatterns{Pattern{kStyleNew, "new", 45}, Pattern{kStyleGone, "gone", -45},
                               Pattern{kStyleWrapper, "wrapper", 90}};

// The sagitta, in font sizes, below which text is written straight.
constexpr double kStraightSagitta = 0.2;

class SvgWriter {
 public:
  SvgWriter(const Cct& tree, const ArcBatch& batch, const ChartPaint& paint, std::span<const Label> labels,
            const SvgOptions& options, const TextSink& sink)
      : tree_(tree), batch_(batch), paint_(paint), labels_(labels), options_(options), out_(sink) {}

  Result<void> Run() {
    WriteHead();
    // Neighbours share their edges; a thin line in the background's colour keeps them apart.
    Add(fmt::format(
        "<g stroke=\"{}\" stroke-width=\"0.8\" stroke-linejoin=\"round\" fill-rule=\"evenodd\">\n",
        HexText(palette_.background)));
    for (uint32_t piece = 0; piece < batch_.size() && out_.ok(); ++piece) WritePiece(piece);
    Add("</g>\n");
    WriteMarks();
    WriteOutlines();
    WriteLabels();
    Add("</g>\n</svg>\n");
    return out_.Finish();
  }

 private:
  struct Ring {
    double start, sweep, inner, outer;
  };
  Ring RingOf(uint32_t piece) const {
    return {static_cast<double>(batch_.start_turns[piece]), static_cast<double>(batch_.sweep_turns[piece]),
            static_cast<double>(batch_.inner_px(piece)), static_cast<double>(batch_.outer_px(piece))};
  }

  // An icicle's bar, or a treemap's box.
  struct Bar {
    double left, top, right, bottom;
  };
  Bar BarOf(const Ring& ring) const {
    const double left = frame_.left_px + ring.start * frame_.width_px;
    return {left, frame_.top_px + ring.inner, left + ring.sweep * frame_.width_px,
            frame_.top_px + ring.outer};
  }

  std::string PiecePath(uint32_t piece) const {
    const Ring ring = RingOf(piece);
    if (!rows_) return SegmentPath(ring.start, ring.sweep, ring.inner, ring.outer);
    const Bar bar = BarOf(ring);
    return BarPath(bar.left, bar.top, bar.right, bar.bottom);
  }

  // The edges at which a piece begins and ends.
  std::string SidesPath(uint32_t piece) const {
    const Ring ring = RingOf(piece);
    const auto side = [&](double turns) {
      return "M" + PointText(turns, ring.inner) + "L" + PointText(turns, ring.outer);
    };
    if (!rows_) return side(ring.start) + side(ring.start + ring.sweep);
    const Bar bar = BarOf(ring);
    const std::string top = CoordinateText(bar.top), bottom = CoordinateText(bar.bottom);
    return fmt::format("M{} {}V{}M{} {}V{}", CoordinateText(bar.left), top, bottom, CoordinateText(bar.right),
                       top, bottom);
  }

  // A line just behind the edge that callees would lie on; inside a treemap's box.
  std::string MarkPath(uint32_t piece) const {
    const double kBehindPx = batch_.is_treemap() ? -1.5 : 1.5;
    const Ring ring = RingOf(piece);
    if (!rows_) return ArcPath(ring.start, ring.sweep, ring.outer + kBehindPx);
    const Bar bar = BarOf(ring);
    return fmt::format("M{} {}H{}", CoordinateText(bar.left), CoordinateText(bar.bottom + kBehindPx),
                       CoordinateText(bar.right));
  }

  void Add(std::string_view text) { out_.Add(text); }

  void WriteHead() {
    const auto chart_width = std::max(1.0f, batch_.spec.width_px),
               chart_height = std::max(1.0f, batch_.spec.height_px);
    const PlacedCaption* const caption = options_.caption;
    const float width = caption == nullptr ? chart_width : static_cast<float>(caption->width_px);
    const float height = caption == nullptr ? chart_height : static_cast<float>(caption->height_px);
    const float top = caption == nullptr ? 0 : static_cast<float>(caption->header_px);
    Add(SvgHead(width, height, options_.title.empty() ? PieceTitle(tree_, batch_, 0) : options_.title));
    Add(
        fmt::format("<defs>\n<pattern id=\"rest\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
                    "patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"{}\"/>"
                    "<rect width=\"2\" height=\"6\" fill=\"{}\"/></pattern>\n",
                    HexText(palette_.rest), HexText(palette_.rest_hatch)));
    for (const Pattern& pattern : kPatterns) {
      if (!IsUsed(pattern.style)) continue;
      Add(fmt::format(
          "<pattern id=\"{}\" width=\"9\" height=\"9\" patternUnits=\"userSpaceOnUse\" "
          "patternTransform=\"rotate({})\"><rect width=\"2\" height=\"9\" fill=\"{}\" opacity=\"0.3\"/>"
          "</pattern>\n",
          pattern.name, pattern.degrees, HexText(palette_.background)));
    }
    Add("</defs>\n");
    Add(fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", PxText(width), PxText(height),
                    HexText(palette_.background)));
    if (caption != nullptr) Add(CaptionSvg(*caption, palette_.background));
    Add(fmt::format("<g transform=\"translate({} {})\">\n", PxText(chart_width / 2),
                    PxText(top + chart_height / 2)));
  }

  void WritePiece(uint32_t piece) {
    const PieceStyle style = paint_.style[piece];
    const bool hatched = (style & kStyleHatch) != 0;
    const std::string fill = hatched ? "url(#rest)" : HexText(paint_.fill[piece]);
    // Faded fills are mixed already; the hatch is not.
    const std::string_view faded = hatched && (style & kStyleFaded) != 0 ? " opacity=\"0.3\"" : "";
    Add(fmt::format("<path fill=\"{}\"{} d=\"{}\"><title>{}</title></path>\n", fill, faded, PiecePath(piece),
                    XmlLines(PieceTitle(tree_, batch_, piece))));
    for (const Pattern& pattern : kPatterns) {
      if ((style & pattern.style) == 0) continue;
      Add(fmt::format("<path fill=\"url(#{})\" stroke=\"none\" pointer-events=\"none\" d=\"{}\"/>\n",
                      pattern.name, PiecePath(piece)));
    }
  }

  [[nodiscard]] bool IsUsed(PieceStyle style) const {
    return std::any_of(paint_.style.begin(), paint_.style.end(),
                       [style](PieceStyle one) { return (one & style) != 0; });
  }

  // Contexts whose callees are hidden by the depth limit have a line along their outer edge.
  void WriteMarks() {
    for (uint32_t piece = 1; piece < batch_.size(); ++piece) {
      if ((paint_.style[piece] & kStyleContinues) == 0) continue;
      Add(fmt::format(
          "<path fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" pointer-events=\"none\" d=\"{}\"/>\n",
          HexText(MixColors(paint_.fill[piece], palette_.text, 0.55f)), MarkPath(piece)));
    }
  }

  void WriteOutlines() {
    WriteOutlines(kStyleHidesLit, palette_.highlight, kHidesLitPx);
    WriteOutlines(kStyleLit, palette_.highlight, kLitPx);
    WriteOutlines(kStylePath, palette_.path, kPathPx);
    WriteOutlines(kStyleOutline, palette_.outline, kOutlinePx);
  }

  void WriteOutlines(PieceStyle style, Color color, float width_px) {
    for (uint32_t piece = 0; piece < batch_.size(); ++piece) {
      if ((paint_.style[piece] & style) == 0) continue;
      const bool is_on_path = style == kStylePath && (paint_.style[piece] & kStylePathEnd) == 0;
      Add(
          fmt::format("<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" "
                      "pointer-events=\"none\" d=\"{}\"/>\n",
                      HexText(color), PxText(width_px), is_on_path ? SidesPath(piece) : PiecePath(piece)));
    }
  }

  void WriteLabels() {
    Add("<g text-anchor=\"middle\" pointer-events=\"none\">\n");
    uint32_t curve = 0;
    for (const Label& label : labels_) {
      const Color color = label.piece == 0 || batch_.is_rest(label.piece)
                              ? palette_.text
                              : TextColorOn(paint_.fill[label.piece], options_.theme);
      const bool faded = (paint_.style[label.piece] & kStyleFaded) != 0;
      const double size = static_cast<double>(label.size_px);
      const std::string look = fmt::format("fill=\"{}\"{} font-size=\"{}\"", HexText(color),
                                           faded ? " opacity=\"0.35\"" : "", CoordinateText(size));
      switch (label.direction) {
        case LabelDirection::kCenter:
        case LabelDirection::kRow:
          Add(fmt::format("<text {}{} y=\"{}\">{}</text>\n", look,
                          label.direction == LabelDirection::kCenter
                              ? ""
                              : fmt::format(" text-anchor=\"start\" x=\"{}\"", PxText(label.offset_x_px)),
                          CoordinateText(static_cast<double>(label.offset_y_px) + kTextMiddle * size),
                          XmlText(label.text)));
          break;
        case LabelDirection::kRadial:
          WriteStraight(label, look, size, -90);
          break;
        case LabelDirection::kTangential:
          // Text as good as straight is written straight: not every viewer draws text on a path.
          if (Sagitta(label) < kStraightSagitta * size) {
            WriteStraight(label, look, size, 0);
          } else {
            WriteCurved(label, look, size, curve++);
          }
          break;
      }
    }
    Add("</g>\n");
  }

  // The height of the arc under a label above its chord.
  static double Sagitta(const Label& label) {
    const double width = static_cast<double>(label.width_px), radius = static_cast<double>(label.radius_px);
    return width * width / (8 * radius);
  }

  // Text turned by its angle on the ring plus `turned_degrees`.
  void WriteStraight(const Label& label, const std::string& look, double size, double turned_degrees) {
    const double turns = static_cast<double>(label.middle_turns);
    const double degrees = turns * 360 + turned_degrees + (label.flipped ? 180 : 0);
    Add(fmt::format("<text {} transform=\"translate({}) rotate({})\" y=\"{}\">{}</text>\n", look,
                    PointText(turns, static_cast<double>(label.radius_px)), CoordinateText(degrees),
                    CoordinateText(kTextMiddle * size), XmlText(label.text)));
  }

  void WriteCurved(const Label& label, const std::string& look, double size, uint32_t curve) {
    // The baseline lies below the middle of the letters: nearer to the centre, or further out if the text is
    // flipped.
    const double radius =
        static_cast<double>(label.radius_px) + (label.flipped ? kTextMiddle : -kTextMiddle) * size;
    // A little longer than the text, as viewers do not draw text beyond its path and fonts differ.
    const double half =
        std::min(0.49, (0.6 * static_cast<double>(label.width_px) + size) / (2 * std::numbers::pi * radius));
    const double middle = static_cast<double>(label.middle_turns);
    const std::string path =
        label.flipped ? ArcPath(middle + half, -2 * half, radius) : ArcPath(middle - half, 2 * half, radius);
    Add(fmt::format(
        "<path id=\"c{}\" fill=\"none\" d=\"{}\"/><text {}><textPath href=\"#c{}\" startOffset=\"50%\">"
        "{}</textPath></text>\n",
        curve, path, look, curve, XmlText(label.text)));
  }

  const Cct& tree_;
  const ArcBatch& batch_;
  const ChartPaint& paint_;
  const std::span<const Label> labels_;
  const SvgOptions& options_;
  const bool rows_ = batch_.spec.form != ChartForm::kRings;
  const IcicleFrame frame_ = IcicleFrameOf(batch_.spec);
  const ChartPalette& palette_ = PaletteOf(options_.theme);
  SvgBlocks out_;
};

}  // namespace

std::string PieceTitle(const Cct& tree, const ArcBatch& batch, uint32_t piece) {
  const MetricIndex metric = batch.spec.metric;
  const std::string share = ShareText(batch.inclusive[piece], tree.Total(metric));
  const Metric& unit = tree.metrics()[metric];
  const std::string value = ValueText(batch.inclusive[piece], unit.unit, unit.scale);
  if (batch.is_rest(piece)) {
    const std::string count = CountedText(batch.rest_run(piece).size(), "smaller context");
    return fmt::format("{}, {}\n{}: {}", count, share, unit.name, value);
  }
  const auto line = [](std::string_view text) { return DisplayText(text); };
  if (const auto chain = batch.chain(piece); !chain.empty()) {
    std::string title = line(ShownName(tree.FrameAt(chain[0]).name)) + " " + ChainCountText(chain.size());
    for (const ContextId context : chain.subspan(1))
      title += "\n" + line(ShownName(tree.FrameAt(context).name));
    return title + "\n" + unit.name + ": " + value + ", " + share;
  }
  const ContextId context = batch.context[piece];
  const Frame frame = tree.FrameAt(context);
  std::string title = context == kRootContext && frame.name.empty() ? "all" : line(ShownName(frame.name));
  if (!frame.module.empty()) title += "\n" + line(frame.module);
  if (!frame.file.empty()) {
    title += "\n" + line(frame.file);
    if (frame.line != 0) title += ":" + std::to_string(frame.line);
  }
  return title + "\n" + unit.name + ": " + value + ", " + share;
}

Result<void> WriteChartSvg(const Cct& tree, const ArcBatch& batch, const ChartPaint& paint,
                           std::span<const Label> labels, const SvgOptions& options, const TextSink& sink) {
  RINGSCOPE_CHECK(paint.fill.size() == batch.size() && paint.style.size() == batch.size());
  return SvgWriter(tree, batch, paint, labels, options, sink).Run();
}

Result<void> SaveChartSvg(const Cct& tree, const ArcBatch& batch, const ChartPaint& paint,
                          const SvgOptions& options, const std::filesystem::path& path) {
  const std::vector<Label> labels = PlaceLabels(tree, batch, LabelOptions{}, AverageSansWidth);
  RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(path));
  RINGSCOPE_TRY(WriteChartSvg(tree, batch, paint, labels, options,
                              [&file](std::string_view text) { return file.Write(text); }));
  return file.Commit();
}

}  // namespace ringscope
