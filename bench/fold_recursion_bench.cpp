// Recursion elimination on trees of the sizes published for the DaCapo programs, which recurse as much as
// those did, against two yardsticks in the same run:
//
//   pass    one loop over the tree's columns, one thread, that reads each of them once and recomputes every
//           self value: what it costs to look at the tree at all
//   paper   the pseudo-code of Moret et al. on objects: nodes with a parent pointer and a vector of pointers
//           to their children, recursion over the children, a walk up for the matching ancestor, a linear
//           search for the child, methods compared by their names, then the inclusive values in a second
//           recursion. Objects of the input stand in memory in the order of the walk, names are shared.
//   number  the same with methods that are integers, which the pseudo-code does not have
//   placed  as `paper`, the objects standing in memory in the order in which the tree's columns have them
//
// All are given the whole tree in memory and make a new one. Making the input and freeing anything is not
// timed; fresh memory is, for all of them: whatever was freed goes back to the system before each
// measurement.
//
// usage: ringscope_fold_recursion_bench [RUNS]
// Prints medians of RUNS runs (default 7) that take turns, and what they are relative to each other: of the
// time that passed and of the processor's time, which other programs disturb less.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include "bench/measuring.h"
#include "cct/base/check.h"
#include "cct/query/sets/function_index.h"
#include "cct/synth/synth.h"
#include "cct/transform/steps/steps.h"

namespace {

using namespace ringscope;

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

// In which order the objects of the input are made, and so stand in memory.
enum class Placement { kAsWalked, kAsStored };

// The tree as objects.
template <typename Method>
struct Node {
  explicit Node(Method the_method) : method(the_method) {}
  Method method;
  Node* parent = nullptr;
  std::vector<Node*> children;
  std::vector<uint64_t> self;
  std::vector<uint64_t> inclusive;
};

template <typename Method>
class Paper {
 public:
  // Methods by function; the synthetic root is none of them.
  Paper(const Cct& tree, const FunctionIndex& functions, const std::vector<Method>& methods, Method root,
        Placement placement) {
    std::vector<Node<Method>*> nodes(tree.context_count());
    const auto make = [&](ContextId context) {
      auto* const node = new Node<Method>(
          context == kRootContext ? root : methods[functions.FunctionOf(tree.FrameOf(context))]);
      nodes[context] = node;
      for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric)
        node->self.push_back(tree.Self(context, metric));
    };
    if (placement == Placement::kAsStored) {
      for (ContextId context = 0; context < tree.context_count(); ++context) make(context);
    } else {
      std::vector<ContextId> rest{kRootContext};
      while (!rest.empty()) {
        const ContextId context = rest.back();
        rest.pop_back();
        make(context);
        const ContextRange children = tree.ChildrenOf(context);
        for (ContextId child = children.end; child-- > children.begin;) rest.push_back(child);
      }
    }
    for (ContextId caller = 0; caller < tree.context_count(); ++caller) {
      const ContextRange children = tree.ChildrenOf(caller);
      for (ContextId child = children.begin; child < children.end; ++child) {
        nodes[child]->parent = nodes[caller];
        nodes[caller]->children.push_back(nodes[child]);
      }
    }
    in_ = nodes[kRootContext];
  }
  Paper(const Paper&) = delete;
  Paper& operator=(const Paper&) = delete;
  ~Paper() { CountAndDelete(in_); }

  void Run(const Cct& folded) {
    Node<Method>* out = nullptr;
    watch_.Measure([&] { out = EliminateRecursions(*in_); });
    RINGSCOPE_CHECK(out->inclusive[0] == folded.Total(0));
    const uint64_t count = CountAndDelete(out);
    RINGSCOPE_CHECK(count == folded.context_count());
  }

  [[nodiscard]] const Stopwatch& watch() const { return watch_; }

 private:
  static Node<Method>* FindMatchingAncestor(Node<Method>* node, const Method& method) {
    for (; node != nullptr; node = node->parent) {
      if (node->method == method) return node;
    }
    return nullptr;
  }

  static Node<Method>* GetOrCreateChild(Node<Method>* node, const Method& method) {
    for (Node<Method>* child : node->children) {
      if (child->method == method) return child;
    }
    auto* const child = new Node<Method>(method);
    child->parent = node;
    node->children.push_back(child);
    return child;
  }

  static void AddMetrics(Node<Method>* to, const Node<Method>& from) {
    if (to->self.empty()) to->self.resize(from.self.size());
    for (size_t metric = 0; metric < from.self.size(); ++metric) to->self[metric] += from.self[metric];
  }

