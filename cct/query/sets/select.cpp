#include "cct/query/sets/select.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cct/names/qualified_name.h"
#include "cct/names/shown_name.h"
#include "cct/query/language/text_matcher.h"
#include "cct/query/sets/condition.h"
#include "cct/query/sets/relatives.h"

namespace ringscope {
namespace {

class Selection {
 public:
  Selection(const Cct& tree, const FunctionIndex& functions, const Query& query, const SelectScope& scope,
            JobControl* job)
      : tree_(tree),
        functions_(functions),
        query_(query),
        scope_(scope),
        job_(job),
        is_frame_(FrameNodes(query)),
        names_budget_(scope.budget),
        budget_(scope.budget + tree.context_count() * kBudgetOfAContext) {}

  [[nodiscard]] Result<ContextSet> Run() {
    for (const uint32_t i :
         EvaluationOrder(query_, static_cast<uint32_t>(query_.nodes.size() - 1), is_frame_)) {
      const QueryNode& node = query_.nodes[i];
      if (is_frame_[i]) {
        RINGSCOPE_TRY(Push(SelectByFrame(i)));
      } else if (IsBinary(node.op)) {
        Combine(node.op);
      } else if (IsUnary(node.op)) {
        RINGSCOPE_TRY(Apply(node.op));
      } else {
        RINGSCOPE_TRY(Push(SelectOperand(i)));
      }
      if (IsCancelled(job_)) return FailCancelled();
      RINGSCOPE_TRY(budget_.Look());
    }
    return std::move(stack_.back());
  }

 private:
  [[nodiscard]] Result<void> Push(Result<ContextSet> set) {
    if (!set) return tl::unexpected(std::move(set).error());
    stack_.push_back(std::move(*set));
    return {};
  }

  [[nodiscard]] Result<ContextSet> SelectByFrame(uint32_t top) {
    RINGSCOPE_ASSIGN(const std::vector<uint8_t> mask,
                     MaskOfFrames(tree_.frames(), query_, top, names_budget_));
    return ContextsOfFrames(tree_, mask, job_);
  }

  [[nodiscard]] Result<ContextSet> SelectOperand(uint32_t i) {
    const QueryNode& node = query_.nodes[i];
    switch (node.op) {
      case QueryOp::kText: {
        if (IsOfTypes(node.field)) return SelectByType(tree_, node, job_);
        // A text about threads: contexts of these threads and everything below.
        RINGSCOPE_ASSIGN(ContextSet threads, SelectByFrame(i));
        RINGSCOPE_ASSIGN(ContextSet below, DescendantsOf(tree_, threads, job_));
        Unite(below, threads);
        return below;
      }
      case QueryOp::kDifference:
        return SelectByDifferenceKind(node.difference);
      case QueryOp::kCondition:
        return SelectByCondition(tree_, node, scope_, job_);
      case QueryOp::kRoot: {
        ContextSet set(tree_.context_count());
        set.InsertRange(tree_.ChildrenOf(kRootContext));
        return set;
      }
      case QueryOp::kLeaf:
        return SelectLeaves(tree_, job_);
      case QueryOp::kRecursive:
        return SelectRecursive(tree_, functions_, job_);
      default:
        return Fail(ErrorCode::kInvalidArgument, "expected a query as the parser makes them");
    }
  }

  // In a tree that is no comparison the word is a part of a name.
  [[nodiscard]] Result<ContextSet> SelectByDifferenceKind(DifferenceKind kind) {
    const std::function<ContextDifference(ContextId)> difference_of = Differences();
    if (difference_of == nullptr) {
      Query word;
      word.nodes.emplace_back().op = QueryOp::kDifference;
      word.nodes.back().difference = kind;
      const Query name = WithDifferencesAsNames(std::move(word));
      RINGSCOPE_ASSIGN(const std::vector<uint8_t> mask, MaskOfFrames(tree_.frames(), name, 0, names_budget_));
      return ContextsOfFrames(tree_, mask, job_);
    }
    ContextSet set(tree_.context_count());
    RINGSCOPE_TRY(ForEachContextBlock(tree_.context_count(), job_, [&](ContextRange block) {
      for (ContextId context = block.begin; context < block.end; ++context)
        if (difference_of(context).kind == kind) set.words()[context >> 6] |= uint64_t{1} << (context & 63);
    }));
    set.Erase(kRootContext);
    return set;
  }

  [[nodiscard]] std::function<ContextDifference(ContextId)> Differences() const {
    if (scope_.differences_of != nullptr) return scope_.differences_of(tree_, scope_.metric);
    const auto metrics = tree_.metrics();
    std::optional<MetricSides> sides = SidesOf(metrics, scope_.metric);
    for (MetricIndex metric = 0; metric < metrics.size() && !sides; ++metric)
      sides = SidesOf(metrics, metric);
    if (!sides) return nullptr;
    return [this, sides = *sides](ContextId context) -> ContextDifference {
      const uint64_t before = tree_.Inclusive(context, sides.before),
                     after = tree_.Inclusive(context, sides.after);
      if (before == after) return {};
      if (before == 0) return {DifferenceKind::kNew, 1};
      if (after == 0) return {DifferenceKind::kGone, -1};
      const auto larger = static_cast<double>(std::max(before, after));
      const double part = (static_cast<double>(after) - static_cast<double>(before)) / larger;
      return {part > 0 ? DifferenceKind::kMore : DifferenceKind::kLess, part};
    };
  }

