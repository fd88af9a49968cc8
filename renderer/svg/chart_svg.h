#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "cct/base/result.h"
#include "cct/base/text/text_sink.h"
#include "cct/tree/cct.h"
#include "renderer/color/paint.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/legend/caption.h"
#include "renderer/text/labels.h"

namespace ringscope {

struct SvgOptions {
  Theme theme = Theme::kDark;
  // The subject of the picture, for its <title>; empty: the view root's name.
  std::string title;
  // Drawn around the chart, placed for a chart of this size; null: the bare chart.
  const PlacedCaption* caption = nullptr;
};

// Writes one laid-out view as a self-contained SVG 1.1 picture of the view's size, or of its caption's: the
// same pieces, colours and labels as on the screen. Every piece is a <path> with a <title>: name, module and
// file, inclusive value and its share of the tree's total; for a compressed chain all its names; for a rest
// segment "12,345 smaller contexts, 3.1 %". `paint` and `labels` are of this batch; labels measured with
// AverageSansWidth fit in common sans serif fonts. The bytes depend on nothing else. Errors: the sink's.
[[nodiscard]] Result<void> WriteChartSvg(const Cct& tree, const ArcBatch& batch, const ChartPaint& paint,
                                         std::span<const Label> labels, const SvgOptions& options,
                                         const TextSink& sink);

// Writes it to a file, which is replaced atomically, with labels for the fonts of any viewer. Errors: kIo.
[[nodiscard]] Result<void> SaveChartSvg(const Cct& tree, const ArcBatch& batch, const ChartPaint& paint,
                                        const SvgOptions& options, const std::filesystem::path& path);

// The text of a piece's <title>: lines separated by newlines, not escaped.
[[nodiscard]] std::string PieceTitle(const Cct& tree, const ArcBatch& batch, uint32_t piece);

}  // namespace ringscope
