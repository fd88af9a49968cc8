#include "cct/compare/column_noise.h"

#include <algorithm>
#include <array>

#include "cct/base/ascii.h"
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
  return EqualsFolded(name, "samples") || EqualsFolded(name, "sample");
}

bool IsExactCount(std::string_view name, std::string_view unit) {
  if (UnitOfMetric(unit).dimension == Dimension::kBytes || IsCallsName(name)) return true;
  return std::any_of(kExactNames.begin(), kExactNames.end(),
                     [&](std::string_view exact) { return EqualsFolded(name, exact); });
}

}  // namespace ringscope
