// What queries, counting their matches and listing them cost on a generated tree of 10 million contexts.
#include <benchmark/benchmark.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "cct/base/check.h"
#include "cct/query/sets/relatives.h"
#include "cct/query/sets/search.h"
#include "cct/query/sets/select.h"
#include "cct/synth/synth.h"

namespace ringscope {
namespace {

constexpr uint64_t kNodes = 10'000'000;
constexpr ContextRange kWholeTree{kRootContext, kRootContext + 1};

struct Subject {
  CctPtr tree;
  FunctionIndex functions;
};

const Subject& TheSubject() {
  static const Subject subject = [] {
    auto tree = BuildSynthetic({.nodes = kNodes, .layers = 150});
    RINGSCOPE_CHECK(tree.has_value());
    return Subject{*tree, FunctionIndex((*tree)->frames())};
  }();
  return subject;
}

ContextSet Select(std::string_view text) {
  const auto set = SelectContexts(*TheSubject().tree, TheSubject().functions, ParseQuery(text).value(), {});
  RINGSCOPE_CHECK(set.has_value());
  return *set;
}

// Words of the generated names: one that none has, one in many of them.
constexpr std::array<std::string_view, 34> kQueries{
    "1234",
    "a",
    "/get|set/",
    "/e[a-z]*$/",
    "not a",
    "mod:a",
    "class:a",
    "self>0.001%",
    "incl>0.001%",
    "self>0",
    "layer<=12",
    "leaf",
    "root",
    "recursive",
    "under:1234",
    "under:/get|set/",
    "over:1234",
    "over:/get|set/",
    "over:a",
    "parent:/get|set/",
    "parent:a",
    "child:/get|set/",
    "child:a",
    "over:leaf",
    "thread:a",
    "under:(a self>0) not over:(recursive or leaf)",
    "incl(rate)>0.5",
    "count(children)>3",
    "max(self in children)>0.001%",
    "count(below where a)>3",
    "sum(self in path)>0.001%",
    "mean(self in siblings)>0.001%",
    "min(incl in above)>0.001%",
    "sum(self in below where a)>0.001%",
};

void BM_Select(benchmark::State& state) {
  const Subject& subject = TheSubject();
  const Query query = ParseQuery(kQueries[static_cast<size_t>(state.range(0))]).value();
  const DerivedMetric rate =
      ParseDerivedMetric("rate = self('cpu time') / incl('cpu time') * total('cpu time')").value();
  const SelectScope scope{.derived = {&rate, 1}};
  uint32_t matches = 0;
  for (auto _ : state) {
    const auto set = SelectContexts(*subject.tree, subject.functions, query, scope);
    RINGSCOPE_CHECK(set.has_value());
    state.PauseTiming();
    matches = set->Count();
    state.ResumeTiming();
  }
  state.counters["matches"] = matches;
}

void BM_Count(benchmark::State& state) {
  const Subject& subject = TheSubject();
  const ContextSet set = Select(kQueries[static_cast<size_t>(state.range(0))]);
  for (auto _ : state) {
    benchmark::DoNotOptimize(CountMatches(*subject.tree, subject.functions, set, kWholeTree, 0));
  }
  state.counters["matches"] = set.Count();
}

void BM_MatchList(benchmark::State& state) {
  const ContextSet set = Select(kQueries[static_cast<size_t>(state.range(0))]);
  for (auto _ : state)
    benchmark::DoNotOptimize(MatchList(WithinSubtrees(*TheSubject().tree, set, kWholeTree)));
  state.counters["matches"] = set.Count();
}

void BM_SortByValue(benchmark::State& state) {
  const ContextSet set = Select(kQueries[static_cast<size_t>(state.range(0))]);
  const auto inclusive = [](ContextId context) { return TheSubject().tree->Inclusive(context, 0); };
  for (auto _ : state) benchmark::DoNotOptimize(SortByValue(set, inclusive));
  state.counters["matches"] = set.Count();
}

void Register() {
  const auto add = [](std::string_view what, std::string_view query, auto function, size_t index) {
    std::string name(what);
    name += ' ';
    name += query;
    benchmark::RegisterBenchmark(name.c_str(), function)
        ->Arg(static_cast<int64_t>(index))
        ->Unit(benchmark::kMillisecond)
        ->MeasureProcessCPUTime()  // of all threads
        ->UseRealTime();
  };
  for (size_t i = 0; i < kQueries.size(); ++i) add("Select", kQueries[i], BM_Select, i);
  for (const size_t i : {size_t{0}, size_t{1}, size_t{4}}) {
    add("Count", kQueries[i], BM_Count, i);
    add("MatchList", kQueries[i], BM_MatchList, i);
    add("SortByValue", kQueries[i], BM_SortByValue, i);
  }
}

[[maybe_unused]] const bool kRegistered = (Register(), true);

}  // namespace
}  // namespace ringscope

BENCHMARK_MAIN();
