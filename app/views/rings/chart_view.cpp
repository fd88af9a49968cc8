#include "app/views/rings/chart_view.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/colors/derived_model.h"
#include "app/search/match_pieces.h"
#include "cct/base/atomic_file.h"
#include "renderer/gl/image.h"
#include "renderer/layout/layout.h"
#include "renderer/svg/chart_svg.h"
#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

constexpr double kTransitionSeconds = 0.2;
// Labels would crawl along with the arcs; they come back when these have nearly arrived.
constexpr float kLabelsFrom = 0.6f;
// Room for this many labels is enough for any screen; more would only cost time.
constexpr uint32_t kMaxLabels = 400;
// In a ring of ten pixels, as two charts side by side in a small window have them, a name can still be read.
constexpr float kLeastLabelPx = 8;
constexpr uint32_t kLegendGroups = 12;

// Slow at both ends.
float Eased(float progress) { return progress * progress * (3 - 2 * progress); }

// The profile that a pane shows, before any step; null where there is none.
CctPtr OpenedTree(const AppState& state, size_t pane) {
  const ViewState* view = FindView(state, state.panes[pane].view);
  const DocumentState* document = view != nullptr ? FindDocument(state, view->document) : nullptr;
  return document != nullptr ? document->opened.tree : nullptr;
}

}  // namespace

ChartView::ChartView(ChartRenderer renderer, std::shared_ptr<const FontFace> font)
    : renderer_(std::move(renderer)), font_(std::move(font)) {}

void ChartView::Forget() {
  if (tree_ != nullptr) stale_ = true;
  tree_ = nullptr;
  batch_ = {};
  transition_.reset();
  colors_.reset();
  colors_key_.reset();
  paint_key_.reset();
  legend_ = {};
  legend_costs_.reset();
  legend_layout_ = 0;
}

void ChartView::Update(const AppState& state, size_t pane, float scale, double now_s) {
  const std::optional<ViewSpec> spec = PaneSpec(state, pane);
  if (theme_ != state.settings.theme) {
    theme_ = state.settings.theme;
    stale_ = true;
  }
  if (!spec) {
    Forget();
    return;
  }
  const ViewState& view = *FindView(state, state.panes[pane].view);
  if (tree_ != view.shown.tree || spec_ != *spec) {
    UpdateLayout(view, *spec, state.settings.animations, now_s);
  }
  UpdatePaint(state, pane);
  UpdateLegend(state, pane);
  UpdateLabels(theme_, scale);
  UpdateTransition(now_s);
}

void ChartView::UpdateLayout(const ViewState& view, const ViewSpec& spec, bool animate, double now_s) {
  const CctPtr& tree = view.shown.tree;
  // Another tree has nothing in common with this one, and while the window is resized motion would only lag
  // behind; nor does a lens that follows the pointer.
  const bool same_place =
      spec_.width_px == spec.width_px && spec_.height_px == spec.height_px && !spec_.lens && !spec.lens;
  const bool moves = animate && tree_ == tree && batch_.size() > 0 && same_place;
  ArcBatch old_batch = std::exchange(batch_, {});
  LayoutView(*tree, spec, batch_);
  renderer_.SetBatch(batch_);
  if (moves) {
    Transition next;
    next.motion = transition_
                      ? BuildTransition(*tree, old_batch, batch_,
                                        CurrentPose(transition_->motion, Eased(transition_->progress)))
                      : BuildTransition(*tree, old_batch, batch_);
    next.start_s = now_s;
    renderer_.SetTransition(next.motion, paint_);
    transition_ = std::move(next);
  } else {
    transition_.reset();
  }
  tree_ = tree;
  spec_ = spec;
  ++counters_.layouts;
  labels_stale_ = true;
  paint_key_.reset();
  stale_ = true;
}

void ChartView::UpdateColors(const AppState& state, size_t pane) {
  const ViewState& view = *FindView(state, state.panes[pane].view);
  ColorsKey key{tree_, OpenedTree(state, pane), OpenedTree(state, 0), state.settings.theme, view.color, {}};
  if (key.opened == nullptr) key.opened = tree_;
  if (key.beside == key.opened) key.beside = nullptr;
  if (!view.color.derived.empty())
    key.derived = DerivedMetricsUpTo(state.settings.derived_metrics, view.color.derived);
  if (colors_ && colors_key_ == key) return;
  ColorInputs inputs = DerivedColorInputs(*tree_, key.derived, key.spec);
  if (key.opened != tree_) inputs.ranks = RankGroups(*key.opened, key.spec.mode);
  if (key.beside != nullptr) inputs.beside = RankGroups(*key.beside, key.spec.mode);
  colors_.emplace(*tree_, key.theme, key.spec, std::move(inputs));
  colors_key_ = std::move(key);
  ++colors_made_;
}

void ChartView::UpdatePaint(const AppState& state, size_t pane) {
  const ViewState& view = *FindView(state, state.panes[pane].view);
  PaintKey key;
  key.layout = counters_.layouts;
  key.theme = state.settings.theme;
  key.selected = view.selected;
  if (view.pointed) key.pointed = view.pointed->context;
  key.lit = LitFunction(view);
  const auto& outcome = view.search.outcome;
  if (!view.search.text.empty() && outcome != nullptr && outcome->tree == tree_) key.outcome = outcome;
  UpdateColors(state, pane);
  key.colors = colors_made_;
  if (paint_key_ == key) return;

  const FunctionIndex& functions = view.functions();
  PaintSpec spec;
  spec.theme = key.theme;
  spec.pointed = key.pointed;
  spec.selected = key.selected;
  spec.lit_function = key.lit;
  spec.function_of = [&](FrameId frame) { return functions.FunctionOf(frame); };
  std::vector<uint8_t> piece_matches;
  if (key.outcome != nullptr) {
    piece_matches = PieceMatches(*tree_, batch_, *key.outcome);
    spec.piece_matches = piece_matches;
  }
  PaintPieces(batch_, spec, *colors_, paint_);
  renderer_.SetPaint(paint_);
  paint_key_ = std::move(key);
  ++counters_.paints;
  // Label colours follow the fills.
  if (!labels_stale_) renderer_.SetLabels(labels_, theme_);
  stale_ = true;
}

