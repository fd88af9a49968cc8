#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/system/large_array.h"
#include "cct/tree/building/owned_frames.h"
#include "cct/tree/building/type_list.h"
#include "cct/tree/cct.h"
#include "cct/tree/member_values.h"
#include "cct/tree/verify.h"

namespace ringscope {

// Points of contexts, in any order; points of one context keep their order.
struct UnsortedPoints {
  std::vector<PointField> fields;
  std::vector<uint32_t> context;              // p
  std::vector<std::vector<uint64_t>> values;  // by field: p
};

// A tree in creation order: n contexts, parent[i] < i, context 0 the root (its parent and frame are ignored).
struct UnsortedTree {
  LargeVector<uint32_t> parent;             // n
  LargeVector<FrameId> frame;               // n
  std::vector<LargeVector<uint64_t>> self;  // per metric n
  std::vector<uint8_t> flags;               // n or empty
  OwnedFrames frames;
  std::vector<Metric> metrics;  // at least one
  UnsortedPoints points;        // without fields if there are none
  std::vector<SampleList> samples;
  TypeList types;
};

// Brings a tree into level order and computes its columns: O(n + sum over siblings of k log k), about 44
// bytes a context at the peak. Frames are renumbered by first appearance in level order and unused ones
// dropped, so the result depends only on the tree, not on the order it was collected in. Facts of frames are
// renumbered with them (RenumberFrames). Siblings must have different frames. Errors: kOverflow when a
// metric's total reaches 2^63, kLimit (too many samples), kCancelled.
[[nodiscard]] Result<CctPtr> BuildLevelOrder(UnsortedTree tree, ImportReport report,
                                             JobControl* job = nullptr);

// MemberColumns that own their elements.
struct OwnedMembers {
  struct Statistic {
    LargeVector<uint64_t> least, most, squares_low, squares_high;
    LargeVector<uint32_t> least_member, most_member;
    std::vector<LargeVector<uint64_t>> quantiles;
  };
  std::string over;
  bool absent_is_zero = true;
  std::shared_ptr<const std::vector<Execution>> members;  // null if the tree has no members
  std::vector<MemberQuantile> quantiles;
  LargeVector<uint32_t> count, first;
  std::vector<Statistic> statistics;
  std::vector<OwnedMemberValues> values;  // by metric; empty if they are not kept
};

// A tree in level order with its running sums: n contexts, l layers. Siblings are sorted by metric 0, largest
// first, then by the rank of their frame, and have different frames.
struct LevelOrderColumns {
  LargeArray<uint32_t> first_child;           // n + 1
  LargeArray<FrameId> frame;                  // n; the root's is ignored
  std::vector<uint32_t> layer_begin;          // l + 1
  std::vector<LargeArray<uint64_t>> running;  // per metric n + 1
  LargeArray<uint8_t> flags;                  // n or empty
  OwnedFrames frames;
  std::vector<Metric> metrics;                      // at least one
  std::vector<PointField> point_fields;             // empty if there are no points, as are the next two
  std::vector<uint64_t> point_begin;                // n + 1
  std::vector<std::vector<uint64_t>> point_values;  // by field: p
  std::vector<SampleList> samples;                  // by time since the first one, context and values
  OwnedMembers members;
  OwnedTypes types;
};

// Makes a tree of the columns without copying them. Frames are renumbered and dropped as by
// BuildLevelOrder(). O(n).
[[nodiscard]] CctPtr AssembleLevelOrder(LevelOrderColumns tree, ImportReport report);
// Makes a tree of the columns and keeps all frames; the root's frame is one of them. O(layers + metrics).
[[nodiscard]] CctPtr ShareColumns(LevelOrderColumns tree, ImportReport report);

}  // namespace ringscope
