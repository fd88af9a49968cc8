// Reads any bytes as a query, as a derived metric and as where steps of a pipeline end. What is read has to
// be written in a form that is read the same, and selects the same contexts, whatever they are.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/check.h"
#include "cct/query/language/query.h"
#include "cct/query/sets/bound_formula.h"
#include "cct/query/sets/select.h"
#include "cct/tree/building/builder.h"
#include "fuzz/targets.h"

namespace ringscope::fuzz {
namespace {

// A small tree with threads, kinds, recursion and metrics of every dimension.
CctPtr TreeForQueries() {
  CctBuilder builder;
  builder.AddMetric({"cpu time", "ns", 1});
  builder.AddMetric({"bytes", "bytes", 10});
  builder.AddMetric({"calls", "count", 1});
  BuildNode node =
      builder.Child(kBuildRoot, builder.InternFrame({.name = "main", .kind = FrameKind::kThread}));
  for (const std::string_view name :
       {"main", "std::vector<int>::push_back", "f(int, char)", "main", "a b", "\xff"}) {
    for (uint8_t kind = 0; kind < kFrameKindCount; ++kind) {
      const Frame frame{
          .name = name, .module = "/lib/a.so", .file = "a.c", .kind = static_cast<FrameKind>(kind)};
      const BuildNode child = builder.Child(node, builder.InternFrame(frame));
      for (MetricIndex metric = 0; metric < 3; ++metric)
        builder.AddSelf(child, metric, uint64_t{kind} * 10 + metric);
    }
    node = builder.Child(node, builder.InternFrame({.name = name}));
  }
  auto tree = std::move(builder).Finish({});
  RINGSCOPE_CHECK(tree.has_value());
  return *tree;
}

void ReadAsQuery(const Cct& tree, const FunctionIndex& functions, std::string_view text) {
  const Result<Query> query = ParseQuery(text);
  if (!query) {
    RINGSCOPE_CHECK(query.error().column && *query.error().column >= 1 &&
                    *query.error().column <= text.size() + 1);
    return;
  }
  const std::string canonical = FormatQuery(*query);
  if (canonical.size() <= kMaxQueryBytes) {
    const Result<Query> again = ParseQuery(canonical);
    RINGSCOPE_CHECK(again.has_value() && *again == *query);
    RINGSCOPE_CHECK(FormatQuery(*again) == canonical);
    RINGSCOPE_CHECK(FindStepEnd(canonical, 0) == canonical.size());
  }
  const DerivedMetric derived = ParseDerivedMetric("rate = bytes / calls").value();
  const SelectScope scope{.view_root = {1, 2}, .derived = {&derived, 1}};
  const auto set = SelectContexts(tree, functions, *query, scope);
  if (!set) return;
  RINGSCOPE_CHECK(!set->contains(kRootContext) && set->context_count() == tree.context_count());
  if (IsFrameQuery(*query)) {
    const auto matches = MatchFrames(tree.frames(), functions, *query);
    RINGSCOPE_CHECK(matches.has_value());
    for (ContextId context = 1; context < tree.context_count(); ++context) {
      RINGSCOPE_CHECK(matches->contains(tree.FrameOf(context)) == set->contains(context));
    }
  }
}

void ReadAsFormula(const Cct& tree, std::string_view text) {
  const Result<DerivedMetric> metric = ParseDerivedMetric(text);
  if (!metric) return;
  const std::string written = FormatDerivedMetric(*metric);
  if (written.size() <= kMaxFormulaBytes) {
    const Result<DerivedMetric> again = ParseDerivedMetric(written);
    RINGSCOPE_CHECK(again.has_value() && *again == *metric);
  }
  const DerivedMetric rate = ParseDerivedMetric("rate = bytes / self(calls)").value();
  const auto formula = BoundFormula::Bind(tree, std::vector{rate, *metric}, 1);
  if (formula) static_cast<void>(formula->Self(1) + formula->Inclusive(0));
}

void SplitIntoSteps(std::string_view text) {
  size_t begin = 0;
  // Each step starts a lexer over the rest.
  for (int steps = 0; steps < 20 && begin <= text.size(); ++steps) {
    const size_t end = FindStepEnd(text, begin);
    RINGSCOPE_CHECK(end == text.size() || (end >= begin && end < text.size() && text[end] == '|'));
    begin = end + 1;
  }
}

}  // namespace

void FuzzQuery(Input bytes) {
  static const CctPtr tree = TreeForQueries();
  static const FunctionIndex functions(tree->frames());
  const std::string_view text = TextOf(bytes);
  ReadAsQuery(*tree, functions, text);
  ReadAsFormula(*tree, text);
  SplitIntoSteps(text);
}

}  // namespace ringscope::fuzz
