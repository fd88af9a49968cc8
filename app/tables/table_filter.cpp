#include <algorithm>

#include "cct/base/text/ascii.h"
#include "cct/query/language/query.h"
#include "cct/query/language/text_matcher.h"
#include "cct/query/sets/select.h"

namespace ringscope {
namespace {

using Mask = std::vector<uint8_t>;

// Words, put together: a query that can be asked of any list of names.
bool IsAboutNames(const Query& query) {
  return std::all_of(query.nodes.begin(), query.nodes.end(), [](const QueryNode& node) {
    switch (node.op) {
      case QueryOp::kText:
        return node.field == QueryField::kName;
      case QueryOp::kAll:
      case QueryOp::kAnd:
      case QueryOp::kOr:
      case QueryOp::kNot:
        return true;
      default:
        return false;
    }
  });
}

Result<Mask> MatchNames(const std::vector<std::string>& names, const Query& query) {
  std::vector<Mask> masks;  // per node
  QueryBudget budget;
  for (const QueryNode& node : query.nodes) {
    Mask mask(names.size(), 1);
    if (node.op == QueryOp::kText) {
      RINGSCOPE_ASSIGN(const TextMatcher matcher, TextMatcher::Compile(node.match, node.text));
      for (size_t i = 0; i < names.size(); ++i) {
        mask[i] = matcher.Matches(names[i]) ? 1 : 0;
        RINGSCOPE_TRY(budget.Spend(names[i].size()));
      }
    } else if (node.op != QueryOp::kAll) {
      const Mask& first = masks[node.first];
      const Mask& second = node.op == QueryOp::kNot ? first : masks[node.second];
      for (size_t i = 0; i < names.size(); ++i) {
        const bool both = first[i] != 0 && second[i] != 0, either = first[i] != 0 || second[i] != 0;
        mask[i] = node.op == QueryOp::kNot ? first[i] == 0 : node.op == QueryOp::kAnd ? both : either;
      }
      // Each node is the operand of one: they are not needed any more.
      masks[node.first] = {};
      if (node.op != QueryOp::kNot) masks[node.second] = {};
    }
    masks.push_back(std::move(mask));
  }
  return std::move(masks.back());
}

Result<Mask> MatchAsWritten(const std::vector<std::string>& names, std::string_view text) {
  Query query;
  query.nodes.emplace_back();
  query.nodes[0].op = QueryOp::kText;
  query.nodes[0].text = text;
  return MatchNames(names, query);
}

}  // namespace

Result<Mask> FilterGroups(const LoadedTree& tree, const FrameGrouping& grouping, std::string_view filter) {
  if (IsOnlyBlanks(filter)) return Mask(grouping.size(), 1);
  const auto query = ParseQuery(filter).map(WithDifferencesAsNames);
  if (!query) return MatchAsWritten(grouping.name, filter);
  if (IsAboutNames(*query)) return MatchNames(grouping.name, *query);
  if (!IsFrameQuery(*query)) {
    return Fail(ErrorCode::kInvalidArgument,
                "Rows are filtered by name, module, file, package, class and kind");
  }
  RINGSCOPE_ASSIGN(const FrameMatches matches, MatchFrames(tree.tree->frames(), *tree.functions, *query));
  Mask mask(grouping.size(), 0);
  for (FrameId frame = 0; frame < grouping.group_of_frame.size(); ++frame) {
    const uint32_t group = grouping.group_of_frame[frame];
    if (group != kNoGroup && matches.contains(frame)) mask[group] = 1;
  }
  return mask;
}

}  // namespace ringscope
