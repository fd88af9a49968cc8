#include "app/widgets/icons.h"

#include <initializer_list>

namespace ringscope {
namespace {

// Strokes in a square from -1 to 1.
struct Pen {
  ImDrawList& list;
  ImVec2 center;
  float half;
  ImU32 color;
  float thickness;

  [[nodiscard]] ImVec2 At(float x, float y) const { return {center.x + x * half, center.y + y * half}; }
  void Line(std::initializer_list<ImVec2> points, bool closed = false) const {
    for (const ImVec2& point : points) list.PathLineTo(At(point.x, point.y));
    list.PathStroke(color, closed ? ImDrawFlags_Closed : ImDrawFlags_None, thickness);
  }
  void Circle(float x, float y, float radius) const {
    list.AddCircle(At(x, y), radius * half, color, 0, thickness);
  }
  void Dot(float x, float y, float radius) const { list.AddCircleFilled(At(x, y), radius * half, color); }
};

}  // namespace

void DrawIcon(ImDrawList& list, Icon icon, ImVec2 center, float size, ImU32 color) {
  const Pen pen{list, center, size / 2, color, size / 11};
  switch (icon) {
    case Icon::kBack:
      pen.Line({{0.7f, 0}, {-0.7f, 0}});
      pen.Line({{-0.1f, -0.6f}, {-0.7f, 0}, {-0.1f, 0.6f}});
      break;
    case Icon::kForward:
      pen.Line({{-0.7f, 0}, {0.7f, 0}});
      pen.Line({{0.1f, -0.6f}, {0.7f, 0}, {0.1f, 0.6f}});
      break;
    case Icon::kUp:
      pen.Line({{0, 0.7f}, {0, -0.7f}});
      pen.Line({{-0.6f, -0.1f}, {0, -0.7f}, {0.6f, -0.1f}});
      break;
    case Icon::kHome:
      // The whole ring.
      pen.Circle(0, 0, 0.78f);
      pen.Dot(0, 0, 0.3f);
      break;
    case Icon::kOpen:
    case Icon::kFolder:
      pen.Line({{-0.8f, 0.6f}, {-0.8f, -0.6f}, {-0.25f, -0.6f}, {0, -0.3f}, {0.8f, -0.3f}, {0.8f, 0.6f}},
               true);
      break;
    case Icon::kFile:
      pen.Line({{-0.55f, -0.8f}, {0.2f, -0.8f}, {0.55f, -0.4f}, {0.55f, 0.8f}, {-0.55f, 0.8f}}, true);
      break;
    case Icon::kTheme:
      pen.Circle(0, 0, 0.72f);
      list.PathArcTo(pen.At(0, 0), 0.72f * pen.half, -1.5708f, 1.5708f);
      list.PathFillConvex(color);
      break;
    case Icon::kHelp:
      list.PathArcTo(pen.At(0, -0.35f), 0.42f * pen.half, -3.0f, 1.2f);
      list.PathLineTo(pen.At(0, 0.3f));
      list.PathStroke(color, ImDrawFlags_None, pen.thickness);
      pen.Dot(0, 0.72f, 0.12f);
      break;
    case Icon::kSearch:
      pen.Circle(-0.15f, -0.15f, 0.52f);
      pen.Line({{0.24f, 0.24f}, {0.75f, 0.75f}});
      break;
    case Icon::kClose:
      pen.Line({{-0.5f, -0.5f}, {0.5f, 0.5f}});
      pen.Line({{0.5f, -0.5f}, {-0.5f, 0.5f}});
      break;
    case Icon::kPrevious:
      pen.Line({{-0.6f, 0.3f}, {0, -0.3f}, {0.6f, 0.3f}});
      break;
    case Icon::kNext:
      pen.Line({{-0.6f, -0.3f}, {0, 0.3f}, {0.6f, -0.3f}});
      break;
    case Icon::kCopy:
      pen.Line({{-0.2f, -0.2f}, {0.7f, -0.2f}, {0.7f, 0.75f}, {-0.2f, 0.75f}}, true);
      pen.Line({{-0.45f, 0.3f}, {-0.7f, 0.3f}, {-0.7f, -0.7f}, {0.25f, -0.7f}, {0.25f, -0.45f}});
      break;
    case Icon::kZoom:
      pen.Circle(0, 0, 0.75f);
      pen.Dot(0, 0, 0.22f);
      pen.Line({{0, -0.4f}, {0, -1}});
      break;
    case Icon::kWarning:
      pen.Line({{0, -0.75f}, {0.85f, 0.7f}, {-0.85f, 0.7f}}, true);
      pen.Line({{0, -0.25f}, {0, 0.2f}});
      pen.Dot(0, 0.45f, 0.09f);
      break;
    case Icon::kMotion:
      pen.Line({{-0.8f, 0.5f}, {-0.2f, 0.5f}, {0.2f, -0.5f}, {0.8f, -0.5f}});
      pen.Dot(-0.8f, 0.5f, 0.16f);
      pen.Dot(0.8f, -0.5f, 0.16f);
      break;
    case Icon::kBeside:
      pen.Line({{-0.8f, -0.65f}, {0.8f, -0.65f}, {0.8f, 0.65f}, {-0.8f, 0.65f}}, true);
      pen.Line({{0, -0.65f}, {0, 0.65f}});
      break;
    case Icon::kLink:
      pen.Circle(-0.38f, 0, 0.42f);
      pen.Circle(0.38f, 0, 0.42f);
      break;
    case Icon::kLens:
      pen.Circle(-0.1f, -0.1f, 0.62f);
      pen.Dot(-0.1f, -0.1f, 0.2f);
      pen.Line({{0.36f, 0.36f}, {0.8f, 0.8f}});
      break;
    case Icon::kTable:
      pen.Line({{-0.8f, -0.65f}, {0.8f, -0.65f}, {0.8f, 0.65f}, {-0.8f, 0.65f}}, true);
      pen.Line({{-0.8f, -0.2f}, {0.8f, -0.2f}});
      pen.Line({{-0.8f, 0.22f}, {0.8f, 0.22f}});
      break;
    case Icon::kFilter:
      pen.Line({{-0.75f, -0.65f},
                {0.75f, -0.65f},
                {0.18f, 0.05f},
                {0.18f, 0.7f},
                {-0.18f, 0.45f},
                {-0.18f, 0.05f}},
               true);
      break;
    case Icon::kPlus:
      pen.Line({{-0.6f, 0}, {0.6f, 0}});
      pen.Line({{0, -0.6f}, {0, 0.6f}});
      break;
    case Icon::kUndo:
      pen.Line({{-0.25f, -0.7f}, {-0.7f, -0.25f}, {-0.25f, 0.2f}});
      pen.Line({{-0.65f, -0.25f}, {0.2f, -0.25f}, {0.6f, 0}, {0.7f, 0.3f}, {0.55f, 0.65f}});
      break;
    case Icon::kRedo:
      pen.Line({{0.25f, -0.7f}, {0.7f, -0.25f}, {0.25f, 0.2f}});
      pen.Line({{0.65f, -0.25f}, {-0.2f, -0.25f}, {-0.6f, 0}, {-0.7f, 0.3f}, {-0.55f, 0.65f}});
      break;
    case Icon::kPaste:
      pen.Line(
          {{-0.3f, -0.6f}, {-0.65f, -0.6f}, {-0.65f, 0.8f}, {0.65f, 0.8f}, {0.65f, -0.6f}, {0.3f, -0.6f}});
      pen.Line({{-0.3f, -0.8f}, {0.3f, -0.8f}, {0.3f, -0.4f}, {-0.3f, -0.4f}}, true);
      break;
    case Icon::kLegend:
      for (const float y : {-0.6f, 0.0f, 0.6f}) {
        pen.Dot(-0.6f, y, 0.17f);
        pen.Line({{-0.15f, y}, {0.8f, y}});
      }
      break;
    case Icon::kMore:
      pen.Line({{-0.45f, -0.2f}, {0, 0.25f}, {0.45f, -0.2f}});
      break;
  }
}

}  // namespace ringscope
