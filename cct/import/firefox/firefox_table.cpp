#include "cct/import/firefox/firefox_table.h"

#include <algorithm>

namespace ringscope {
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