  [[nodiscard]] Result<void> Apply(QueryOp op) {
    ContextSet set = std::move(stack_.back());
    stack_.pop_back();
    switch (op) {
      case QueryOp::kUnder:
        return Push(DescendantsOf(tree_, set, job_));
      case QueryOp::kOver:
        return Push(AncestorsOf(tree_, set, job_));
      case QueryOp::kParent:
        return Push(CalleesOf(tree_, set, job_));
      case QueryOp::kChild:
        return Push(CallersOf(tree_, set, job_));
      default:
        Complement(set);
        stack_.push_back(std::move(set));
        return {};
    }
  }

  void Combine(QueryOp op) {
    const ContextSet other = std::move(stack_.back());
    stack_.pop_back();
    ContextSet& set = stack_.back();
    if (op == QueryOp::kOr) {
      Unite(set, other);
      return;
    }
    for (size_t word = 0; word < set.words().size(); ++word) set.words()[word] &= other.words()[word];
  }

  static void Unite(ContextSet& set, const ContextSet& other) {
    for (size_t word = 0; word < set.words().size(); ++word) set.words()[word] |= other.words()[word];
  }

  // All contexts that are not in the set, without the synthetic root.
  static void Complement(ContextSet& set) {
    for (uint64_t& word : set.words()) word = ~word;
    if (const uint32_t used = set.context_count() & 63; used != 0) {
      set.words().back() &= ~uint64_t{0} >> (64 - used);
    }
    set.Erase(kRootContext);
  }

  const Cct& tree_;
  const FunctionIndex& functions_;
  const Query& query_;
  const SelectScope& scope_;
  JobControl* const job_;
  const std::vector<bool> is_frame_;
  QueryBudget names_budget_;
  // In addition to the budget of names.
  static constexpr std::chrono::nanoseconds kBudgetOfAContext{100};
  const QueryBudget budget_;
  std::vector<ContextSet> stack_;
};

using Mask = std::vector<uint8_t>;

// Remembers which strings match, as many frames share few strings: each string is compared once.
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

// A word of a query, for names and their parts also with the other separator of packages: profilers write
// both com.sun.tools and com/sun/tools.
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
      std::ranges::replace(text, from, to);
      if (text != node.text) RINGSCOPE_TRY(word.Add(node.match, text));
    }
    return word;
  }

  [[nodiscard]] bool Matches(std::string_view name) const {
    return std::ranges::any_of(matchers_, [&](const TextMatcher& matcher) { return matcher.Matches(name); });
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
  // A frame without a name is also found by the text that is shown for it, except that of the synthetic root.
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
        // Threads have no package and class, though their names may look like it.
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
      case QueryField::kReceiver:
      case QueryField::kReturns:
      case QueryField::kArgument:
        break;  // these are about contexts, not frames
    }
    mask[id] = matches ? 1 : 0;
    RINGSCOPE_TRY(budget.Spend(frames.name(id).size()));
  }
  return mask;
}

Result<Mask> MaskOfChanged(const FrameTable& frames, QueryBudget& budget) {
  if (frames.columns().source_change.empty()) {
    const std::string_view word = WordOf(kOperandWords, QueryOp::kChanged);
    return MaskOfText(frames, {.op = QueryOp::kText, .text = std::string(word)}, budget);
  }
  Mask mask(size_t{frames.size()} + 1, 0);
  for (FrameId id = 0; id < frames.size(); ++id)
    mask[id] = frames.source_change(id) == SourceChange::kChanged;
  return mask;
}

}  // namespace

Result<ContextSet> ContextsOfFrames(const Cct& tree, std::span<const uint8_t> mask, JobControl* job) {
  ContextSet set(tree.context_count());
  const uint32_t last = static_cast<uint32_t>(mask.size() - 1);
  RINGSCOPE_TRY(ForEachContextBlock(tree.context_count(), job, [&](ContextRange block) {
    const std::span<uint64_t> words = set.words();
    for (uint64_t position = block.begin; position < block.end;) {
      const std::span<const uint32_t> frames = tree.columns().frame.Contiguous(position, block.end);
      size_t k = 0;
      while (k < frames.size()) {
        const uint64_t context = position + k;
        const size_t end = std::min<size_t>(frames.size(), k + (64 - (context & 63)));
        uint64_t bits = 0;
        for (uint64_t shift = context & 63; k < end; ++k, ++shift) {
          bits |= uint64_t{mask[std::min(frames[k], last)]} << shift;
        }
        words[context >> 6] |= bits;
      }
      position += frames.size();
    }
  }));
  set.Erase(kRootContext);
  return set;
}

Result<ContextSet> SelectContexts(const Cct& tree, const FunctionIndex& functions, const Query& query,
                                  const SelectScope& scope, JobControl* job) {
  if (query.empty()) return ContextSet(tree.context_count());
  return Selection(tree, functions, query, scope, job).Run();
}

Result<std::vector<uint8_t>> MaskOfFrames(const FrameTable& frames, const Query& query, uint32_t top,
                                          QueryBudget& budget) {
  std::vector<Mask> stack;
  for (const uint32_t i : EvaluationOrder(query, top, std::vector<bool>(query.nodes.size(), false))) {
    const QueryNode& node = query.nodes[i];
    if (node.op == QueryOp::kText) {
      RINGSCOPE_ASSIGN(stack.emplace_back(), MaskOfText(frames, node, budget));
    } else if (node.op == QueryOp::kAll) {
      stack.emplace_back(size_t{frames.size()} + 1, uint8_t{1});
    } else if (node.op == QueryOp::kChanged) {
      RINGSCOPE_ASSIGN(stack.emplace_back(), MaskOfChanged(frames, budget));
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

}  // namespace ringscope
