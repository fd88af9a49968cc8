#include "app/charts/diagram/callouts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

// The most candidates and the most callouts, of boxes and of frames each, in a view of kCommonAreaPx; a
// larger view has up to kMostTimes as many.
constexpr size_t kMostBoxes = 60, kMostCallouts = 24;
constexpr double kCommonAreaPx = 1440 * 900, kMostTimes = 2.5;
// A longer line crosses no box.
constexpr double kMostCrossingPx = 36;
constexpr float kTextPx = 11, kMostWidthPx = 190, kBesidePx = 5, kPaddingPx = 3, kHalfHeightPx = 8;
// A smaller box, unless it is among the weightiest of all, has no callout, and callouts may cover it.
constexpr float kLeastAreaPx = 30;
constexpr double kLinePx[] = {14, 24, 36, 50, 70};
// A box of less than this part of the largest weight in sight shows its name only under the pointer.
constexpr double kLeastPart = 0.005;

PlaneBox SeenBox(const DiagramBox& box, const PlaneCamera& camera) {
  return {camera.ViewX(box.place.x), camera.ViewY(box.place.y), camera.ViewX(box.place.x + box.size.width),
          camera.ViewY(box.place.y + box.size.height)};
}

PlaneBox Common(const PlaneBox& a, const PlaneBox& b) {
  return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right),
          std::min(a.bottom, b.bottom)};
}

struct ByWeight {
  const Diagram& diagram;
  bool operator()(uint32_t a, uint32_t b) const {
    const double x = diagram.boxes[a].weight, y = diagram.boxes[b].weight;
    return x != y ? x > y : a < b;
  }
};

bool MayBeNamed(const DiagramBox& box) { return box.weight > 0 && !box.label.empty(); }

void KeepWeightiest(const Diagram& diagram, size_t most, std::vector<uint32_t>& boxes) {
  most = std::min(boxes.size(), most);
  std::partial_sort(boxes.begin(), boxes.begin() + static_cast<ptrdiff_t>(most), boxes.end(),
                    ByWeight{diagram});
  boxes.resize(most);
}

// The taken places of a view, in its pixels. The cost of a query depends only on the places near its area.
class TakenPlaces {
 public:
  enum class Kind : uint8_t { kText, kBox, kFrame };

  TakenPlaces(double width_px, double height_px)
      : columns_(static_cast<size_t>(width_px / kCellPx) + 1),
        rows_(static_cast<size_t>(height_px / kCellPx) + 1),
        cells_(columns_ * rows_) {}

  // `box`: the number of a frame, which is a box that holds others. Names of the boxes in a frame may lie
  // inside it, but not on its edge.
  void Take(const PlaneBox& area, Kind kind, uint32_t box = 0) {
    if (area.empty()) return;
    const auto number = static_cast<uint32_t>(places_.size());
    places_.push_back({area, kind, box});
    (void)AnyCell(area, [&](size_t cell) {
      cells_[cell].push_back(number);
      return false;
    });
  }

  // Whether no place of this kind touches the area.
  [[nodiscard]] bool IsFreeOf(Kind kind, const PlaneBox& area) const {
    return HasNone(area, [&](const Place& place) { return place.kind == kind; });
  }
  // Whether no text, box or frame lies in the area, except frames that hold both the area and `from`.
  [[nodiscard]] bool IsFree(const PlaneBox& area, const PlaneBox& from) const {
    return HasNone(area, [&](const Place& place) {
      return place.kind != Kind::kFrame || !place.area.Holds(from) || !place.area.Holds(area);
    });
  }
  // The smallest frame that holds the area.
  [[nodiscard]] std::optional<uint32_t> FrameAround(const PlaneBox& area) const {
    std::optional<uint32_t> found;
    double least = std::numeric_limits<double>::infinity();
    for (const uint32_t number : cells_[CellAt(area.top, rows_) * columns_ + CellAt(area.left, columns_)]) {
      const Place& place = places_[number];
      if (place.kind != Kind::kFrame || !place.area.Holds(area)) continue;
      const double size = (place.area.right - place.area.left) * (place.area.bottom - place.area.top);
      if (size < least) found = place.box;
      least = std::min(least, size);
    }
    return found;
  }

