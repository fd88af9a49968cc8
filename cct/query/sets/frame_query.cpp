#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/names/qualified_name.h"
#include "cct/names/shown_name.h"
#include "cct/query/language/query.h"
#include "cct/query/language/text_matcher.h"
#include "cct/query/sets/select.h"

namespace ringscope {
namespace {

using Mask = std::vector<uint8_t>;

// Which frames have strings that match, where many frames share few strings: each string is compared once.
class StringAnswers {
 public:
  explicit StringAnswers(const FrameTable& frames)
      : answers_(frames.columns().string_offset.size(), kUnknown) {}

  template <typename Compare>
  [[nodiscard]] bool Of(uint32_t string, Compare compare) {
    if (string >= answers_.size()) return compare();  // outside the table of strings
    uint8_t& answer = answers_[string];
    if (answer == kUnknown) answer = compare() ? kYes : kNo;
    return answer == kYes;
  }

 private:
  enum Answer : uint8_t { kNo, kYes, kUnknown };
  std::vector<uint8_t> answers_;
};

// A word of a query as it stands, and, in names and their parts, with the other separators of packages: profilers
// write com.sun.tools and com/sun/tools for one thing.
class WordMatcher {
 public:
  [[nodiscard]] static Result<WordMatcher> Compile(const QueryNode& node) {
    WordMatcher word;
    RINGSCOPE_TRY(word.Add(node.match, node.text));
    const bool in_names = node.field == QueryField::kName || node.field == QueryField::kPackage ||
                          node.field == QueryField::kClass;
    if (!in_names || node.match != TextMatch::kContains) return word;
    for (const auto& [from, to] : {std::pair('.', '/'), std::pair('/', '.')}) {
      std::string text = node.text;
      std::replace(text.begin(), text.end(), from, to);
      if (text != node.text) RINGSCOPE_TRY(word.Add(node.match, text));
    }
    return word;
  }

  [[nodiscard]] bool Matches(std::string_view name) const {
    return std::any_of(matchers_.begin(), matchers_.end(),
                       [&](const TextMatcher& matcher) { return matcher.Matches(name); });
  }

 private:
  [[nodiscard]] Result<void> Add(TextMatch match, std::string_view text) {
    RINGSCOPE_ASSIGN(TextMatcher matcher, TextMatcher::Compile(match, text));
    matchers_.push_back(std::move(matcher));
    return {};
  }

