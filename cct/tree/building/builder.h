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

// Bounds that turn a hostile input into an error instead of into swap. Exceeding one gives kLimit.
struct BuildLimits {
  uint64_t max_contexts = kMaxContexts;
  uint64_t max_string_bytes = uint64_t{1} << 30;
};

// A context while its tree is being built: ids are handed out in order of creation, so a parent's is always
// smaller.
using BuildNode = uint32_t;
inline constexpr BuildNode kBuildRoot = 0;
inline constexpr BuildNode kNoBuildNode = 0xffffffffu;

// Collects contexts, frames and self values in any order and turns them into a Cct. Memory follows the tree:
// about 24 bytes a context plus 8 bytes a metric, and the distinct frames. Not thread-safe; build one a
// thread and MergeFrom.
class CctBuilder {
 public:
  explicit CctBuilder(BuildLimits limits = {});
  ~CctBuilder();
  CctBuilder(CctBuilder&&) noexcept;
  CctBuilder& operator=(CctBuilder&&) noexcept;

  // Metrics may be added at any time; earlier contexts have 0 in it. The first becomes the primary one.
  MetricIndex AddMetric(Metric metric);
  [[nodiscard]] uint32_t metric_count() const;
  [[nodiscard]] Metric& metric(MetricIndex index);

  // The frame with exactly these fields; the strings are copied when new. Expected O(1).
  [[nodiscard]] FrameId InternFrame(const Frame& frame);
  // Stands for a line of its caller (1-based), from which what is below it is called. Finish() leaves no
  // context of it: what it costs goes to the caller, and frames below it get the line as their
  // Frame::call_line.
  [[nodiscard]] FrameId CallLine(uint32_t line);
  [[nodiscard]] uint32_t frame_count() const;
  // Where facts about frames go: values, classes, code (frame_interner.h).
  [[nodiscard]] FrameInterner& frames();
  [[nodiscard]] const FrameInterner& frames() const;

  // The child of `parent` whose frame is `frame`, created when missing. Expected O(1).
  // Past a limit it returns `parent`'s own id and remembers the error, which Finish() and status() report.
  [[nodiscard]] BuildNode Child(BuildNode parent, FrameId frame);
  // The same for many in their order: nodes[i] becomes its child of frames[i]. In a large tree several times
  // as fast as one by one, as their places are fetched from memory together.
  void Children(std::span<BuildNode> nodes, std::span<const FrameId> frames);
  // Adds to a self value. A sum that would reach 2^63 is remembered as kOverflow.
  void AddSelf(BuildNode node, MetricIndex metric, uint64_t value);
  [[nodiscard]] uint64_t Self(BuildNode node, MetricIndex metric) const;
  void MarkContext(BuildNode node, ContextFlags flags);
  [[nodiscard]] uint64_t node_count() const;
  [[nodiscard]] const BuildLimits& limits() const;

  // What went wrong so far; importers poll it a few times a second to stop early.
  [[nodiscard]] Result<void> status() const;

  // Adds all of `other`'s tree to this one: frames and contexts are matched by value, metrics by index, facts
  // of frames are joined. The finished tree does not depend on the order or grouping of merges. Gives the
  // node here of each of `other`'s.
  std::vector<BuildNode> MergeFrom(const CctBuilder& other);
  // The same for the contexts below `from` in `other`, which come to lie below `into` here; `from`'s own
  // values are added to those of `into`. Classes and code of all frames are joined, values of frames only by
  // MergeFrom(), as part of them may be of another subtree. `metric_map`, where given, holds this builder's
  // metric for each of `other`'s, instead of the same index. Gives the node here of each of `other`'s from
  // `from` on, by their distance from it; kNoBuildNode of those that do not lie below it.
  std::vector<BuildNode> MergeSubtree(const CctBuilder& other, BuildNode from, BuildNode into,
                                      std::span<const MetricIndex> metric_map = {});

  // Multiplies all values of `metric` by `factor` (a power of ten) and its scale with them. An overflow is
  // remembered.
  void ScaleMetric(MetricIndex metric, uint64_t factor);

  // Gives contexts points: `values[f][p]` is field f of point p, which is of `nodes[p]`. Points of one
  // context keep their order. Neither merging nor permuting metrics touches them; a second call replaces
  // them.
  void SetPoints(std::vector<PointField> fields, std::vector<BuildNode> nodes,
                 std::vector<std::vector<uint64_t>> values);

  // Gives the tree its samples with times, in any order; those of one context must add up to its self values
  // in the metrics of their series. Neither merging nor scaling metrics touches them; a second call replaces
  // them.
  void SetSamples(std::vector<SampleList> series);

  // Where the types go that were seen in calls: Entry::context is a node. Merging leaves those of the other
  // builder out.
  [[nodiscard]] TypeList& types();

  // Puts the metrics into another order: `order[i]` is the present index of what becomes metric i.
  void PermuteMetrics(std::span<const MetricIndex> order);

  // Sorts into level order. Consumes the builder. Errors: a remembered one, kOverflow (a total reaches 2^63),
  // kCancelled. A builder without metrics gets "samples".
  [[nodiscard]] Result<CctPtr> Finish(ImportReport report, JobControl* job = nullptr) &&;

 private:
  [[nodiscard]] CctBuilder JoinCallLines() &&;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ringscope
