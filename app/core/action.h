#pragma once

#include <memory>
#include <utility>

#include "app/core/effect.h"

namespace ringscope {

struct AppState;

// A value is an action if a function Do() in its namespace says what the value does to the state.
namespace action {
template <typename T>
concept HasDo = requires(AppState& state, const T& one, Effects& effects) {
  Do(state, one, effects);
};
}  // namespace action

// Any action. Immutable and cheap to copy: copies share the value.
class Action {
 public:
  template <action::HasDo T>
  Action(T value)  // NOLINT: meant to convert
      : held_(std::make_shared<const Value<T>>(std::move(value))) {}

  void ApplyTo(AppState& state, action::Effects& effects) const { held_->ApplyTo(state, effects); }

  // Null if the action holds another type. Valid as long as a copy of the action lives.
  template <typename T>
  [[nodiscard]] const T* As() const {
    const auto* value = dynamic_cast<const Value<T>*>(held_.get());
    return value == nullptr ? nullptr : &value->value;
  }
  template <typename T>
  [[nodiscard]] bool Is() const {
    return As<T>() != nullptr;
  }

 private:
  struct Held {
    Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    virtual ~Held() = default;
    virtual void ApplyTo(AppState& state, action::Effects& effects) const = 0;
  };
  template <typename T>
  struct Value final : Held {
    explicit Value(T v) : value(std::move(v)) {}
    void ApplyTo(AppState& state, action::Effects& effects) const override { Do(state, value, effects); }
    T value;
  };

  std::shared_ptr<const Held> held_;
};

}  // namespace ringscope
