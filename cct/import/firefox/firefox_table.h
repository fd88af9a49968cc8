#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace ringscope {

// A column of numbers, some of which may be missing. As JavaScript has it, a number is a double; four bytes
// each as long as all are small integers.
class FirefoxColumn {
 public:
  static constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

  void Add(double value);
  void AddMissing() { Add(kMissing); }
  void Clear() { *this = {}; }

  [[nodiscard]] size_t size() const { return wide_.empty() ? narrow_.size() : wide_.size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  // kMissing (not a number) where there is none, also beyond the end.
  [[nodiscard]] double Number(size_t row) const {
    if (row >= size()) return kMissing;
    if (!wide_.empty()) return wide_[row];
    return narrow_[row] == kNarrowMissing ? kMissing : narrow_[row];
  }
  // The number as an index, or kNone where it is missing, negative or no whole number below 2^32 - 1.
  static constexpr uint32_t kNone = 0xffffffffu;
  [[nodiscard]] uint32_t Index(size_t row) const {
    const double value = Number(row);
    if (!(value >= 0) || value >= kNone || value != std::floor(value)) return kNone;
    return static_cast<uint32_t>(value);
  }

 private:
  static constexpr int32_t kNarrowMissing = std::numeric_limits<int32_t>::min();
  std::vector<int32_t> narrow_;
  std::vector<double> wide_;
};

// The columns that are read, of all kinds of tables; a table has some of them. Of two names for one thing the
// later one of the format's history is the enumerator's.
enum class FirefoxField : uint8_t {
  kPrefix,        // stacks
  kPrefixOffset,  // (the row minus the caller's row; 0 = none)
  kFrame,
  kFunc,  // frames
  kLocation,
  kInlineDepth,
  kCategory,
  kSubcategory,
  kImplementation,
  kNativeSymbol,
  kLib,
  kName,  // functions
  kResource,
  kFileName,
  kSource,
  kLineNumber,
  kColumnNumber,
  kLibIndex,  // native symbols
  kStack,     // samples and allocations
  kTime,
  kTimeDeltas,
  kWeight,
  kThreadCpuDelta,
  kNone,
};

// A table as it lies in a file: columns by name, or rows with a schema that says which column is which.
class FirefoxTable {
 public:
  // Empty where the table has none of that name.
  [[nodiscard]] const FirefoxColumn& operator[](FirefoxField field) const;
  // Adds the column where there is none. Valid until the next one is added.
  [[nodiscard]] FirefoxColumn& Column(FirefoxField field);
  [[nodiscard]] bool present() const { return present_; }
  void MarkPresent() { present_ = true; }

  // The field of that name; kNone where it is not read.
  [[nodiscard]] static FirefoxField FieldOf(std::string_view name);

 private:
  // Few, and a file may have many tables.
  std::vector<std::pair<FirefoxField, FirefoxColumn>> columns_;
  bool present_ = false;
};

}  // namespace ringscope
