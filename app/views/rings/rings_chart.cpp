#include "app/views/rings/rings_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/search/lighting.h"
#include "app/search/search.h"
#include "app/view/colors/derived_model.h"
#include "app/view/colors/legend_costs.h"
#include "app/view/difference/angle.h"
#include "app/view/difference/difference_model.h"
#include "app/views/rings/rings.h"
#include "app/views/rings/rings_depth.h"
#include "app/widgets/widgets.h"
#include "cct/base/text/file_ending.h"
#include "renderer/gl/image.h"
#include "renderer/layout/layout.h"
#include "renderer/legend/caption.h"
#include "renderer/svg/chart_svg.h"

namespace ringscope {
namespace {

constexpr double kTransitionSeconds = 0.2;
// Labels, which would crawl along with the arcs, come back from this part of a transition on.
constexpr float kLabelsFrom = 0.6f;

// How long the number of layers stays beside a resting pointer after the last turn of the wheel.
constexpr double kTurnedSeconds = 0.8;

// Draws a text above the pointer: tooltips begin below it.
void DrawTurned(std::string_view text, ImVec2 pointer, const PanelContext& ctx) {
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  ImFont* const font = ctx.fonts.regular;
  const ImVec2 pad{ctx.Px(8), ctx.Px(4)};
  const ImVec2 size{TextWidth(font, text) + 2 * pad.x, font->FontSize + 2 * pad.y};
  const ImVec2 at{std::round(pointer.x + ctx.Px(14)), std::round(pointer.y - size.y - ctx.Px(8))};
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ctx.colors().raised, ctx.Px(5));
  DrawTextAt(list, font, {at.x + pad.x, at.y + pad.y}, ctx.colors().text, text);
}

// The profile that a pane shows, before any step; null if the pane has no view.
CctPtr OpenedTree(const AppState& state, size_t pane) {
  const ViewState* view = ViewOfPane(state, pane);
  const DocumentState* document = view != nullptr ? FindDocument(state, view->document) : nullptr;
  return document != nullptr ? document->opened.tree : nullptr;
}

std::optional<ChartRequest> RequestOf(const AppState& state, size_t pane, float scale) {
  const std::optional<ViewSpec> spec = PaneSpec(state, pane);
  if (!spec) return std::nullopt;
  const ViewState& view = *FindView(state, state.panes[pane].view);
  ChartRequest request{.tree = DrawnAngleOf(view).tree, .view = *spec};
  request.shown = view.shown.tree;
  request.labels = ScreenLabels(scale);
  request.theme = state.settings.theme;
  request.color = view.color;
  if (!view.color.derived.empty())
    request.derived = DerivedMetricsUpTo(DerivedMetricsOf(state.settings, view.tree()), view.color.derived);
  request.recorded = OpenedTree(state, pane);
  request.beside = OpenedTree(state, 0);
  if (view.pointed) request.pointed = view.pointed->context;
  request.selected = view.selected;
  if (state.settings.outline_hot_path && view.hot_path.tree == view.shown.tree)
    request.path = view.hot_path.contexts;
  if (view.blame.contexts != nullptr) request.path = view.blame.contexts;
  request.lit = LitFunction(view);
  request.functions = view.shown.functions;
  if (view.slots.Get<LightingState>().task.answer() != nullptr)
    request.lights = view.slots.Get<LightingState>().task.result;
  if (!view.search.empty()) request.outcome = view.slots.Get<SearchState>().task.result;
  request.legend_costs = state.panes[pane].slots.Get<LegendState>().task.result;
  return request;
}

// Whether pieces move to the new layout. Pieces of another tree have no counterparts; while the window is
// resized, or a lens follows the pointer, motion would only lag behind.
bool MovesTo(const ChartRequest& before, const ChartRequest& request) {
  const ViewSpec &from = before.view, &to = request.view;
  return before.shown == request.shown && from.width_px == to.width_px && from.height_px == to.height_px &&
         !to.lens && (!from.lens || from.root != to.root);
}

}  // namespace

ChartView::ChartView(ChartRenderer renderer, std::shared_ptr<const FontFace> font)
    : renderer_(std::move(renderer)),
      font_(std::move(font)),
      content_(font_ != nullptr ? FontFace::Measurer(font_) : MeasureText()) {}

