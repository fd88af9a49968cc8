#include <array>

#include "app/view/command_tables.h"
#include "app/view/panes/panes.h"
#include "app/views/rings/rings_actions.h"
#include "app/views/rings/rings_state.h"

namespace ringscope::rings {
namespace {

using command::Maybe;
using command::State;

// The active view where it is shown as rings; else null.
const ViewState* ActiveRings(State state) {
  const ViewState* view = ActiveView(state);
  return view != nullptr && IsRings(*view) ? view : nullptr;
}

template <int kSteps>
Maybe Depth(State state) {
  if (ActiveRings(state) == nullptr) return std::nullopt;
  return action::ChangeDepth{kSteps};
}

Maybe AllLayers(State state) {
  const ViewState* view = ActiveRings(state);
  if (view == nullptr || RingsOf(*view).depth_limit == kAllLayers) return std::nullopt;
  return action::SetDepth{kAllLayers};
}

template <RingMode kMode>
Maybe Mode(State state) {
  if (ActiveRings(state) == nullptr) return std::nullopt;
  return action::SetMode{kMode};
}

// The same view once more in the other form, or back to one chart.
Maybe BothForms(State state) {
  if (ActiveRings(state) == nullptr) return std::nullopt;
  if (state.panes.size() > 1) return action::ClosePane{PaneBeside(state)};
  return action::ShowOtherForm{};
}

Maybe Lens(State state) {
  if (ActiveRings(state) == nullptr) return std::nullopt;
  return action::ShowLens{!LensOn(state)};
}

Maybe Compress(State state) {
  const ViewState* view = ActiveRings(state);
  if (view == nullptr) return std::nullopt;
  return action::CompressChains{!RingsOf(*view).compress_chains};
}

Maybe Sizing(State state) {
  const ViewState* view = ActiveRings(state);
  if (view == nullptr) return std::nullopt;
  const bool is_plain = RingsOf(*view).sizing == RingSizing::kPlain;
  return action::SizeRings{is_plain ? RingSizing::kReadable : RingSizing::kPlain};
}

constexpr std::string_view kGroup = "Chart";

constexpr std::array kCommands{
    Command{"chart.deeper", kGroup, "More layers", "+, =", Depth<1>},
    Command{"chart.shallower", kGroup, "Fewer layers", "-", Depth<-1>},
    Command{"chart.all-layers", kGroup, "All layers", "", AllLayers},
    Command{"chart.mode.equal", kGroup, "Equal mode: callees share the angle", "1", Mode<RingMode::kEqual>},
    Command{"chart.mode.length", kGroup, "Length mode: angle shows inclusive cost", "2",
            Mode<RingMode::kLength>},
    Command{"chart.mode.area", kGroup, "Area mode: area shows inclusive cost", "3", Mode<RingMode::kArea>},
    Command{"chart.chains", kGroup,
            "Compress chains: collapse or merge single callees without self cost, or not", "", Compress},
    Command{"chart.rings", kGroup, "Rings of equal thickness, or the first ones thicker", "", Sizing},
    Command{"chart.form.rings", kGroup, "Rings", "", command::InView<action::SetForm, ChartForm::kRings>},
    Command{"chart.form.icicle", kGroup, "Icicle", "", command::InView<action::SetForm, ChartForm::kIcicle>},
    Command{"chart.beside", kGroup, "Rings beside icicle: side by side, or one chart", "", BothForms},
    Command{"chart.lens", kGroup, "Lens: enlarge what is at the pointer (press or hold)", "Z", Lens, false,
            LensOn},
};

}  // namespace

std::span<const Command> Commands() { return kCommands; }

}  // namespace ringscope::rings
