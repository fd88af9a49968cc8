#pragma once

namespace ringscope {

// A value in static memory that is there before any code runs and that no end of the program destroys: a
// recorder's own things, which are in use until the process is gone. T needs a constexpr constructor without
// parameters.
template <typename T>
union Undying {
  constexpr Undying() : value() {}
  ~Undying() {}
  T value;
};

}  // namespace ringscope
