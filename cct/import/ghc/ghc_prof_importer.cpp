#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/count_text.h"
#include "cct/import/frame_text.h"
#include "cct/import/ghc/ghc_frame.h"
#include "cct/import/importers.h"
#include "cct/import/read_lines.h"
#include "cct/import/text_parts.h"
#include "cct/import/value_tree.h"

namespace ringscope {
namespace {

bool SniffGhcProf(std::string_view text) {
  return Has(text, "\nCOST CENTRE ") && (Has(text, "Time and Allocation Profiling Report") ||
                                         (Has(text, " individual ") && Has(text, " inherited")));
}

// The number of entries and, by itself and with those below, percentages of time and of allocation; with `-P`
// ticks and bytes by itself behind them. "no." in front of all that numbers the stack.
constexpr size_t kColumns = 6;
constexpr size_t kColumnsWithCounts = 8;
// What percentages are kept as: those have one decimal.
constexpr std::string_view kTimeShare = "time share";
constexpr std::string_view kAllocationShare = "allocation share";

class GhcProfReader {
 public:
  GhcProfReader(const ImportRun& run, ValueTree& tree) : run_(run), tree_(tree) {}

  [[nodiscard]] Result<void> ReadLine(std::string_view line, uint64_t offset) {
    if (!in_tree_) {
      ReadHead(line);
      return {};
    }
    if (Trimmed(line).empty()) return {};
    return ReadRow(TrimmedBack(line), offset);
  }

  [[nodiscard]] Result<void> Finish() {
    if (!in_tree_) {
      return Fail(ErrorCode::kMalformed,
                  "expected the table of cost centre stacks (\"COST CENTRE ... no. entries\"), found none");
    }
    if (has_counts_ && tick_us_ > 0) run_.report.notes.push_back(GhcTickNote(tick_us_));
    if (!has_counts_ && run_.report.record_count > 0) {
      run_.report.notes.emplace_back(
          "The file tells time and allocation as percentages with one decimal: run the program with `+RTS "
          "-P` or `-pj` "
          "for ticks and bytes.");
      for (const std::string& total : totals_) run_.report.notes.push_back(total);
    }
    return tree_.Finish(ValueTree::Scope::kSelf, run_.options.threads, run_.report, run_.job,
                        run_.options.preview);
  }

 private:
  // The flat table in front of the tree has another heading.
  void ReadHead(std::string_view line) {
    const std::string_view text = Trimmed(line);
    if (text.starts_with("COST CENTRE") && Has(text, "entries")) {
      in_tree_ = true;
      has_counts_ = Has(text, "ticks") && Has(text, "bytes");
      return;
    }
    if (text.starts_with("total time") || text.starts_with("total alloc")) {
      std::string total;
      for (const char c : text.substr(0, 200)) {
        if (c != ' ' || total.empty() || total.back() != ' ') total += c;
      }
      totals_.push_back(total + ".");
      // "... (100 ticks @ 1000 us, 1 processor)"
      const size_t at = text.find("ticks @ ");
      if (at != std::string_view::npos) {
        std::string_view interval = text.substr(at + 8);
        tick_us_ = ParseNumber<int64_t>(TakeWord(interval)).value_or(0);
      }
    }
  }

  [[nodiscard]] Result<void> ReadRow(std::string_view line, uint64_t offset) {
    const size_t indent = line.size() - TrimmedFront(line).size();
    // From the end, as what stands in front of the numbers may have blanks.
    const size_t count = has_counts_ ? kColumnsWithCounts : kColumns;
    std::vector<std::string_view> numbers;
    std::string_view rest = line;
    while (numbers.size() < count) {
      rest = TrimmedBack(rest);
      const size_t blank = rest.find_last_of(" \t");
      if (blank == std::string_view::npos) break;
      numbers.push_back(rest.substr(blank + 1));
      rest = rest.substr(0, blank);
    }
    std::reverse(numbers.begin(), numbers.end());
    std::optional<DecimalCount> values[kColumnsWithCounts];
    bool all = numbers.size() == count;
    for (size_t i = 0; i < numbers.size(); ++i) {
      values[i] = ParseCount(numbers[i]);
      all &= values[i].has_value() && !values[i]->negative;
    }
    std::string_view place = Trimmed(rest);
    const std::string_view label = TakeWord(place);
    const std::string_view module = TakeWord(place);
    if (!all || module.empty()) {
      run_.report.Skip("a row that is no cost centre with its numbers", offset);
      return {};
    }
    const ValueTree::Node caller = rows_.CallerOf(indent, ValueTree::kNone);
    if (rows_.depth() >= run_.options.max_stack_depth)
      return FailAt(ErrorCode::kLimit, offset, TooDeep(run_.options.max_stack_depth));
    const ValueTree::Node node = tree_.AddNode(caller, GhcFrame(run_.builder, label, module, Trimmed(place)));
    rows_.Open(indent, node);
    const auto add = [&](std::string_view column, std::string_view unit, const DecimalCount& value) {
      const uint32_t index = tree_.Column(column);
      tree_.SetUnit(index, unit);
      tree_.AddValue(node, index, value);
    };
    if (has_counts_) {
      add(kGhcTicks, "count", *values[6]);
      add(kGhcAllocated, "bytes", *values[7]);
    } else {
      add(kTimeShare, "%", *values[2]);
      add(kAllocationShare, "%", *values[3]);
    }
    add(kGhcEntries, "count", *values[1]);
    ++run_.report.record_count;
    return tree_.status();
  }

  const ImportRun run_;
  ValueTree& tree_;
  IndentedRows<ValueTree::Node> rows_;
  bool in_tree_ = false;
  bool has_counts_ = false;
  int64_t tick_us_ = 0;
  std::vector<std::string> totals_;
};

Result<void> ImportGhcProf(const ImportRun& run) {
  ValueTree tree(run.options.build, run.builder);
  GhcProfReader reader(run, tree);
  RINGSCOPE_TRY(
      ReadLines(run, [&](std::string_view line, uint64_t offset) { return reader.ReadLine(line, offset); }));
  return reader.Finish();
}

}  // namespace

const Importer kGhcProfImporter{"GHC profile", &SniffGhcProf, &ImportGhcProf};

}  // namespace ringscope
