#pragma once

#include "app/core/effect.h"
#include "app/view/state/app_state.h"

namespace ringscope::action {

struct SetMode {
  RingMode mode = RingMode::kLength;
};
struct SetDepth {
  uint32_t depth_limit = kAllLayers;
};
// Turns of the wheel; positive shows more layers.
struct ChangeDepth {
  int steps = 0;
};
// Changes the active pane. A view of another kind becomes rings.
struct SetForm {
  ChartForm form = ChartForm::kRings;
};
// The active view once more, in the other form.
struct ShowOtherForm {};
struct ShowLens {
  bool on = true;
};
struct MoveLens {
  size_t pane = 0;
  std::optional<Lens> lens;
};
struct SizeRings {
  RingSizing sizing = RingSizing::kReadable;
};
// One ring for a path of single callees without cost of their own. Chains that were opened are closed.
struct CompressChains {
  bool on = true;
};
// Draws the chain of a context ring by ring; Back closes it.
struct OpenChain {
  ContextId context = kNoContext;
};

void Do(AppState& state, const SetMode& set, Effects& effects);
void Do(AppState& state, const SetDepth& set, Effects& effects);
void Do(AppState& state, const ChangeDepth& change, Effects& effects);
void Do(AppState& state, const SetForm& set, Effects& effects);
void Do(AppState& state, const ShowOtherForm& show, Effects& effects);
void Do(AppState& state, const ShowLens& show, Effects& effects);
void Do(AppState& state, const MoveLens& move, Effects& effects);
void Do(AppState& state, const SizeRings& size, Effects& effects);
void Do(AppState& state, const CompressChains& compress, Effects& effects);
void Do(AppState& state, const OpenChain& open, Effects& effects);

}  // namespace ringscope::action
