#pragma once

#include <array>

#include "renderer/layout/view.h"

namespace ringscope {

// One dimension of a lens: a piecewise linear map of [0, 1] onto a range of the same length. It keeps the
// centre in place, enlarges its surroundings and shrinks the rest evenly. Strictly growing, hence invertible;
// both directions are exact to a few units in the last place and take constant time.
class LensMap {
 public:
  // The identity.
  LensMap() = default;

  // Keeps 0 and 1 in place. The enlarged part reaches `extent` to either side as drawn, but leaves at least a
  // quarter of each side to the rest.
  [[nodiscard]] static LensMap Between(double center, double zoom, double extent);
  // A map on a circle of length 1: the point opposite to the centre stays in place too, 0 does not. Results
  // may lie up to half a turn outside [0, 1], so that a span across 0 keeps its order and length.
  [[nodiscard]] static LensMap Around(double center, double zoom, double extent);

  [[nodiscard]] double Map(double place) const { return Apply(from_, to_, place); }
  [[nodiscard]] double Inverse(double drawn) const { return Apply(to_, from_, drawn); }
  [[nodiscard]] bool is_identity() const { return identity_; }

 private:
  using Knots = std::array<double, 4>;  // relative to the centre
  [[nodiscard]] double Apply(const Knots& from, const Knots& to, double place) const;

  bool identity_ = true;
  double center_ = 0;
  Knots from_{}, to_{};
};

// The map of a view's lens on turns; the identity without a lens.
[[nodiscard]] LensMap TurnsLensOf(const ViewSpec& spec);

}  // namespace ringscope
