#include "cct/import/firefox/firefox_profile.h"

#include <fmt/format.h>

#include <algorithm>

#include "cct/import/count_text.h"

namespace ringscope {
namespace {

constexpr uint64_t kTooLarge = std::numeric_limits<uint64_t>::max();

uint64_t TimesPowerOfTen(uint64_t value, uint32_t exponent) {
  uint64_t result = 0;
  return __builtin_mul_overflow(value, PowerOfTen(exponent), &result) ? kTooLarge : result;
}

}  // namespace

FirefoxCosts::Row& FirefoxCosts::RowOf(uint32_t stack) {
  // Samples of one stack come in runs.
  if (last_ < rows_.size() && rows_[last_].stack == stack) return rows_[last_];
  const auto [at, is_new] = index_.try_emplace(stack, static_cast<uint32_t>(rows_.size()));
  if (is_new) rows_.push_back({stack, {}, 0});
  last_ = at->second;
  return rows_[last_];
}

void FirefoxCosts::Add(uint32_t stack, size_t value, uint64_t amount) {
  uint64_t& sum = RowOf(stack).values[value];
  if (__builtin_add_overflow(sum, amount, &sum)) sum = kTooLarge;
  has_[value] = true;
}

void FirefoxCosts::AddWeight(uint32_t stack, double weight) {
  const size_t value = weight < 0 ? kWeightBelowZero : kWeight;
  const double size = std::abs(weight);
  constexpr double kExact = 9007199254740992.0;  // 2^53: from there on doubles are whole numbers
  if (size == std::floor(size) || size >= kExact) {
    const uint64_t whole = size < 18446744073709551615.0 ? static_cast<uint64_t>(size) : kTooLarge;
    Add(stack, value, TimesPowerOfTen(whole, decimals_));
    return;
  }
  // As short as it can be written: what the file had.
  const DecimalCount count = ParseDecimal(fmt::format("{}", size));
  if (count.decimals > decimals_) {
    for (Row& row : rows_) {
      for (const size_t scaled : {kWeight, kWeightBelowZero})
        row.values[scaled] = TimesPowerOfTen(row.values[scaled], count.decimals - decimals_);
    }
    decimals_ = count.decimals;
  }
  Add(stack, value, ScaledCount(count, decimals_).value_or(kTooLarge));
}

namespace {

struct ColumnName {
  std::string_view name;
  FirefoxField field;
};
constexpr ColumnName kColumnNames[] = {
    {"prefix", FirefoxField::kPrefix},
    {"prefixOffset", FirefoxField::kPrefixOffset},
    {"frame", FirefoxField::kFrame},
    {"func", FirefoxField::kFunc},
    {"location", FirefoxField::kLocation},
    {"inlineDepth", FirefoxField::kInlineDepth},
    {"line", FirefoxField::kLine},
    {"category", FirefoxField::kCategory},
    {"subcategory", FirefoxField::kSubcategory},
    {"implementation", FirefoxField::kImplementation},
    {"nativeSymbol", FirefoxField::kNativeSymbol},
    {"lib", FirefoxField::kLib},
    {"name", FirefoxField::kName},
    {"resource", FirefoxField::kResource},
    {"fileName", FirefoxField::kFileName},
    {"filename", FirefoxField::kFileName},
    {"source", FirefoxField::kSource},
    {"lineNumber", FirefoxField::kLineNumber},
    {"columnNumber", FirefoxField::kColumnNumber},
    {"libIndex", FirefoxField::kLibIndex},
    {"stack", FirefoxField::kStack},
    {"time", FirefoxField::kTime},
    {"timeDeltas", FirefoxField::kTimeDeltas},
    {"weight", FirefoxField::kWeight},
    {"duration", FirefoxField::kWeight},  // of allocations, in old versions
    {"threadCPUDelta", FirefoxField::kThreadCpuDelta},
};

}  // namespace

void FirefoxColumn::Add(double value) {
  const bool missing = std::isnan(value);
  const bool fits = missing || (value > kNarrowMissing && value <= std::numeric_limits<int32_t>::max() &&
                                value == std::floor(value));
  if (wide_.empty() && fits) {
    narrow_.push_back(missing ? kNarrowMissing : static_cast<int32_t>(value));
    return;
  }
  if (wide_.empty()) {
    wide_.reserve(narrow_.size() + 1);
    for (const int32_t known : narrow_) wide_.push_back(known == kNarrowMissing ? kMissing : known);
    std::vector<int32_t>().swap(narrow_);
  }
  wide_.push_back(value);
}

const FirefoxColumn& FirefoxTable::operator[](FirefoxField field) const {
  static const FirefoxColumn kEmpty;
  for (const auto& [known, column] : columns_) {
    if (known == field) return column;
  }
  return kEmpty;
}

FirefoxColumn& FirefoxTable::Column(FirefoxField field) {
  for (auto& [known, column] : columns_) {
    if (known == field) return column;
  }
  return columns_.emplace_back(field, FirefoxColumn()).second;
}

FirefoxField FirefoxTable::FieldOf(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kColumnNames), std::end(kColumnNames),
                                         [name](const ColumnName& known) { return known.name == name; });
  return found == std::end(kColumnNames) ? FirefoxField::kNone : found->field;
}

}  // namespace ringscope
