#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace ringscope {

// Hashes numbers that a file chose. Nobody can choose such that collide without knowing what this run has
// mixed in.
struct SeededHash {
  [[nodiscard]] size_t operator()(uint64_t number) const {
    static const uint64_t mixed_in = (uint64_t{std::random_device{}()} << 32) | std::random_device{}();
    number ^= mixed_in;
    number = (number ^ number >> 33) * 0xff51afd7ed558ccdu;
    number = (number ^ number >> 33) * 0xc4ceb9fe1a85ec53u;
    return number ^ number >> 33;
  }
};

}  // namespace ringscope
