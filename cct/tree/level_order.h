#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/large_array.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"
#include "cct/tree/owned_frame_facts.h"

namespace ringscope {

// What the total of a metric stays below.
inline constexpr uint64_t kTotalLimit = uint64_t{1} << 63;

// A frame table whose columns are vectors.
struct OwnedFrames {
  std::vector<uint32_t> name, module, file, line, column;
  std::vector<uint8_t> kind;
  std::vector<uint8_t> source_change;  // as many, or none where all are unknown
  std::vector<uint64_t> string_offset{0};
  std::vector<uint8_t> string_bytes;
  OwnedFrameFacts facts;

  // Adds a string and returns its number.
  uint32_t AddString(std::string_view text) {
    string_bytes.insert(string_bytes.end(), text.begin(), text.end());
    string_offset.push_back(string_bytes.size());
    return static_cast<uint32_t>(string_offset.size() - 2);
  }
  [[nodiscard]] SourceChange ChangeOf(FrameId frame) const {
    return source_change.empty() ? SourceChange::kUnknown : static_cast<SourceChange>(source_change[frame]);
  }
  // Adds a frame, whose texts are strings by their numbers.
  void Add(uint32_t its_name, uint32_t its_module, uint32_t its_file, uint32_t its_line, uint32_t its_column,
           uint8_t its_kind, SourceChange its_change = SourceChange::kUnknown) {
    if (its_change != SourceChange::kUnknown || !source_change.empty()) {
      source_change.resize(name.size());  // of those before: unknown
      source_change.push_back(static_cast<uint8_t>(its_change));
    }
    name.push_back(its_name);
    module.push_back(its_module);
    file.push_back(its_file);
    line.push_back(its_line);
    column.push_back(its_column);
    kind.push_back(its_kind);
  }
};

// A column first_child of n + 1 elements that starts at 1, never falls, stays above its own index and ends at
// n makes a tree: every context but the root is then a callee of exactly one, which stands before it. Any
// indexable column; the ends, and the callers from `begin` to `end`.
template <typename Column>
[[nodiscard]] bool HasTreeEnds(const Column& first_child, uint64_t n) {
  return first_child[0] == 1 && first_child[n] == n;
}
template <typename Column>
[[nodiscard]] bool HasTreeRanges(const Column& first_child, uint64_t begin, uint64_t end) {
  bool sound = true;
  for (uint64_t i = begin; i < end; ++i) {
    const uint32_t first = first_child[i];
    sound &= (first > i) & (first <= first_child[i + 1]);
  }
  return sound;
}

// Points of contexts, in any order; those of one context keep theirs.
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
  UnsortedPoints points;        // without fields where there are none
  std::vector<SampleList> samples;
};

// Brings a tree into level order and computes its columns: O(n + sum over siblings of k log k), about 44
// bytes a context at the peak. Frames are renumbered by first appearance in level order and unused ones
// dropped, so the result depends only on the tree, not on the order it was collected in. Facts of frames go
// with them (ChooseFacts). Siblings with equal frames must have been merged. Errors: kOverflow when a
// metric's total reaches 2^63, kLimit (too many samples), kCancelled.
[[nodiscard]] Result<CctPtr> BuildLevelOrder(UnsortedTree tree, ImportReport report,
                                             JobControl* job = nullptr);

// Where each frame stands in the order of siblings with equal values: by name, module, file, line, column and
// kind, in byte order, hence equal everywhere. Expected O(frames log frames).
[[nodiscard]] std::vector<uint32_t> RankFrames(const OwnedFrames& frames);

// A tree that is in level order already, with its running sums: n contexts, l layers. Siblings stand largest
// first by metric 0, then by the rank of their frame, and have different frames.
struct LevelOrderColumns {
  LargeArray<uint32_t> first_child;           // n + 1
  LargeArray<FrameId> frame;                  // n; the root's is ignored
  std::vector<uint32_t> layer_begin;          // l + 1
  std::vector<LargeArray<uint64_t>> running;  // per metric n + 1
  LargeArray<uint8_t> flags;                  // n or empty
  OwnedFrames frames;
  std::vector<Metric> metrics;                      // at least one
  std::vector<PointField> point_fields;             // empty where there are no points, as are the next two
  std::vector<uint64_t> point_begin;                // n + 1
  std::vector<std::vector<uint64_t>> point_values;  // by field: p
  std::vector<SampleList> samples;                  // in the order of OrderSamples()
};

// Makes a tree of them, without another copy of the columns. Frames are renumbered and dropped as above.
// O(n).
[[nodiscard]] CctPtr AssembleLevelOrder(LevelOrderColumns tree, ImportReport report);
// The same with the frames as they are; that of the root is one of them. O(layers + metrics).
[[nodiscard]] CctPtr ShareColumns(LevelOrderColumns tree, ImportReport report);

}  // namespace ringscope