 private:
  static constexpr double kCellPx = 48;
  struct Place {
    PlaneBox area;
    Kind kind = Kind::kText;
    uint32_t box = 0;  // of a frame
  };

  [[nodiscard]] static size_t CellAt(double at_px, size_t count) {
    const double cell = at_px / kCellPx;
    return cell > 0 ? static_cast<size_t>(std::min(cell, static_cast<double>(count - 1))) : 0;
  }
  // Whether `is_it` holds for one of the cells that the area touches.
  template <typename IsIt>
  [[nodiscard]] bool AnyCell(const PlaneBox& area, IsIt is_it) const {
    const size_t left = CellAt(area.left, columns_), right = CellAt(area.right, columns_),
                 bottom = CellAt(area.bottom, rows_);
    for (size_t row = CellAt(area.top, rows_); row <= bottom; ++row) {
      for (size_t column = left; column <= right; ++column) {
        if (is_it(row * columns_ + column)) return true;
      }
    }
    return false;
  }
  // Whether `is_taken` is false for all places that touch the area.
  template <typename IsTaken>
  [[nodiscard]] bool HasNone(const PlaneBox& area, IsTaken is_taken) const {
    return !AnyCell(area, [&](size_t cell) {
      return std::ranges::any_of(cells_[cell], [&](uint32_t number) {
        return places_[number].area.Touches(area) && is_taken(places_[number]);
      });
    });
  }

  size_t columns_, rows_;
  std::vector<Place> places_;
  std::vector<std::vector<uint32_t>> cells_;  // row by row: the places that touch each cell
};

// The area of a name, and the line to it, if any.
struct Callout {
  PlaneBox area;
  std::optional<PlacedStroke> line;
};

class Callouts {
 public:
  Callouts(const DiagramNames& names, const ShapeBatch& batch, const PlaneCamera& camera,
           PlacedShapes& placed)
      : diagram_(names.diagram),
        camera_(camera),
        scale_(names.scale),
        palette_(PaletteOf(names.theme)),
        measure_(names.measure),
        placed_(placed) {
    TakeTexts(batch);
  }

  // The boxes that may have callouts, the weightiest first.
  [[nodiscard]] std::vector<uint32_t> Chosen(std::span<const uint32_t> weightiest) const {
    std::vector<uint32_t> boxes = WeightiestPlaced([&](const PlacedRect& rect) { return IsSeen(rect); });
    boxes.insert(boxes.end(), weightiest.begin(), weightiest.end());
    // If only small boxes are in view, they may have callouts.
    if (std::ranges::none_of(boxes, [&](uint32_t box) {
          return !Common(SeenBox(diagram_.boxes[box], camera_), view_).empty();
        }))
      boxes = WeightiestPlaced([&](const PlacedRect& rect) { return rect.rect < diagram_.boxes.size(); });
    std::ranges::sort(boxes, ByWeight{diagram_});
    boxes.erase(std::unique(boxes.begin(), boxes.end()), boxes.end());
    return boxes;
  }

  void TakeBoxes(std::span<const uint32_t> boxes) {
    const auto take = [&](uint32_t box, const PlaneBox& area) {
      taken_.Take(area, diagram_.boxes[box].is_frame ? Kind::kFrame : Kind::kBox, box);
    };
    for (const uint32_t box : boxes) take(box, SeenBox(diagram_.boxes[box], camera_));
    // Then all other boxes that are large enough to be seen.
    for (const PlacedRect& rect : placed_.rects) {
      if (!IsSeen(rect)) continue;
      take(rect.rect, {static_cast<double>(rect.left_px), static_cast<double>(rect.top_px),
                       static_cast<double>(rect.left_px + rect.width_px),
                       static_cast<double>(rect.top_px + rect.height_px)});
    }
  }

