#pragma once

#include <memory>
#include <utility>

#include "app/colors/colors_actions.h"
#include "app/commands/commands_actions.h"
#include "app/compare/compare_actions.h"
#include "app/core/core_actions.h"
#include "app/documents/documents_actions.h"
#include "app/lighting/lighting_actions.h"
#include "app/panes/panes_actions.h"
#include "app/recording/recording_actions.h"
#include "app/saving/saving_actions.h"
#include "app/search/search_actions.h"
#include "app/settings/settings_actions.h"
#include "app/source/source_actions.h"
#include "app/steps/steps_actions.h"
#include "app/tables/tables_actions.h"
#include "app/timeline/timeline_actions.h"
#include "app/view/view_actions.h"
#include "app/window/window_actions.h"

namespace ringscope {

// A value is an action where a function Do() says what it does to the state: one of the features', which are
// included above, or one in the namespace of the value. So kinds of view have actions that only they know.
namespace apply {
template <typename T>
concept HasDo = requires(AppState& state, const T& one, Effects& effects) { Do(state, one, effects); };
}  // namespace apply

// Any action. Immutable and cheap to copy: copies share the value.
class Action {
 public:
  template <apply::HasDo T>
  Action(T value)  // NOLINT: meant to convert
      : held_(std::make_shared<const Value<T>>(std::move(value))) {}

  void ApplyTo(AppState& state, apply::Effects& effects) const { held_->ApplyTo(state, effects); }

  // Null when it is another one. Valid as long as a copy of this lives.
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
    virtual void ApplyTo(AppState& state, apply::Effects& effects) const = 0;
  };
  template <typename T>
  struct Value final : Held {
    explicit Value(T v) : value(std::move(v)) {}
    void ApplyTo(AppState& state, apply::Effects& effects) const override {
      using apply::Do;
      Do(state, value, effects);
    }
    T value;
  };

  std::shared_ptr<const Held> held_;
};

}  // namespace ringscope
