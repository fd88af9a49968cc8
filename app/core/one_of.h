#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace ringscope {

// An immutable value of one of many types, cheap to copy: copies share the value. What std::variant does too,
// but at a compile-time cost that does not grow with the number of alternatives wherever a value is copied or
// destroyed: with eighty of them, a vector of variants takes every file that appends to one 13 seconds
// longer.
template <typename... Alternatives>
class OneOf {
 public:
  template <typename T>
  static constexpr bool kHolds = (std::is_same_v<T, Alternatives> || ...);

  template <typename T>
  requires(kHolds<T>) OneOf(T value)  // NOLINT: meant to convert
      : index_(IndexOf<T>()), value_(std::make_shared<const T>(std::move(value))) {}

  // Null when it is a value of another type. Valid as long as a copy of this lives.
  template <typename T>
  [[nodiscard]] const T* As() const {
    return index_ == IndexOf<T>() ? static_cast<const T*>(value_.get()) : nullptr;
  }

  template <typename T>
  [[nodiscard]] bool Is() const {
    return index_ == IndexOf<T>();
  }

  // Calls `function` with the value, as a reference to its own type.
  template <typename Function>
  void Visit(Function&& function) const {
    (void)((Is<Alternatives>() && (function(*As<Alternatives>()), true)) || ...);
  }

 private:
  template <typename T>
  static constexpr size_t IndexOf() {
    static_assert((std::is_same_v<T, Alternatives> + ...) == 1, "not one of the types, or twice");
    constexpr std::array<bool, sizeof...(Alternatives)> kSame{std::is_same_v<T, Alternatives>...};
    size_t index = 0;
    while (!kSame[index]) ++index;
    return index;
  }

  size_t index_;
  std::shared_ptr<const void> value_;
};

}  // namespace ringscope