  // Names frames that have room inside first, so that names of the boxes in them need not repeat the frame's
  // name; then all others.
  void Name(std::span<const uint32_t> boxes) {
    for (const bool inside : {true, false}) {
      double of_boxes = 0, of_frames = 0;  // the largest weights so far
      for (const uint32_t number : boxes) {
        const DiagramBox& box = diagram_.boxes[number];
        size_t& named = box.is_frame ? named_frames_ : named_boxes_;
        if (named == Times(kMostCallouts) || (inside && !box.is_frame)) continue;
        double& weightiest = box.is_frame ? of_frames : of_boxes;
        const PlaneBox seen = Common(SeenBox(box, camera_), view_);
        if (seen.empty()) continue;
        weightiest = std::max(weightiest, box.weight);
        // Few boxes have names whatever their weights.
        const bool is_light = boxes.size() > kMostCallouts && box.weight < kLeastPart * weightiest;
        if (!is_labelled_[number] && !is_light && NameOne(number, seen, inside)) ++named;
      }
    }
  }

 private:
  using Kind = TakenPlaces::Kind;

  // The weightiest of the placed boxes and of the placed frames that `wants` accepts and that may have names.
  template <typename Wants>
  [[nodiscard]] std::vector<uint32_t> WeightiestPlaced(const Wants& wants) const {
    std::vector<uint32_t> boxes, frames;
    for (const PlacedRect& rect : placed_.rects) {
      if (wants(rect) && MayBeNamed(diagram_.boxes[rect.rect]))
        (diagram_.boxes[rect.rect].is_frame ? frames : boxes).push_back(rect.rect);
    }
    KeepWeightiest(diagram_, Times(kMostBoxes), boxes);
    KeepWeightiest(diagram_, Times(kMostBoxes), frames);
    boxes.insert(boxes.end(), frames.begin(), frames.end());
    return boxes;
  }

  [[nodiscard]] size_t Times(size_t count) const {
    return static_cast<size_t>(static_cast<double>(count) * times_);
  }

  // The label, behind the name of its frame unless the frame shows it: methods of several classes have equal
  // names.
  [[nodiscard]] std::string FullName(const DiagramBox& box) const {
    if (box.within >= diagram_.boxes.size() || is_labelled_[box.within]) return box.label;
    const std::string& frame = diagram_.boxes[box.within].label;
    return frame.empty() || frame.front() == '(' ? box.label : frame + "." + box.label;
  }

  // True if there was room for the box's name.
  bool NameOne(uint32_t number, const PlaneBox& seen, bool inside) {
    const DiagramBox& box = diagram_.boxes[number];
    const float size_px = kTextPx * scale_, most = kMostWidthPx * scale_;
    const std::string whole = FullName(box);
    const std::string text = box.is_plain ? CutMiddleToFit(whole, most, size_px, measure_)
                                          : ShortenName(whole, most, size_px, measure_);
    if (text.empty()) return false;
    const float width = measure_(text, size_px);
    const BoxSize size{static_cast<double>(width + 2 * kPaddingPx * scale_), Height()};
    const std::optional<Callout> callout =
        inside ? PlaceInside(seen, size) : PlaceOutside(seen, size, !box.is_frame);
    if (!callout) return false;
    is_labelled_[number] = true;
    Add(*callout, text, width);
    return true;
  }

  [[nodiscard]] double Height() const { return static_cast<double>(2 * kHalfHeightPx * scale_); }

  [[nodiscard]] bool IsSeen(const PlacedRect& rect) const {
    return rect.rect < diagram_.boxes.size() &&
           rect.width_px * rect.height_px >= kLeastAreaPx * scale_ * scale_;
  }

  void TakeTexts(const ShapeBatch& batch) {
    const double middle_x = std::floor(static_cast<double>(placed_.width_px) / 2);
    const double middle_y = std::floor(static_cast<double>(placed_.height_px) / 2);
    for (const Label& label : placed_.labels) {
      const uint32_t box = label.piece < batch.texts.size() ? batch.texts[label.piece].rect : kNoShapeRect;
      if (box < is_labelled_.size()) is_labelled_[box] = true;
      const double left = middle_x + static_cast<double>(label.offset_x_px);
      const double middle = middle_y + static_cast<double>(label.offset_y_px);
      const auto half = static_cast<double>(label.size_px) * 0.6;
      taken_.Take({left, middle - half, left + static_cast<double>(label.width_px), middle + half},
                  Kind::kText);
    }
  }

