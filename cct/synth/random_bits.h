#pragma once

#include <cstdint>

namespace ringscope {

// SplitMix64: the next number of a sequence that `state` stands for. Only integer and basic IEEE arithmetic,
// so that generated trees are the same on every machine.
[[nodiscard]] inline uint64_t NextBits(uint64_t& state) {
  state += 0x9e3779b97f4a7c15u;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Uniform in [0, 1).
[[nodiscard]] inline double NextUnit(uint64_t& state) {
  return static_cast<double>(NextBits(state) >> 11) * 0x1p-53;
}

}  // namespace ringscope
