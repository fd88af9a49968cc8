#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "cct/base/text/ascii.h"
#include "cct/base/text/enum_words.h"
#include "cct/query/language/placed_text.h"
#include "cct/transform/pipeline.h"
#include "cct/transform/time_range.h"

namespace ringscope {
namespace {

struct StepWord {
  std::string_view word;
  TransformKind value;
  bool takes_query;
};
constexpr std::array kStepWords{
    StepWord{"focus", TransformKind::kFocus, true},
    StepWord{"hide", TransformKind::kHide, true},
    StepWord{"drop", TransformKind::kDrop, true},
    StepWord{"keep", TransformKind::kKeep, true},
    StepWord{"fold-recursion", TransformKind::kFoldRecursion, false},
    StepWord{"collapse", TransformKind::kCollapse, true},
    StepWord{"group", TransformKind::kGroup, false},
    StepWord{"invert", TransformKind::kInvert, false},
    StepWord{"methods", TransformKind::kMethods, false},
    StepWord{"merge-threads", TransformKind::kMergeThreads, false},
    StepWord{"merge-call-sites", TransformKind::kMergeCallSites, false},
    StepWord{"prune", TransformKind::kPrune, false},
    StepWord{"depth", TransformKind::kDepth, false},
    StepWord{"time", TransformKind::kTime, false},
};

constexpr EnumWords<GroupKey, 4> kGroupWords{{{"mod", GroupKey::kModule},
                                              {"class", GroupKey::kClass},
                                              {"file", GroupKey::kFile},
                                              {"thread", GroupKey::kThread}}};

Result<void> ParsePrune(PlacedText& rest, TransformStep& step) {
  constexpr std::string_view kExpected = "a share of at most 100 % such as 0.1% after 'prune'";
  const PlacedText number = rest;
  double percent = 0;
  const auto [end, failure] =
      std::from_chars(number.text.data(), number.text.data() + number.text.size(), percent);
  if (failure != std::errc{} || !std::isfinite(percent) || percent < 0 || std::signbit(percent) ||
      percent > 100)
    return FailExpected(number, kExpected);
  rest = rest.Sub(static_cast<size_t>(end - number.text.data())).Trimmed();
  if (!rest.text.starts_with('%')) return FailExpected(rest, "'%' after the share");
  rest = rest.Sub(1).Trimmed();
  step.share_percent = percent;
  return {};
}

Result<void> ParseDepth(PlacedText& rest, TransformStep& step) {
  const PlacedText number = rest.TakeWord();
  const char* const end_of_word = number.text.data() + number.text.size();
  const auto [end, failure] = std::from_chars(number.text.data(), end_of_word, step.depth);
  if (failure != std::errc{} || end != end_of_word)
    return FailExpected(number, "a number of layers such as 12 after 'depth'");
  return {};
}

Result<void> ParseGroup(PlacedText& rest, TransformStep& step) {
  const PlacedText key = rest.TakeWord();
  const auto group = ValueOfWord(kGroupWords, key.text);
  if (!group) return FailExpected(key, fmt::format("{} after 'group'", WordList(kGroupWords)));
  step.group = *group;
  return {};
}

Result<TransformStep> ParseStep(const PlacedText& text) {
  const PlacedText whole = text.Trimmed();
  PlacedText rest = whole;
  const PlacedText word = rest.TakeWord();
  TransformStep step;
  const StepWord* const known = FindWord(kStepWords, word.text);
  if (known == nullptr) return FailExpected(whole, fmt::format("a step ({})", WordList(kStepWords)));
  step.kind = known->value;
  if (known->takes_query) {
    if (rest.empty()) return FailExpected(rest, fmt::format("a query after '{}'", known->word));
    Result<Query> query = ParseQuery(rest.text);
    if (!query) {
      Error error = std::move(query).error();
      error.column = rest.begin + error.column.value_or(1);
      return tl::unexpected(std::move(error));
    }
    step.query = *std::move(query);
    return step;
  }
  if (step.kind == TransformKind::kPrune) RINGSCOPE_TRY(ParsePrune(rest, step));
  if (step.kind == TransformKind::kDepth) RINGSCOPE_TRY(ParseDepth(rest, step));
  if (step.kind == TransformKind::kTime) {
    RINGSCOPE_ASSIGN(step.time, TakeTimeRange(rest));
  }
  if (step.kind == TransformKind::kGroup) RINGSCOPE_TRY(ParseGroup(rest, step));
  if (step.kind == TransformKind::kFoldRecursion && !rest.empty()) {
    if (rest.text != "direct") return FailExpected(rest, "'direct' or nothing after 'fold-recursion'");
    step.direct_only = true;
    static_cast<void>(rest.TakeWord());
  }
  if (!rest.empty()) return FailExpected(rest, fmt::format("'|' or nothing after '{}'", known->word));
  return step;
}

}  // namespace

Result<Pipeline> ParsePipeline(std::string_view text) {
  Pipeline pipeline;
  if (text.find_first_not_of(kSpaces) == std::string_view::npos) return pipeline;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = FindStepEnd(text, begin);
    const PlacedText step_text{text.substr(begin, end - begin), begin};
    if (pipeline.steps.size() == kMaxPipelineSteps)
      return FailExpected(step_text, fmt::format("at most {} steps", kMaxPipelineSteps));
    RINGSCOPE_ASSIGN(TransformStep step, ParseStep(step_text));
    pipeline.steps.push_back(std::move(step));
    begin = end + 1;
  }
  return pipeline;
}

std::string FormatStep(const TransformStep& step) {
  const std::string text(WordOf(kStepWords, step.kind));
  if (FindWord(kStepWords, text)->takes_query) return text + ' ' + FormatQuery(step.query);
  if (step.kind == TransformKind::kFoldRecursion && step.direct_only) return text + " direct";
  if (step.kind == TransformKind::kGroup) return fmt::format("{} {}", text, WordOf(kGroupWords, step.group));
  if (step.kind == TransformKind::kPrune) return fmt::format("{} {}%", text, step.share_percent);
  if (step.kind == TransformKind::kDepth) return fmt::format("{} {}", text, step.depth);
  if (step.kind == TransformKind::kTime) return fmt::format("{} {}", text, FormatTimeRange(step.time));
  return text;
}

std::string FormatPipeline(const Pipeline& pipeline) {
  std::string text;
  for (const TransformStep& step : pipeline.steps) {
    if (!text.empty()) text += " | ";
    text += FormatStep(step);
  }
  return text;
}

}  // namespace ringscope
