#pragma once

#include <type_traits>
#include <utility>

#include "app/core/effect.h"
#include "app/core/settings.h"
#include "app/view/state/app_state.h"

namespace ringscope::action {

// Changes a setting and has it saved, unless the setting has that value already.
template <typename T>
void ChangeSetting(AppState& state, T Settings::*setting, const std::type_identity_t<T>& value,
                   Effects& effects) {
  if (state.settings.*setting == value) return;
  state.settings.*setting = value;
  effects.push_back(effect::SaveSettings{state.settings});
}

// The action that does no more than that.
template <typename T, T Settings::*kSetting>
struct Change {
  explicit Change(T to) : value(std::move(to)) {}
  T value;
};
template <typename T, T Settings::*kSetting>
void Do(AppState& state, const Change<T, kSetting>& change, Effects& effects) {
  ChangeSetting(state, kSetting, change.value, effects);
}

}  // namespace ringscope::action
