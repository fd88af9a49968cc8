#pragma once

#include <imgui.h>

#include <cstdint>

namespace ringscope {

// Small line drawings, made of a few strokes, so that no icon font is needed and every scale is sharp.
enum class Icon : uint8_t {
  kBack,
  kForward,
  kUp,
  kHome,
  kOpen,
  kTheme,
  kHelp,
  kSearch,
  kClose,
  kPrevious,
  kNext,
  kCopy,
  kZoom,
  kFolder,
  kFile,
  kWarning,
  kSave,
  kSettings,
  kCommand,
  kBeside,
  kLink,
  kLens,
  kTable,
  kFilter,
  kPlus,
  kUndo,
  kRedo,
  kPaste,
  kMore,
  kLegend
};

// Draws the icon in a square of `size` around `center`.
void DrawIcon(ImDrawList& list, Icon icon, ImVec2 center, float size, ImU32 color);

}  // namespace ringscope