  [[nodiscard]] bool IsFree(const PlaneBox& area, const PlaneBox& seen) const {
    return view_.Holds(area) && taken_.IsFree(area, seen);
  }

  [[nodiscard]] std::optional<Callout> PlaceInside(const PlaneBox& seen, BoxSize size) const {
    const PlaneBox inside{seen.left + 1, seen.top + 1, seen.left + 1 + size.width,
                          seen.top + 1 + size.height};
    if (seen.Holds(inside) && taken_.IsFreeOf(Kind::kText, inside)) return Callout{inside, {}};
    return std::nullopt;
  }

  // The first free area: beside the box, or at the end of a line.
  [[nodiscard]] std::optional<Callout> PlaceOutside(const PlaneBox& seen, BoxSize size,
                                                    bool may_be_away) const {
    const auto beside = static_cast<double>(kBesidePx * scale_);
    const auto at = [&](double left, double middle) {
      return PlaneBox{left, middle - size.height / 2, left + size.width, middle + size.height / 2};
    };
    for (const double part : {0.5, 0.2, 0.8}) {
      const double middle = seen.top + part * (seen.bottom - seen.top);
      for (const double left : {seen.right + beside, seen.left - beside - size.width}) {
        if (IsFree(at(left, middle), seen)) return Callout{at(left, middle), {}};
      }
    }
    return may_be_away ? PlaceOnLine(seen, size, at) : std::nullopt;
  }