  static void EliminateRecursions(const Node<Method>& in, Node<Method>* out) {
    for (const Node<Method>* child : in.children) {
      Node<Method>* new_child = FindMatchingAncestor(out, child->method);
      if (new_child == nullptr) new_child = GetOrCreateChild(out, child->method);
      AddMetrics(new_child, *child);
      EliminateRecursions(*child, new_child);
    }
  }

  static void ComputeInclusive(Node<Method>* node) {
    node->inclusive = node->self;
    for (Node<Method>* child : node->children) {
      ComputeInclusive(child);
      for (size_t metric = 0; metric < node->inclusive.size(); ++metric)
        node->inclusive[metric] += child->inclusive[metric];
    }
  }

  static Node<Method>* EliminateRecursions(const Node<Method>& in) {
    // With the root's method and metrics, which the published code leaves out.
    auto* const out = new Node<Method>(in.method);
    AddMetrics(out, in);
    EliminateRecursions(in, out);
    ComputeInclusive(out);
    return out;
  }

  static uint64_t CountAndDelete(Node<Method>* root) {
    uint64_t count = 0;
    std::vector<Node<Method>*> rest{root};
    while (!rest.empty()) {
      Node<Method>* const node = rest.back();
      rest.pop_back();
      rest.insert(rest.end(), node->children.begin(), node->children.end());
      delete node;
      ++count;
    }
    return count;
  }

  Node<Method>* in_ = nullptr;
  Stopwatch watch_;
};

void Compare(std::string_view name, const SynthSpec& spec, int runs) {
  const CctPtr tree = BuildSynthetic(spec).value();
  const FunctionIndex functions(tree->frames());
  std::vector<std::string_view> names;
  std::vector<FunctionId> numbers;
  for (FunctionId function = 0; function < functions.function_count(); ++function) {
    names.push_back(tree->frames()[functions.FirstFrame(function)].name);
    numbers.push_back(function);
  }
  Paper<std::string_view> by_name(*tree, functions, names, {}, Placement::kAsWalked);
  Paper<std::string_view> placed(*tree, functions, names, {}, Placement::kAsStored);
  Paper<FunctionId> by_number(*tree, functions, numbers, kNoFunction, Placement::kAsWalked);
  Stopwatch pass, index, fold;
  uint64_t result = 0;
  CctPtr folded;
  for (int run = 0; run < runs; ++run) {
    pass.Measure([&] { result += PassOverColumns(*tree); });
    index.Measure([&] { result += FunctionIndex(tree->frames()).function_count(); });
    folded.reset();
    fold.Measure([&] { folded = FoldRecursion(tree, functions, Recursion::kAny).value(); });
    by_name.Run(*folded);
    by_number.Run(*folded);
    placed.Run(*folded);
  }
  const auto row = [&](std::string_view what, double (Stopwatch::*time)() const) {
    const double whole = (fold.*time)() + (index.*time)();
    const double paper = (by_name.watch().*time)();
    const double number = (by_number.watch().*time)();
    const double as_stored = (placed.watch().*time)();
    fmt::print(
        "{:<9} {:>9} {:>6} {:>9} {:>6}  {:<4} {:>8.2f} {:>8.2f} {:>8.2f} {:>9.1f} {:>9.1f} {:>9.1f} {:>7.1f} "
        "{:>7.1f} {:>7.1f} {:>7.1f}\n",
        name, tree->context_count() - 1, tree->layer_count() - 1, folded->context_count() - 1,
        folded->layer_count() - 1, what, (pass.*time)(), (index.*time)(), whole, paper, number, as_stored,
        whole / (pass.*time)(), paper / whole, number / whole, as_stored / whole);
  };
  row("time", &Stopwatch::passed);
  row("cpu", &Stopwatch::cpu);
  // So that nothing of the pass is left out.
  if (result == 0) fmt::print("\n");
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
  fmt::print(
      "{:<9} {:>9} {:>6} {:>9} {:>6}  {:<4} {:>8} {:>8} {:>8} {:>9} {:>9} {:>9} {:>7} {:>7} {:>7} {:>7}\n",
      "tree", "contexts", "layers", "folded", "layers", "of", "pass", "index", "fold", "paper", "number",
      "placed", "f/pass", "p/fold", "n/fold", "pl/fold");
  SynthSpec largest;
  for (const SynthShape& shape : PublishedShapes()) {
    if (shape.name != "eclipse" && shape.name != "pmd") continue;
    const SynthSpec spec = SpecLike(shape, 1);
    Compare(shape.name, spec, runs);
    largest.nodes = std::max(largest.nodes, spec.nodes);
    largest.layers = std::max(largest.layers, spec.layers);
    largest.frames = std::max(largest.frames, spec.frames);
    largest.recursion = std::max(largest.recursion, spec.recursion);
  }
  Compare("largest", largest, runs);
  largest.recursion = 0;
  Compare("plain", largest, runs);
  return 0;
}
