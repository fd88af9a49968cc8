#pragma once

#include <functional>
#include <memory>
#include <typeinfo>
#include <utility>
#include <vector>

#include "app/core/task.h"

namespace ringscope {

using VisitTask = std::function<void(AnyTask&)>;

// Values of single rooms (folders of app/) in a part of the state: at most one of each type, which its room
// alone knows. A value that was never written equals a default-made one. Copies are independent. A type with
// tasks lists them: `void VisitTasks(auto&& visit) { visit(task); visit(sort); }`.
class Slots {
 public:
  Slots() = default;
  Slots(const Slots& other) {
    for (const auto& held : other.values_) values_.push_back(held->Copy());
  }
  Slots(Slots&&) = default;
  Slots& operator=(Slots other) {
    values_ = std::move(other.values_);
    return *this;
  }
  ~Slots() = default;

  template <typename T>
  [[nodiscard]] const T& Get() const {
    static const T kNone;
    const T* found = Find<T>();
    return found == nullptr ? kNone : *found;
  }
  // Makes a missing value. The reference is valid as long as the slots live: later values do not move it.
  template <typename T>
  [[nodiscard]] T& Get() {
    if (T* found = Find<T>()) return *found;
    auto made = std::make_unique<Value<T>>();
    T& value = made->value;
    values_.push_back(std::move(made));
    return value;
  }

  void ForEachTask(const VisitTask& visit) {
    for (const auto& held : values_) held->ForEachTask(visit);
  }

 private:
  struct Held {
    explicit Held(const std::type_info& of) : type(&of) {}
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    virtual ~Held() = default;
    [[nodiscard]] virtual std::unique_ptr<Held> Copy() const = 0;
    virtual void ForEachTask(const VisitTask& visit) = 0;
    const std::type_info* type;
  };
  template <typename T>
  struct Value final : Held {
    explicit Value(T of = {}) : Held(typeid(T)), value(std::move(of)) {}
    [[nodiscard]] std::unique_ptr<Held> Copy() const override { return std::make_unique<Value>(value); }
    void ForEachTask(const VisitTask& visit) override {
      if constexpr (requires { value.VisitTasks(visit); }) value.VisitTasks(visit);
    }
    T value;
  };
  template <typename T>
  [[nodiscard]] T* Find() const {
    for (const auto& held : values_) {
      if (*held->type == typeid(T)) return &static_cast<Value<T>*>(held.get())->value;
    }
    return nullptr;
  }

  std::vector<std::unique_ptr<Held>> values_;
};

}  // namespace ringscope