  std::vector<TextMatcher> matchers_;
};

Result<Mask> MaskOfText(const FrameTable& frames, const QueryNode& node, QueryBudget& budget) {
  RINGSCOPE_ASSIGN(const WordMatcher matcher, WordMatcher::Compile(node));
  Mask mask(size_t{frames.size()} + 1, 0);
  const FrameColumns& columns = frames.columns();
  StringAnswers answers(frames);
  // A frame without a name is also found by what is shown for it, but for the synthetic root's.
  const bool finds_unknown = matcher.Matches(kUnknownName);
  const auto is_unknown = [&](FrameId id) {
    return finds_unknown && frames.name(id).empty() && frames[id] != Frame{.kind = FrameKind::kSynthetic};
  };
  for (FrameId id = 0; id < frames.size(); ++id) {
    bool matches = false;
    switch (node.field) {
      case QueryField::kName:
        matches =
            answers.Of(columns.name[id], [&] { return matcher.Matches(frames.name(id)); }) || is_unknown(id);
        break;
      case QueryField::kModule:
        matches = answers.Of(columns.module[id], [&] { return matcher.Matches(frames[id].module); });
        break;
      case QueryField::kFile:
        matches = answers.Of(columns.file[id], [&] { return matcher.Matches(frames[id].file); });
        break;
      case QueryField::kPackage:
      case QueryField::kClass: {
        // Names of threads look like anything.
        const auto part_of = node.field == QueryField::kPackage ? PackageOfName : ClassOfName;
        matches = IsThread(frames[id].kind) ? matcher.Matches({}) : answers.Of(columns.name[id], [&] {
          return matcher.Matches(part_of(frames.name(id)));
        });
        break;
      }
      case QueryField::kThread:
        matches = IsThread(frames[id].kind) && (matcher.Matches(frames.name(id)) || is_unknown(id));
        break;
      case QueryField::kKind:
        matches = matcher.Matches(FrameKindName(frames[id].kind));
        break;
    }
    mask[id] = matches ? 1 : 0;
    RINGSCOPE_TRY(budget.Spend(frames.name(id).size()));
  }
  return mask;
}

Result<Mask> MaskOfChanged(const FrameTable& frames, QueryBudget& budget) {
  if (frames.columns().source_change.empty()) {
    QueryNode name;
    name.op = QueryOp::kText;
    name.text = WordOf(kOperandWords, QueryOp::kChanged);
    return MaskOfText(frames, name, budget);
  }
  Mask mask(size_t{frames.size()} + 1, 0);
  for (FrameId id = 0; id < frames.size(); ++id) mask[id] = frames.source_change(id) == SourceChange::kChanged;
  return mask;
}

}  // namespace

Result<std::vector<uint8_t>> MaskOfFrames(const FrameTable& frames, const Query& query, uint32_t top,
                                          QueryBudget& budget) {
  std::vector<Mask> stack;
  for (const uint32_t i : EvaluationOrder(query, top, std::vector<bool>(query.nodes.size(), false))) {
    const QueryNode& node = query.nodes[i];
    if (node.op == QueryOp::kText) {
      RINGSCOPE_ASSIGN(Mask mask, MaskOfText(frames, node, budget));
      stack.push_back(std::move(mask));
    } else if (node.op == QueryOp::kAll) {
      stack.emplace_back(size_t{frames.size()} + 1, uint8_t{1});
    } else if (node.op == QueryOp::kChanged) {
      RINGSCOPE_ASSIGN(Mask mask, MaskOfChanged(frames, budget));
      stack.push_back(std::move(mask));
    } else if (node.op == QueryOp::kNot) {
      for (uint8_t& entry : stack.back()) entry ^= 1;
    } else if (IsBinary(node.op)) {
      const Mask other = std::move(stack.back());
      stack.pop_back();
      Mask& mask = stack.back();
      for (size_t k = 0; k < mask.size(); ++k) {
        mask[k] = node.op == QueryOp::kAnd ? mask[k] & other[k] : mask[k] | other[k];
      }
    } else {
      return Fail(ErrorCode::kInvalidArgument, "expected a query about frames alone");
    }
  }
  return std::move(stack.back());
}

Result<FrameMatches> MatchFrames(const FrameTable& frames, const FunctionIndex& functions,
                                 const Query& query) {
  FrameMatches matches;
  if (query.empty()) {
    matches.mask.assign(size_t{frames.size()} + 1, 0);
    return matches;
  }
  if (!IsFrameQuery(query)) {
    return Fail(ErrorCode::kInvalidArgument, "expected a query about frames alone, found one about contexts");
  }
  QueryBudget budget;
  RINGSCOPE_ASSIGN(matches.mask,
                   MaskOfFrames(frames, query, static_cast<uint32_t>(query.nodes.size() - 1), budget));
  std::vector<uint8_t> seen(functions.function_count(), 0);
  for (FrameId id = 0; id < frames.size(); ++id) {
    if (matches.mask[id] == 0) continue;
    ++matches.frame_count;
    const FunctionId function = functions.FunctionOf(id);
    if (function < seen.size() && seen[function] == 0) {
      seen[function] = 1;
      ++matches.function_count;
    }
  }
  return matches;
}

FrameMatches MatchFrames(const FrameTable& frames, const FunctionIndex& functions, std::string_view query) {
  Query word;
  if (!query.empty()) {
    QueryNode node;
    node.op = QueryOp::kText;
    node.text = query;
    word.nodes.push_back(std::move(node));
  }
  return MatchFrames(frames, functions, word).value();  // a word cannot be wrong, and is soon decided
}

}  // namespace ringscope