void ChartView::Update(const AppState& state, size_t pane, float scale, double now_s) {
  input_.SetTime(now_s);
  now_s_ = now_s;
  if (turned_ && now_s - turned_->at_s > kTurnedSeconds) turned_.reset();
  scale_ = scale;
  std::optional<ChartRequest> request = RequestOf(state, pane, scale);
  if (theme_ != state.settings.theme) {
    theme_ = state.settings.theme;
    kept_.Outdate();
  }
  if (!request) {
    Forget();
    return;
  }
  const bool moves = state.settings.animations && batch() != nullptr && MovesTo(content_.request(), *request);
  const CctPtr tree_before = content_.request().tree;
  content_.Update(std::move(*request));
  Upload(moves ? tree_before.get() : nullptr, now_s);
  UpdateTransition(now_s);
}

void ChartView::Forget() {
  if (batch() == nullptr) return;
  kept_.Outdate();
  content_.Forget();
  transition_.reset();
}

void ChartView::Upload(const Cct* tree_before, double now_s) {
  const ChartContent::Versions uploaded = std::exchange(uploaded_, content_.versions());
  if (uploaded.layout != uploaded_.layout) {
    renderer_.SetBatch(content_.batch());
    if (tree_before != nullptr) {
      const Cct& tree = *content_.request().tree;
      Transition next;
      next.motion = transition_
                        ? BuildTransition(*tree_before, content_.batch_before(), tree, content_.batch(),
                                          CurrentPose(transition_->motion, transition_->eased()))
                        : BuildTransition(*tree_before, content_.batch_before(), tree, content_.batch());
      next.start_s = now_s;
      next.goes_on = transition_.has_value();
      renderer_.SetTransition(next.motion, content_.paint_before());
      transition_ = std::move(next);
    } else {
      transition_.reset();
    }
  }
  if (uploaded.paint == uploaded_.paint && uploaded.labels == uploaded_.labels) return;
  if (uploaded.paint != uploaded_.paint) renderer_.SetPaint(content_.paint());
  // Label colours follow the fills.
  renderer_.SetLabels(content_.labels(), theme_);
  kept_.Outdate();
}

// Slow at both ends; a transition that goes on is slow at its end alone.
float ChartView::Transition::eased() const {
  return goes_on ? progress * (2 - progress) : progress * progress * (3 - 2 * progress);
}

void ChartView::UpdateTransition(double now_s) {
  if (!transition_) return;
  transition_->progress =
      std::clamp(static_cast<float>((now_s - transition_->start_s) / kTransitionSeconds), 0.0f, 1.0f);
  kept_.Outdate();
  if (transition_->progress >= 1) {
    renderer_.EndTransition();
    transition_.reset();
  }
}

Result<WritePicture> ChartView::TakePicture(const std::filesystem::path& path,
                                            const std::optional<PictureWords>& words) const {
  if (batch() == nullptr) return Fail(ErrorCode::kInvalidArgument, "there is nothing to draw");
  const Cct& tree = *content_.request().tree;
  const auto place = [&](const MeasureText& measure) {
    Caption caption = BuildCaption(words->title, words->search, tree, *batch(), content_.legend());
    const ViewSpec& view = batch()->spec;
    caption.facts = WithSummedRuns(std::move(caption.facts), content_.request().tree, view.metric);
    return PlaceCaption(caption, static_cast<uint32_t>(view.width_px), static_cast<uint32_t>(view.height_px),
                        scale_, theme_, measure);
  };
  if (!HasEnding(path, ".svg")) {
    RINGSCOPE_ASSIGN(Image image,
                     RenderChartImage(content_.batch(), content_.paint(), content_.labels(), theme_, font_));
    if (words) {
      const MeasureText measure = font_ != nullptr ? FontFace::Measurer(font_) : MeasureText();
      image = WithCaption(image, place(measure), theme_, font_.get());
    }
    return [path, image = std::make_shared<const Image>(std::move(image))] { return WritePng(path, *image); };
  }
  std::optional<PlacedCaption> caption;
  if (words) caption = place(AverageSansWidth);
  return [path, tree = content_.request().tree, batch = content_.batch(), paint = content_.paint(),
          theme = theme_, caption = std::move(caption)] {
    return SaveChartSvg(*tree, batch, paint, {theme, {}, caption ? &*caption : nullptr}, path);
  };
}

