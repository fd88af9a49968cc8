#include "app/charts/chart_content.h"

#include <algorithm>
#include <utility>

#include "app/view/colors/derived_model.h"
#include "cct/query/sets/search.h"
#include "renderer/layout/layout.h"

namespace ringscope {
namespace {

bool Contains(const SearchHits& hits, ContextRange run) {
  return hits.matches.AnyIn(run) || hits.above_matches.AnyIn(run);
}

// Whether `holds` is true for the context of a piece, or for any context of the chain that the piece stands
// for.
template <typename Predicate>
bool AnyOfPiece(const ArcBatch& batch, uint32_t piece, Predicate holds) {
  const auto chain = batch.chain(piece);
  return chain.empty() ? holds(batch.context[piece]) : std::ranges::any_of(chain, holds);
}

// Calls visit(piece, match) for each piece that matches or hides a match.
template <typename Visit>
void VisitPieces(const ArcBatch& batch, const SearchHits& hits, Visit visit) {
  // A piece with other pieces on it shows its callees.
  std::vector<bool> shows_callees(batch.size(), false);
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    if (!batch.is_root(piece)) shows_callees[batch.caller_piece[piece]] = true;
  }
  for (uint32_t piece = 0; piece < batch.size(); ++piece) {
    if (batch.is_rest(piece)) {
      if (!shows_callees[piece] && Contains(hits, batch.rest_run(piece))) visit(piece, PieceMatch::kContains);
    } else if (AnyOfPiece(batch, piece, [&](ContextId context) { return hits.matches.contains(context); })) {
      visit(piece, PieceMatch::kMatch);
    } else if (!shows_callees[piece] && hits.above_matches.contains(batch.last_context(piece))) {
      visit(piece, PieceMatch::kContains);
    }
  }
}

// Small enough for rings of ten pixels, as in two charts side by side in a small window.
constexpr float kLeastLabelPx = 8;

}  // namespace

std::vector<uint8_t> PieceMatches(const Cct& tree, const ArcBatch& batch, const SearchOutcome& outcome) {
  constexpr auto kMatch = static_cast<uint8_t>(PieceMatch::kMatch);
  std::vector<uint8_t> matches(batch.size(), static_cast<uint8_t>(PieceMatch::kNone));
  if (outcome.hits == nullptr) {
    if (!outcome.frames) return matches;
    for (uint32_t piece = 0; piece < batch.size(); ++piece) {
      if (batch.is_rest(piece) || batch.context[piece] == kRootContext) continue;
      const auto is_match = [&](ContextId context) {
        return outcome.frames->contains(tree.FrameOf(context));
      };
      if (AnyOfPiece(batch, piece, is_match)) matches[piece] = kMatch;
    }
    return matches;
  }
  VisitPieces(batch, *outcome.hits,
              [&](uint32_t piece, PieceMatch match) { matches[piece] = static_cast<uint8_t>(match); });
  return matches;
}

std::vector<float> PieceLights(const Cct& tree, const ArcBatch& batch, const LitContexts& lit) {
  std::vector<float> lights(batch.size(), 0.0f);
  VisitPieces(batch, *lit.hits, [&](uint32_t piece, PieceMatch match) {
    if (match == PieceMatch::kMatch) {
      lights[piece] = 1;
      return;
    }
    if (lit.totals.contexts > kMostLitForShares) {
      lights[piece] = 0.25f;
      return;
    }
    const ContextId context = batch.last_context(piece);
    const ContextRange run =
        batch.is_rest(piece) ? batch.rest_run(piece) : ContextRange{context, context + 1};
    const uint64_t hidden = InclusiveOfMatches(tree, lit.hits->matches, run, batch.spec.metric);
    const auto whole = static_cast<double>(std::max<uint64_t>(batch.inclusive[piece], 1));
    // Hidden contexts without cost give some light too; a light of 1 means that the piece's own context is
    // lit.
    constexpr float kLeast = 1e-6f, kMost = 0.9999f;
    lights[piece] = std::clamp(static_cast<float>(static_cast<double>(hidden) / whole), kLeast, kMost);
  });
  return lights;
}

LabelOptions ScreenLabels(float scale) {
  LabelOptions options;
  options.size_px *= scale;
  options.min_size_px = kLeastLabelPx * scale;
  return options;
}

void ChartContent::Forget() {
  request_ = {};
  batch_ = {};
  colors_.reset();
  legend_ = {};
  legend_of_ = {};
}

void ChartContent::Update(ChartRequest request) {
  if (request.shown == nullptr) request.shown = request.tree;
  if (request.recorded == nullptr) request.recorded = request.shown;
  if (request.beside == request.recorded) request.beside = nullptr;
  if (request.outcome != nullptr && request.outcome->tree != request.shown) request.outcome = nullptr;
  if (request.lights != nullptr && request.lights->request.tree != request.shown) request.lights = nullptr;
  if (request_.tree != request.tree || request_.view != request.view) LayOut(request);
  UpdateColors(request);
  UpdateLights(request);
  UpdatePaint(request);
  UpdateLegend(request);
  UpdateLabels(request);
  request_ = std::move(request);
}

