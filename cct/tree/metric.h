#pragma once

#include <cstdint>
#include <string>

namespace ringscope {

// Index of a metric in a tree's metric list. Metric 0 is the primary one: siblings are sorted by it.
using MetricIndex = uint32_t;

// What a metric is to the executions of a tree that holds several (ImportReport::executions).
enum class MetricRole : uint8_t {
  kPlain,      // nothing
  kBefore,     // what the side before costs
  kAfter,      // what the side after costs
  kChange,     // the change between both sides
  kExecution,  // what one execution costs
  kCombined,   // made of both sides to be drawn (side_columns.h); in no file
};

// A measured quantity. Stored values are unsigned integers; a fractional input is multiplied by `scale` on
// import, so the displayed value is stored / scale.
struct Metric {
  std::string name;    // "samples", "cycles", "cpu time"
  std::string unit;    // "count", "ns", "us", "bytes", ...; free text where the input names one
  uint64_t scale = 1;  // a power of ten, >= 1
  MetricRole role = MetricRole::kPlain;
  uint32_t execution = 0;  // of kExecution: which one

  friend bool operator==(const Metric&, const Metric&) = default;
};

// What a metric is called that its input gives no name; empty: what the importer calls it.
struct MetricNaming {
  std::string name;
  std::string unit;  // as Metric::unit
  [[nodiscard]] bool empty() const { return name.empty() && unit.empty(); }
  friend bool operator==(const MetricNaming&, const MetricNaming&) = default;
};

}  // namespace ringscope