  template <typename At>
  [[nodiscard]] std::optional<Callout> PlaceOnLine(const PlaneBox& seen, BoxSize size, const At& at) const {
    std::optional<Callout> over_boxes;  // the first whose line crosses boxes
    const PlanePoint middle{(seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2};
    for (const double line : kLinePx) {
      const double away = line * static_cast<double>(scale_);
      const double right = seen.right + away, left = seen.left - away - size.width,
                   above = seen.top - away - size.height / 2, below = seen.bottom + away + size.height / 2,
                   centered = middle.x - size.width / 2;
      const PlaneBox areas[] = {at(right, above),    at(right, below),   at(right, middle.y),
                                at(left, above),     at(left, below),    at(left, middle.y),
                                at(centered, above), at(centered, below)};
      const bool may_cross = line <= kMostCrossingPx;
      for (const PlaneBox& area : areas) {
        if (!IsFree(area, seen)) continue;
        const PlacedStroke stroke = LineTo(area, seen);
        const Crossed crossed = CrossedBy(stroke, seen);
        if (crossed == Crossed::kNothing) return Callout{area, stroke};
        if (crossed == Crossed::kBoxes && may_cross && !over_boxes) over_boxes = Callout{area, stroke};
      }
    }
    return over_boxes;
  }

  // The line from the box to the nearest point at the edge of its name.
  [[nodiscard]] PlacedStroke LineTo(const PlaneBox& area, const PlaneBox& seen) const {
    const PlanePoint to{(area.left + area.right) / 2, (area.top + area.bottom) / 2};
    const PlanePoint from{std::clamp(to.x, seen.left, seen.right), std::clamp(to.y, seen.top, seen.bottom)};
    return {static_cast<float>(from.x),
            static_cast<float>(from.y),
            static_cast<float>(std::clamp(from.x, area.left, area.right)),
            static_cast<float>(std::clamp(from.y, area.top, area.bottom)),
            scale_,
            MixColors(palette_.background, palette_.text, 0.6f)};
  }

  enum class Crossed : uint8_t { kNothing, kBoxes, kText };

  // What a line crosses besides its own box.
  [[nodiscard]] Crossed CrossedBy(const PlacedStroke& line, const PlaneBox& seen) const {
    constexpr int kSteps = 12;
    const PlaneBox around{seen.left - 2, seen.top - 2, seen.right + 2, seen.bottom + 2};
    Crossed crossed = Crossed::kNothing;
    for (int k = 0; k <= kSteps; ++k) {
      const double part = static_cast<double>(k) / kSteps;
      const double x = static_cast<double>(line.x_px) + part * static_cast<double>(line.end_x_px - line.x_px);
      const double y = static_cast<double>(line.y_px) + part * static_cast<double>(line.end_y_px - line.y_px);
      const PlaneBox there{x - 1, y - 1, x + 1, y + 1};
      if (!taken_.IsFreeOf(Kind::kText, there)) return Crossed::kText;
      if (crossed == Crossed::kNothing && !around.Holds(there) && !taken_.IsFreeOf(Kind::kBox, there))
        crossed = Crossed::kBoxes;
    }
    return crossed;
  }

  void Add(const Callout& callout, const std::string& text, float width) {
    const double left = callout.area.left, top = callout.area.top;
    taken_.Take(callout.area, Kind::kText);
    if (callout.line) {
      const PlacedStroke& line = *callout.line;
      placed_.strokes.push_back(line);
      // No name may lie over the line.
      taken_.Take({static_cast<double>(std::min(line.x_px, line.end_x_px)),
                   static_cast<double>(std::min(line.y_px, line.end_y_px)),
                   static_cast<double>(std::max(line.x_px, line.end_x_px)),
                   static_cast<double>(std::max(line.y_px, line.end_y_px))},
                  Kind::kText);
    }
    PlacedRect plate;
    plate.left_px = static_cast<float>(std::floor(left));
    plate.top_px = static_cast<float>(std::floor(top));
    plate.width_px = std::ceil(static_cast<float>(callout.area.right - left));
    plate.height_px = std::round(static_cast<float>(Height()));
    // The plate has the fill of the frame below it.
    const std::optional<uint32_t> frame = taken_.FrameAround(callout.area);
    plate.fill = frame ? diagram_.boxes[*frame].fill : palette_.background;
    plate.fill.a = 205;
    plate.rect = kNoShapeRect;
    placed_.rects.push_back(plate);
    Label label;
    label.piece = UINT32_MAX;
    label.direction = LabelDirection::kRow;
    label.size_px = kTextPx * scale_;
    label.text = text;
    label.width_px = width;
    label.offset_x_px = static_cast<float>(left) + kPaddingPx * scale_ - std::floor(camera_.width_px / 2);
    label.offset_y_px = static_cast<float>(top + Height() / 2) - std::floor(camera_.height_px / 2);
    placed_.labels.push_back(std::move(label));
    placed_.label_colors.push_back(palette_.text);
  }

  const Diagram& diagram_;
  const PlaneCamera& camera_;
  const float scale_;
  const ChartPalette& palette_;
  const MeasureText& measure_;
  PlacedShapes& placed_;
  const PlaneBox view_{0, 0, static_cast<double>(camera_.width_px), static_cast<double>(camera_.height_px)};
  TakenPlaces taken_{view_.right, view_.bottom};
  std::vector<bool> is_labelled_ = std::vector<bool>(diagram_.boxes.size());  // by box
  // How many times as many names the view has as one of kCommonAreaPx.
  const double times_ = std::clamp(
      static_cast<double>(camera_.width_px * camera_.height_px / (scale_ * scale_)) / kCommonAreaPx, 1.0,
      kMostTimes);
  size_t named_boxes_ = 0, named_frames_ = 0;
};

}  // namespace

std::vector<uint32_t> WeightiestBoxes(const Diagram& diagram) {
  std::vector<uint32_t> boxes;
  for (uint32_t k = 0; k < diagram.boxes.size(); ++k) {
    if (MayBeNamed(diagram.boxes[k])) boxes.push_back(k);
  }
  KeepWeightiest(diagram, kMostBoxes, boxes);
  return boxes;
}

void PlaceCallouts(const DiagramNames& names, const ShapeBatch& batch, const PlaneCamera& camera,
                   PlacedShapes& placed) {
  if (names.weightiest.empty() || !names.measure || !camera.is_sound()) return;
  Callouts callouts(names, batch, camera, placed);
  const std::vector<uint32_t> boxes = callouts.Chosen(names.weightiest);
  callouts.TakeBoxes(boxes);
  callouts.Name(boxes);
}

}  // namespace ringscope
