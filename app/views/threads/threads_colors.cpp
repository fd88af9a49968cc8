#include "app/views/threads/threads_colors.h"

#include <array>
#include <utility>

#include "app/core/display_text.h"
#include "cct/names/shown_name.h"
#include "renderer/color/palette.h"

namespace ringscope::threads {
namespace {

// How much functions of one group differ where the tones of groups are near each other, as in the rings.
constexpr double kVariation = 0.5;

}  // namespace

ThreadColors::ThreadColors(CctPtr tree, ColorMode mode, Theme theme)
    : tree_(std::move(tree)),
      mode_(mode),
      theme_(theme),
      colors_(*tree_, theme, {.mode = mode}),
      tones_(colors_.ranks(), mode, nullptr) {}

Color ThreadColors::Of(FrameId frame) {
  const uint32_t group = colors_.groups().Of(frame);
  if (mode_ != ColorMode::kFunction) return colors_.GroupColor(group);
  const Frame its = tree_->frames()[frame];
  const std::string_view text = colors_.groups()[group].text;
  if (text.empty()) return FrameColor({.name = its.name, .kind = its.kind}, theme_);
  const auto [tone, is_full] = tones_.Of(text, theme_);
  return ColorInGroup(its, tone, is_full ? 1 : kVariation);
}

std::string ThreadColors::NameOf(FrameId frame) {
  if (mode_ == ColorMode::kFunction) return DisplayText(ShownName(tree_->frames().name(frame)));
  const std::string_view text = colors_.groups()[colors_.groups().Of(frame)].text;
  return text.empty() ? "(unknown)" : DisplayText(text);
}

Color ThreadColors::OfState(std::string_view name, size_t number, Theme theme) {
  constexpr std::array<std::string_view, 7> kResting{"SLEEP", "WAIT",  "PARK", "IDLE",
                                                     "BLOCK", "sleep", "wait"};
  for (const std::string_view word : kResting) {
    if (name.find(word) != std::string_view::npos)
      return SrgbFromOkLch(MutedTone(static_cast<uint32_t>(number % kMutedToneCount), theme));
  }
  return GroupColors(theme)[number % GroupColors(theme).size()];
}

}  // namespace ringscope::threads