void ChartContent::LayOut(const ChartRequest& request) {
  if (request_.tree != request.tree) colors_.reset();
  std::swap(batch_, batch_before_);
  LayoutView(*request.tree, request.view, batch_);
  request_.tree = request.tree;
  request_.view = request.view;
  ++versions_.layout;
}

void ChartContent::UpdateColors(const ChartRequest& request) {
  if (colors_ && request_.theme == request.theme && request_.color == request.color &&
      request_.derived == request.derived && request_.recorded == request.recorded &&
      request_.beside == request.beside) {
    return;
  }
  ColorInputs inputs = ColorInputsOf(request.tree, request.recorded, request.derived, request.color);
  if (request.beside != nullptr) inputs.beside = RankGroups(*request.beside, request.color.mode);
  colors_.emplace(*request.tree, request.theme, request.color, std::move(inputs));
  ++versions_.colors;
}

void ChartContent::UpdateLights(const ChartRequest& request) {
  if (lights_ == request.lights && (lights_ == nullptr || lights_layout_ == versions_.layout)) return;
  piece_lights_.clear();
  if (request.lights != nullptr) piece_lights_ = PieceLights(*request.tree, batch_, *request.lights);
  lit_pieces_ =
      static_cast<uint32_t>(std::ranges::count_if(piece_lights_, [](float light) { return light >= 1; }));
  lights_ = request.lights;
  lights_layout_ = versions_.layout;
}

void ChartContent::UpdatePaint(const ChartRequest& request) {
  if (painted_.layout == versions_.layout && painted_.colors == versions_.colors &&
      request_.pointed == request.pointed && request_.selected == request.selected &&
      request_.path == request.path && request_.lit == request.lit && request_.lights == request.lights &&
      request_.outcome == request.outcome) {
    return;
  }
  PaintSpec spec;
  spec.theme = request.theme;
  spec.pointed = request.pointed;
  spec.selected = request.selected;
  if (request.path != nullptr) spec.path = *request.path;
  spec.lit_function = request.lit;
  if (request.functions != nullptr)
    spec.function_of = [&](FrameId frame) { return request.functions->FunctionOf(frame); };
  spec.piece_lights = piece_lights_;
  std::vector<uint8_t> piece_matches;
  if (request.outcome != nullptr) {
    piece_matches = PieceMatches(*request.tree, batch_, *request.outcome);
    spec.piece_matches = piece_matches;
  }
  if (painted_.layout != versions_.layout) std::swap(paint_, paint_before_);
  if (filled_.layout != versions_.layout || filled_.colors != versions_.colors) {
    FillOwn(batch_, *colors_, own_fills_);
    filled_ = versions_;
  }
  PaintPieces(batch_, spec, *colors_, own_fills_, paint_);
  painted_ = versions_;
  ++versions_.paint;
}

void ChartContent::UpdateLegend(const ChartRequest& request) {
  if (!request.has_legend) return;
  std::shared_ptr<const LegendCosts> costs = request.legend_costs;
  if (costs != nullptr && !costs->request.HasCostsOf(CostsOfGroups())) costs = nullptr;
  ViewSpec view = request.view;
  view.lens.reset();
  // A lens moves the pieces but shows the same ones.
  const bool same_pieces =
      legend_of_.layout == versions_.layout || (request.view.lens.has_value() && legend_view_ == view);
  if (same_pieces && legend_of_.colors == versions_.colors && legend_costs_ == costs) return;
  legend_ = BuildLegend(batch_, *colors_, {}, costs != nullptr ? &costs->costs : nullptr);
  legend_view_ = std::move(view);
  legend_of_ = versions_;
  legend_costs_ = std::move(costs);
}

// Leaves `shown` empty.
LegendCostsRequest ChartContent::CostsOfGroups() {
  const ViewSpec& view = batch_.spec;
  return {
      request_.tree, view.root, view.metric, colors_->spec().mode, colors_->groups().dominant_group(), {}};
}

std::optional<LegendCostsRequest> ChartContent::CostsOfLegend() {
  if (batch_.size() == 0 || !legend_.has_groups) return std::nullopt;
  LegendCostsRequest costs = CostsOfGroups();
  costs.shown = legend_.shown;
  return costs;
}

void ChartContent::UpdateLabels(const ChartRequest& request) {
  if (!measure_ || (labels_layout_ == versions_.layout && request_.labels == request.labels)) return;
  labels_ = PlaceLabels(*request.tree, batch_, request.labels, measure_);
  labels_layout_ = versions_.layout;
  ++versions_.labels;
}

}  // namespace ringscope
