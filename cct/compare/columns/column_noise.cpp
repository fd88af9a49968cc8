#include "cct/compare/columns/column_noise.h"

#include <algorithm>
#include <array>

#include "cct/base/text/ascii.h"
#include "cct/query/language/quantity.h"
#include "cct/query/metrics/metric_lookup.h"

namespace ringscope {
namespace {

constexpr std::array<std::string_view, 5> kExactNames{"instructions", "ir", "bytecodes", "allocations",
                                                      "objects"};

}  // namespace

bool IsSampleCount(std::string_view name, std::string_view unit) {
  if (EqualsFolded(unit, "samples")) return true;
  if (UnitOfMetric(unit).dimension != Dimension::kCount) return false;
  // "execution samples" of a flight recorder.
  const size_t blank = name.rfind(' ');
  const std::string_view last = blank == std::string_view::npos ? name : name.substr(blank + 1);
  return EqualsFolded(last, "samples") || EqualsFolded(last, "sample");
}

bool IsExactCount(std::string_view name, std::string_view unit) {
  if (UnitOfMetric(unit).dimension == Dimension::kBytes || IsCallsName(name)) return true;
  return std::any_of(kExactNames.begin(), kExactNames.end(),
                     [&](std::string_view exact) { return EqualsFolded(name, exact); });
}

}  // namespace ringscope
