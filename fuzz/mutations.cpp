#include "fuzz/mutations.h"

#include <algorithm>
#include <iterator>
#include <random>

namespace ringscope::fuzz {
namespace {

struct Block {
  size_t begin;
  size_t end;
};

class Mutator {
 public:
  Mutator(const Bytes& input, uint64_t index) : bytes_(input), random_(index) {}

  Bytes Make() {
    switch (Below(5)) {
      case 0:
        bytes_.resize(Below(bytes_.size()));
        break;
      case 1:
      case 2:
        ChangeBytes();
        break;
      case 3:
        RepeatBlock();
        break;
      default:
        if (Below(2) == 0) {
          RemoveBlock();
        } else {
          MoveBlock();
        }
    }
    if (!bytes_.empty() && Below(4) == 0) ChangeBytes();
    return std::move(bytes_);
  }

 private:
  size_t Below(size_t bound) { return static_cast<size_t>(random_() % bound); }

  Block SomeBlock() {
    const size_t begin = Below(bytes_.size());
    // Short blocks hit one field or record, long ones whole tables.
    const size_t longest =
        Below(2) == 0 ? std::min<size_t>(bytes_.size() - begin, 32) : bytes_.size() - begin;
    return {begin, begin + 1 + Below(longest)};
  }

  void ChangeBytes() {
    for (size_t changes = 1 + Below(4); changes > 0; --changes) {
      uint8_t& byte = bytes_[Below(bytes_.size())];
      // Half the changes flip one bit, half put in a value that parsers tend to treat specially.
      constexpr uint8_t kSpecial[] = {0, 1, 0x7f, 0x80, 0xff, '\n', ' ', ';', '-', '"', '[', '}', '9'};
      byte = Below(2) == 0 ? static_cast<uint8_t>(byte ^ (1u << Below(8)))
                           : kSpecial[Below(std::size(kSpecial))];
    }
  }

  void RepeatBlock() {
    const Block block = SomeBlock();
    const Bytes copy(bytes_.begin() + static_cast<ptrdiff_t>(block.begin),
                     bytes_.begin() + static_cast<ptrdiff_t>(block.end));
    const size_t most = std::min<size_t>(bytes_.size() / copy.size(), 16);
    for (size_t times = 1 + Below(std::max<size_t>(most, 1)); times > 0; --times) {
      bytes_.insert(bytes_.begin() + static_cast<ptrdiff_t>(block.end), copy.begin(), copy.end());
    }
  }

  void RemoveBlock() {
    const Block block = SomeBlock();
    bytes_.erase(bytes_.begin() + static_cast<ptrdiff_t>(block.begin),
                 bytes_.begin() + static_cast<ptrdiff_t>(block.end));
  }

  void MoveBlock() {
    const Block block = SomeBlock();
    const auto begin = bytes_.begin();
    if (Below(2) == 0) {
      std::rotate(begin, begin + static_cast<ptrdiff_t>(block.begin),
                  begin + static_cast<ptrdiff_t>(block.end));
    } else {
      std::rotate(begin + static_cast<ptrdiff_t>(block.begin), begin + static_cast<ptrdiff_t>(block.end),
                  bytes_.end());
    }
  }

  Bytes bytes_;
  std::mt19937_64 random_;
};

}  // namespace

Bytes Mutate(const Bytes& input, uint64_t index) {
  if (index == 0 || input.empty()) return input;
  if (index <= kCutCount) {
    const size_t kept = input.size() * (index - 1) / kCutCount;
    return {input.begin(), input.begin() + static_cast<ptrdiff_t>(kept)};
  }
  return Mutator(input, index).Make();
}

}  // namespace ringscope::fuzz
