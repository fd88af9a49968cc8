#include "app/diagram/diagram_chart.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "app/commands/commands_actions.h"
#include "app/diagram/callouts.h"
#include "app/diagram/diagram_actions.h"
#include "app/diagram/diagram_picture.h"
#include "app/diagram/diagram_state.h"
#include "app/diagram/readout_panel.h"
#include "app/view/view_actions.h"
#include "app/widgets/widgets.h"
#include "cct/base/text/number_text.h"
#include "renderer/color/palette.h"
#include "renderer/gl/font_face.h"

namespace ringscope {
namespace {

constexpr double kChangeSeconds = 0.2, kDoubleClickSeconds = 0.35;
constexpr float kClickSlopPx = 4;
constexpr double kWheelFactor = 1.2;
constexpr double kBorderPx = 5;
constexpr float kMarkPx = 2.5f, kLitEdgePx = 1.6f;
constexpr float kEnlargedMarginPx = 120;

double Eased(double progress) { return progress * progress * (3 - 2 * progress); }

float DistanceBetween(ChartPoint a, ChartPoint b) { return std::hypot(a.x_px - b.x_px, a.y_px - b.y_px); }

const DiagramBox* BoxOf(const Diagram& diagram, uint64_t key) {
  const auto found = std::find_if(diagram.boxes.begin(), diagram.boxes.end(),
                                  [&](const DiagramBox& box) { return box.key == key; });
  return found == diagram.boxes.end() ? nullptr : &*found;
}

}  // namespace

DiagramChart::DiagramChart(ShapeRenderer shapes, ShapeRenderer marks, std::shared_ptr<const FontFace> font)
    : shapes_(std::move(shapes)), marks_(std::move(marks)), font_(std::move(font)) {
  if (font_ != nullptr) measure_ = FontFace::Measurer(font_);
}

void DiagramChart::Update(const AppState& state, size_t pane, float scale, double now_s) {
  now_s_ = now_s;
  const ViewState* view = ViewOfPane(state, pane);
  if (view == nullptr) {
    Forget();
    return;
  }
  view_ = view->id;
  if (scale_ != scale || theme_ != state.settings.theme) is_placed_ = false;
  scale_ = scale;
  theme_ = state.settings.theme;
  const float width = state.panes[pane].width_px, height = state.panes[pane].height_px;
  if (camera_.width_px != width || camera_.height_px != height) {
    camera_.width_px = width;
    camera_.height_px = height;
    is_placed_ = false;
    if (is_fitted_ && drawn_) FitAll();
  }
  TakeScene(state, pane, now_s);
  FollowCamera(state, *view);
  if (from_) is_placed_ = false;
  if (!is_placed_) Place();
  PlaceMarks(state, *view);
}

void DiagramChart::TakeScene(const AppState& state, size_t pane, double now_s) {
  std::optional<DiagramScene> made = Scene(state, pane, !drawn_);
  if (!made) return;
  const bool is_first = !drawn_ || scene_.diagram.boxes.empty();
  DiagramScene before = std::exchange(scene_, std::move(*made));
  const ViewState& view = *ViewOfPane(state, pane);
  drawn_ = true;
  is_placed_ = false;
  ++scenes_;
  hovered_.reset();
  pixel_.clear();
  from_.reset();
  Build(scene_.diagram);
  boxes_of_contexts_.clear();
  for (uint32_t k = 0; k < scene_.diagram.boxes.size(); ++k) {
    const ContextId context = scene_.diagram.boxes[k].context;
    if (context != kNoContext) boxes_of_contexts_.emplace_back(context, k);
  }
  std::sort(boxes_of_contexts_.begin(), boxes_of_contexts_.end());
  FindEdgesOfBoxes();
  weightiest_ = WeightiestBoxes(scene_.diagram);
  if (is_first || before.fit_serial != scene_.fit_serial) FitAll();
  const PlaneCamera after = is_first ? camera_ : CameraAfter(before, view);
  const bool moves = !is_first && state.settings.animations &&
                     std::max(before.diagram.boxes.size(), scene_.diagram.boxes.size()) <= kMostMovingBoxes;
  if (moves) {
    from_ = std::move(before.diagram);
    from_s_ = now_s;
    camera_from_ = camera_;
    camera_to_ = after;
  } else {
    camera_ = after;
  }
}

void DiagramChart::FindEdgesOfBoxes() {
  const Diagram& diagram = scene_.diagram;
  const auto each = [&](auto take) {
    for (uint32_t k = 0; k < diagram.edges.size(); ++k) {
      const DiagramEdge& edge = diagram.edges[k];
      if (edge.from >= diagram.boxes.size() || edge.to >= diagram.boxes.size()) continue;
      take(edge.from, k);
      if (edge.to != edge.from) take(edge.to, k);
    }
  };
  first_edge_.assign(diagram.boxes.size() + 1, 0);
  each([&](uint32_t box, uint32_t) { ++first_edge_[box + 1]; });
  std::partial_sum(first_edge_.begin(), first_edge_.end(), first_edge_.begin());
  edges_of_boxes_.resize(first_edge_.back());
  std::vector<uint32_t> filled(first_edge_.begin(), first_edge_.end() - 1);
  each([&](uint32_t box, uint32_t edge) { edges_of_boxes_[filled[box]++] = edge; });
}

void DiagramChart::AddLitEdges(uint32_t box, ShapeBatch& batch) const {
  if (size_t{box} + 1 >= first_edge_.size()) return;
  for (uint32_t k = first_edge_[box]; k < first_edge_[box + 1]; ++k) {
    DiagramEdge edge = scene_.diagram.edges[edges_of_boxes_[k]];
    edge.color = PaletteOf(theme_).highlight;
    edge.width_px = std::max(edge.width_px, kLitEdgePx * scale_);
    AddEdgeShapes(scene_.diagram, edge, batch, has_gaps_);
  }
}

PlaneCamera DiagramChart::CameraAfter(const DiagramScene& before, const ViewState& view) const {
  if (is_fitted_) return FitDiagram(index_, scene_.diagram.room, camera_.width_px, camera_.height_px, scale_);
  PlaneCamera camera = camera_;
  const auto selected = std::find_if(scene_.diagram.boxes.begin(), scene_.diagram.boxes.end(),
                                     [&](const DiagramBox& box) { return IsSelected(view, box); });
  if (selected == scene_.diagram.boxes.end()) return camera;
  const DiagramBox* const was = BoxOf(before.diagram, selected->key);
  if (was == nullptr) return camera;
  camera.center.x += selected->place.x - was->place.x;
  camera.center.y += selected->place.y - was->place.y;
  return camera;
}

void DiagramChart::FollowCamera(const AppState& state, const ViewState& view) {
  is_shared_ = diagram::SharesCamera(state, view.id);
  const SharedCamera& shared = view.kinds.Get<SharedCamera>();
  if (!is_shared_ || shared.serial == shared_serial_) return;
  shared_serial_ = shared.serial;
  if (camera_.center == shared.center && camera_.px_per_x == shared.px_per_unit) return;
  camera_.center = shared.center;
  camera_.px_per_x = camera_.px_per_y = shared.px_per_unit;
  is_placed_ = is_fitted_ = false;
  StopMoving();
}

void DiagramChart::ShareCamera(std::vector<Action>& actions) const {
  if (is_shared_) actions.push_back(diagram::MoveCamera{view_, camera_.center, camera_.px_per_x});
}

void DiagramChart::FitAll() {
  camera_ = FitDiagram(index_, scene_.diagram.room, camera_.width_px, camera_.height_px, scale_);
  is_fitted_ = true;
  is_placed_ = false;
}

void DiagramChart::MoveCamera(double part) {
  const auto mix = [part](double a, double b) { return a + (b - a) * part; };
  const float width = camera_.width_px, height = camera_.height_px;
  camera_ = camera_to_;
  camera_.width_px = width;
  camera_.height_px = height;
  if (part >= 1) return;
  camera_.center = {mix(camera_from_.center.x, camera_to_.center.x),
                    mix(camera_from_.center.y, camera_to_.center.y)};
  camera_.px_per_x = camera_.px_per_y =
      camera_from_.px_per_x * std::pow(camera_to_.px_per_x / camera_from_.px_per_x, part);
}

void DiagramChart::Build(const Diagram& diagram) {
  batch_ = ShapesOf(diagram, has_gaps_);
  index_ = ShapeIndex(batch_);
  is_built_ = true;
}

void DiagramChart::StopMoving() {
  if (!from_) return;
  from_.reset();
  is_built_ = false;
}

void DiagramChart::Place() {
  if (from_) {
    const double progress = std::clamp((now_s_ - from_s_) / kChangeSeconds, 0.0, 1.0);
    MoveCamera(Eased(progress));
    if (progress < 1) {
      Build(Between(*from_, scene_.diagram, Eased(progress)));
    } else {
      StopMoving();
    }
  }
  // As long as that is hardly noticed, edges go through to boxes whose names have no room.
  const bool has_gaps = HasGaps(camera_.px_per_x / static_cast<double>(scale_));
  if (has_gaps != has_gaps_ && scene_.diagram.boxes.size() <= kMostMovingBoxes) {
    has_gaps_ = has_gaps;
    is_built_ = is_built_ && from_.has_value();
  }
  if (!is_built_) Build(scene_.diagram);
  PlaceShapes(batch_, index_, camera_, placed_);
  if (measure_) PlaceTexts(batch_, index_, camera_, LabelOptions{}, measure_, placed_);
  if (!from_) PlaceCallouts(scene_.diagram, weightiest_, batch_, camera_, scale_, theme_, measure_, placed_);
  shapes_.SetShapes(placed_);
  is_stale_ = true;
  is_placed_ = true;
  ++layouts_;
}

void DiagramChart::PlaceMarks(const AppState& state, const ViewState& view) {
  Marked marked{hovered_,
                LitFunction(view),
                view.pointed ? view.pointed->context : kNoContext,
                view.selected,
                view.chosen_function,
                theme_,
                scale_,
                scenes_,
                from_.has_value()};
  const bool is_other = marked != marked_ || marked.moves;
  if (!is_other && marks_camera_ == camera_) return;
  if (is_other) {
    marks_batch_ = MarksOf(state, view, marked);
    marked_ = std::move(marked);
  }
  PlaceShapes(marks_batch_, ShapeIndex(marks_batch_), camera_, placed_);
  marks_.SetShapes(placed_);
  marks_camera_ = camera_;
}

ShapeBatch DiagramChart::MarksOf(const AppState& state, const ViewState& view, const Marked& marked) {
  if (marked.selected != marked_.selected || marked.chosen_function != marked_.chosen_function ||
      marked.scenes != marked_.scenes) {
    selected_.clear();
    for (uint32_t k = 0; k < scene_.diagram.boxes.size(); ++k) {
      if (IsSelected(view, scene_.diagram.boxes[k])) selected_.push_back(k);
    }
  }
  std::vector<uint32_t> boxes = Lit(state, view);
  const size_t lit = boxes.size();
  if (!from_) {
    boxes.insert(boxes.end(), selected_.begin(), selected_.end());
    auto its = std::lower_bound(boxes_of_contexts_.begin(), boxes_of_contexts_.end(),
                                std::pair{marked.pointed, uint32_t{0}});
    for (; marked.pointed != kNoContext && its != boxes_of_contexts_.end() && its->first == marked.pointed;
         ++its)
      boxes.push_back(its->second);
    if (hovered_) boxes.push_back(*hovered_);
  }
  const ChartPalette& palette = PaletteOf(theme_);
  ShapeBatch batch;
  if (hovered_ && !from_ && LightsEdges()) AddLitEdges(*hovered_, batch);
  batch.lines_below = true;
  for (size_t k = 0; k < boxes.size(); ++k) {
    if (boxes[k] >= batch_.rects.size()) continue;
    ShapeRect rect = batch_.rects[boxes[k]];
    rect.fill.a = 0;
    rect.border = k < lit ? palette.highlight : palette.text;
    rect.border_px = kMarkPx * scale_;
    batch.rects.push_back(rect);
  }
  return batch;
}

void DiagramChart::Forget() {
  if (!drawn_) return;
  drawn_ = false;
  scene_ = {};
  from_.reset();
  batch_ = {};
  index_ = {};
  placed_ = {};
  boxes_of_contexts_ = {};
  first_edge_ = {};
  edges_of_boxes_ = {};
  selected_.clear();
  marked_ = {};
  hovered_.reset();
  pixel_.clear();
  is_placed_ = false;
  shapes_.SetShapes({});
  marks_.SetShapes({});
}

void DiagramChart::Draw(const PanelRect& rect, int framebuffer_height_px) {
  const auto width = std::max(1, static_cast<int>(rect.width)),
             height = std::max(1, static_cast<int>(rect.height));
  const int y = framebuffer_height_px - static_cast<int>(rect.y) - height;
  const DrawTarget target{0, static_cast<int>(rect.x), y, width, height};
  if (!target_ || target_->width_px() != static_cast<uint32_t>(width) ||
      target_->height_px() != static_cast<uint32_t>(height)) {
    auto made = OffscreenTarget::Create(static_cast<uint32_t>(width), static_cast<uint32_t>(height));
    target_.reset();
    if (made) target_.emplace(std::move(*made));
    is_stale_ = true;
  }
  if (!target_ || from_) {
    // Without memory for a texture, or where every frame differs: straight into the window.
    shapes_.Draw(target, PaletteOf(theme_).background);
    is_stale_ = true;
  } else {
    if (std::exchange(is_stale_, false)) shapes_.Draw(target_->whole(), PaletteOf(theme_).background);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target_->framebuffer());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glDisable(GL_SCISSOR_TEST);
    glBlitFramebuffer(0, 0, width, height, target.x_px, y, target.x_px + width, y + height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
  }
  marks_.Draw(target, std::nullopt);
}

Result<WritePicture> DiagramChart::TakePicture(const std::filesystem::path& path,
                                               const std::optional<PictureWords>& words) const {
  if (!drawn_ || !scene_.missing.empty())
    return Fail(ErrorCode::kInvalidArgument, "there is nothing to draw");
  DiagramPicture picture;
  picture.width_px = camera_.width_px;
  picture.height_px = camera_.height_px;
  picture.scale = scale_;
  picture.theme = theme_;
  picture.camera = camera_;
  if (words) {
    picture.title = words->title;
    picture.has_caption = true;
    picture.facts = scene_.facts;
    picture.legend = scene_.legend;
  }
  if (path.extension() == ".svg") {
    return [path, diagram = scene_.diagram, picture] { return SaveDiagramSvg(diagram, picture, path); };
  }
  RINGSCOPE_ASSIGN(Image image, DiagramImage(scene_.diagram, picture, font_));
  return [path, image = std::make_shared<const Image>(std::move(image))] { return WritePng(path, *image); };
}

std::optional<uint32_t> DiagramChart::BoxAt(ChartPoint point) const {
  if (!drawn_ || from_) return std::nullopt;
  return RectAt(index_, camera_, point.x_px + camera_.width_px / 2, point.y_px + camera_.height_px / 2);
}

void DiagramChart::Press(MouseButton button, ChartPoint point) {
  press_ = PressInProgress{button, point, point, false};
}

void DiagramChart::Drag(const ViewState&, ChartPoint point, std::vector<Action>& actions) {
  if (!press_) return;
  if (DistanceBetween(point, press_->start) > kClickSlopPx) press_->moved = true;
  if (press_->moved && press_->button == MouseButton::kLeft) {
    camera_ = Panned(camera_, point.x_px - press_->last.x_px, point.y_px - press_->last.y_px);
    press_->last = point;
    is_placed_ = is_fitted_ = false;
    StopMoving();
    ShareCamera(actions);
  }
}

void DiagramChart::Release(const ViewState& view, MouseButton button, ChartPoint point, WindowPoint place,
                           std::vector<Action>& actions) {
  if (!press_ || press_->button != button) return;
  const PressInProgress press = *press_;
  press_.reset();
  if (press.moved) return;
  const std::optional<uint32_t> box = BoxAt(point);
  if (!PixelAt(point).empty()) {
    Enlarge(PixelAt(point));
    ShareCamera(actions);
    return;
  }
  if (button == MouseButton::kRight) {
    if (box) OpenMenu(view, *box, place, actions);
    return;
  }
  const bool is_double = now_s_ - last_click_s_ < kDoubleClickSeconds;
  last_click_s_ = is_double ? -1 : now_s_;
  if (is_double && !box) {
    FitAll();
    ShareCamera(actions);
    return;
  }
  bool on_border = false;
  if (box) {
    const ShapeRect& rect = batch_.rects[*box];
    const double x = point.x_px + camera_.width_px / 2, y = point.y_px + camera_.height_px / 2;
    const double inside = std::min({x - camera_.ViewX(rect.x), camera_.ViewX(rect.x + rect.width) - x,
                                    y - camera_.ViewY(rect.y), camera_.ViewY(rect.y + rect.height) - y});
    on_border = inside <= kBorderPx * scale_;
  }
  Click(view, box, on_border, actions);
}

void DiagramChart::OpenMenu(const ViewState&, uint32_t box, WindowPoint place, std::vector<Action>& actions) {
  const ContextId context = scene_.diagram.boxes[box].context;
  if (context == kNoContext) return;
  actions.push_back(action::Select{context});
  actions.push_back(action::OpenContextMenu{Pointed{.context = context}, place.x_px, place.y_px});
}

void DiagramChart::Wheel(float steps, ChartPoint point, std::vector<Action>& actions) {
  const double factor = std::pow(kWheelFactor, steps);
  camera_ =
      Zoomed(camera_, point.x_px + camera_.width_px / 2, point.y_px + camera_.height_px / 2, factor, factor);
  is_placed_ = is_fitted_ = false;
  StopMoving();
  ShareCamera(actions);
}

std::vector<uint32_t> DiagramChart::PixelAt(ChartPoint point) const {
  const std::optional<uint32_t> box = BoxAt(point);
  if (!box) return {};
  const ShapeRect& rect = batch_.rects[*box];
  if (rect.width * camera_.px_per_x >= 1 || rect.height * camera_.px_per_y >= 1) return {};
  std::vector<uint32_t> boxes = RectsOfPixel(batch_, index_, camera_, point.x_px + camera_.width_px / 2,
                                             point.y_px + camera_.height_px / 2);
  if (boxes.size() < 2) boxes.clear();
  return boxes;
}

void DiagramChart::Enlarge(const std::vector<uint32_t>& boxes) {
  PlaneBox bounds;
  for (const uint32_t box : boxes) {
    const ShapeRect& rect = batch_.rects[box];
    bounds.Add({rect.x, rect.y, rect.x + rect.width, rect.y + rect.height});
  }
  const double most = scale_;
  camera_ = CameraToFit(bounds, camera_.width_px, camera_.height_px, kEnlargedMarginPx * scale_, true);
  if (camera_.px_per_x > most) camera_.px_per_x = camera_.px_per_y = most;
  is_placed_ = is_fitted_ = false;
}

std::optional<Pointed> DiagramChart::PointedAt(const ViewState&, ChartPoint point) const {
  pixel_ = PixelAt(point);
  hovered_ = pixel_.empty() ? BoxAt(point) : std::nullopt;
  if (!hovered_ || scene_.diagram.boxes[*hovered_].context == kNoContext) return std::nullopt;
  return Pointed{.context = scene_.diagram.boxes[*hovered_].context};
}

void DiagramChart::DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay&,
                            const PanelContext& ctx) {
  if (!scene_.missing.empty()) DrawMissing(ctx, "diagram/missing", scene_.missing, chart);
  const ViewState* const view = ViewOfPane(state, pane);
  if (pixel_.empty() || view == nullptr || !ImGui::IsMousePosValid() || state.context_menu) return;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  if (!chart.contains(pointer.x, pointer.y)) return;
  BoxReadout readout{CountedText(pixel_.size(), "box", "boxes") + " here", {}};
  if (std::string sum = SumOf(*view, pixel_); !sum.empty())
    readout.rows.emplace_back("together", std::move(sum));
  readout.rows.emplace_back("a click", "enlarges them");
  DrawBoxReadout(readout, chart, ctx);
}

}  // namespace ringscope
