#include "renderer/diagram/diagram.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace ringscope {
namespace {

// How far a loop, or an edge upwards, stands out beside a box.
constexpr double kAside = 6;
// How far a bar below a box reaches beyond each side of it, and how far below the box it lies.
constexpr double kBarBeyond = 4, kBarBelow = 2.5;

double MiddleX(const DiagramBox& box) { return box.place.x + box.size.width / 2; }
double MiddleY(const DiagramBox& box) { return box.place.y + box.size.height / 2; }
double Bottom(const DiagramBox& box) { return box.place.y + box.size.height; }
double Right(const DiagramBox& box) { return box.place.x + box.size.width; }

void AddLine(const DiagramEdge& edge, PlanePoint from, PlanePoint to, ShapeBatch& batch) {
  batch.lines.push_back({from.x, from.y, to.x, to.y, edge.color, edge.width_px});
}

// The line beside a column that was drawn last, and how far down.
struct DrawnLine {
  uint32_t from = kNoBox;
  double x = 0, top = 0, bottom = 0;
  [[nodiscard]] bool IsSame(const DrawnLine& other) const {
    // Places of one line are sums of different numbers.
    const double most = 1e-6 + 1e-9 * std::abs(x);
    return from == other.from && std::abs(x - other.x) <= most && std::abs(top - other.top) <= most;
  }
};

void AddEdge(const DiagramEdge& edge, const DiagramBox& from, const DiagramBox& to, bool has_gaps,
             ShapeBatch& batch, DrawnLine* drawn = nullptr) {
  const double below = has_gaps ? from.edges_below : 0, above = has_gaps ? to.edges_above : 0;
  if (&from == &to) {
    const double right = Right(from), aside = right + kAside, middle = MiddleY(from), end = middle + kAside;
    AddLine(edge, {right, middle}, {aside, middle}, batch);
    AddLine(edge, {aside, middle}, {aside, end}, batch);
    AddLine(edge, {aside, end}, {right, end}, batch);
  } else if (to.place.y >= Bottom(from)) {
    if (to.edges_by) {
      const double x = to.place.x + to.edges_by->x, y = to.place.y + to.edges_by->y, middle = MiddleY(to);
      const DrawnLine line{edge.from, x, y, middle};
      if (drawn != nullptr && line.IsSame(*drawn)) {
        // Draws only the part that is missing: otherwise each edge of a column would cover its line once
        // more.
        if (middle > drawn->bottom) AddLine(edge, {x, drawn->bottom}, {x, middle}, batch);
      } else {
        AddLine(edge, {MiddleX(from), std::min(Bottom(from) + below, y)}, {x, y}, batch);
        AddLine(edge, {x, y}, {x, middle}, batch);
      }
      if (drawn != nullptr) *drawn = line;
      AddLine(edge, {x, middle}, {x < MiddleX(to) ? to.place.x : Right(to), middle}, batch);
      return;
    }
    const double end = std::max(to.place.y - above, Bottom(from));
    AddLine(edge, {MiddleX(from), std::min(Bottom(from) + below, end)}, {MiddleX(to), end}, batch);
  } else {
    const bool is_left = MiddleX(to) < MiddleX(from);
    AddLine(edge, {is_left ? from.place.x : Right(from), MiddleY(from)},
            {is_left ? Right(to) : to.place.x, MiddleY(to)}, batch);
  }
}

}  // namespace

ShapeBatch ShapesOf(const Diagram& diagram, bool has_gaps) {
  ShapeBatch batch;
  batch.lines_below = true;
  batch.rects.reserve(diagram.boxes.size());
  batch.lines.reserve(diagram.edges.size());
  batch.texts.reserve(
      static_cast<size_t>(std::count_if(diagram.boxes.begin(), diagram.boxes.end(), HasTextOf)));
  for (const DiagramBox& box : diagram.boxes) {
    batch.rects.push_back({box.place.x, box.place.y, box.size.width, box.size.height, box.fill, box.border,
                           box.border_px, box.context, box.function, box.hatch});
    if (box.bar_px > 0)
      batch.lines.push_back({box.place.x - kBarBeyond, Bottom(box) + kBarBelow, Right(box) + kBarBeyond,
                             Bottom(box) + kBarBelow, box.border, box.bar_px});
    if (!HasTextOf(box)) continue;
    batch.texts.push_back({.x = box.place.x + box.label_place.x,
                           .y = box.place.y + box.label_place.y,
                           .width = box.label_size.width,
                           .height = box.label_size.height,
                           .align = box.label_align,
                           .size_px = box.label_px,
                           .color = box.label_color,
                           .text = box.label,
                           .is_plain = box.is_plain,
                           .rect = static_cast<uint32_t>(batch.rects.size() - 1)});
  }
  DrawnLine drawn;
  for (const DiagramEdge& edge : diagram.edges) {
    if (!edge.is_gathered && edge.from < diagram.boxes.size() && edge.to < diagram.boxes.size())
      AddEdge(edge, diagram.boxes[edge.from], diagram.boxes[edge.to], has_gaps, batch, &drawn);
  }
  return batch;
}

void AddEdgeShapes(const Diagram& diagram, const DiagramEdge& edge, ShapeBatch& batch, bool has_gaps) {
  if (edge.from < diagram.boxes.size() && edge.to < diagram.boxes.size())
    AddEdge(edge, diagram.boxes[edge.from], diagram.boxes[edge.to], has_gaps, batch);
}

Diagram Between(const Diagram& from, const Diagram& to, double progress) {
  if (!(progress < 1)) return to;
  const double part = std::max(progress, 0.0);
  std::unordered_map<uint64_t, size_t> before;
  for (size_t k = 0; k < from.boxes.size(); ++k) before.emplace(from.boxes[k].key, k);
  Diagram between = to;
  const auto mix = [part](double a, double b) { return a + (b - a) * part; };
  for (DiagramBox& box : between.boxes) {
    const auto found = before.find(box.key);
    DiagramBox begin = found != before.end() ? from.boxes[found->second] : box;
    if (found == before.end()) {
      begin.place.x = MiddleX(box);
      begin.size = {};
    }
    box.place = {mix(begin.place.x, box.place.x), mix(begin.place.y, box.place.y)};
    box.size = {mix(begin.size.width, box.size.width), mix(begin.size.height, box.size.height)};
    box.label_place = {mix(begin.label_place.x, box.label_place.x),
                       mix(begin.label_place.y, box.label_place.y)};
  }
  return between;
}

}  // namespace ringscope
