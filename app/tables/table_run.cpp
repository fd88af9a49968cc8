#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>

#include "app/search/search.h"
#include "app/tables/columns.h"
#include "app/tables/tables.h"
#include "cct/base/text/ascii.h"
#include "cct/query/language/query.h"
#include "cct/query/language/text_matcher.h"
#include "cct/query/metrics/metric_lookup.h"
#include "cct/query/sets/bound_formula.h"
#include "cct/query/sets/select.h"
#include "cct/tree/metric_sides.h"
#include "cct/tree/verify.h"

namespace ringscope {
namespace {

constexpr size_t kRowsBetweenPolls = size_t{1} << 16;

bool HasModules(const GroupSums& sums) {
  const FrameTable& frames = sums.tree->frames();
  for (uint32_t group = 0; group < sums.grouping->size(); ++group) {
    if (sums.table.contexts[group] != 0 && !frames[sums.grouping->first_frame[group]].module.empty())
      return true;
  }
  return false;
}

Result<std::vector<TypeSums>> ReceiversOf(const Cct& tree, const FrameGrouping& grouping, ContextRange roots,
                                          const JobControl& job) {
  RINGSCOPE_TRY(CheckTypeRanges(tree.types()));
  std::vector<TypeSums> receivers(grouping.size());
  for (ContextRange run = roots; !run.empty(); run = tree.ChildrenOfRun(run)) {
    for (ContextId context = run.begin; context < run.end; ++context) {
      if (context % kRowsBetweenPolls == 0 && job.cancelled())
        return Fail(ErrorCode::kCancelled, "cancelled");
      const uint32_t group = context == kRootContext ? kNoGroup : grouping.GroupOf(tree.FrameOf(context));
      if (group != kNoGroup) receivers[group].Add(tree.types(), context, kReceiverRole);
    }
  }
  return receivers;
}

Result<std::shared_ptr<const GroupSums>> AddUp(const TableRequest& request, const TableOutcome* before,
                                               JobControl& job) {
  if (before != nullptr && before->sums != nullptr) {
    const GroupSums& known = *before->sums;
    if (known.tree == request.tree && known.root == request.root && known.grouping->by == request.by &&
        before->request.self_place == request.self_place)
      return before->sums;
  }
  auto sums = std::make_shared<GroupSums>();
  sums->tree = request.tree;
  sums->root = request.root;
  auto grouping = BuildFrameGrouping(request.tree->frames(), *request.functions, request.by);
  sums->grouping = std::make_shared<const FrameGrouping>(std::move(grouping));
  if (request.by == GroupBy::kFunction) sums->shares_name = SharedNames(*sums->grouping);
  RINGSCOPE_ASSIGN(sums->table,
                   BuildGroupTable(*request.tree, *sums->grouping, SearchRoots(request.root), &job));
  if (request.self_place == SelfPlace::kFirstRing && request.by != GroupBy::kThread)
    TakeSelfFromFirstRing(*request.tree, *sums->grouping, SearchRoots(request.root), sums->table);
  // With callers first, or threads as groups, a row's self cost is not the sum of its contexts' self costs.
  if (request.self_place == SelfPlace::kContexts && request.by != GroupBy::kThread) {
    const auto row_of = [&](ContextId context) {
      return sums->grouping->GroupOf(request.tree->FrameOf(context));
    };
    RINGSCOPE_ASSIGN(sums->split, BuildSplitSums(*request.tree, SearchRoots(request.root),
                                                 sums->grouping->size(), row_of, job));
  }
  if (request.by == GroupBy::kFunction && !request.tree->types().empty()) {
    RINGSCOPE_ASSIGN(sums->receivers,
                     ReceiversOf(*request.tree, *sums->grouping, SearchRoots(request.root), job));
  }
  sums->has_modules = request.by == GroupBy::kFunction && HasModules(*sums);
  return sums;
}

void SortByName(std::vector<uint32_t>& rows, bool descending, const std::vector<std::string>& names) {
  std::ranges::stable_sort(
      rows, [&](uint32_t a, uint32_t b) { return descending ? names[a] > names[b] : names[a] < names[b]; });
}

// Sorts `rows` by a number each, equal numbers by name. NaN comes last.
template <typename Number>
void SortByNumber(std::vector<uint32_t>& rows, bool descending, const std::vector<std::string>& names,
                  const std::vector<Number>& numbers) {
  const auto is_none = [](Number number) {
    if constexpr (std::is_floating_point_v<Number>) return std::isnan(number);
    return false;
  };
  std::ranges::stable_sort(rows, [&](uint32_t a, uint32_t b) {
    const Number x = numbers[a], y = numbers[b];
    if (is_none(x) != is_none(y)) return is_none(y);
    if (!is_none(x) && x != y) return descending ? x > y : x < y;
    return names[a] < names[b];
  });
}

// The values of the last derived metric, which may name those before it.
std::vector<double> DerivedValues(const GroupSums& sums, std::span<const DerivedMetric> derived) {
  std::vector<double> values;
  const auto formula = BoundFormula::Bind(*sums.tree, derived, derived.size() - 1);
  if (!formula) return values;
  values.reserve(sums.grouping->size());
  for (uint32_t group = 0; group < sums.grouping->size(); ++group)
    values.push_back(formula->EvaluateRow(sums.table.self, sums.table.inclusive, group, false));
  return values;
}

// The absolute difference of each row of a table of groups or of neighbours.
std::vector<double> SizesOfDifference(const Cct& tree, MetricIndex metric, TableKey key, const auto& table,
                                      const SplitSums& split, const auto& row_of_split) {
  std::vector<double> sizes(table.contexts.size());
  const DifferenceSides sides(tree, metric);
  for (size_t row = 0; row < sizes.size(); ++row) {
    const auto cost = [&](MetricIndex of, bool is_self) {
      return is_self ? table.self[of][row] : table.inclusive[of][row];
    };
    const auto more_calls = [&](MetricIndex before) { return split.Of(before, row_of_split(row)); };
    sizes[row] = SizeOfDifference(tree, sides, key, cost,
                                  split.more_calls.empty() ? MoreCallsOfRow() : MoreCallsOfRow(more_calls));
  }
  return sizes;
}

void SortByModule(std::vector<uint32_t>& rows, const GroupSums& sums, bool descending) {
  const FrameTable& frames = sums.tree->frames();
  const auto module = [&](uint32_t group) { return frames[sums.grouping->first_frame[group]].module; };
  std::ranges::stable_sort(rows, [&](uint32_t a, uint32_t b) {
    const int order = module(a).compare(module(b));
    if (order != 0) return descending ? order > 0 : order < 0;
    return sums.grouping->name[a] < sums.grouping->name[b];
  });
}

void SortRows(std::vector<uint32_t>& rows, const GroupSums& sums, const TableRequest& request) {
  const std::vector<std::string>& names = sums.grouping->name;
  const bool descending = request.order.descending;
  const MetricIndex metric = request.metric < sums.table.self.size() ? request.metric : 0;
  switch (request.order.key) {
    case TableKey::kName:
      return SortByName(rows, descending, names);
    case TableKey::kModule:
      return SortByModule(rows, sums, descending);
    case TableKey::kInclusive:
      return SortByNumber(rows, descending, names, sums.table.inclusive[metric]);
    case TableKey::kContexts:
      return SortByNumber(rows, descending, names, sums.table.contexts);
    case TableKey::kReceiverTypes:
      if (!sums.receivers.empty()) {
        std::vector<uint64_t> counts;
        for (const TypeSums& receivers : sums.receivers) counts.push_back(receivers.size());
        return SortByNumber(rows, descending, names, counts);
      }
      break;
    case TableKey::kCalls:
      if (const auto calls = FindCallsMetric(*sums.tree))
        return SortByNumber(rows, descending, names, sums.table.self[*calls]);
      break;
    case TableKey::kDerived:
      if (!request.derived.empty()) {
        const std::vector<double> values = DerivedValues(sums, request.derived);
        if (!values.empty()) return SortByNumber(rows, descending, names, values);
      }
      break;
    case TableKey::kDifference:
    case TableKey::kSelfDifference:
    case TableKey::kShareDifference:
    case TableKey::kPercent:
    case TableKey::kSelfPercent:
    case TableKey::kSplitCalls:
    case TableKey::kSplitCost:
      return SortByNumber(rows, descending, names,
                          SizesOfDifference(*sums.tree, metric, request.order.key, sums.table, sums.split,
                                            [](size_t group) { return static_cast<uint32_t>(group); }));
    case TableKey::kSelf:
    case TableKey::kLayer:
      break;
  }
  SortByNumber(rows, descending, names, sums.table.self[metric]);
}

// The largest costs of a table of groups or of neighbours, which choose the units of its columns. Costs in
// one row are easier to compare in one unit: self costs take that of inclusive costs, and both sides of a
// comparison that of the larger side, unless that would leave hardly a digit.
LargestCosts LargestOf(const Cct& tree, const auto& table, const std::vector<uint32_t>& rows) {
  constexpr uint64_t kMostTimes = 100;
  const auto largest = [&](const std::vector<std::vector<uint64_t>>& values) {
    std::vector<uint64_t> found(values.size());
    for (size_t metric = 0; metric < values.size(); ++metric)
      for (const uint32_t row : rows) found[metric] = std::max(found[metric], values[metric][row]);
    return found;
  };
  const auto follow = [](uint64_t& one, uint64_t other) {
    if (one < other && one >= other / kMostTimes) one = other;
  };
  LargestCosts costs{largest(table.self), largest(table.inclusive)};
  for (MetricIndex metric = 0; metric < costs.self.size(); ++metric) {
    if (const auto sides = SidesOf(tree.metrics(), metric); sides && sides->before == metric) {
      for (std::vector<uint64_t>* const values : {&costs.self, &costs.inclusive}) {
        uint64_t &before = (*values)[sides->before], &after = (*values)[sides->after];
        follow(before, after);
        follow(after, before);
      }
    }
  }
  for (MetricIndex metric = 0; metric < costs.self.size(); ++metric)
    follow(costs.self[metric], costs.inclusive[metric]);
  return costs;
}

using Mask = std::vector<uint8_t>;

// Whether a query has only words, and so can be matched with any list of names.
bool IsAboutNames(const Query& query) {
  return std::ranges::all_of(query.nodes, [](const QueryNode& node) {
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
      // Each node is the operand of one other node, so the masks of its operands can be freed.
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

// 1 for each group that passes the filter, else 0. A filter of words matches the names of the groups; one
// with fields (`mod:`, `file:`) is a query about functions, and a group passes if any of its functions
// matches. A text that is not a query is looked for literally. Errors: kInvalidArgument for queries about
// costs or callers.
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

void FillRows(TableOutcome& outcome) {
  const GroupSums& sums = *outcome.sums;
  const TableRequest& request = outcome.request;
  auto mask = FilterGroups({request.tree, request.functions}, *sums.grouping, request.filter);
  if (!mask) outcome.filter_problem = mask.error().message;
  for (uint32_t group = 0; group < sums.grouping->size(); ++group) {
    if (sums.table.contexts[group] == 0) continue;
    ++outcome.occurring;
    if (mask && (*mask)[group] != 0) outcome.rows.push_back(group);
  }
  SortRows(outcome.rows, sums, request);
  outcome.largest = LargestOf(*sums.tree, sums.table, outcome.rows);
  outcome.row_of_group.assign(sums.grouping->size(), TableOutcome::kNoRow);
  for (uint32_t row = 0; row < outcome.rows.size(); ++row) outcome.row_of_group[outcome.rows[row]] = row;
}

bool IsFunction(const Frame& frame, const FunctionName& name) {
  return frame.line == name.line && frame.column == name.column && frame.name == name.name &&
         frame.module == name.module && frame.file == name.file;
}

// The group of the centre, which is its number among the functions; kNoGroup if the tree lacks it.
uint32_t FindFunction(const NeighbourRequest& request, const JobControl& job) {
  const FrameTable& frames = request.tree->frames();
  for (FrameId frame = 0; frame < frames.size(); ++frame) {
    if (frame % kRowsBetweenPolls == 0 && job.cancelled()) break;
    if (IsFunction(frames[frame], request.centre)) return request.functions->FunctionOf(frame);
  }
  return kNoGroup;
}

// Splits the costs of calls between the centre and each caller, or each callee.
Result<SplitSums> SplitOfNeighbours(const NeighbourSums& sums, NeighbourSide side, ContextRange roots,
                                    JobControl& job) {
  const Cct& tree = *sums.tree;
  const FrameGrouping& grouping = *sums.grouping;
  const auto group_of = [&](ContextId context) {
    return context == kRootContext ? grouping.size() : grouping.GroupOf(tree.FrameOf(context));
  };
  const auto row_of = [&](ContextId context) {
    if (context == kRootContext) return kNoGroup;
    const uint32_t caller = group_of(tree.ParentOf(context)), callee = group_of(context);
    if (side == NeighbourSide::kCallers) return callee == sums.group ? caller : kNoGroup;
    return caller == sums.group ? callee : kNoGroup;
  };
  return BuildSplitSums(tree, roots, grouping.size() + 1, row_of, job);
}

Result<std::shared_ptr<const NeighbourSums>> AddUp(const NeighbourRequest& request,
                                                   const NeighbourOutcome* before, JobControl& job) {
  const NeighbourSums* known = before == nullptr ? nullptr : before->sums.get();
  if (known != nullptr && known->tree != request.tree) known = nullptr;
  if (known != nullptr && known->root == request.root && known->centre == request.centre) return before->sums;
  const Cct& tree = *request.tree;
  auto sums = std::make_shared<NeighbourSums>();
  sums->tree = request.tree;
  sums->root = request.root;
  sums->centre = request.centre;
  sums->grouping = known != nullptr ? known->grouping
                                    : std::make_shared<const FrameGrouping>(BuildFrameGrouping(
                                          tree.frames(), *request.functions, GroupBy::kFunction));
  sums->shares_name = SharedNames(*sums->grouping);
  sums->group = FindFunction(request, job);
  if (job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
  const ContextRange roots = SearchRoots(request.root);
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) sums->total.push_back(tree.Inclusive(roots, m));
  if (sums->group == kNoGroup) return sums;
  for (const NeighbourSide side : {NeighbourSide::kCallers, NeighbourSide::kCallees}) {
    RINGSCOPE_ASSIGN(sums->side[static_cast<size_t>(side)],
                     BuildNeighbourTable(tree, *sums->grouping, sums->group, side, roots, &job));
    RINGSCOPE_ASSIGN(sums->split[static_cast<size_t>(side)], SplitOfNeighbours(*sums, side, roots, job));
  }
  sums->self = sums->side[0].whole_self;
  sums->inclusive = sums->side[0].whole_inclusive;
  return sums;
}

std::vector<uint32_t> SortedNeighbours(const NeighbourSums& sums, size_t side,
                                       const NeighbourRequest& request) {
  const NeighbourTable& table = sums.side[side];
  std::vector<uint32_t> rows(table.group.size());
  std::iota(rows.begin(), rows.end(), 0u);
  if (rows.empty()) return rows;
  const auto& names = sums.grouping->name;
  const bool descending = request.order.descending;
  std::vector<std::string> row_names;
  for (const uint32_t group : table.group) {
    row_names.push_back(group < names.size() ? names[group] : std::string());
  }
  const MetricIndex metric = request.metric < table.inclusive.size() ? request.metric : 0;
  if (request.order.key == TableKey::kName) {
    SortByName(rows, descending, row_names);
  } else if (request.order.key == TableKey::kContexts) {
    SortByNumber(rows, descending, row_names, table.contexts);
  } else if (request.order.key == TableKey::kSelf) {
    SortByNumber(rows, descending, row_names, table.self[metric]);
  } else if (IsOfDifference(request.order.key)) {
    SortByNumber(rows, descending, row_names,
                 SizesOfDifference(*request.tree, metric, request.order.key, table, sums.split[side],
                                   [&](size_t row) { return SplitRowOf(sums, table.group[row]); }));
  } else {
    SortByNumber(rows, descending, row_names, table.inclusive[metric]);
  }
  return rows;
}

// False if the job was cancelled.
template <typename Sums>
bool TakeSums(Result<std::shared_ptr<const Sums>> sums, auto& outcome) {
  if (!sums && sums.error().code == ErrorCode::kCancelled) return false;
  if (sums)
    outcome.sums = std::move(*sums);
  else
    outcome.error = DescribeError(sums.error());
  return true;
}

}  // namespace

std::shared_ptr<const TableOutcome> RunTable(const TableRequest& request, const TableOutcome* before,
                                             JobControl& job) {
  auto outcome = std::make_shared<TableOutcome>();
  outcome->request = request;
  job.total_units = uint64_t{ComparedCalls(*request.tree) ? 2u : 1u} * request.tree->context_count();
  if (!TakeSums(AddUp(request, before, job), *outcome)) return nullptr;
  if (outcome->sums == nullptr) return outcome;
  if (job.cancelled()) return nullptr;
  FillRows(*outcome);
  return outcome;
}

std::shared_ptr<const NeighbourOutcome> RunNeighbours(const NeighbourRequest& request,
                                                      const NeighbourOutcome* before, JobControl& job) {
  auto outcome = std::make_shared<NeighbourOutcome>();
  outcome->request = request;
  // Two passes for the sums, and two more if rows are split by calls.
  job.total_units = uint64_t{ComparedCalls(*request.tree) ? 4u : 2u} * request.tree->context_count();
  if (!TakeSums(AddUp(request, before, job), *outcome)) return nullptr;
  for (size_t side = 0; outcome->sums != nullptr && side < outcome->rows.size(); ++side) {
    const NeighbourTable& table = outcome->sums->side[side];
    outcome->rows[side] = SortedNeighbours(*outcome->sums, side, request);
    outcome->largest[side] = LargestOf(*outcome->sums->tree, table, outcome->rows[side]);
  }
  return outcome;
}

}  // namespace ringscope
