#pragma once

#include "cct/tree/cct.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// Emits the pieces of one view layer by layer, by the rules of LayoutView(), into a batch without pieces
// whose spec, total, circle and layer edges are set: spec.depth_limit is the number of layers.
void LayPieces(const Cct& tree, ArcBatch& batch);

}  // namespace ringscope
