#pragma once

#include <span>
#include <utility>
#include <vector>

#include "cct/tree/building/builder.h"
#include "cct/tree/samples.h"

namespace ringscope {

// Takes the only ring of a thread out of a tree that has all contexts below it, and brings the samples to
// where their contexts are then.
inline void LeaveOutOnlyThread(CctBuilder& builder, FrameId thread, std::span<SampleList> series) {
  CctBuilder with_ring = std::move(builder);
  builder = CctBuilder(with_ring.limits());
  const BuildNode top = with_ring.Child(kBuildRoot, thread);
  const std::vector<BuildNode> moved = builder.MergeSubtree(with_ring, top, kBuildRoot);
  for (SampleList& list : series) {
    for (BuildNode& node : list.context) node = moved[node - top];
  }
}

}  // namespace ringscope
