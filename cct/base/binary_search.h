#pragma once

namespace ringscope {

// Of the numbers [begin, end) the first for which `is_behind` holds, as it does for all after it; `end`, or
// `begin` of an empty range, where it holds for none. O(log(end - begin)).
template <typename Number, typename Predicate>
[[nodiscard]] Number FirstWhere(Number begin, Number end, Predicate is_behind) {
  while (begin < end) {
    const Number middle = begin + (end - begin) / 2;
    if (is_behind(middle)) {
      end = middle;
    } else {
      begin = middle + 1;
    }
  }
  return begin;
}

}  // namespace ringscope
