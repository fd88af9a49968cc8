#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace ringscope {

struct AppState;
class Effect;

// An action that only its kind of view knows says itself what it does: kinds add theirs without the list of
// all actions.
template <typename T>
concept ActionOfKind = requires(const T& one, AppState& state, std::vector<Effect>& effects) {
  one.ApplyTo(state, effects);
};

namespace action {

// Any such action.
class OfKind {
 public:
  template <ActionOfKind T>
  explicit OfKind(T value) : held_(std::make_shared<const Value<T>>(std::move(value))) {}

  void ApplyTo(AppState& state, std::vector<Effect>& effects) const { held_->ApplyTo(state, effects); }
  // Null when it is another one.
  template <ActionOfKind T>
  [[nodiscard]] const T* As() const {
    const auto* value = dynamic_cast<const Value<T>*>(held_.get());
    return value == nullptr ? nullptr : &value->value;
  }

 private:
  struct Held {
    Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    virtual ~Held() = default;
    virtual void ApplyTo(AppState& state, std::vector<Effect>& effects) const = 0;
  };
  template <typename T>
  struct Value final : Held {
    explicit Value(T v) : value(std::move(v)) {}
    void ApplyTo(AppState& state, std::vector<Effect>& effects) const override {
      value.ApplyTo(state, effects);
    }
    T value;
  };
  std::shared_ptr<const Held> held_;
};

}  // namespace action
}  // namespace ringscope
