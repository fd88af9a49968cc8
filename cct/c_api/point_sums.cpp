#include "cct/c_api/point_sums.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "cct/base/bounded_sum.h"

namespace ringscope {

void PointSums::SetUnits(std::string_view size, std::string_view cost) {
  size_unit_ = size;
  cost_unit_ = cost;
}

void PointSums::Add(BuildNode node, uint64_t size, const PointSum& calls) {
  const auto [known, is_new] =
      sums_.try_emplace({node, size}, PointSum{0, 0, calls.cost_min, calls.cost_max, 0});
  PointSum& sum = known->second;
  sum.calls = BoundedSum(sum.calls, calls.calls);
  sum.cost = BoundedSum(sum.cost, calls.cost);
  sum.cost_min = std::min(sum.cost_min, calls.cost_min);
  sum.cost_max = std::max(sum.cost_max, calls.cost_max);
  sum.cost_squares += calls.cost_squares;
}

void PointSums::MoveInto(CctBuilder& builder) && {
  if (sums_.empty()) return;
  std::vector<std::pair<Key, PointSum>> sorted(sums_.begin(), sums_.end());
  sums_.clear();
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const bool has_cost_unit = !cost_unit_.empty() || builder.metric_count() == 0;
  const std::string cost = has_cost_unit ? cost_unit_ : builder.metric(0).unit;
  std::vector<PointField> fields{{"input", size_unit_},   {"calls", "count"},
                                 {"inclusive_min", cost}, {"inclusive_max", cost},
                                 {"inclusive", cost},     {"inclusive_squares", cost, true}};
  std::vector<BuildNode> nodes;
  std::vector<std::vector<uint64_t>> values(fields.size());
  for (const auto& [key, sum] : sorted) {
    nodes.push_back(key.node);
    size_t field = 0;
    for (const uint64_t value : {key.size, sum.calls, sum.cost_min, sum.cost_max, sum.cost,
                                 std::bit_cast<uint64_t>(sum.cost_squares)})
      values[field++].push_back(value);
  }
  builder.SetPoints(std::move(fields), std::move(nodes), std::move(values));
}

}  // namespace ringscope
