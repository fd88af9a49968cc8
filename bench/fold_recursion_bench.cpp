// Recursion elimination on trees of the sizes published for the DaCapo programs, against two yardsticks in
// the same run:
//
//   pass     one loop over the tree's columns, one thread, that reads each of them once and recomputes every
//   self
//            value: what it costs to look at the tree at all
//   paper    the algorithm of Moret et al. on objects: nodes with a parent pointer and a vector of pointers
//   to
//            their children, recursion over the children, a walk up for the matching ancestor, a linear
//            search for the child, then the inclusive values in a second recursion. Methods are integers,
//            compared where the original compares strings. Making the input of objects and freeing the result
//            are not timed.
//
// usage: ringscope_fold_recursion_bench [RUNS]
// Prints medians of RUNS runs (default 7) that take turns, and what they are relative to each other.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "cct/base/check.h"
#include "cct/query/function_index.h"
#include "cct/synth/synth.h"
#include "cct/transform/fold_recursion.h"

namespace {

using namespace ringscope;

double MillisecondsOf(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

double MedianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Everything a pass computes goes into its result, so that nothing is left out.
uint64_t PassOverColumns(const Cct& tree) {
  const uint32_t n = tree.context_count();
  const std::span<const uint32_t> first_child = tree.columns().first_child.Contiguous(0, uint64_t{n} + 1);
  const std::span<const uint32_t> frame = tree.columns().frame.Contiguous(0, n);
  RINGSCOPE_CHECK(first_child.size() == uint64_t{n} + 1 && frame.size() == n);
  uint64_t result = 0;
  for (uint32_t i = 0; i < n; ++i) result += frame[i];
  for (const auto& column : tree.columns().running_inclusive) {
    const std::span<const uint64_t> running = column.Contiguous(0, uint64_t{n} + 1);
    RINGSCOPE_CHECK(running.size() == uint64_t{n} + 1);
    for (uint32_t i = 0; i < n; ++i) {
      const uint64_t self =
          running[i + 1] - running[i] - (running[first_child[i + 1]] - running[first_child[i]]);
      result ^= self + i;
    }
  }
  return result;
}

// The tree as objects.
struct Node {
  explicit Node(uint32_t the_method) : method(the_method) {}
  uint32_t method;
  Node* parent = nullptr;
  std::vector<Node*> children;
  std::vector<uint64_t> self;
  std::vector<uint64_t> inclusive;
};

Node* FindMatchingAncestor(Node* node, uint32_t method) {
  for (; node != nullptr; node = node->parent) {
    if (node->method == method) return node;
  }
  return nullptr;
}

Node* GetOrCreateChild(Node* node, uint32_t method) {
  for (Node* child : node->children) {
    if (child->method == method) return child;
  }
  Node* const child = new Node(method);
  child->parent = node;
  node->children.push_back(child);
  return child;
}

void AddMetrics(Node* to, const Node& from) {
  if (to->self.empty()) to->self.resize(from.self.size());
  for (size_t metric = 0; metric < from.self.size(); ++metric) to->self[metric] += from.self[metric];
}

void EliminateRecursions(const Node& in, Node* out) {
  for (const Node* child : in.children) {
    Node* new_child = FindMatchingAncestor(out, child->method);
    if (new_child == nullptr) new_child = GetOrCreateChild(out, child->method);
    AddMetrics(new_child, *child);
    EliminateRecursions(*child, new_child);
  }
}

void ComputeInclusive(Node* node) {
  node->inclusive = node->self;
  for (Node* child : node->children) {
    ComputeInclusive(child);
    for (size_t metric = 0; metric < node->inclusive.size(); ++metric)
      node->inclusive[metric] += child->inclusive[metric];
  }
}

Node* EliminateRecursions(const Node& in) {
  // With the root's method and metrics, which the published code leaves out.
  Node* const out = new Node(in.method);
  AddMetrics(out, in);
  EliminateRecursions(in, out);
  ComputeInclusive(out);
  return out;
}

uint64_t CountAndDelete(Node* root) {
  uint64_t count = 0;
  std::vector<Node*> rest{root};
  while (!rest.empty()) {
    Node* const node = rest.back();
    rest.pop_back();
    rest.insert(rest.end(), node->children.begin(), node->children.end());
    delete node;
    ++count;
  }
  return count;
}

Node* ObjectsOf(const Cct& tree, const FunctionIndex& functions) {
  std::vector<Node*> nodes;
  nodes.reserve(tree.context_count());
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    // The synthetic root is no method.
    nodes.push_back(
        new Node(context == kRootContext ? kNoFunction : functions.FunctionOf(tree.FrameOf(context))));
    for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric)
      nodes.back()->self.push_back(tree.Self(context, metric));
  }
  for (ContextId caller = 0; caller < tree.context_count(); ++caller) {
    const ContextRange children = tree.ChildrenOf(caller);
    for (ContextId child = children.begin; child < children.end; ++child) {
      nodes[child]->parent = nodes[caller];
      nodes[caller]->children.push_back(nodes[child]);
    }
  }
  return nodes[kRootContext];
}

