#include "app/charts/diagram/diagram_chart.h"

#include <algorithm>
#include <cmath>

#include "app/charts/diagram/callouts.h"
#include "app/charts/diagram/diagram_picture.h"
#include "app/charts/diagram/readout_panel.h"
#include "app/widgets/widgets.h"
#include "cct/base/text/file_ending.h"
#include "cct/base/text/number_text.h"
#include "renderer/gl/font_face.h"

namespace ringscope {
namespace {

constexpr double kChangeSeconds = 0.2;

double Eased(double progress) { return progress * progress * (3 - 2 * progress); }

const DiagramBox* BoxOf(const Diagram& diagram, uint64_t key) {
  const auto found = std::ranges::find(diagram.boxes, key, &DiagramBox::key);
  return found == diagram.boxes.end() ? nullptr : &*found;
}

}  // namespace

DiagramChart::DiagramChart(DiagramLayers layers, ShapeRenderer marks, std::shared_ptr<const FontFace> font)
    : layers_(std::move(layers)), marks_(std::move(marks)), font_(std::move(font)) {
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
  pane_ = pane;
  if (scale_ != scale || theme_ != state.settings.theme) {
    is_placed_ = false;
    layers_.Outdate();
  }
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
  if (const uint64_t fits = view->slots.Get<DiagramFits>().serial;
      std::exchange(fits_, fits) != fits && drawn_) {
    StopMoving();
    FitAll();
  }
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
  std::ranges::sort(boxes_of_contexts_);
  edges_ = EdgesOfBoxes(scene_.diagram);
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

PlaneCamera DiagramChart::CameraAfter(const DiagramScene& before, const ViewState& view) const {
  if (is_fitted_) return FitDiagram(index_, scene_.diagram.room, camera_.width_px, camera_.height_px, scale_);
  PlaneCamera camera = camera_;
  const auto selected = std::ranges::find_if(scene_.diagram.boxes,
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
  const SharedCamera& shared = view.slots.Get<SharedCamera>();
  if (!is_shared_ || shared.serial == shared_serial_) return;
  shared_serial_ = shared.serial;
  if (camera_.center == shared.center && camera_.px_per_unit == shared.px_per_unit) return;
  camera_.center = shared.center;
  camera_.px_per_unit = shared.px_per_unit;
  is_placed_ = is_fitted_ = false;
  StopMoving();
}

void DiagramChart::ShareCamera(std::vector<Action>& actions) const {
  if (is_shared_) actions.push_back(diagram::MoveCamera{view_, camera_.center, camera_.px_per_unit});
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
  camera_.px_per_unit =
      camera_from_.px_per_unit * std::pow(camera_to_.px_per_unit / camera_from_.px_per_unit, part);
}

void DiagramChart::Build(const Diagram& diagram) {
  batch_ = ShapesOf(diagram, has_gaps_);
  index_ = ShapeIndex(batch_);
  layers_.Outdate();
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
  // Edges reach to their boxes once labels have no room. Only small diagrams are rebuilt: it is not noticed.
  const bool has_gaps = HasGaps(camera_.px_per_unit / static_cast<double>(scale_));
  if (has_gaps != has_gaps_ && scene_.diagram.boxes.size() <= kMostMovingBoxes) {
    has_gaps_ = has_gaps;
    is_built_ = is_built_ && from_.has_value();
  }
  if (!is_built_) Build(scene_.diagram);
  layers_.Place(batch_, index_, camera_, !from_ && press_ && press_->moved,
                {scene_.diagram, weightiest_, scale_, theme_, measure_, !from_});
  is_placed_ = true;
  ++layouts_;
}

void DiagramChart::PlaceMarks(const AppState& state, const ViewState& view) {
  Marked marked{hovered_,
                PointedElsewhere(state, view),
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
  PlaceShapes(marks_batch_, ShapeIndex(marks_batch_), camera_, placed_marks_);
  overview_ = from_ || !scene_.missing.empty() ? std::nullopt : OverviewOf(index_, camera_, scale_);
  if (overview_) AddOverview(batch_, index_, *overview_, camera_, theme_, scale_, placed_marks_);
  marks_.SetShapes(placed_marks_);
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
  if (marked.elsewhere != marked_.elsewhere || marked.scenes != marked_.scenes)
    elsewhere_ = BoxOfPointed(marked.elsewhere);
  MarkedBoxes boxes;
  boxes.lit = Lit(state, view);
  if (!from_) {
    boxes.selected = selected_;
    // The colour of the choice in tables and plots.
    boxes.selection = Opaque(UiColorsOf(theme_).accent);
    auto its = std::ranges::lower_bound(boxes_of_contexts_, std::pair{marked.pointed, uint32_t{0}});
    for (; marked.pointed != kNoContext && its != boxes_of_contexts_.end() && its->first == marked.pointed;
         ++its)
      boxes.pointed.push_back(its->second);
    if (pointed_box()) boxes.pointed.push_back(*pointed_box());
    boxes.edges_of = pointed_box();
  }
  return ShapesOfMarks(scene_.diagram, batch_, edges_, boxes, theme_, scale_, has_gaps_);
}

PointedBox DiagramChart::PointedElsewhere(const AppState& state, const ViewState& view) const {
  const PointedBox& pointed = view.slots.Get<PointedBox>();
  const bool is_elsewhere =
      pointed.pane != pane_ && pointed.pane < state.panes.size() && pane_ < state.panes.size();
  return is_elsewhere ? pointed : PointedBox{};
}

std::optional<uint32_t> DiagramChart::BoxOfPointed(const PointedBox& pointed) const {
  if (!pointed.key && pointed.function == kNoFunction) return std::nullopt;
  const std::vector<DiagramBox>& boxes = scene_.diagram.boxes;
  const auto found = std::ranges::find_if(boxes, [&](const DiagramBox& box) {
    return pointed.key ? box.key == *pointed.key : box.function == pointed.function;
  });
  if (found == boxes.end()) return std::nullopt;
  return static_cast<uint32_t>(found - boxes.begin());
}

void DiagramChart::Forget() {
  if (!drawn_) return;
  drawn_ = false;
  scene_ = {};
  from_.reset();
  batch_ = {};
  index_ = {};
  placed_marks_ = {};
  boxes_of_contexts_ = {};
  edges_ = {};
  selected_.clear();
  marked_ = {};
  hovered_.reset();
  pixel_.clear();
  is_placed_ = false;
  layers_.Forget();
  overview_.reset();
  marks_.SetShapes({});
}

void DiagramChart::DrawAhead(const DrawTarget& target) {
  if (!from_) layers_.DrawAhead(target);
}

void DiagramChart::Draw(const DrawTarget& target) {
  layers_.Draw(target, !from_);
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
  if (HasEnding(path, ".svg")) {
    return [path, diagram = scene_.diagram, picture] { return SaveDiagramSvg(diagram, picture, path); };
  }
  RINGSCOPE_ASSIGN(Image image, DiagramImage(scene_.diagram, picture, font_));
  return [path, image = std::make_shared<const Image>(std::move(image))] { return WritePng(path, *image); };
}

std::optional<uint32_t> DiagramChart::BoxAt(ChartPoint point) const {
  if (!drawn_ || from_ || OnOverview(point)) return std::nullopt;
  const PlanePoint at = ViewPoint(point);
  return RectAt(index_, camera_, at.x, at.y);
}

void DiagramChart::DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay&,
                            const PanelContext& ctx) {
  DrawMissing(ctx, "diagram", pane, chart, scene_.missing);
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
