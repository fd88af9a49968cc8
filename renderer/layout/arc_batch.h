#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "renderer/layout/view.h"

namespace ringscope {

// Marks of one drawn piece, a bit set.
using ArcFlags = uint8_t;
inline constexpr ArcFlags kArcRest = 1;           // a rest segment: stands for a run of siblings
inline constexpr ArcFlags kArcContinues = 2;      // has callees that are not drawn because of the depth limit
inline constexpr ArcFlags kArcCallersCutOff = 4;  // the profiler cut off callers of this context

// One of the two charts of a view with a detail: a layout of its own, as wide as its part of the radius.
struct ArcPart {
  ViewRoot root;
  bool is_detail = false;                   // else the view
  uint32_t first_piece = 0, end_piece = 0;  // the first one lies at the part's centre
  uint32_t first_layer = 0, end_layer = 0;
  uint64_t total = 0, circle_units = 1;  // as in ArcBatch

  [[nodiscard]] uint32_t layer_count() const { return end_layer - first_layer; }
};

// One laid-out view as plain columns, ordered by layer, then by start angle. A layer is a ring or a row. A
// piece is a drawn context (`context` is its id) or a rest segment (`context` is the parent, the run of
// siblings it stands for is [rest_begin, rest_end)). Piece 0 is the centre disc (layer 0): the view root, or,
// for an opened run, a rest segment that stands for that run.
//
// A drawn context may be the head of a compressed chain (see chains.h), which takes one layer: its callees'
// pieces are on the next one. Without any, layers are those of the tree below the view root, and context ids
// grow within a layer.
//
// Positions are exact integers: the circle is `circle_units` long, the view root's callees lie in [0,
// `total`) of it, which is all of it unless ViewSpec::whole says more. In length and area mode a unit is one
// unit of the metric; in equal mode the circle is 2^62 units. Angles in turns, clockwise from 12 o'clock,
// follow from them in double, through the lens if there is one, and are rounded to float last. In an icicle
// the circle is the chart's width, from its left edge. In a treemap units are as in an icicle, but turns are
// the place of a box on the chart's width.
struct ArcBatch {
  std::vector<float> start_turns;
  std::vector<float> sweep_turns;
  std::vector<uint32_t> layer;
  std::vector<ContextId> context;
  std::vector<ContextId> rest_begin;  // 0 where the piece is a context
  std::vector<ContextId> rest_end;
  std::vector<ArcFlags> flags;
  std::vector<uint64_t> inclusive;    // of the piece, in the view's metric
  std::vector<uint64_t> start_units;  // exact start and sweep
  std::vector<uint64_t> sweep_units;
  std::vector<uint32_t> caller_piece;  // the piece one layer up this one lies on; 0 for piece 0 and is_root()

  // The contexts of compressed chains, from head to last. Piece p has [chain_offset[p], chain_offset[p+1]),
  // an empty range unless it is a chain. Both columns are empty in a batch without chains.
  std::vector<ContextId> chain_context;
  std::vector<uint32_t> chain_offset;

  // The top and bottom of each box of a treemap, below the top of the chart; empty in other forms.
  std::vector<float> box_top_px, box_bottom_px;

  // Pieces of layer d are [layer_offset[d], layer_offset[d+1]). One entry more than layers.
  std::vector<uint32_t> layer_offset;
  // Layer d covers radii [ring_edge_px[d], ring_edge_px[d+1]) around the centre; ring_edge_px[0] is 0, or the
  // radius of the hole. As many entries as layer_offset. Icicle: distances downwards from the top of the
  // first row. Treemap: all entries but the first are the chart's height.
  std::vector<float> ring_edge_px;

  // The two parts of a view with a detail, the inner one first; empty without a detail. The layer between
  // them is empty, and each part has its own units: a context may have a piece in both.
  std::vector<ArcPart> parts;

  ViewSpec spec;              // the laid-out view, its depth limit already clamped
  uint64_t total = 0;         // inclusive value of the view root (of the opened run) in the view's metric
  uint64_t circle_units = 1;  // length of the whole circle, at least 1
  uint32_t context_piece_count = 0;  // pieces that are contexts, the centre included
  uint32_t rest_piece_count = 0;     // pieces that are rest segments, the centre of an opened run included

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(context.size()); }
  [[nodiscard]] uint32_t layer_count() const { return static_cast<uint32_t>(ring_edge_px.size()) - 1; }
  [[nodiscard]] bool is_rest(uint32_t piece) const { return (flags[piece] & kArcRest) != 0; }
  [[nodiscard]] float radius_px() const { return ring_edge_px.back(); }
  [[nodiscard]] bool is_treemap() const { return spec.form == ChartForm::kTreemap; }
  // The distance from the centre or the top to a piece's inner and outer edge.
  [[nodiscard]] float inner_px(uint32_t piece) const {
    return is_treemap() ? box_top_px[piece] : ring_edge_px[layer[piece]];
  }
  [[nodiscard]] float outer_px(uint32_t piece) const {
    return is_treemap() ? box_bottom_px[piece] : ring_edge_px[size_t{layer[piece]} + 1];
  }
  [[nodiscard]] uint32_t part_count() const { return parts.empty() ? 1 : 2; }
  // The whole chart if there is no detail.
  [[nodiscard]] ArcPart part(uint32_t index) const {
    if (!parts.empty()) return parts[index];
    return {spec.root, false, 0, size(), 0, layer_count(), total, circle_units};
  }
  [[nodiscard]] uint32_t part_of_layer(uint32_t of_layer) const {
    return !parts.empty() && of_layer >= parts[1].first_layer ? 1 : 0;
  }
  [[nodiscard]] uint32_t part_of_piece(uint32_t piece) const {
    return !parts.empty() && piece >= parts[1].first_piece ? 1 : 0;
  }
  [[nodiscard]] bool is_detail(uint32_t piece) const {
    return !parts.empty() && parts[part_of_piece(piece)].is_detail;
  }
  // Whether a piece lies at the centre of the chart or of one of its parts.
  [[nodiscard]] bool is_root(uint32_t piece) const {
    return piece == 0 || (!parts.empty() && piece == parts[1].first_piece);
  }
  // The number of layers of the part with the most layers.
  [[nodiscard]] uint32_t most_layers() const {
    return parts.empty() ? layer_count() : std::max(parts[0].layer_count(), parts[1].layer_count());
  }
  // The contexts a rest segment stands for.
  [[nodiscard]] ContextRange rest_run(uint32_t piece) const { return {rest_begin[piece], rest_end[piece]}; }
  // The contexts that a piece stands for; for a chain its head alone.
  [[nodiscard]] ContextRange contexts(uint32_t piece) const {
    return is_rest(piece) ? rest_run(piece) : ContextRange{context[piece], context[piece] + 1};
  }

  [[nodiscard]] bool has_chains() const { return !chain_context.empty(); }
  // The contexts of a compressed chain, at least two; empty for any other piece.
  [[nodiscard]] std::span<const ContextId> chain(uint32_t piece) const {
    if (!has_chains()) return {};
    return std::span(chain_context)
        .subspan(chain_offset[piece], chain_offset[piece + 1] - chain_offset[piece]);
  }
  // The context whose callees lie on the next layer: the last one of a chain. For a rest segment its
  // `context`.
  [[nodiscard]] ContextId last_context(uint32_t piece) const {
    const auto members = chain(piece);
    return members.empty() ? context[piece] : members.back();
  }
};

}  // namespace ringscope
