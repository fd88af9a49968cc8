#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/core/effect.h"
#include "renderer/layout/view.h"

namespace ringscope::action {

struct SetMode {
  RingMode mode = RingMode::kLength;
  void ApplyTo(AppState& state, std::vector<Effect>& effects) const;
};
struct SetDepth {
  uint32_t depth_limit = kAllLayers;
  void ApplyTo(AppState& state, std::vector<Effect>& effects) const;
};
// Turns of the wheel; positive shows more layers.
struct ChangeDepth {
  int steps = 0;
  void ApplyTo(AppState& state, std::vector<Effect>& effects) const;
};
// Of the active pane. What is of another kind becomes rings.
struct SetForm {
  ChartForm form = ChartForm::kRings;
  void ApplyTo(AppState& state, std::vector<Effect>& effects) const;
};
// The active view once more, in the other form.
struct ShowOtherForm {
  void ApplyTo(AppState& state, std::vector<Effect>& effects) const;
};
struct ShowLens {
  bool on = true;
  void ApplyTo(AppState& state, std::vector<Effect>& effects) const;
};
struct MoveLens {
  size_t pane = 0;
  std::optional<Lens> lens;
  void ApplyTo(AppState& state, std::vector<Effect>& effects) const;
};
// One ring for a path of single callees without cost of their own. Chains that were opened are closed.
struct CompressChains {
  bool on = true;
  void ApplyTo(AppState& state, std::vector<Effect>& effects) const;
};
// Draws the chain of a context ring by ring; Back closes it.
struct OpenChain {
  ContextId context = kNoContext;
  void ApplyTo(AppState& state, std::vector<Effect>& effects) const;
};
// What the layout made of the depth limit, the centre included.
struct LayersDrawn {
  size_t pane = 0;
  uint32_t count = 0;
  uint32_t tree_layers = 0;  // that these are in the tree; 0: as many
  bool has_more = true;      // below them, but for the depth limit
  void ApplyTo(AppState& state, std::vector<Effect>& effects) const;
};

}  // namespace ringscope::action
