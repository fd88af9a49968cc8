#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/view/state/app_state.h"

namespace ringscope {

// One form to save; choosing it changes the name's ending.
struct SaveChoice {
  std::string ending;       // ".png"
  std::string title;        // "Picture"
  std::string description;  // "PNG, as large as the chart"
};

// What the save dialog offers.
struct SaveModel {
  std::vector<SaveChoice> choices;
  std::filesystem::path suggestion;  // folder and name of the profile, with the first choice's ending
};

[[nodiscard]] SaveModel BuildSaveModel(const AppState& state);

// What would be saved, in a sentence or two: the size of a picture, the stack, what a format does not keep.
// `scale`: pixels a unit of the user interface.
[[nodiscard]] std::string SaveDetail(const AppState& state, std::string_view name, bool has_caption, float scale);

// Whether the name is that of a picture, which may have a caption.
[[nodiscard]] bool IsPictureName(const std::filesystem::path& path);

// The choice whose ending `name` has, the longest such ending; choices.size() if `name` has no known ending.
[[nodiscard]] size_t ChoiceOf(const SaveModel& model, std::string_view name);

// `name` with the ending of a choice in place of its own.
[[nodiscard]] std::string WithEnding(const SaveModel& model, std::string_view name, size_t choice);

}  // namespace ringscope
