#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "cct/base/binary_search.h"
#include "cct/base/system/large_array.h"
#include "cct/tree/chunked_column.h"
#include "cct/tree/metric.h"

namespace ringscope {

// Samples with times: the value, the time and the context of each measurement. A series is a list of samples
// by rising time that all measure the same metrics: the samples of a perf event, of a thread's clock, ...
// Samples of one context and metric add up to the context's self value, so that every range of time has exact
// values. A metric is measured by at most one series.

// The most series in a file; few profiles have more than one.
inline constexpr uint32_t kMaxSampleSeries = 256;

// Values of samples in one metric: four bytes each if all fit, else eight.
struct SampleValues {
  ChunkedColumn<uint32_t> narrow;
  ChunkedColumn<uint64_t> wide;
  [[nodiscard]] uint64_t size() const { return narrow.empty() ? wide.size() : narrow.size(); }
  [[nodiscard]] uint64_t operator[](uint64_t sample) const {
    return narrow.empty() ? wide[sample] : narrow[sample];
  }
};

// A metric that a series measures.
struct SampleMetric {
  MetricIndex metric = 0;
  bool counted = false;  // every sample is 1, and there are no values
  SampleValues values;   // by sample
  [[nodiscard]] uint64_t ValueOf(uint64_t sample) const { return counted ? 1 : values[sample]; }
};

// A half-open run of samples of one series.
struct SampleRange {
  uint64_t begin = 0;
  uint64_t end = 0;
  [[nodiscard]] uint64_t size() const { return end - begin; }
  friend bool operator==(const SampleRange&, const SampleRange&) = default;
};

struct SampleSeries {
  static constexpr uint64_t kNoEnd = std::numeric_limits<uint64_t>::max();
  std::vector<SampleMetric> metrics;
  ChunkedColumn<uint64_t> time_ns;  // since the first sample of all series; never falls
  ChunkedColumn<uint32_t> context;  // in a malformed file any number
  [[nodiscard]] uint64_t size() const { return time_ns.size(); }
  // The samples with begin_ns <= time < end_ns; with kNoEnd all from begin_ns on. O(log samples).
  [[nodiscard]] SampleRange Between(uint64_t begin_ns, uint64_t end_ns) const {
    const auto first_from = [this](uint64_t from, uint64_t at_ns) {
      return FirstWhere(from, size(), [&](uint64_t sample) { return time_ns[sample] >= at_ns; });
    };
    const uint64_t begin = first_from(0, begin_ns);
    return {begin, end_ns == kNoEnd ? size() : first_from(begin, end_ns)};
  }
};

// A list of integers in a vector of narrow ones (`Narrows`), until one does not fit: then all move to
// `Wides`.
template <typename Narrows, typename Wides>
class WideningList {
 public:
  void Add(typename Wides::value_type value) {
    using Narrow = typename Narrows::value_type;
    if (wide_.empty() && std::in_range<Narrow>(value)) {
      narrow_.push_back(static_cast<Narrow>(value));
      return;
    }
    if (wide_.empty()) {
      wide_.assign(narrow_.begin(), narrow_.end());
      Narrows().swap(narrow_);
    }
    wide_.push_back(value);
  }
  void Clear() {
    narrow_.clear();
    wide_.clear();
  }
  [[nodiscard]] size_t size() const { return wide_.empty() ? narrow_.size() : wide_.size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] typename Wides::value_type operator[](size_t index) const {
    return wide_.empty() ? narrow_[index] : wide_[index];
  }
  // One of both vectors holds all elements, the other is empty.
  [[nodiscard]] Narrows& narrow() { return narrow_; }
  [[nodiscard]] Wides& wide() { return wide_; }
  [[nodiscard]] const Narrows& narrow() const { return narrow_; }
  [[nodiscard]] const Wides& wide() const { return wide_; }

 private:
  Narrows narrow_;
  Wides wide_;
};
using SampleValueList = WideningList<LargeVector<uint32_t>, LargeVector<uint64_t>>;

// A series while it is collected, in any order. 12 bytes a sample, and its values.
struct SampleList {
  std::vector<MetricIndex> valued;      // each sample has a value of each of these,
  std::vector<MetricIndex> counted;     // and counts 1 in each of these
  LargeVector<uint64_t> time_ns;        // by any clock, see TimeOf
  LargeVector<uint32_t> context;        // a BuildNode; in a finished tree a ContextId
  std::vector<SampleValueList> values;  // by `valued`

  // A list whose samples have a value of one metric and count 1 in another.
  [[nodiscard]] static SampleList Of(MetricIndex valued, MetricIndex counted) {
    return {.valued = {valued}, .counted = {counted}, .values = std::vector<SampleValueList>(1)};
  }

  // Maps a clock's time, which may be negative, to unsigned numbers with the same order and distances.
  [[nodiscard]] static constexpr uint64_t TimeOf(int64_t clock_ns) {
    return static_cast<uint64_t>(clock_ns) ^ uint64_t { 1 } << 63;
  }
  [[nodiscard]] size_t size() const { return context.size(); }
  void Add(uint64_t at_ns, uint32_t node) {
    time_ns.push_back(at_ns);
    context.push_back(node);
  }
  // Adds a sample of a list with one value a sample.
  void Add(uint64_t at_ns, uint32_t node, uint64_t value) {
    Add(at_ns, node);
    if (values.empty()) values.resize(1);
    values[0].Add(value);
  }
  // Appends the samples of a list of the same metrics; node_of(node) is the new node of each context.
  template <typename NodeOf>
  void Append(const SampleList& other, NodeOf node_of) {
    time_ns.insert(time_ns.end(), other.time_ns.begin(), other.time_ns.end());
    for (const uint32_t node : other.context) context.push_back(node_of(node));
    for (size_t i = 0; i < values.size(); ++i) {
      for (size_t sample = 0; sample < other.size(); ++sample) values[i].Add(other.values[i][sample]);
    }
  }
};

}  // namespace ringscope