ChartMeasured ChartView::Measured(const AppState& state, size_t pane) {
  ChartMeasured measured{state.panes[pane].measured, content_.CostsOfLegend()};
  const ViewState* view = ViewOfPane(state, pane);
  if (view == nullptr || batch() == nullptr) return measured;
  const uint32_t layers = batch()->most_layers();
  if (DrawnIn(*view, state.panes[pane]).layers == layers) return measured;
  const auto& flags = batch()->flags;
  const bool has_more = std::ranges::any_of(flags, [](ArcFlags flag) { return (flag & kArcContinues) != 0; });
  measured.values.Set(DrawnLayersOf(*view, state.panes[pane], {layers, TreeLayersDrawn(*batch()), has_more}));
  return measured;
}

void ChartView::Drag(const ViewState&, ChartPoint point, std::vector<Action>&) { input_.Drag(point); }

void ChartView::Release(const ViewState&, MouseButton button, ChartPoint point, WindowPoint place,
                        std::vector<Action>& actions) {
  if (batch() != nullptr) input_.Release(*content_.request().tree, *batch(), button, point, place, actions);
}

void ChartView::Wheel(float steps, bool ctrl, ChartPoint point, std::vector<Action>& actions) {
  if (batch() == nullptr || steps == 0) return;
  if (ctrl) {
    input_.Enlarge(steps, *content_.request().tree, *batch(), point, actions);
  } else {
    input_.Wheel(steps, *batch(), point, actions);
    turned_ = Turned{point, now_s_};
  }
}

// The lens follows the pointer over the chart, and goes when the pointer leaves.
void ChartView::Hover(const AppState& state, size_t pane, std::optional<ChartPoint> point,
                      std::vector<Action>& actions) {
  if (turned_ && (!point || point->x_px != turned_->point.x_px || point->y_px != turned_->point.y_px))
    turned_.reset();
  if (!LensOn(state)) return;
  std::optional<Lens> lens;
  if (point && batch() != nullptr) lens = LensAt(*batch(), *point);
  if (lens != RingsOf(state.panes[pane]).lens) actions.push_back(action::MoveLens{pane, lens});
}

std::optional<Pointed> ChartView::PointedAt(const ViewState&, ChartPoint point) const {
  if (batch() == nullptr) return std::nullopt;
  return ringscope::PointedAt(*content_.request().tree, content_.batch(), point);
}

void ChartView::DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay& overlay,
                         const PanelContext& ctx) {
  if (batch() == nullptr) return;
  DrawRingsLegend(state, pane, *batch(), *legend(), chart, overlay, ctx);
  if (!turned_) return;
  const ViewState& view = *ViewOfPane(state, pane);
  const uint32_t uncounted = UncountedLayers(view.history.current().root);
  const uint32_t shown = batch()->most_layers(), all = std::max(shown, LayersOf(view, state.panes[pane]));
  DrawTurned(
      fmt::format("{} of {} layers", shown - uncounted, all - uncounted),
      {chart.x + chart.width / 2 + turned_->point.x_px, chart.y + chart.height / 2 + turned_->point.y_px},
      ctx);
}

std::string ChartView::DrawnText() const {
  if (batch() == nullptr) return {};
  const ChartRequest& request = content_.request();
  return request.lights != nullptr ? LitText(*request.lights, content_.lit_pieces())
                                   : ringscope::DrawnText(*batch(), request.view.detail.place);
}

void ChartView::DrawAhead(const DrawTarget& target) {
  if (!transition_) kept_.DrawAhead(target.width_px, target.height_px, DrawSegments());
}

void ChartView::Draw(const DrawTarget& target) {
  if (transition_) {
    // Every frame differs.
    DrawSegments()(target);
  } else {
    kept_.Show(target, DrawSegments());
  }
}

KeptDrawing::DrawInto ChartView::DrawSegments() {
  return [this](const DrawTarget& target) {
    DrawOptions options;
    options.theme = theme_;
    if (transition_) {
      options.progress = transition_->eased();
      options.label_opacity =
          std::clamp((transition_->progress - kLabelsFrom) / (1 - kLabelsFrom), 0.0f, 1.0f);
    }
    renderer_.Draw(target, options);
    ++draws_;
  };
}

namespace rings {

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools) {
  ChartRendererOptions options;
  options.font = tools.font;
  RINGSCOPE_ASSIGN(ChartRenderer renderer, ChartRenderer::Create(options));
  return std::make_unique<ChartView>(std::move(renderer), tools.font);
}

}  // namespace rings
}  // namespace ringscope
