#pragma once

#include "renderer/layout/view.h"

namespace ringscope {

// Charts are drawn on a strip. A place on it has turns along its base line, from 0 to 1, and a height above
// the base line. Rings are the strip bent into a circle around the centre, their base line; the rows of an
// icicle are the strip laid out straight, at heights below 0, their base line being the top of the first row.
//
//   bend 1: rings     0.6                  0: rows
//                      _______             ___________________  base line
//       ( O )         /  ___  \            |      callers    |
//                    /  /   \  \           |      callees    |
//
// With b = bend and L = length_px, the strip is an arc of b turns: the base line's direction at u turns is
// 2 pi b (u - 1/2) + the rotation, clockwise from pointing right; all heights lie at right angles to it.
struct ChartBend {
  float bend = 1;       // the part of a full turn that the strip is bent by
  float length_px = 0;  // of the base line
  float base_y_px = 0;  // the base line's middle, below the middle of the view

  // How far the strip is turned around its base line's middle, clockwise: half a turn for rings, which begin
  // at 12 o'clock, none for rows.
  [[nodiscard]] float RotationTurns() const;

  friend bool operator==(const ChartBend&, const ChartBend&) = default;
};

// How a view's chart is bent when at rest.
[[nodiscard]] ChartBend BendOf(const ViewSpec& spec);

// How far each part of a motion from one bend to another has got. While a strip unrolls, rings are laid out
// straight first and then let down into rows; rolling up is the reverse. So no row ever reaches the centre
// that the strip is bent around. Where the bend stays, everything moves together.
struct MotionProgress {
  float places = 0;   // turns and opacity
  float bend = 0;     // bend and length
  float heights = 0;  // heights and the base line's place
};
[[nodiscard]] MotionProgress ProgressBetween(const ChartBend& from, const ChartBend& to, float progress);
[[nodiscard]] ChartBend InterpolateBend(const ChartBend& from, const ChartBend& to,
                                        const MotionProgress& progress);

}  // namespace ringscope
