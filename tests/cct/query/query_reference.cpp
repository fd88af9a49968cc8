#include "tests/cct/query/query_reference.h"

#include <algorithm>
#include <array>
#include <random>
#include <regex>
#include <string>

#include "cct/base/check.h"
#include "cct/names/qualified_name.h"
#include "cct/tree/building/builder.h"

namespace ringscope::test {
namespace {

using Random = std::mt19937_64;

uint64_t Below(Random& random, uint64_t limit) { return random() % limit; }

template <typename T, size_t N>
T Pick(Random& random, const std::array<T, N>& values) {
  return values[Below(random, N)];
}

constexpr std::array<std::string_view, 15> kNames{"main",
                                                  "",
                                                  "Parse",
                                                  "parseAll",
                                                  "std::vector<int>::push_back",
                                                  "java.util.HashMap.put(Object, Object)",
                                                  "operator()",
                                                  "[unknown]",
                                                  "net/http.(*conn).serve",
                                                  "g",
                                                  "h",
                                                  "a b",
                                                  "or",
                                                  "std::sort",
                                                  "java.lang.String.length"};
constexpr std::array<std::string_view, 4> kModules{"", "libc.so.6", "/usr/lib/libm.so", "app"};
constexpr std::array<std::string_view, 3> kFiles{"", "/src/a.c", "B.java"};
constexpr std::array<std::string_view, 4> kThreads{"worker-1", "worker-2", "main", "GC"};

// The frame's properties are drawn once a name and variant, so that functions recur.
FrameId RandomFrame(Random& random, CctBuilder& builder) {
  const std::string_view name = Pick(random, kNames);
  Frame frame;
  frame.name = name;
  frame.module = kModules[name.size() % 4];
  frame.file = kFiles[name.size() % 3];
  frame.line = static_cast<uint32_t>(name.size() * Below(random, 2));
  frame.kind = static_cast<FrameKind>(Below(random, 6));
  frame.source_change = static_cast<SourceChange>(Below(random, 3));
  return builder.InternFrame(frame);
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

// A text of a query; std::regex is as slow to make as it is to use.
class SlowMatcher {
 public:
  explicit SlowMatcher(const QueryNode& node) : match_(node.match), text_(node.text) {
    has_upper_ = Lower(text_) != text_;
    if (node.op != QueryOp::kText || match_ != TextMatch::kRegex) return;
    const auto grammar = std::regex::ECMAScript;
    regex_ = std::regex(text_, has_upper_ ? grammar : grammar | std::regex::icase);
  }
  [[nodiscard]] bool Matches(std::string_view name) const {
    const std::string text(name);
    if (match_ == TextMatch::kExact) return text == text_;
    if (match_ == TextMatch::kRegex) return std::regex_search(text, regex_);
    return (has_upper_ ? text : Lower(text)).find(text_) != std::string::npos;
  }

 private:
  TextMatch match_;
  std::string text_;
  bool has_upper_ = false;
  std::regex regex_;
};

bool IsThread(const Cct& tree, ContextId context) {
  const FrameKind kind = tree.FrameAt(context).kind;
  return kind == FrameKind::kThread || kind == FrameKind::kProcess;
}

// Callers of a context up to the first one below the synthetic root, without the context itself.
std::vector<ContextId> Callers(const Cct& tree, ContextId context) {
  std::vector<ContextId> callers;
  for (ContextId at = tree.ParentOf(context); at != kRootContext && at != kNoContext;
       at = tree.ParentOf(at)) {
    callers.push_back(at);
  }
  return callers;
}

bool IsSameFunction(const Frame& a, const Frame& b) {
  return a.name == b.name && a.module == b.module && a.file == b.file && a.line == b.line &&
         a.column == b.column;
}

bool NameMatches(const Frame& frame, const SlowMatcher& matcher) {
  if (matcher.Matches(frame.name)) return true;
  const bool like_the_root = frame == Frame{.kind = FrameKind::kSynthetic};
  return frame.name.empty() && !like_the_root && matcher.Matches("[unknown]");
}

template <typename T>
bool Compare(T left, Comparison comparison, T right);

bool TextSelects(const Cct& tree, ContextId context, const QueryNode& node, const SlowMatcher& matcher) {
  const Frame frame = tree.FrameAt(context);
  switch (node.field) {
    case QueryField::kName:
      return NameMatches(frame, matcher);
    case QueryField::kModule:
      return matcher.Matches(frame.module);
    case QueryField::kFile:
      return matcher.Matches(frame.file);
    case QueryField::kPackage:
      return matcher.Matches(IsThread(tree, context) ? std::string_view{} : PackageOfName(frame.name));
    case QueryField::kClass:
      return matcher.Matches(IsThread(tree, context) ? std::string_view{} : ClassOfName(frame.name));
    case QueryField::kKind:
      return matcher.Matches(FrameKindName(frame.kind));
    case QueryField::kThread: {
      std::vector<ContextId> path = Callers(tree, context);
      path.push_back(context);
      return std::any_of(path.begin(), path.end(), [&](ContextId at) {
        return IsThread(tree, at) && NameMatches(tree.FrameAt(at), matcher);
      });
    }
    case QueryField::kReceiver:
    case QueryField::kReturns:
    case QueryField::kArgument: {
      uint64_t all = 0, matching = 0;
      tree.types().ForEach(context, [&](const SeenType& seen) {
        const QueryField role = seen.role == kReceiverRole ? QueryField::kReceiver
                                : seen.role == kResultRole ? QueryField::kReturns
                                                           : QueryField::kArgument;
        if (role != node.field) return;
        all += seen.calls;
        if (seen.type != kOtherTypes && matcher.Matches(tree.types().NameOf(seen.type)))
          matching += seen.calls;
      });
      if (!node.is_share) return matching > 0;
      return all > 0 && Compare(static_cast<long double>(matching) * 100 / static_cast<long double>(all),
                                node.comparison, node.bound);
    }
  }
  return false;
}

template <typename T>
bool Compare(T left, Comparison comparison, T right) {
  switch (comparison) {
    case Comparison::kLess:
      return left < right;
    case Comparison::kLessOrEqual:
      return left <= right;
    case Comparison::kEqual:
      return left == right;
    case Comparison::kNotEqual:
      return left != right;
    case Comparison::kGreaterOrEqual:
      return left >= right;
    case Comparison::kGreater:
      return left > right;
  }
  return false;
}

// Bounds of the random queries are quarters, units whole numbers of nanoseconds or bytes: everything times
// 400 is a whole number.
__extension__ typedef __int128 Wide;

bool ConditionSelects(const Cct& tree, ContextId context, const QueryNode& node, const SelectScope& scope) {
  const Wide quarters = static_cast<Wide>(node.bound * 4);
  RINGSCOPE_CHECK(static_cast<long double>(quarters) == node.bound * 4);
  if (node.value == QueryValue::kLayer) {
    return Compare<Wide>(Wide{4} * static_cast<Wide>(tree.PathTo(context).size()), node.comparison, quarters);
  }
  MetricIndex metric = scope.metric;
  for (MetricIndex i = 0; i < tree.metric_count(); ++i) {
    if (node.value == QueryValue::kCalls ? tree.metrics()[i].name == "calls"
                                         : Lower(tree.metrics()[i].name) == Lower(node.metric)) {
      metric = i;
    }
  }
  const uint64_t value =
      node.value == QueryValue::kInclusive ? tree.Inclusive(context, metric) : tree.Self(context, metric);
  if (node.metric == "ratio") {  // misses / calls
    const auto of = [&](MetricIndex i) {
      return static_cast<double>(node.value == QueryValue::kInclusive ? tree.Inclusive(context, i)
                                                                      : tree.Self(context, i));
    };
    return of(2) != 0 && Compare(of(3) / of(2), node.comparison, static_cast<double>(node.bound));
  }
  if (node.bound_kind != BoundKind::kAbsolute) {
    const uint64_t whole = node.bound_kind == BoundKind::kShareOfTotal
                               ? tree.Total(metric)
                               : tree.Inclusive(scope.view_root, metric);
    // Of nothing: nothing is 0 %, anything else more than every share.
    if (whole == 0 && value == 0) return Compare<Wide>(0, node.comparison, quarters);
    if (whole == 0) return Compare<Wide>(1, node.comparison, 0);
    return Compare<Wide>(Wide{400} * value, node.comparison, quarters * whole);
  }
  Wide factor = static_cast<Wide>(tree.metrics()[metric].scale);
  if (node.unit == "us" || node.unit == "kB" || node.unit == "k") factor *= 1000;
  if (node.unit == "KiB") factor *= 1024;
  return Compare<Wide>(Wide{4} * value, node.comparison, quarters * factor);
}

QueryNode RandomText(Random& random) {
  static constexpr std::array<std::string_view, 12> kWords{"pa",  "Pa",    "a", "o",          "main", "h",
                                                           "std", "::put", "b", "operator()", "lib",  "zzz"};
  static constexpr std::array<std::string_view, 6> kPatterns{"^g$", "pars|main", "[a-c]o",
                                                             "S",   "u.*e",      "\\("};
  QueryNode node;
  node.op = QueryOp::kText;
  node.field = static_cast<QueryField>(Below(random, 6));
  node.match = static_cast<TextMatch>(Below(random, 3));
  if (node.match == TextMatch::kContains) node.text = Pick(random, kWords);
  if (node.match == TextMatch::kRegex) node.text = Pick(random, kPatterns);
  if (node.match == TextMatch::kExact) {
    node.text = node.field == QueryField::kModule   ? Pick(random, kModules)
                : node.field == QueryField::kFile   ? Pick(random, kFiles)
                : node.field == QueryField::kThread ? Pick(random, kThreads)
                                                    : Pick(random, kNames);
    if (node.field == QueryField::kClass) node.text = ClassOfName(node.text);
  }
  if (node.field == QueryField::kKind && node.match != TextMatch::kRegex) {
    node.text = FrameKindName(static_cast<FrameKind>(Below(random, kFrameKindCount)));
  }
  return node;
}

QueryNode RandomCondition(Random& random) {
  QueryNode node;
  node.op = QueryOp::kCondition;
  node.value = static_cast<QueryValue>(Below(random, 4));
  node.comparison = static_cast<Comparison>(Below(random, 6));
  if (node.value == QueryValue::kLayer) {
    node.bound = static_cast<double>(Below(random, 40)) / 4;
    return node;
  }
  const bool names_metric = node.value != QueryValue::kCalls;
  if (names_metric) {
    node.metric =
        Pick(random, std::array<std::string_view, 6>{"", "cpu time", "bytes", "Calls", "MISSES", "ratio"});
  }
  node.bound = static_cast<double>(Below(random, 100)) / 4;
  if (node.metric == "ratio") return node;
  if (Below(random, 2) == 0) {
    node.bound_kind = Below(random, 2) == 0 ? BoundKind::kShareOfTotal : BoundKind::kShareOfViewRoot;
  } else if (node.metric == "cpu time") {
    node.unit = Pick(random, std::array<std::string_view, 4>{"", "ns", "us", "k"});
  } else if (node.metric == "bytes") {
    node.unit = Pick(random, std::array<std::string_view, 4>{"", "B", "kB", "KiB"});
  } else if (Below(random, 2) == 0) {
    node.unit = "k";
  }
  return node;
}

QueryNode RandomOperand(Random& random) {
  static constexpr std::array kWithoutText{QueryOp::kAll, QueryOp::kRoot, QueryOp::kLeaf, QueryOp::kRecursive,
                                           QueryOp::kChanged};
  const uint64_t kind = Below(random, 11);
  if (kind >= kWithoutText.size()) return kind < 8 ? RandomCondition(random) : RandomText(random);
  QueryNode node;
  node.op = kWithoutText[kind];
  return node;
}

uint32_t AppendRandom(Random& random, uint32_t size, Query& query) {
  QueryNode node;
  if (size <= 1) {
    node = RandomOperand(random);
  } else if (Below(random, 2) == 0) {
    node.op = Pick(random, std::array{QueryOp::kUnder, QueryOp::kOver, QueryOp::kParent, QueryOp::kChild,
                                      QueryOp::kNot});
    node.first = AppendRandom(random, size - 1, query);
  } else {
    const auto left = static_cast<uint32_t>(1 + Below(random, size - 1));
    node.op = Below(random, 2) == 0 ? QueryOp::kAnd : QueryOp::kOr;
    node.first = AppendRandom(random, left, query);
    node.second = AppendRandom(random, size - left, query);
  }
  query.nodes.push_back(std::move(node));
  return static_cast<uint32_t>(query.nodes.size() - 1);
}

}  // namespace

CctPtr RandomProgram(uint64_t seed, uint32_t contexts, double depth_bias) {
  Random random(seed);
  CctBuilder builder;
  builder.AddMetric({"cpu time", "ns", 1});
  builder.AddMetric({"Bytes", "bytes", 10});
  builder.AddMetric({"calls", "count", 1});
  builder.AddMetric({"misses", "count", 1});
  std::vector<BuildNode> nodes{kBuildRoot};
  if (Below(random, 3) != 0) {
    for (uint64_t threads = 1 + Below(random, 3); threads > 0; --threads) {
      const Frame frame{.name = Pick(random, kThreads),
                        .kind = Below(random, 2) == 0 ? FrameKind::kThread : FrameKind::kProcess};
      const BuildNode parent = nodes.size() > 1 && Below(random, 2) == 0 ? nodes.back() : kBuildRoot;
      nodes.push_back(builder.Child(parent, builder.InternFrame(frame)));
    }
  }
  while (builder.node_count() < contexts) {
    const bool recent = static_cast<double>(Below(random, 1000)) < depth_bias * 1000;
    const BuildNode parent = recent ? nodes.back() : nodes[Below(random, nodes.size())];
    nodes.push_back(builder.Child(parent, RandomFrame(random, builder)));
    for (MetricIndex metric = 0; metric < 4; ++metric) {
      if (Below(random, 3) != 0)
        builder.AddSelf(nodes.back(), metric, Below(random, uint64_t{1} << Below(random, 20)));
    }
  }
  auto tree = std::move(builder).Finish({});
  RINGSCOPE_CHECK(tree.has_value());
  return *tree;
}

Query RandomQuery(uint64_t seed, uint32_t size) {
  Random random(seed);
  Query query;
  AppendRandom(random, size, query);
  return query;
}

std::vector<uint8_t> SelectSlowly(const Cct& tree, const Query& query, const SelectScope& scope) {
  const uint32_t n = tree.context_count();
  std::vector<std::vector<ContextId>> callers_of(n);
  for (ContextId context = 1; context < n; ++context) callers_of[context] = Callers(tree, context);
  std::vector<std::vector<uint8_t>> selected;  // per node
  for (const QueryNode& node : query.nodes) {
    const SlowMatcher matcher(node);
    std::vector<uint8_t> answer(n, 0);
    const std::vector<uint8_t> nobody(n, 0);
    const auto& first = selected.empty() ? nobody : selected[node.first];
    const auto& second = selected.empty() ? nobody : selected[node.second];
    const auto is_selected = [&](ContextId context) {
      const std::vector<ContextId>& callers = callers_of[context];
      const ContextRange children = tree.ChildrenOf(context);
      switch (node.op) {
        case QueryOp::kAll:
          return true;
        case QueryOp::kText:
          return TextSelects(tree, context, node, matcher);
        case QueryOp::kCondition:
          return ConditionSelects(tree, context, node, scope);
        case QueryOp::kUnder:
          return std::any_of(callers.begin(), callers.end(), [&](ContextId at) { return first[at] != 0; });
        case QueryOp::kOver:
          // Answered from below: a selected context selects all of its callers.
          if (first[context] != 0) {
            for (const ContextId caller : callers) answer[caller] = 1;
          }
          return answer[context] != 0;
        case QueryOp::kParent:
          return !callers.empty() && first[callers.front()] != 0;
        case QueryOp::kChild:
          for (ContextId child = children.begin; child < children.end; ++child)
            if (first[child] != 0) return true;
          return false;
        case QueryOp::kRoot:
          return callers.empty();
        case QueryOp::kLeaf:
          return children.empty();
        case QueryOp::kChanged:
          return tree.FrameAt(context).source_change == SourceChange::kChanged;
        case QueryOp::kRecursive:
          return std::any_of(callers.begin(), callers.end(), [&](ContextId at) {
            return IsSameFunction(tree.FrameAt(at), tree.FrameAt(context));
          });
        case QueryOp::kDifference:  // no tree here is a comparison
          return false;
        case QueryOp::kAnd:
          return first[context] != 0 && second[context] != 0;
        case QueryOp::kOr:
          return first[context] != 0 || second[context] != 0;
        case QueryOp::kNot:
          return first[context] == 0;
      }
      return false;
    };
    for (ContextId context = 1; context < n; ++context) answer[context] = is_selected(context) ? 1 : 0;
    selected.push_back(std::move(answer));
  }
  return selected.empty() ? std::vector<uint8_t>(n, 0) : selected.back();
}

}  // namespace ringscope::test
