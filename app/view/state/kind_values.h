#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace ringscope {

struct ViewKind;
// The kind of new views: the first of the table.
[[nodiscard]] const ViewKind* DefaultViewKind();

// Values of the kinds of view in a part of the state: at most one of each type, which only its kind knows.
// Copies are cheap and independent, and a missing value equals a default-made one.
class KindValues {
 public:
  template <typename T>
  [[nodiscard]] const T& Get() const {
    for (const auto& held : values_) {
      if (const auto* value = dynamic_cast<const Value<T>*>(held.get())) return value->value;
    }
    static const T kNone;
    return kNone;
  }

  template <typename T>
  void Set(T value) {
    auto made = std::make_shared<const Value<T>>(std::move(value));
    for (auto& held : values_) {
      if (dynamic_cast<const Value<T>*>(held.get()) == nullptr) continue;
      held = std::move(made);
      return;
    }
    values_.push_back(std::move(made));
  }

  friend bool operator==(const KindValues& a, const KindValues& b) { return a.IsIn(b) && b.IsIn(a); }

 private:
  struct Held {
    Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    virtual ~Held() = default;
    [[nodiscard]] virtual bool IsIn(const KindValues& values) const = 0;
  };
  template <typename T>
  struct Value final : Held {
    explicit Value(T v) : value(std::move(v)) {}
    [[nodiscard]] bool IsIn(const KindValues& values) const override { return values.Get<T>() == value; }
    T value;
  };
  [[nodiscard]] bool IsIn(const KindValues& other) const {
    return std::ranges::all_of(values_, [&](const auto& held) { return held->IsIn(other); });
  }

  std::vector<std::shared_ptr<const Held>> values_;
};

// The values that a kind saves of a view: those of the place in its history, and of its pane.
struct SavedKind {
  KindValues place, pane;
  friend bool operator==(const SavedKind&, const SavedKind&) = default;
};

}  // namespace ringscope
