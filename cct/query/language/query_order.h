#pragma once

#include <cstdint>
#include <vector>

#include "cct/query/language/query.h"

namespace ringscope {

[[nodiscard]] constexpr bool IsBinary(QueryOp op) { return op == QueryOp::kAnd || op == QueryOp::kOr; }
[[nodiscard]] constexpr bool IsUnary(QueryOp op) {
  return op == QueryOp::kUnder || op == QueryOp::kOver || op == QueryOp::kParent || op == QueryOp::kChild ||
         op == QueryOp::kNot;
}

// Per node, whether its answer depends on the frame alone.
[[nodiscard]] std::vector<bool> FrameNodes(const Query& query);

// The nodes below and including `top` in an order that a stack machine can run: operands before operators.
// Nodes with is_operand set count as operands, and nothing below them is listed. Of two operands the one that
// needs more of the stack comes first, so that the stack never holds more than about log2(nodes) sets,
// however the query is nested.
[[nodiscard]] std::vector<uint32_t> EvaluationOrder(const Query& query, uint32_t top,
                                                    const std::vector<bool>& is_operand);

}  // namespace ringscope
