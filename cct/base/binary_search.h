#pragma once

namespace ringscope {

// The first number of [begin, end) for which `is_behind` holds; `is_behind` must hold for all numbers after
// it, too. `end` if it holds for none; `begin` if the range is empty. O(log(end - begin)).
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
