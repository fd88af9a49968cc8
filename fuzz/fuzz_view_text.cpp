// Reads any bytes as what a polymetric view shows, and as a filter of fits. What is read has to be written in
// a form that is read the same; what is not has its place.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cct/base/check.h"
#include "cct/blueprint/polymetric_text.h"
#include "cct/inputs/fit_filter.h"
#include "fuzz/targets.h"

namespace ringscope::fuzz {
namespace {

template <typename Read>
void CheckPlace(const Result<Read>& read, std::string_view text) {
  if (read || read.error().code == ErrorCode::kLimit) return;
  RINGSCOPE_CHECK(read.error().column && *read.error().column >= 1 &&
                  *read.error().column <= text.size() + 1);
}

void ReadAsPolymetric(std::string_view text) {
  const Result<PolymetricSpec> spec = ParsePolymetric(text);
  CheckPlace(spec, text);
  if (!spec) return;
  const std::string written = FormatPolymetric(*spec);
  if (written.size() > kMaxPolymetricBytes) return;
  const Result<PolymetricSpec> again = ParsePolymetric(written);
  RINGSCOPE_CHECK(again.has_value() && *again == *spec);
  RINGSCOPE_CHECK(FormatPolymetric(*again) == written);
}

void ReadAsFitFilter(std::string_view text) {
  const Result<FitFilter> filter = ParseFitFilter(text);
  CheckPlace(filter, text);
  if (!filter) return;
  // A function without a fit meets no condition about one.
  FunctionFit fit;
  fit.cost = 70;
  fit.calls = 7;
  const bool matches = Matches(*filter, {&fit, "sort", "libc", 3}, {100, 50, 10});
  for (const FitCondition& condition : filter->conditions) {
    const bool is_of_fit = condition.field == FitField::kC || condition.field == FitField::kRSquared;
    if (is_of_fit) RINGSCOPE_CHECK(!matches);
  }
}

}  // namespace

void FuzzViewText(Input bytes) {
  const std::string_view text = TextOf(bytes);
  ReadAsPolymetric(text);
  ReadAsFitFilter(text);
}

}  // namespace ringscope::fuzz
