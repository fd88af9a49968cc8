#include "cct/tree/building/order_samples.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace ringscope {
namespace {

using Order = LargeVector<uint32_t>;  // sample by place

// Whether a sample stands before another one of the same time.
bool IsBefore(const SampleList& list, size_t a, size_t b) {
  if (list.context[a] != list.context[b]) return list.context[a] < list.context[b];
  for (const SampleValueList& values : list.values) {
    if (values[a] != values[b]) return values[a] < values[b];
  }
  return false;
}

bool IsOrdered(const SampleList& list) {
  for (size_t i = 1; i < list.size(); ++i) {
    if (list.time_ns[i] < list.time_ns[i - 1]) return false;
    if (list.time_ns[i] == list.time_ns[i - 1] && IsBefore(list, i, i - 1)) return false;
  }
  return true;
}

// Merges runs of rising times until one is left.
Result<Order> OrderByTime(const SampleList& list, const JobControl* job) {
  const size_t count = list.size();
  Order order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::vector<size_t> ends;
  for (size_t i = 1; i < count; ++i) {
    if (list.time_ns[i] < list.time_ns[i - 1]) ends.push_back(i);
  }
  ends.push_back(count);
  const auto before = [&](uint32_t a, uint32_t b) { return list.time_ns[a] < list.time_ns[b]; };
  Order merged(ends.size() > 1 ? count : 0);
  while (ends.size() > 1) {
    if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
    std::vector<size_t> merged_ends;
    size_t begin = 0;
    for (size_t run = 0; run < ends.size(); run += 2) {
      const size_t middle = ends[run];
      const size_t end = run + 1 < ends.size() ? ends[run + 1] : middle;
      const auto at = [&](size_t place) { return order.begin() + static_cast<ptrdiff_t>(place); };
      std::merge(at(begin), at(middle), at(middle), at(end), merged.begin() + static_cast<ptrdiff_t>(begin),
                 before);
      merged_ends.push_back(end);
      begin = end;
    }
    order.swap(merged);
    ends = std::move(merged_ends);
  }
  return order;
}

void OrderWithinTimes(const SampleList& list, Order& order) {
  for (size_t begin = 0; begin < order.size();) {
    size_t end = begin + 1;
    while (end < order.size() && list.time_ns[order[end]] == list.time_ns[order[begin]]) ++end;
    if (end - begin > 1) {
      std::sort(order.begin() + static_cast<ptrdiff_t>(begin), order.begin() + static_cast<ptrdiff_t>(end),
                [&](uint32_t a, uint32_t b) { return IsBefore(list, a, b); });
    }
    begin = end;
  }
}

template <typename T>
void Permute(LargeVector<T>& column, const Order& order) {
  if (column.empty()) return;
  LargeVector<T> moved(order.size());
  for (size_t i = 0; i < order.size(); ++i) moved[i] = column[order[i]];
  column.swap(moved);
}

Result<void> OrderOne(SampleList& list, const JobControl* job) {
  if (list.size() > std::numeric_limits<uint32_t>::max())
    return Fail(ErrorCode::kLimit, "the profile has more than 4294967295 samples with times of one kind");
  if (IsOrdered(list)) return {};
  RINGSCOPE_ASSIGN(Order order, OrderByTime(list, job));
  OrderWithinTimes(list, order);
  Permute(list.time_ns, order);
  Permute(list.context, order);
  for (SampleValueList& values : list.values) {
    Permute(values.narrow(), order);
    Permute(values.wide(), order);
  }
  return {};
}

}  // namespace

Result<void> OrderSamples(std::vector<SampleList>& series, const JobControl* job) {
  std::erase_if(series, [](const SampleList& list) { return list.size() == 0; });
  uint64_t first_ns = std::numeric_limits<uint64_t>::max();
  for (SampleList& list : series) {
    RINGSCOPE_TRY(OrderOne(list, job));
    first_ns = std::min(first_ns, list.time_ns.front());
  }
  for (SampleList& list : series) {
    for (uint64_t& time_ns : list.time_ns) time_ns -= first_ns;
  }
  return {};
}

}  // namespace ringscope
