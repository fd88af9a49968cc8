#include "app/widgets/icons.h"

#include <initializer_list>

namespace ringscope {
namespace {

// A part of an icon, in a square from -1 to 1: a line through points, open or closed, or a circle about one.
enum IconShape : uint8_t { kStroke, kOutline, kRing, kDisc };
struct IconPoint {
  float x, y;
};
struct IconPart {
  Icon icon;
  IconShape shape;
  std::initializer_list<IconPoint> points;
  float radius = 0;
};
constexpr IconPart kIconParts[] = {
    {Icon::kBack, kStroke, {{0.7f, 0}, {-0.7f, 0}}},
    {Icon::kBack, kStroke, {{-0.1f, -0.6f}, {-0.7f, 0}, {-0.1f, 0.6f}}},
    {Icon::kForward, kStroke, {{-0.7f, 0}, {0.7f, 0}}},
    {Icon::kForward, kStroke, {{0.1f, -0.6f}, {0.7f, 0}, {0.1f, 0.6f}}},
    {Icon::kUp, kStroke, {{0, 0.7f}, {0, -0.7f}}},
    {Icon::kUp, kStroke, {{-0.6f, -0.1f}, {0, -0.7f}, {0.6f, -0.1f}}},
    {Icon::kHome, kRing, {{0, 0}}, 0.78f},  // The whole ring.
    {Icon::kHome, kDisc, {{0, 0}}, 0.3f},
    {Icon::kOpen,
     kOutline,
     {{-0.8f, 0.6f}, {-0.8f, -0.6f}, {-0.25f, -0.6f}, {0, -0.3f}, {0.8f, -0.3f}, {0.8f, 0.6f}}},
    {Icon::kFile, kOutline, {{-0.55f, -0.8f}, {0.2f, -0.8f}, {0.55f, -0.4f}, {0.55f, 0.8f}, {-0.55f, 0.8f}}},
    {Icon::kTheme, kRing, {{0, 0}}, 0.72f},
    {Icon::kHelp, kDisc, {{0, 0.72f}}, 0.12f},
    {Icon::kSearch, kRing, {{-0.15f, -0.15f}}, 0.52f},
    {Icon::kSearch, kStroke, {{0.24f, 0.24f}, {0.75f, 0.75f}}},
    {Icon::kClose, kStroke, {{-0.5f, -0.5f}, {0.5f, 0.5f}}},
    {Icon::kClose, kStroke, {{0.5f, -0.5f}, {-0.5f, 0.5f}}},
    {Icon::kPrevious, kStroke, {{-0.6f, 0.3f}, {0, -0.3f}, {0.6f, 0.3f}}},
    {Icon::kNext, kStroke, {{-0.6f, -0.3f}, {0, 0.3f}, {0.6f, -0.3f}}},
    {Icon::kCopy, kOutline, {{-0.2f, -0.2f}, {0.7f, -0.2f}, {0.7f, 0.75f}, {-0.2f, 0.75f}}},
    {Icon::kCopy, kStroke, {{-0.45f, 0.3f}, {-0.7f, 0.3f}, {-0.7f, -0.7f}, {0.25f, -0.7f}, {0.25f, -0.45f}}},
    {Icon::kZoom, kRing, {{0, 0}}, 0.75f},
    {Icon::kZoom, kDisc, {{0, 0}}, 0.22f},
    {Icon::kZoom, kStroke, {{0, -0.4f}, {0, -1}}},
    {Icon::kWarning, kOutline, {{0, -0.75f}, {0.85f, 0.7f}, {-0.85f, 0.7f}}},
    {Icon::kWarning, kStroke, {{0, -0.25f}, {0, 0.2f}}},
    {Icon::kWarning, kDisc, {{0, 0.45f}}, 0.09f},
    {Icon::kSave, kStroke, {{0, -0.8f}, {0, 0.25f}}},  // Down into a tray.
    {Icon::kSave, kStroke, {{-0.45f, -0.2f}, {0, 0.25f}, {0.45f, -0.2f}}},
    {Icon::kSave, kStroke, {{-0.75f, 0.25f}, {-0.75f, 0.75f}, {0.75f, 0.75f}, {0.75f, 0.25f}}},
    {Icon::kSettings, kStroke, {{-0.8f, -0.5f}, {0.8f, -0.5f}}},  // Sliders.
    {Icon::kSettings, kDisc, {{0.3f, -0.5f}}, 0.24f},
    {Icon::kSettings, kStroke, {{-0.8f, 0.5f}, {0.8f, 0.5f}}},
    {Icon::kSettings, kDisc, {{-0.3f, 0.5f}}, 0.24f},
    {Icon::kCommand, kStroke, {{-0.75f, -0.55f}, {-0.15f, 0}, {-0.75f, 0.55f}}},  // A prompt.
    {Icon::kCommand, kStroke, {{0.1f, 0.6f}, {0.8f, 0.6f}}},
    {Icon::kBeside, kOutline, {{-0.8f, -0.65f}, {0.8f, -0.65f}, {0.8f, 0.65f}, {-0.8f, 0.65f}}},
    {Icon::kBeside, kStroke, {{0, -0.65f}, {0, 0.65f}}},
    {Icon::kLink, kRing, {{-0.38f, 0}}, 0.42f},
    {Icon::kLink, kRing, {{0.38f, 0}}, 0.42f},
    {Icon::kLens, kRing, {{-0.1f, -0.1f}}, 0.62f},
    {Icon::kLens, kDisc, {{-0.1f, -0.1f}}, 0.2f},
    {Icon::kLens, kStroke, {{0.36f, 0.36f}, {0.8f, 0.8f}}},
    {Icon::kTable, kOutline, {{-0.8f, -0.65f}, {0.8f, -0.65f}, {0.8f, 0.65f}, {-0.8f, 0.65f}}},
    {Icon::kTable, kStroke, {{-0.8f, -0.2f}, {0.8f, -0.2f}}},
    {Icon::kTable, kStroke, {{-0.8f, 0.22f}, {0.8f, 0.22f}}},
    {Icon::kFilter,
     kOutline,
     {{-0.75f, -0.65f}, {0.75f, -0.65f}, {0.18f, 0.05f}, {0.18f, 0.7f}, {-0.18f, 0.45f}, {-0.18f, 0.05f}}},
    {Icon::kPlus, kStroke, {{-0.6f, 0}, {0.6f, 0}}},
    {Icon::kPlus, kStroke, {{0, -0.6f}, {0, 0.6f}}},
    {Icon::kUndo, kStroke, {{-0.25f, -0.7f}, {-0.7f, -0.25f}, {-0.25f, 0.2f}}},
    {Icon::kUndo, kStroke, {{-0.65f, -0.25f}, {0.2f, -0.25f}, {0.6f, 0}, {0.7f, 0.3f}, {0.55f, 0.65f}}},
    {Icon::kRedo, kStroke, {{0.25f, -0.7f}, {0.7f, -0.25f}, {0.25f, 0.2f}}},
    {Icon::kRedo, kStroke, {{0.65f, -0.25f}, {-0.2f, -0.25f}, {-0.6f, 0}, {-0.7f, 0.3f}, {-0.55f, 0.65f}}},
    {Icon::kPaste,
     kStroke,
     {{-0.3f, -0.6f}, {-0.65f, -0.6f}, {-0.65f, 0.8f}, {0.65f, 0.8f}, {0.65f, -0.6f}, {0.3f, -0.6f}}},
    {Icon::kPaste, kOutline, {{-0.3f, -0.8f}, {0.3f, -0.8f}, {0.3f, -0.4f}, {-0.3f, -0.4f}}},
    {Icon::kLegend, kDisc, {{-0.6f, -0.6f}}, 0.17f},
    {Icon::kLegend, kStroke, {{-0.15f, -0.6f}, {0.8f, -0.6f}}},
    {Icon::kLegend, kDisc, {{-0.6f, 0}}, 0.17f},
    {Icon::kLegend, kStroke, {{-0.15f, 0}, {0.8f, 0}}},
    {Icon::kLegend, kDisc, {{-0.6f, 0.6f}}, 0.17f},
    {Icon::kLegend, kStroke, {{-0.15f, 0.6f}, {0.8f, 0.6f}}},
    {Icon::kMore, kStroke, {{-0.45f, -0.2f}, {0, 0.25f}, {0.45f, -0.2f}}},
};

}  // namespace

void DrawIcon(ImDrawList& list, Icon icon, ImVec2 center, float size, ImU32 color) {
  const float half = size / 2, thickness = size / 11;
  const auto at = [&](IconPoint point) {
    return ImVec2{center.x + point.x * half, center.y + point.y * half};
  };
  for (const IconPart& part : kIconParts) {
    if (part.icon != icon && !(part.icon == Icon::kOpen && icon == Icon::kFolder)) continue;
    const ImVec2 first = at(*part.points.begin());
    if (part.shape == kRing) {
      list.AddCircle(first, part.radius * half, color, 0, thickness);
    } else if (part.shape == kDisc) {
      list.AddCircleFilled(first, part.radius * half, color);
    } else {
      for (const IconPoint& point : part.points) list.PathLineTo(at(point));
      list.PathStroke(color, part.shape == kOutline ? ImDrawFlags_Closed : ImDrawFlags_None, thickness);
    }
  }
  if (icon == Icon::kTheme) {
    list.PathArcTo(center, 0.72f * half, -1.5708f, 1.5708f);
    list.PathFillConvex(color);
  } else if (icon == Icon::kHelp) {
    list.PathArcTo(at({0, -0.35f}), 0.42f * half, -3.0f, 1.2f);
    list.PathLineTo(at({0, 0.3f}));
    list.PathStroke(color, ImDrawFlags_None, thickness);
  }
}

}  // namespace ringscope
