#include "cct/query/language/query.h"

#include <algorithm>
#include <utility>

#include "cct/base/check.h"

namespace ringscope {

std::vector<bool> FrameNodes(const Query& query) {
  std::vector<bool> is_frame(query.nodes.size());
  for (size_t i = 0; i < query.nodes.size(); ++i) {
    const QueryNode& node = query.nodes[i];
    if (node.op == QueryOp::kAll || node.op == QueryOp::kChanged) is_frame[i] = true;
    if (node.op == QueryOp::kText) is_frame[i] = node.field != QueryField::kThread;
    if (node.op != QueryOp::kNot && !IsBinary(node.op)) continue;
    RINGSCOPE_CHECK(node.first < i && (node.op == QueryOp::kNot || node.second < i));
    is_frame[i] = is_frame[node.first] && (node.op == QueryOp::kNot || is_frame[node.second]);
  }
  return is_frame;
}

Query WithDifferencesAsNames(Query query) {
  for (QueryNode& node : query.nodes) {
    if (node.op != QueryOp::kDifference) continue;
    QueryNode name;
    name.op = QueryOp::kText;
    name.text = WordOf(kDifferenceWords, node.difference);
    node = std::move(name);
  }
  return query;
}

bool IsFrameQuery(const Query& query) { return query.empty() || FrameNodes(query).back(); }

std::vector<uint32_t> EvaluationOrder(const Query& query, uint32_t top, const std::vector<bool>& is_operand) {
  // How many sets the stack holds at most while a node is evaluated.
  std::vector<uint32_t> need(top + size_t{1}, 1);
  for (uint32_t i = 0; i <= top; ++i) {
    const QueryNode& node = query.nodes[i];
    if (is_operand[i]) continue;
    if (IsUnary(node.op)) {
      RINGSCOPE_CHECK(node.first < i);
      need[i] = need[node.first];
    } else if (IsBinary(node.op)) {
      RINGSCOPE_CHECK(node.first < i && node.second < i);
      const uint32_t first = need[node.first], second = need[node.second];
      need[i] = first == second ? first + 1 : std::max(first, second);
    }
  }
  // Operators first, the operand to be run last right behind them; reversed at the end.
  std::vector<uint32_t> order;
  std::vector<uint32_t> pending{top};
  while (!pending.empty()) {
    const uint32_t i = pending.back();
    pending.pop_back();
    RINGSCOPE_CHECK(order.size() < query.nodes.size());  // an operand belongs to one operator
    order.push_back(i);
    const QueryNode& node = query.nodes[i];
    if (is_operand[i]) continue;
    if (IsUnary(node.op)) pending.push_back(node.first);
    if (IsBinary(node.op)) {
      const bool first_is_heavier = need[node.first] >= need[node.second];
      pending.push_back(first_is_heavier ? node.first : node.second);
      pending.push_back(first_is_heavier ? node.second : node.first);
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

bool DependsOnMetric(const Query& query) {
  return std::any_of(query.nodes.begin(), query.nodes.end(), [](const QueryNode& node) {
    return node.op == QueryOp::kDifference || (node.op == QueryOp::kCondition && node.metric.empty());
  });
}

bool DependsOnViewRoot(const Query& query) {
  return std::any_of(query.nodes.begin(), query.nodes.end(), [](const QueryNode& node) {
    return node.op == QueryOp::kCondition && node.bound_kind == BoundKind::kShareOfViewRoot;
  });
}

}  // namespace ringscope
