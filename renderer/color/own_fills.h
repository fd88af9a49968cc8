#pragma once

#include <vector>

#include "renderer/color/paint.h"

namespace ringscope {

// The colours that the pieces of one batch have by themselves, whatever is pointed at, lit or searched for: made once
// for a layout and its colours, so that a hover does not work out values and differences again.
struct OwnFills {
  std::vector<Color> fill;                  // one a piece
  std::vector<DifferenceKind> differences;  // one a piece where colours tell differences; else empty
};

// What FillPieces() costs.
void FillOwn(const ArcBatch& batch, ChartColors& colors, OwnFills& own);

// As PaintPieces() of paint.h, without what `own`, which is of this batch and these colours, has already.
void PaintPieces(const ArcBatch& batch, const PaintSpec& spec, const ChartColors& colors, const OwnFills& own,
                 ChartPaint& paint);

}  // namespace ringscope
