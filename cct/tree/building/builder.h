#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

class FrameInterner;
class TypeList;

// Bounds on memory, so that a hostile input gives an error (kLimit) and does not exhaust the machine.
struct BuildLimits {
  uint64_t max_contexts = kMaxContexts;
  uint64_t max_string_bytes = uint64_t{1} << 30;
};

// The id of a context while its tree is built. Ids follow the order of creation, so a parent's id is smaller.
using BuildNode = uint32_t;
inline constexpr BuildNode kBuildRoot = 0;
inline constexpr BuildNode kNoBuildNode = 0xffffffffu;

// Collects contexts, frames and self values in any order and turns them into a Cct. Memory follows the tree:
// about 24 bytes a context plus 8 bytes a metric, and the distinct frames. Not thread-safe; build one tree a
// thread and use MergeFrom.
class CctBuilder {
 public:
  explicit CctBuilder(BuildLimits limits = {});
  ~CctBuilder();
  CctBuilder(CctBuilder&&) noexcept;
  CctBuilder& operator=(CctBuilder&&) noexcept;

  // Metrics may be added at any time; earlier contexts have the value 0. The first metric is the primary one.
  MetricIndex AddMetric(Metric metric);
  [[nodiscard]] uint32_t metric_count() const;
  [[nodiscard]] Metric& metric(MetricIndex index);

  // The frame with exactly these fields; new strings are copied. Expected O(1).
  [[nodiscard]] FrameId InternFrame(const Frame& frame);
  // A frame that stands for a line of its caller (1-based): the frames below it are called from that line.
  // Finish() removes its contexts: their self cost goes to the caller, and the frames below get the line as
  // their Frame::call_line.
  [[nodiscard]] FrameId CallLine(uint32_t line);
  [[nodiscard]] uint32_t frame_count() const;
  // Takes the facts about frames: values, classes, code (frame_interner.h).
  [[nodiscard]] FrameInterner& frames();
  [[nodiscard]] const FrameInterner& frames() const;

  // The child of `parent` with this frame, created if missing. Expected O(1). Beyond a limit it returns
  // `parent` and stores the error, which Finish() and status() report.
  [[nodiscard]] BuildNode Child(BuildNode parent, FrameId frame);
  // Child() for many nodes in their order: replaces nodes[i] by its child with frames[i]. In a large tree
  // several times as fast as one by one, as the memory of many is fetched together.
  void Children(std::span<BuildNode> nodes, std::span<const FrameId> frames);
  // Adds to a self value. A sum that would reach 2^63 stores the error kOverflow.
  void AddSelf(BuildNode node, MetricIndex metric, uint64_t value);
  [[nodiscard]] uint64_t Self(BuildNode node, MetricIndex metric) const;
  void MarkContext(BuildNode node, ContextFlags flags);
  [[nodiscard]] uint64_t node_count() const;
  [[nodiscard]] const BuildLimits& limits() const;

  // The first error so far; importers poll it a few times a second to stop early.
  [[nodiscard]] Result<void> status() const;

  // Adds the whole tree of `other`: frames and contexts are matched by value, metrics by index, facts of
  // frames are joined. The finished tree does not depend on the order or grouping of merges. Returns this
  // builder's node for each of `other`'s.
  std::vector<BuildNode> MergeFrom(const CctBuilder& other);
  // Adds the contexts below `from` in `other` below `into` here, and the self values of `from` to `into`.
  // Classes and code of all frames are joined; values of frames only if `from` is the root, as they may stem
  // from other subtrees. `metric_map`, if given, has this builder's metric for each of `other`'s; otherwise
  // indices are equal. Element i of the result is this builder's node for `other`'s node `from` + i, or
  // kNoBuildNode if that does not lie below `from`.
  std::vector<BuildNode> MergeSubtree(const CctBuilder& other, BuildNode from, BuildNode into,
                                      std::span<const MetricIndex> metric_map = {});

  // Multiplies all values of `metric` and its scale by `factor` (a power of ten). Stores an overflow as
  // error.
  void ScaleMetric(MetricIndex metric, uint64_t factor);

  // Sets the points of contexts: `values[f][p]` is field f of point p, which belongs to `nodes[p]`. Points of
  // one context keep their order. Merging and permuting metrics do not change points; a second call replaces
  // them.
  void SetPoints(std::vector<PointField> fields, std::vector<BuildNode> nodes,
                 std::vector<std::vector<uint64_t>> values);

  // Sets the samples with times, in any order. The samples of a context must add up to its self values in the
  // metrics of their series. Merging and scaling metrics do not change samples; a second call replaces them.
  void SetSamples(std::vector<SampleList> series);

  // Takes the types seen in calls; Entry::context is a node. Merging does not add the other builder's types.
  [[nodiscard]] TypeList& types();

  // Reorders the metrics: metric `order[i]` becomes metric i.
  void PermuteMetrics(std::span<const MetricIndex> order);

  // Sorts into level order. Consumes the builder. Errors: the stored one, kOverflow (a total reaches 2^63),
  // kCancelled. A builder without metrics gets the metric "samples".
  [[nodiscard]] Result<CctPtr> Finish(ImportReport report, JobControl* job = nullptr) &&;

 private:
  [[nodiscard]] CctBuilder JoinCallLines() &&;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ringscope
