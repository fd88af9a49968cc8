#pragma once

#include <cstdint>
#include <string>

namespace ringscope {

// Index of a metric in a tree's metric list. Metric 0 is the primary one: siblings are sorted by it.
using MetricIndex = uint32_t;

// The relation of a metric to the executions of a tree with several (ImportReport::executions).
enum class MetricRole : uint8_t {
  kPlain,      // none
  kBefore,     // cost of the side before
  kAfter,      // cost of the side after
  kChange,     // the change between both sides
  kExecution,  // cost of one execution
  kCombined,   // made of both sides for drawing (side_columns.h); never stored
};

// A measured quantity. Stored values are unsigned integers; a fractional input is multiplied by `scale` on
// import, so the displayed value is stored / scale.
struct Metric {
  std::string name;    // "samples", "cycles", "cpu time"
  std::string unit;    // "count", "ns", "us", "bytes", ...; free text where the input names one
  uint64_t scale = 1;  // a power of ten, >= 1
  MetricRole role = MetricRole::kPlain;
  uint32_t execution = 0;  // the execution of kExecution

  friend bool operator==(const Metric&, const Metric&) = default;
};

// The name of a metric whose input gives none; empty = the importer chooses.
struct MetricNaming {
  std::string name;
  std::string unit;  // as Metric::unit
  [[nodiscard]] bool empty() const { return name.empty() && unit.empty(); }
  friend bool operator==(const MetricNaming&, const MetricNaming&) = default;
};

}  // namespace ringscope
