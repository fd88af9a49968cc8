#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "cct/base/check.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/query/metrics/value_runs.h"

namespace ringscope {
namespace {

using Op = FormulaNode::Op;
using Which = FormulaNode::Which;

double Divide(double a, double b) { return b == 0 ? std::numeric_limits<double>::quiet_NaN() : a / b; }

// Calls use(operation) with what an operator does to two numbers.
template <typename Use>
void WithOperation(Op op, Use use) {
  if (op == Op::kAdd) use([](double x, double y) { return x + y; });
  if (op == Op::kSubtract) use([](double x, double y) { return x - y; });
  if (op == Op::kMultiply) use([](double x, double y) { return x * y; });
  if (op == Op::kDivide) use(Divide);
  if (op == Op::kNegate) use([](double x, double) { return -x; });
}

}  // namespace

template <typename ValueOf>
double BoundFormula::Run(ValueOf value_of) const {
  // Formulas are short: their values fit the stack.
  double values[kMaxFormulaSteps];
  for (size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (step.op == Op::kNumber) {
      values[i] = step.number;
    } else if (step.op == Op::kValue) {
      values[i] = static_cast<double>(value_of(step)) / step.scale;
    } else {
      WithOperation(step.op,
                    [&](auto operation) { values[i] = operation(values[step.first], values[step.second]); });
    }
  }
  return values[steps_.size() - 1];
}

double BoundFormula::Self(ContextId context) const {
  return Run([&](const Step& step) {
    return step.which == Which::kInclusive ? tree_->Inclusive(context, step.metric)
                                           : tree_->Self(context, step.metric);
  });
}

double BoundFormula::Inclusive(ContextId context) const {
  return Run([&](const Step& step) {
    return step.which == Which::kSelf ? tree_->Self(context, step.metric)
                                      : tree_->Inclusive(context, step.metric);
  });
}

double BoundFormula::Evaluate(std::span<const uint64_t> self, std::span<const uint64_t> inclusive,
                              bool as_self) const {
  return Run([&](const Step& step) {
    const bool wants_self = step.which == Which::kSelf || (step.which == Which::kAsAsked && as_self);
    return wants_self ? self[step.metric] : inclusive[step.metric];
  });
}

void BoundFormula::EvaluateRun(ContextRange run, bool as_self, std::span<double> out,
                               std::vector<double>& scratch) const {
  const size_t size = run.size();
  RINGSCOPE_CHECK(out.size() == size);
  scratch.resize(steps_.size() * size);
  // Step by step over the whole run: what to do is decided once a run, not once a context.
  for (size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    double* const to = i + 1 == steps_.size() ? out.data() : scratch.data() + i * size;
    const double* const a = scratch.data() + step.first * size;
    const double* const b = scratch.data() + step.second * size;
    const auto each = [&](auto value) {
      for (size_t k = 0; k < size; ++k) to[k] = value(a[k], b[k]);
    };
    if (step.op == Op::kNumber) {
      std::fill_n(to, size, step.number);
    } else if (step.op == Op::kValue) {
      LoadRun(step, run, as_self, to);
    } else {
      WithOperation(step.op, each);
    }
  }
}

void BoundFormula::LoadRun(const Step& step, ContextRange run, bool as_self, double* to) const {
  constexpr uint32_t kAtOnce = 256;
  std::array<uint64_t, kAtOnce> raw;
  const bool wants_self = step.which == Which::kSelf || (step.which == Which::kAsAsked && as_self);
  const auto fetch = wants_self ? SelfOfRun : InclusiveOfRun;
  for (ContextId begin = run.begin; begin < run.end;) {
    const ContextRange part{begin, begin + std::min(kAtOnce, run.end - begin)};
    fetch(*tree_, part, step.metric, std::span(raw).first(part.size()));
    for (uint32_t k = 0; k < part.size(); ++k) to[k] = static_cast<double>(raw[k]) / step.scale;
    to += part.size();
    begin = part.end;
  }
}

}  // namespace ringscope
