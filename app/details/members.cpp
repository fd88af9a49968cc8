#include "app/details/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/core/display_text.h"
#include "app/view/state/apply_task.h"
#include "cct/base/job_control.h"
#include "cct/base/text/join_texts.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

// The context whose members the details show: the selected one, else the centre if the user moved it.
// std::nullopt before any choice, so that opening a fleet does not read its members, and in trees without
// members.
std::optional<MembersRequest> MembersToShow(const ViewState& view) {
  const CctPtr& tree = view.shown.tree;
  if (tree->members().empty()) return std::nullopt;
  const ViewRoot& root = view.history.current().root;
  const bool is_selected = view.selected != kNoContext;
  if (!is_selected && (root.is_run() || root.context == tree->NaturalViewRoot())) return std::nullopt;
  const ContextId context = is_selected ? view.selected : root.context;
  if (context >= tree->context_count()) return std::nullopt;
  return MembersRequest{tree, context, view.metric};
}

// Null if cancelled.
std::shared_ptr<const FoundMembers> RunMembers(const MembersRequest& request, JobControl& job) {
  Result<MemberRanking> ranking =
      RankMembers(*request.tree, request.context, request.metric, CostKind::kInclusive, &job);
  if (!ranking) return nullptr;
  return std::make_shared<const FoundMembers>(FoundMembers{request, std::move(*ranking)});
}

}  // namespace

}  // namespace ringscope

namespace ringscope::action {

void RefreshMembers(AppState& state, Effects& effects) {
  for (ViewState& view : state.views) {
    MembersState& members = view.slots.Get<MembersState>();
    members.task.ForgetOthersThan(view.shown.tree);
    Want(state, members.task, &view == ActiveView(state) ? MembersToShow(view) : std::nullopt,
         {.label = "Reading members", .document = view.document}, &RunMembers, effects);
  }
}

}  // namespace ringscope::action

namespace ringscope {
namespace {

// The distance of a value from a mean in per cent of the mean: "+25.0 %". Costs with a mean of 0 are all 0.
std::string BeyondMean(double value, double mean) {
  const double percent = mean == 0 ? 0 : 100 * (value / mean - 1);
  return WithSign(percent, fmt::format("{:.1f} %", std::abs(percent)));
}

constexpr size_t kWorstMembers = 5;
constexpr size_t kBars = 32;

void DescribeRanking(const Cct& tree, const MembersRequest& request, const MemberRanking& ranking,
                     DetailsMembers& shown) {
  const std::vector<Execution>& members = *tree.members().members;
  const std::string over = DisplayText(tree.members().over);
  if (ranking.unknown > 0) {
    shown.remark = fmt::format("{} of {} profiles cannot be read: {}", CountText(ranking.unknown),
                               CountText(members.size()), DisplayText(ranking.problem));
  } else if (ranking.has_changed) {
    shown.remark = "profiles have changed since they were aggregated";
  }
  const std::vector<RankedMember>& all = ranking.all;
  if (all.empty()) return;
  const Metric& metric = tree.metrics()[request.metric];
  const ValueColumn costs(all.front().value, metric.unit, metric.scale);
  const auto cost = [&costs](uint64_t value) { return costs.Text(value); };
  double sum = 0;
  for (const RankedMember& one : all) sum += static_cast<double>(one.value);
  const double mean = sum / static_cast<double>(all.size());
  const auto least = static_cast<double>(all.back().value), most = static_cast<double>(all.front().value);
  shown.least = cost(all.back().value);
  shown.mean = "mean " + cost(static_cast<uint64_t>(mean + 0.5));
  shown.most = cost(all.front().value);
  shown.mean_at = most > least ? static_cast<float>((mean - least) / (most - least)) : 0.5f;
  const std::vector<uint32_t> bins = ranking.Bins(kBars);
  const auto highest = static_cast<float>(*std::ranges::max_element(bins));
  for (size_t bin = 0; bin < bins.size(); ++bin) {
    shown.bars.push_back({static_cast<float>(bins[bin]) / highest,
                          fmt::format("{} of {}: {} to {}", CountText(bins[bin]), CountText(all.size()),
                                      cost(ranking.BinBegin(bin, bins.size())),
                                      cost(ranking.BinBegin(bin + 1, bins.size())))});
  }
  for (const RankedMember& one : std::span(all).first(std::min(all.size(), kWorstMembers))) {
    const Execution& member = members[one.member];
    shown.worst.push_back({fmt::format("{} {}", over, DisplayText(member.name)), cost(one.value),
                           mean == 0 ? std::string() : BeyondMean(static_cast<double>(one.value), mean),
                           ProfileOf(member)});
  }
}

}  // namespace

void DescribeMembers(const Cct& tree, const ViewState& view, DetailsModel& model) {
  if (model.context >= tree.context_count()) return;
  const std::vector<Execution>& members = *tree.members().members;
  const Metric& metric = tree.metrics()[view.metric];
  const auto cost = [&metric](double value) {
    return ValueText(static_cast<uint64_t>(std::max(value, 0.0) + 0.5), metric.unit, metric.scale);
  };
  const auto line = [&](std::string_view title, const MemberSpread& spread) {
    return fmt::format("{}: mean {}, {} to {}", title, cost(spread.mean),
                       cost(static_cast<double>(spread.least)), cost(static_cast<double>(spread.most)));
  };
  const MemberSpread inclusive = tree.SpreadOf(model.context, view.metric, CostKind::kInclusive);
  const MemberSpread self = tree.SpreadOf(model.context, view.metric, CostKind::kSelf);
  const std::string over = DisplayText(tree.members().over);
  const Execution& most = members[inclusive.most_member];
  model.members = {line("each " + over, inclusive), line("by itself", self),
                   fmt::format("in {} of {}; most: {} {}, {}", CountText(inclusive.having),
                               CountText(members.size()), over, DisplayText(most.name),
                               BeyondMean(static_cast<double>(inclusive.most), inclusive.mean))};
  model.most_member_file = ProfileOf(most);
  std::string quantiles = JoinTexts(tree.members().quantiles, ", ", [&](MemberQuantile one) {
    const uint64_t value = tree.QuantileOf(model.context, view.metric, CostKind::kInclusive, one).value_or(0);
    return fmt::format("{} {}", QuantileName(one), cost(static_cast<double>(value)));
  });
  if (!quantiles.empty()) model.members.insert(model.members.begin() + 1, std::move(quantiles));
}

DetailsMembers DescribeMembersToShow(const ViewState& view) {
  const Cct& tree = view.tree();
  const std::string over = DisplayText(tree.members().over);
  DetailsMembers shown;
  for (const char letter : over + "s")
    shown.heading += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  const std::optional<MembersRequest> request = MembersToShow(view);
  if (!request) {
    shown.remark = fmt::format("Click a context to see each {} there.", over);
    return shown;
  }
  shown.heading += " IN  " + ContextName(tree, request->context);
  shown.row_count = std::min(tree.members().members->size(), kWorstMembers);
  const auto& task = view.slots.Get<MembersState>().task;
  if (const FoundMembers* found = task.answer(); found != nullptr && found->request == *request)
    DescribeRanking(tree, *request, found->ranking, shown);
  else
    shown.remark = task.given_up() ? "Reading their profiles was stopped." : "Reading their profiles ...";
  return shown;
}

}  // namespace ringscope
