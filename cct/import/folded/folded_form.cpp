#include "cct/import/folded/folded_form.h"

#include <fmt/format.h>

#include "cct/base/text/ascii.h"
#include "cct/import/folded/folded_line.h"
#include "cct/import/folded/other_text.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

std::string NegativeName(const std::string& name) { return name + " (negative)"; }

FoldedColumn CountColumn(std::string name) {
  std::string negative = NegativeName(name);
  return {{std::move(name), "count", 1}, std::move(negative)};
}

bool IsZero(const DecimalCount& count) { return count.mantissa == 0 && !count.too_large; }

// Nothing but stacks has frames that are separated as theirs are.
void AddLikelihood(std::string_view line, std::string_view stack, FoldedTally& tally) {
  if (stack.find(';') != std::string_view::npos) {
    ++tally.separated;
    return;
  }
  if (LooksLikeOtherText(stack) || IsSetOffAsInTables(line, stack) || HasBinaryBytes(line)) ++tally.unlikely;
  if (IsNumberAlone(stack)) ++tally.nameless;
}

// Says of lines that end in two numbers that only the last one is a cost.
constexpr std::string_view kOneNumberLine = "# numbers: 1";

bool SaysOneNumber(std::string_view start) {
  while (start.starts_with('#')) {
    if (TrimmedBack(TakeLine(start)) == kOneNumberLine) return true;
  }
  return false;
}

}  // namespace

FoldedForm FoldedForm::Plain() {
  FoldedForm form;
  form.columns.push_back(CountColumn("samples"));
  return form;
}

FoldedTally TallyFoldedLines(std::string_view text, bool complete) {
  FoldedTally tally;
  while (!text.empty()) {
    const size_t newline = text.find('\n');
    if (newline == std::string_view::npos && !complete) break;
    const std::string_view text_line = text.substr(0, newline);
    const FoldedLine line = ReadFoldedLine(text_line, true);
    if (line.type == FoldedLine::Type::kStack) {
      ++tally.stacks;
      AddLikelihood(text_line, line.stack, tally);
      const bool is_single = line.stack.find(';') == std::string_view::npos;
      if (is_single && IsZero(line.last) && (!line.second_last || IsZero(*line.second_last)))
        ++tally.worthless;
    }
    if (line.second_last) ++tally.two_counts;
    if (line.type == FoldedLine::Type::kNoCount) {
      if (const auto values = ReadBracketedValues(text_line)) {
        if (tally.bracketed++ == 0) tally.bracketed_values = values->count;
        AddLikelihood(text_line, values->stack, tally);
      } else {
        ++tally.rejected;
      }
    }
    if (newline == std::string_view::npos) break;
    text.remove_prefix(newline + 1);
  }
  return tally;
}

FoldedForm FoldedFormOf(std::string_view start) {
  const FoldedTally tally = TallyFoldedLines(start, true);
  if (tally.bracketed > tally.stacks) {
    if (tally.bracketed_values == 1) {
      FoldedForm form = FoldedForm::Plain();
      form.counts = FoldedForm::Counts::kBracketed;
      return form;
    }
    FoldedForm form;
    form.counts = FoldedForm::Counts::kBracketed;
    for (uint32_t i = 1; i <= tally.bracketed_values; ++i)
      form.columns.push_back(CountColumn(fmt::format("value {}", i)));
    return form;
  }
  if (tally.stacks > 0 && tally.two_counts == tally.stacks && !SaysOneNumber(start)) {
    FoldedForm form;
    form.notes.push_back(
        fmt::format("Lines end in two numbers, read as the costs before and after. Where the first belongs "
                    "to the name, as the "
                    "number of a thread does, put a line \"{}\" in front of them.",
                    kOneNumberLine));
    form.counts = FoldedForm::Counts::kTwo;
    form.columns = {CountColumn("before"), CountColumn("after")};
    return form;
  }
  return FoldedForm::Plain();
}

FoldedForm Named(FoldedForm form, const MetricNaming& naming) {
  const bool is_one = form.columns.size() == 1;
  for (FoldedColumn& column : form.columns) {
    std::string& name = column.metric.name;
    if (!naming.name.empty()) name = is_one ? naming.name : naming.name + " " + name;
    if (!naming.unit.empty()) column.metric.unit = naming.unit;
    column.negative_name = NegativeName(name);
  }
  return form;
}

}  // namespace ringscope
