#include "app/charts/diagram/diagram.h"

#include <algorithm>
#include <cmath>

namespace ringscope::diagram {

bool SharesCamera(const AppState& state, ViewId view) {
  return state.linked &&
         std::ranges::count_if(state.panes, [&](const PaneState& pane) { return pane.view == view; }) > 1;
}

void Do(AppState& state, const MoveCamera& move, action::Effects&) {
  ViewState* view = FindView(state, move.view);
  if (view == nullptr || !SharesCamera(state, move.view)) return;
  auto& camera = view->slots.Get<SharedCamera>();
  camera = {move.center, move.px_per_unit, camera.serial + 1};
}

void Do(AppState&, ViewState& view, const FitAll&, action::Effects&) {
  ++view.slots.Get<DiagramFits>().serial;
}

namespace {

// The function of the same name in another tree, if possible of the same module. O(frames).
FunctionId SameFunction(const ViewState& from, FunctionId function, const ViewState& in) {
  if (function >= from.functions().function_count()) return kNoFunction;
  const Frame wanted = from.tree().frames()[from.functions().FirstFrame(function)];
  const FrameTable& frames = in.tree().frames();
  FunctionId found = kNoFunction;
  for (FrameId frame = 0; frame < frames.size(); ++frame) {
    if (frames.name(frame) != wanted.name) continue;
    if (frames[frame].module == wanted.module) return in.functions().FunctionOf(frame);
    if (found == kNoFunction) found = in.functions().FunctionOf(frame);
  }
  return found;
}

}  // namespace

void Do(AppState& state, const PointAtBox& point, action::Effects&) {
  if (point.pane >= state.panes.size()) return;
  const ViewId id = state.panes[point.pane].view;
  const ViewState* const from = FindView(state, id);
  if (from == nullptr) return;
  for (ViewState& view : state.views) {
    // A pane that the pointer left does not clear a box that is pointed at in another pane.
    if (!point.key && view.slots.Get<PointedBox>().pane != point.pane) continue;
    PointedBox pointed{std::nullopt, kNoFunction, point.pane};
    if (view.id == id) {
      pointed.key = point.key;
    } else if (state.linked && point.function != kNoFunction && IsShown(state, view.id)) {
      pointed.function = view.shown.functions == from->shown.functions
                             ? point.function
                             : SameFunction(*from, point.function, view);
    }
    view.slots.Get<PointedBox>() = pointed;
  }
}

}  // namespace ringscope::diagram

namespace ringscope {

std::vector<double> ReadableValues(double largest, bool is_log, bool is_bytes) {
  std::vector<double> values;
  if (!(largest > 0) || !std::isfinite(largest)) return values;
  constexpr int kMostDecades = 4, kMostLogDecades = 20;
  const double base = is_bytes ? 1024 : 10;
  const int highest = static_cast<int>(std::floor(std::log(largest) / std::log(base)));
  const int lowest = is_log ? std::max(0, highest - kMostLogDecades) : highest - kMostDecades;
  for (int power = lowest; power <= highest; ++power) {
    const double decade = std::pow(base, power);
    for (double part = 1; part < base; part *= is_bytes ? 4 : part == 2 ? 2.5 : 2) {
      if (part * decade < largest * 0.999) values.push_back(part * decade);
      if (is_log) break;
    }
  }
  values.push_back(largest);
  return values;
}

void WriteDiagram(const Diagram& diagram, const DiagramFigures& figures, JsonWriter& json) {
  json.BeginObject();
  if (figures.of_all) figures.of_all(json);
  json.Key("boxes").BeginArray();
  for (uint32_t k = 0; k < diagram.boxes.size(); ++k) {
    const DiagramBox& box = diagram.boxes[k];
    json.BeginObject();
    json.Key("name").String(box.label);
    json.Key("x").Number(box.place.x);
    json.Key("y").Number(box.place.y);
    json.Key("width").Number(box.size.width);
    json.Key("height").Number(box.size.height);
    if (box.context != kNoContext) json.Key("context").Number(uint64_t{box.context});
    if (figures.of_box) figures.of_box(k, json);
    json.EndObject();
  }
  json.EndArray();
  json.Key("edges").BeginArray();
  for (const DiagramEdge& edge : diagram.edges)
    json.BeginArray().Number(uint64_t{edge.from}).Number(uint64_t{edge.to}).EndArray();
  json.EndArray().EndObject().Finish();
}

}  // namespace ringscope
