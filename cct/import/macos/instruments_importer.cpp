#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/base/text/unit_names.h"
#include "cct/import/count_text.h"
#include "cct/import/importers.h"
#include "cct/import/read_lines.h"
#include "cct/import/text_parts.h"
#include "cct/import/value_tree.h"

namespace ringscope {
namespace {

constexpr size_t kMaxInstrumentsColumns = 32;

std::vector<std::string_view> SplitTabs(std::string_view line) {
  std::vector<std::string_view> cells;
  while (cells.size() < kMaxInstrumentsColumns) {
    const size_t tab = line.find('\t');
    cells.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) break;
    line.remove_prefix(tab + 1);
  }
  return cells;
}

bool IsNameColumn(std::string_view name) { return name == "Symbol Name" || name == "Symbol Names"; }

// The metric of a column with inclusive values; nullopt for columns that are left out.
std::optional<std::string_view> MetricOf(std::string_view heading) {
  if (heading == "Weight" || heading.starts_with("Running Time")) return "time (inc)";
  if (heading == "Bytes Used") return "allocated (inc)";
  if (heading == "Count") return "allocations (inc)";
  return std::nullopt;
}

bool SniffInstruments(std::string_view text) {
  const std::string_view head = TakeLine(text);
  if (!Has(head, "\t") || !Has(head, "Symbol Name")) return false;
  bool metric = false;
  bool name = false;
  for (const std::string_view cell : SplitTabs(Trimmed(head))) {
    metric |= MetricOf(Trimmed(cell)).has_value();
    name |= IsNameColumn(Trimmed(cell));
  }
  return metric && name;
}

// An integer in the smallest unit of its kind: ns, bytes, cycles or count.
struct Amount {
  DecimalCount count;
  std::string_view unit;
};

// A unit in terms of the smallest of its kind: 1 s is 10^9 ns, 1 KB is 1024 bytes. Empty `of`: unknown.
struct UnitFactor {
  std::string_view of;
  uint64_t factor = 1;
};
UnitFactor FactorOf(std::string_view unit) {
  constexpr std::pair<std::string_view, uint64_t> kCycles[] = {
      {"cycles", 1}, {"c", 1}, {"Kc", 1000}, {"Mc", 1'000'000}, {"Gc", 1'000'000'000}};
  for (const auto& [name, factor] : kCycles) {
    if (unit == name) return {"cycles", factor};
  }
  // In capitals, UnitOfMetric() takes "KB" and the like for powers of 1000.
  std::string small(unit);
  std::transform(small.begin(), small.end(), small.begin(), ToLower);
  const Unit known = UnitOfMetric(small);
  if (known.dimension == Dimension::kOther) return {};
  const auto factor = static_cast<uint64_t>(known.factor);
  if (known.dimension == Dimension::kTime) return {"ns", factor};
  return {known.dimension == Dimension::kBytes ? "bytes" : "count", factor};
}

// Whether the comma is a decimal mark, as in some languages ("4,93 s  99,9%"), and no mark between thousands.
// The share behind the number always has a fraction.
bool HasDecimalComma(std::string_view number, std::string_view rest) {
  const size_t in_share = rest.find_last_of(".,");
  if (in_share != std::string_view::npos) return rest[in_share] == ',';
  const size_t comma = number.rfind(',');
  const size_t point = number.rfind('.');
  if (comma == std::string_view::npos || point != std::string_view::npos)
    return comma != std::string_view::npos && comma > point;
  return number.find(',') == comma && number.size() - comma != 4;
}

// Reads "4.93 s  99.9%", "797.0ms   0.0%", "14337". Commas or points may separate thousands.
std::optional<Amount> ReadAmount(std::string_view cell) {
  cell = Trimmed(cell);
  const std::string_view written = cell.substr(0, cell.find_first_not_of("0123456789.,"));
  std::string_view rest = Trimmed(cell.substr(written.size()));
  const char fraction_mark = HasDecimalComma(written, rest) ? ',' : '.';
  std::string number;
  for (const char c : written) {
    if (IsDigit(c)) number += c;
    if (c == fraction_mark) number += '.';
  }
  const auto count = ParseCount(number);
  if (!count) return std::nullopt;
  std::string_view unit = TakeWord(rest);
  if (unit.ends_with('%') || unit == "(") unit = {};
  const UnitFactor known = FactorOf(unit);
  if (known.of.empty()) return std::nullopt;
  // The factor has few digits beside its zeros, and the number few decimals.
  __extension__ const unsigned __int128 product =
      static_cast<unsigned __int128>(count->mantissa) * known.factor;
  const uint64_t divisor = PowerOfTen(count->decimals);
  const auto whole = product / divisor + (product % divisor * 2 >= divisor ? 1 : 0);
  Amount amount{.unit = known.of};
  amount.count.too_large = count->too_large || whole >> 63 != 0;
  if (!amount.count.too_large) amount.count.mantissa = static_cast<uint64_t>(whole);
  return amount;
}

// Reads the rows of Instruments' call tree that "Deep Copy" puts into the clipboard; symbols are indented.
class InstrumentsReader : public LineReader {
 public:
  explicit InstrumentsReader(const ImportRun& run) : LineReader(run), tree_(run) {}

  [[nodiscard]] Result<void> ReadLine(std::string_view line) {
    const std::vector<std::string_view> cells = SplitTabs(line);
    if (columns_.empty()) {
      for (size_t i = 0; i < cells.size(); ++i) {
        const std::string_view heading = Trimmed(cells[i]);
        columns_.push_back(std::nullopt);
        if (IsNameColumn(heading)) name_column_ = i;
        if (heading == "Source Path" || heading == "Library")
          (heading == "Library" ? module_column_ : file_column_) = i;
        if (const auto metric = MetricOf(heading)) columns_[i] = NewColumn(*metric);
      }
      return {};
    }
    if (Trimmed(line).empty()) return {};
    if (name_column_ >= cells.size() || Trimmed(cells[name_column_]).empty())
      return Skip("a row without a symbol");
    const std::string_view name = cells[name_column_];
    const size_t indent = IndentOf(name);
    const ValueTree::Node caller = rows_.CallerOf(indent, ValueTree::kNone);
    RINGSCOPE_TRY(CheckDepth(rows_.depth()));
    const auto cell_of = [&](size_t column) {
      return column < cells.size() ? Trimmed(cells[column]) : std::string_view();
    };
    const Frame frame{
        .name = Trimmed(name), .module = cell_of(module_column_), .file = cell_of(file_column_)};
    const ValueTree::Node node = tree_.AddNode(caller, run_.builder.InternFrame(frame));
    rows_.Open(indent, node);
    ++run_.report.record_count;
    for (size_t i = 0; i < std::min(cells.size(), columns_.size()); ++i) {
      if (!columns_[i]) continue;
      const auto amount = ReadAmount(cells[i]);
      if (!amount) {
        Keep("a value that cannot be read");
        continue;
      }
      tree_.SetUnit(*columns_[i], amount->unit);
      tree_.AddValue(node, *columns_[i], amount->count);
    }
    return tree_.status();
  }

  [[nodiscard]] Result<void> Finish() {
    run_.report.notes.emplace_back(
        "Instruments shows values with few digits: a self cost is a row's value minus those of the rows "
        "below, and has the errors of all of them.");
    return tree_.Finish(ValueTree::Scope::kInclusive);
  }

 private:
  // Adds a column; columns with the same heading are several metrics. nullopt if there are too many of these.
  [[nodiscard]] std::optional<uint32_t> NewColumn(std::string_view metric) {
    constexpr uint32_t kMaxOfOneName = 16;
    const size_t scope = metric.rfind(' ');
    std::string name(metric);
    for (uint32_t number = 2; number <= kMaxOfOneName; ++number) {
      if (std::find(names_.begin(), names_.end(), name) == names_.end()) {
        names_.push_back(name);
        return tree_.Column(name);
      }
      name = fmt::format("{} ({}){}", metric.substr(0, scope), number, metric.substr(scope));
    }
    run_.report.Skip("a column with the name of many others", 0);
    return std::nullopt;
  }

  static constexpr size_t kNone = ~size_t{0};

  ValueTree tree_;
  IndentedRows<ValueTree::Node> rows_;
  std::vector<std::optional<uint32_t>> columns_;  // by column of the file: the tree's column
  std::vector<std::string> names_;                // of the tree's columns
  size_t name_column_ = kNone, module_column_ = kNone, file_column_ = kNone;
};

}  // namespace

const Importer kInstrumentsImporter{"Instruments", &SniffInstruments, &ImportLines<InstrumentsReader>};

}  // namespace ringscope
