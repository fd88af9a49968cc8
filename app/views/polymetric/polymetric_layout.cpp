#include "app/views/polymetric/polymetric_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "app/core/display_text.h"
#include "app/views/polymetric/arrangements.h"
#include "cct/base/text/number_text.h"
#include "cct/names/qualified_name.h"

namespace ringscope::polymetric {

std::string ShortMethodName(std::string_view name, bool with_class) {
  const std::string_view of = ClassOfName(name);
  if (of.empty()) return std::string(name);
  size_t begin = static_cast<size_t>(of.data() - name.data()) + of.size();
  while (begin < name.size() &&
         (name[begin] == '.' || name[begin] == ':' || name[begin] == '/' || name[begin] == ';'))
    ++begin;
  std::string method(name.substr(begin));
  if (method.empty()) return std::string(name);
  if (!with_class) return method;
  // Template arguments have separators of their own.
  const size_t end = std::min(of.find('<'), of.size());
  const size_t at = of.substr(0, end).find_last_of(".:/");
  const std::string_view own =
      at == std::string_view::npos || at + 1 >= end ? of.substr(0, end) : of.substr(at + 1, end - at - 1);
  if (own.empty()) return method;
  return std::string(own) + "." + method;
}

namespace {

// The last part of a path, which is shown in its place.
std::string_view EndOfPath(std::string_view path) {
  const size_t slash = path.find_last_of('/');
  return slash == std::string_view::npos || slash + 1 == path.size() ? path : path.substr(slash + 1);
}

std::string PlaceOf(const FrameTable& frames, FrameId frame, std::string_view name) {
  if (frame >= frames.size()) return {};
  const ClassOfFrame its = FindClassOf(frames, frame);
  if (its.id != kNoClass) {
    const std::string_view of = frames.facts()[its.id].name;
    const bool is_said = name.starts_with(of) && name.substr(of.size()).starts_with('.');
    if (!is_said) return std::string(of);
  }
  const Frame of = frames[frame];
  return std::string(EndOfPath(of.file.empty() ? of.module : of.file));
}

}  // namespace

std::vector<std::string> TellApart(const FrameTable& frames, const ItemTable& items) {
  if (items.kind != ItemKind::kFunction) return {};
  std::map<std::string, uint32_t> first;             // by name
  std::vector<std::pair<uint32_t, uint32_t>> equal;  // the first of a name, and another one
  std::vector<std::string> told_apart(items.size());
  std::vector<bool> differs(items.size(), false);  // by the first of a name: its items have several places
  for (uint32_t item = 0; item < items.size(); ++item) {
    const auto [found, is_first] = first.emplace(ShortMethodName(items.name[item], true), item);
    if (is_first) continue;
    equal.emplace_back(found->second, item);
    for (const uint32_t one : {found->second, item})
      told_apart[one] = PlaceOf(frames, items.first_frame[one], found->first);
    if (told_apart[item] != told_apart[found->second]) differs[found->second] = true;
  }
  bool has_any = false;
  for (const auto& [one, other] : equal) {
    has_any |= differs[one];
    if (differs[one]) continue;
    // Items of the same place, such as overloads, are not told apart by it.
    told_apart[one].clear();
    told_apart[other].clear();
  }
  return has_any ? told_apart : std::vector<std::string>();
}

std::vector<double> PositionsOf(const MeasuredItems& measured, MeasureScale scale) {
  std::vector<double> positions;
  positions.reserve(measured.values.size());
  double most = 0;
  for (const double value : measured.values) {
    positions.push_back(ScaledValue(value, scale));
    if (std::isfinite(positions.back())) most = std::max(most, std::abs(positions.back()));
  }
  for (double& position : positions) {
    if (std::isfinite(position)) position = most > 0 ? position / most : 0;
  }
  return positions;
}

PolymetricLayout LayOut(const PolymetricFound& found) {
  // In the order of BoxArrangement.
  constexpr std::array kArrange{&ArrangeClasses, &ArrangeFunctions, &ArrangeContexts, &ArrangeRows,
                                &ArrangePlot};
  LayoutParts parts(found);
  kArrange[static_cast<size_t>(found.spec.arrangement)](parts);
  return std::move(parts).Take();
}

namespace {

constexpr double kCharacter = 6.4, kMostLabel = 160;
constexpr size_t kMostLabelBytes = 200;

std::vector<double> Sides(const MeasuredItems& measured, const std::optional<BoxMeasure>& measure) {
  if (!measure || measured.values.empty()) return {};
  std::vector<double> sides = PositionsOf(measured, measure->scale);
  for (double& side : sides) side = std::isfinite(side) ? SideOf(std::abs(side)) : kLeastSide;
  return sides;
}

void LabelInside(PlacedBox& box) {
  box.label_place = {box.place.x + 2, box.place.y};
  box.label_size = {std::max(box.size.width - 4, 1.0), box.size.height};
}

}  // namespace

double LabelWidth(std::string_view text) {
  return std::min(kMostLabel, 18 + kCharacter * static_cast<double>(text.size()));
}

std::string LeftOutText(const LeftOutClasses& classes, uint64_t total) {
  const std::string_view place =
      classes.library == Library::kNone ? "elsewhere" : NameOfLibrary(classes.library);
  const std::string methods = classes.is_cheaper
                                  ? CountedText(classes.methods, "cheaper method")
                                  : fmt::format("{}: {}", place, CountedText(classes.methods, "method"));
  return fmt::format("{} of {}, {} self", methods, CountedText(classes.classes, "class", "classes"),
                     ShareText(classes.self, total));
}

std::string ShownLabel(std::string_view text) { return FunctionText(text, kMostLabelBytes); }

namespace {

Shelves ShelvesOfWidth(std::span<const BoxSize> blocks, double gap, double row_width) {
  Shelves shelves;
  double x = 0, y = 0, row_height = 0;
  for (const BoxSize& block : blocks) {
    if (x > 0 && x + block.width > row_width) {
      y += row_height + gap;
      x = row_height = 0;
    }
    shelves.place.push_back({x, y});
    shelves.size.width = std::max(shelves.size.width, x + block.width);
    x += block.width + gap;
    row_height = std::max(row_height, block.height);
    shelves.size.height = std::max(shelves.size.height, y + block.height);
  }
  return shelves;
}

}  // namespace

Shelves Shelve(std::span<const BoxSize> blocks, double gap, double aspect) {
  double area = 0, widest = 0;
  for (const BoxSize& block : blocks) {
    area += (block.width + gap) * (block.height + gap);
    widest = std::max(widest, block.width);
  }
  const double wanted = std::sqrt(area * aspect);
  // The gaps at the ends of rows depend on the width of rows. Of some widths, takes the one whose whole can
  // be drawn largest in a room of this aspect.
  Shelves best;
  double best_side = std::numeric_limits<double>::infinity();
  for (const double part : {1.0, 1.15, 1.3, 1.5}) {
    Shelves shelves = ShelvesOfWidth(blocks, gap, std::max(widest, wanted * part));
    const double side = std::max(shelves.size.width, shelves.size.height * aspect);
    if (!(side < best_side * 0.999)) continue;
    best_side = side;
    best = std::move(shelves);
  }
  return best;
}

LayoutParts::LayoutParts(const PolymetricFound& found)
    : found_(found),
      width_(Sides(found.width, found.spec.width)),
      height_(Sides(found.height, found.spec.height)) {
  layout_.box_of_item.assign(found.items.size(), kNoBox);
  for (const LeftOutClasses& classes : found.structure.left_out)
    summaries_.push_back(LeftOutText(classes, found.structure.total));
  if (found.around.left_out != 0)
    summaries_.push_back(CountedText(found.around.left_out, "function") + " more");
  if (found.items.left_out != 0) summaries_.push_back(CountedText(found.items.left_out, "smaller context"));
}

BoxSize LayoutParts::SizeOf(uint32_t item) const {
  constexpr double kUnmeasured = 14;
  return {item < width_.size() ? width_[item] : kUnmeasured,
          item < height_.size() ? height_[item] : kUnmeasured};
}

std::string LayoutParts::NameOf(uint32_t item, bool with_class) const {
  const ItemTable& items = found_.items;
  if (items.kind == ItemKind::kContext || items.kind == ItemKind::kFunction)
    return ShownLabel(Prefix(item, with_class) + ShortMethodName(items.name[item], with_class));
  const std::string_view name = items.name[item];
  const bool is_path = items.kind == ItemKind::kModule || items.kind == ItemKind::kFile;
  return ShownLabel(is_path ? EndOfPath(name) : name);
}

std::string LayoutParts::Prefix(uint32_t item, bool with_class) const {
  if (!with_class || item >= found_.told_apart.size() || found_.told_apart[item].empty()) return {};
  return found_.told_apart[item] + ".";
}

uint32_t LayoutParts::Add(PlacedBox box) {
  const auto number = static_cast<uint32_t>(layout_.boxes.size());
  if (box.role == BoxRole::kItem) layout_.box_of_item[box.item] = number;
  layout_.boxes.push_back(std::move(box));
  return number;
}

BoxSize LayoutParts::AreaOf(uint32_t item, std::string_view label) const {
  const BoxSize size = SizeOf(item);
  return {std::max(size.width, LabelWidth(label)), size.height + kLabelHeight};
}

void LayoutParts::AddLabelled(Labelled labelled) {
  PlacedBox box;
  box.item = labelled.item;
  box.size = SizeOf(labelled.item);
  // The box lies in the middle of its area.
  box.place = {labelled.at.x + (labelled.area.width - box.size.width) / 2,
               labelled.at.y + (labelled.is_above ? kLabelHeight : 0)};
  box.label = std::move(labelled.label);
  box.label_place = {labelled.at.x, labelled.at.y + (labelled.is_above ? 0 : box.size.height)};
  box.label_size = {labelled.area.width, kLabelHeight};
  box.edges_by = labelled.edges_by;
  Add(std::move(box));
}

void LayoutParts::AddItem(uint32_t item, PlanePoint at, std::string label, std::optional<PlanePoint> edges_by,
                          std::optional<double> weight, uint32_t within) {
  PlacedBox box;
  box.within = within;
  box.weight = weight;
  box.edges_by = edges_by;
  box.item = item;
  box.place = at;
  box.size = SizeOf(item);
  box.label = std::move(label);
  LabelInside(box);
  Add(std::move(box));
}

BoxSize LayoutParts::SummarySize(size_t number) const {
  return {16 + kCharacter * 1.35 * static_cast<double>(summaries_[number].size()), 30};
}

void LayoutParts::AddSummary(size_t number, PlanePoint at) {
  PlacedBox box;
  box.role = BoxRole::kSummary;
  box.item = static_cast<uint32_t>(number);
  box.place = at;
  box.size = SummarySize(number);
  box.label = summaries_[number];
  LabelInside(box);
  const uint32_t added = Add(std::move(box));
  const std::vector<uint32_t>& of_item = found_.structure.left_out_of_item;
  for (uint32_t item = 0; item < of_item.size(); ++item) {
    if (of_item[item] == number) layout_.box_of_item[item] = added;
  }
}

void LayoutParts::AddSummariesBelow() {
  PlaneBox bounds;
  for (const PlacedBox& box : layout_.boxes)
    bounds.Add({box.place.x, box.place.y, box.place.x + box.size.width, box.place.y + box.size.height});
  PlanePoint at = bounds.empty() ? PlanePoint{} : PlanePoint{bounds.left, bounds.bottom + kBlockGap};
  for (size_t k = 0; k < summaries_.size(); ++k) {
    AddSummary(k, at);
    at.y += SummarySize(k).height + kGap;
  }
}

}  // namespace ringscope::polymetric