void ChartView::UpdateLegend(const AppState& state, size_t pane) {
  std::shared_ptr<const LegendCosts> costs =
      pane < state.legends.size() ? state.legends[pane].costs : nullptr;
  if (costs != nullptr && !costs->request.HasCostsOf(CostsOfLegend())) costs = nullptr;
  ViewSpec view = spec_;
  view.lens.reset();
  // A lens moves pieces about but shows the same ones.
  const bool same_pieces =
      legend_layout_ == counters_.layouts || (spec_.lens.has_value() && legend_view_ == view);
  if (same_pieces && legend_colors_ == colors_made_ && legend_costs_ == costs) return;
  legend_ =
      BuildLegend(batch_, *colors_, LegendOptions{kLegendGroups}, costs != nullptr ? &costs->costs : nullptr);
  legend_view_ = std::move(view);
  legend_layout_ = counters_.layouts;
  legend_colors_ = colors_made_;
  legend_costs_ = std::move(costs);
}

// Without which groups are shown.
LegendCostsRequest ChartView::CostsOfLegend() {
  return {
      tree_, batch_.spec.root, batch_.spec.metric, colors_->spec().mode, colors_->groups().dominant_group(),
      {}};
}

std::optional<LegendCostsRequest> ChartView::LackingCosts() {
  if (legend() == nullptr || !legend_.lacks_costs) return std::nullopt;
  LegendCostsRequest request = CostsOfLegend();
  request.shown = legend_.shown;
  return request;
}

void ChartView::UpdateLabels(Theme theme, float scale) {
  if (font_ == nullptr || (!labels_stale_ && label_scale_ == scale)) return;
  LabelOptions options;
  options.size_px *= scale;
  options.min_size_px = kLeastLabelPx * scale;
  options.max_labels = kMaxLabels;
  labels_ = PlaceLabels(*tree_, batch_, options, FontFace::Measurer(font_));
  renderer_.SetLabels(labels_, theme);
  labels_stale_ = false;
  label_scale_ = scale;
  stale_ = true;
}

void ChartView::UpdateTransition(double now_s) {
  if (!transition_) return;
  transition_->progress =
      std::clamp(static_cast<float>((now_s - transition_->start_s) / kTransitionSeconds), 0.0f, 1.0f);
  stale_ = true;
  if (transition_->progress >= 1) {
    renderer_.EndTransition();
    transition_.reset();
  }
}

Result<void> ChartView::SavePicture(const std::filesystem::path& path) {
  if (batch() == nullptr) return Fail(ErrorCode::kInvalidArgument, "there is nothing to draw");
  if (path.extension() != ".svg") {
    RINGSCOPE_ASSIGN(const Image image, RenderChartImage(batch_, paint_, labels_, theme_, font_));
    return WritePng(path, image);
  }
  // A drawing is shown with the fonts of whoever shows it.
  const std::vector<Label> labels = PlaceLabels(*tree_, batch_, LabelOptions{}, AverageSansWidth);
  SvgOptions options;
  options.theme = theme_;
  std::string text;
  const TextSink sink = [&text](std::string_view piece) -> Result<void> {
    text += piece;
    return {};
  };
  RINGSCOPE_TRY(WriteChartSvg(*tree_, batch_, paint_, labels, options, sink));
  RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(path));
  RINGSCOPE_TRY(file.Write(text));
  return file.Commit();
}

void ChartView::Draw(const PanelRect& rect, int framebuffer_height_px) {
  const auto width = std::max(1, static_cast<int>(rect.width));
  const auto height = std::max(1, static_cast<int>(rect.height));
  const int x = static_cast<int>(rect.x);
  const int y = framebuffer_height_px - static_cast<int>(rect.y) - height;
  DrawOptions options;
  options.theme = theme_;
  if (transition_) {
    options.progress = Eased(transition_->progress);
    options.label_opacity = std::clamp((transition_->progress - kLabelsFrom) / (1 - kLabelsFrom), 0.0f, 1.0f);
    // Every frame differs: straight into the window, without a copy.
    renderer_.Draw({0, x, y, width, height}, options);
    ++counters_.draws;
    return;
  }
  if (!target_ || target_->width_px() != static_cast<uint32_t>(width) ||
      target_->height_px() != static_cast<uint32_t>(height)) {
    auto made = OffscreenTarget::Create(static_cast<uint32_t>(width), static_cast<uint32_t>(height));
    target_.reset();
    if (made) target_.emplace(std::move(*made));
    stale_ = true;
  }
  if (!target_) {
    // Without memory for a texture the chart is drawn every time.
    renderer_.Draw({0, x, y, width, height}, options);
    ++counters_.draws;
    return;
  }
  if (stale_) {
    renderer_.Draw(target_->whole(), options);
    stale_ = false;
    ++counters_.draws;
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, target_->framebuffer());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glDisable(GL_SCISSOR_TEST);
  glBlitFramebuffer(0, 0, width, height, x, y, x + width, y + height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace ringscope