void Compare(const SynthShape& shape, int runs) {
  const CctPtr tree = BuildSynthetic(SpecLike(shape, 1)).value();
  const FunctionIndex functions(tree->frames());
  Node* const objects = ObjectsOf(*tree, functions);
  std::vector<double> pass_ms, index_ms, fold_ms, paper_ms;
  uint64_t pass_result = 0;
  uint64_t paper_contexts = 0;
  CctPtr folded;
  for (int run = 0; run < runs; ++run) {
    pass_ms.push_back(MillisecondsOf([&] { pass_result += PassOverColumns(*tree); }));
    index_ms.push_back(
        MillisecondsOf([&] { pass_result += FunctionIndex(tree->frames()).function_count(); }));
    folded.reset();
    fold_ms.push_back(
        MillisecondsOf([&] { folded = FoldRecursion(tree, functions, Recursion::kAny).value(); }));
    Node* eliminated = nullptr;
    paper_ms.push_back(MillisecondsOf([&] { eliminated = EliminateRecursions(*objects); }));
    RINGSCOPE_CHECK(eliminated->inclusive[0] == folded->Total(0));
    paper_contexts = CountAndDelete(eliminated);
    RINGSCOPE_CHECK(paper_contexts == folded->context_count());
  }
  const double pass = MedianOf(pass_ms);
  const double index = MedianOf(index_ms);
  const double fold = MedianOf(fold_ms) + index;
  const double paper = MedianOf(paper_ms);
  fmt::print("{:<9} {:>9} {:>6} {:>9} {:>6} {:>8.2f} {:>8.2f} {:>8.2f} {:>9.1f} {:>7.1f} {:>7.1f}  {:x}\n",
             shape.name, tree->context_count() - 1, tree->layer_count() - 1, folded->context_count() - 1,
             folded->layer_count() - 1, pass, index, fold, paper, fold / pass, paper / fold,
             pass_result & 0xff);
  CountAndDelete(objects);
}

}  // namespace

int main(int argument_count, char** arguments) {
  int runs = 7;
  if (argument_count > 1) {
    const std::string_view text = arguments[1];
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), runs);
    if (failure != std::errc{} || end != text.data() + text.size() || runs < 1) {
      fmt::print(stderr, "usage: ringscope_fold_recursion_bench [RUNS]\n");
      return 2;
    }
  }
  fmt::print("times in ms, medians of {}; fold includes the index of functions\n", runs);
  fmt::print("{:<9} {:>9} {:>6} {:>9} {:>6} {:>8} {:>8} {:>8} {:>9} {:>7} {:>7}\n", "tree", "contexts",
             "layers", "folded", "layers", "pass", "index", "fold", "paper", "f/pass", "p/fold");
  for (const SynthShape& shape : PublishedShapes()) {
    if (shape.name == "eclipse" || shape.name == "pmd") Compare(shape, runs);
  }
  return 0;
}
