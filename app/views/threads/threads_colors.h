#pragma once

#include <optional>
#include <string>
#include <vector>

#include "renderer/color/chart_colors.h"
#include "renderer/color/group_tones.h"

namespace ringscope::threads {

// What groups of frames are drawn in, as in the rings of the same tree. Not thread-safe.
class ThreadColors {
 public:
  // About a millisecond.
  ThreadColors(CctPtr tree, ColorMode mode, Theme theme);
  // Of a frame that stands for its group.
  [[nodiscard]] Color Of(FrameId frame);
  [[nodiscard]] std::string NameOf(FrameId frame);
  // Of a state of threads, which is called so; `number`: of all.
  [[nodiscard]] static Color OfState(std::string_view name, size_t number, Theme theme);

  [[nodiscard]] bool AreOf(const CctPtr& tree, ColorMode mode, Theme theme) const {
    return tree == tree_ && mode == mode_ && theme == theme_;
  }
  [[nodiscard]] Theme theme() const { return theme_; }

 private:
  CctPtr tree_;
  ColorMode mode_;
  Theme theme_;
  ChartColors colors_;
  GroupTones tones_;
};

}  // namespace ringscope::threads
