#include "app/views/rings/rings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/colors/legend_model.h"
#include "app/core/action.h"
#include "app/view/command_tables.h"
#include "app/view/difference/angle.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/state/apply_task.h"
#include "app/view/steps/context_steps.h"
#include "app/views/rings/rings_depth.h"
#include "cct/base/text/number_text.h"
#include "renderer/layout/layout.h"

namespace ringscope::action {
namespace {

// Goes to the place whose rings `change` has changed. `is_turn`: one of many small steps, as of the wheel.
void ChangeRings(AppState& state, ViewState& view, bool is_turn, Effects& effects, const auto& change) {
  RingsPlace place = RingsOf(view);
  change(place);
  GoTo(state, view, WithRings(view.history.current(), place), effects,
       is_turn ? &ViewHistory::PushTurn : &ViewHistory::Push);
}

// How the wheel changed a pane's chart; unchanged if the pane shows something else by now.
RingsWheel WheelOf(const ViewState& view, const PaneState& pane) {
  RingsWheel empty{
      view.shown.tree.get(), view.history.current().root, RingsOf(view), RingsOf(pane).form, {}, {}};
  const auto& wheel = pane.kinds.Get<RingsWheel>();
  const bool is_shown = wheel.tree == empty.tree && wheel.root == empty.root && wheel.place == empty.place &&
                        wheel.form == empty.form;
  return is_shown ? wheel : empty;
}

}  // namespace

void Do(AppState& state, ViewState& view, const SetMode& set, Effects& effects) {
  ChangeRings(state, view, false, effects, [&](RingsPlace& place) { place.mode = set.mode; });
}

void Do(AppState& state, ViewState& view, const SetDepth& set, Effects& effects) {
  ChangeRings(state, view, true, effects,
              [&](RingsPlace& place) { place.depth_limit = std::max(set.depth_limit, uint32_t{1}); });
}

void Do(AppState& state, ViewState& view, const SizeRings& size, Effects& effects) {
  ChangeRings(state, view, false, effects, [&](RingsPlace& place) { place.sizing = size.sizing; });
}

void Do(AppState& state, ViewState& view, const CompressChains& compress, Effects& effects) {
  ChangeRings(state, view, false, effects, [&](RingsPlace& place) {
    place.compress_chains = compress.on;
    place.opened_chains.clear();
  });
}

void Do(AppState& state, ViewState& view, const OpenChain& open, Effects& effects) {
  if (open.context >= view.tree().context_count()) return;
  ChangeRings(state, view, false, effects, [&](RingsPlace& place) {
    std::vector<ContextId>& opened = place.opened_chains;
    std::erase(opened, open.context);
    opened.push_back(open.context);
    if (opened.size() > kMostOpenedChains) opened.erase(opened.begin());
  });
  if (open.calls == 0) return;
  // The chart alone does not tell that a chain opened: a short one moves little in it.
  const bool has_detail = RingsOf(view).detail != DetailPlace::kNone;
  SetNote(state, "Chain of " + CountText(open.calls) + " calls opened" +
                     (has_detail ? "" : ": click again to make it the centre"));
}

void Do(AppState& state, ViewState& view, const ShowDetail& show, Effects& effects) {
  const ViewRoot& root = show.detail.root;
  const bool is_shown = show.detail.place != DetailPlace::kNone && IsValidRoot(view.tree(), root) &&
                        IsPartOf(view.tree(), root, view.history.current().root);
  const bool begins = is_shown && RingsOf(view).detail == DetailPlace::kNone;
  ChangeRings(state, view, false, effects, [&](RingsPlace& place) {
    place.detail = is_shown ? show.detail.place : DetailPlace::kNone;
    place.detail_root = is_shown ? root : ViewRoot{};
  });
  const std::string key = FirstKeyOf(state, "window.clear");
  if (begins && !key.empty())
    SetNote(state, "A click shows another part; " + key + " goes back to one chart");
}

void Do(AppState& state, ViewState& view, const ChangeDepth& change, Effects& effects) {
  if (change.steps == 0) return;
  const PaneState& pane = *ActivePane(state);
  const uint32_t layers = LayersOf(view, pane);
  const uint32_t shown = ShownDepth(layers, RingsOf(view).depth_limit, DrawnIn(view, pane).layers);
  // Steps grow with the depth, so that four hundred layers are not four hundred turns of the wheel.
  const int64_t step = std::max<int64_t>(1, shown / 16);
  const auto wanted = std::clamp<int64_t>(int64_t{shown} + change.steps * step, 1, layers);
  if (wanted == shown) return;
  RingsWheel wheel = WheelOf(view, pane);
  Do(state, SetDepth{static_cast<uint32_t>(wanted)}, effects);
  wheel.place = RingsOf(*ActiveView(state));
  wheel.held_edges = change.held_edges;
  state.panes[state.active_pane].kinds.Set(std::move(wheel));
}

void Do(AppState& state, ViewState& view, const Enlarge& enlarge, Effects&) {
  PaneState& pane = state.panes[state.active_pane];
  RingsWheel wheel = WheelOf(view, pane);
  wheel.lens = enlarge.lens;
  pane.kinds.Set(std::move(wheel));
}

void Do(AppState& state, const TellWheel&, Effects&) {
  if (std::exchange(state.slots.Get<RingsWindow>().wheel_told, true)) return;
  SetNote(state, "Wheel: more or fewer layers. Ctrl+wheel: enlarge at the pointer, and on into it");
}

void Do(AppState& state, const SetForm& set, Effects& effects) {
  if (ActiveView(state) == nullptr) return;
  ringscope::SetForm(state.panes[state.active_pane], set.form);
  state.slots.Get<RingsWindow>().hides_other_form = false;
  state.settings.forms = *ValueOfWord(kShownFormsWords, WordOf(kFormWords, set.form));
  Do(state, SetKind{&rings::Kind()}, effects);
}

void Do(AppState& state, ViewState& view, const ShowOtherForm&, Effects& effects) {
  // Both forms are rings and icicle, so a treemap becomes rings.
  if (RingsOf(*ActivePane(state)).form == ChartForm::kTreemap)
    ringscope::SetForm(state.panes[state.active_pane], ChartForm::kRings);
  const bool is_rings = RingsOf(*ActivePane(state)).form == ChartForm::kRings;
  state.settings.forms = ShownForms::kBoth;
  Do(state, ShowBeside{view.id}, effects);
  ringscope::SetForm(state.panes[PaneBeside(state)], is_rings ? ChartForm::kIcicle : ChartForm::kRings);
}

void Do(AppState& state, const ShowLens& show, Effects&) {
  state.slots.Get<RingsWindow>().lens_on = show.on;
  if (show.on) return;
  for (PaneState& pane : state.panes) {
    RingsPane rings = RingsOf(pane);
    rings.lens.reset();
    pane.kinds.Set(std::move(rings));
    pane.kinds.Set(RingsWheel{});
  }
}

void Do(AppState& state, const MoveLens& move, Effects&) {
  if (move.pane >= state.panes.size() || !LensOn(state)) return;
  RingsPane rings = RingsOf(state.panes[move.pane]);
  rings.lens = move.lens;
  state.panes[move.pane].kinds.Set(std::move(rings));
}

}  // namespace ringscope::action

namespace ringscope {

ViewPosition WithRings(ViewPosition position, const RingsPlace& place) {
  position.places.Set(place);
  return position;
}

bool IsRings(const ViewState& view) { return &view.kind() == &rings::Kind(); }

void SetForm(PaneState& pane, ChartForm form) {
  RingsPane rings = RingsOf(pane);
  rings.form = form;
  pane.kinds.Set(std::move(rings));
}

DrawnLayers DrawnIn(const ViewState& view, const PaneState& pane) {
  const auto& drawn = pane.measured.Get<DrawnLayers>();
  const bool is_shown = drawn.tree == view.shown.tree && drawn.root == view.history.current().root &&
                        drawn.metric == view.metric && drawn.place == RingsOf(view) &&
                        drawn.form == RingsOf(pane).form;
  return is_shown ? drawn : DrawnLayers{};
}

namespace {

// The thickness of a ring of many threads. Names lie across it, because along it each thread has too little
// room.
constexpr float kThreadRingPx = 72;

bool IsRingOfManyThreads(const AppState& state, const ViewState& view) {
  constexpr uint32_t kMany = 8;
  const DocumentState* document = FindDocument(state, view.document);
  return document != nullptr && document->has_thread_ring && !ThreadsMerged(view) &&
         view.history.current().root == ViewRoot{} && view.tree().ChildrenOf(kRootContext).size() >= kMany;
}

}  // namespace

std::optional<ViewSpec> PaneSpec(const AppState& state, size_t pane) {
  const ViewState* view = ViewOfPane(state, pane);
  if (view == nullptr || !IsRings(*view)) return std::nullopt;
  const RingsPane& rings = RingsOf(state.panes[pane]);
  ViewSpec spec;
  const DrawnAngle drawn = DrawnAngleOf(*view);
  spec.metric = drawn.metric;
  spec.whole = drawn.whole;
  spec.mode = RingsOf(*view).mode;
  spec.form = rings.form;
  spec.root = view->history.current().root;
  spec.depth_limit = RingsOf(*view).depth_limit;
  spec.width_px = state.panes[pane].width_px;
  spec.height_px = state.panes[pane].height_px;
  const RingsWheel wheel = action::WheelOf(*view, state.panes[pane]);
  spec.lens = rings.lens ? rings.lens : wheel.lens;
  spec.held_edges = wheel.held_edges;
  spec.ring_sizing = RingsOf(*view).sizing;
  if (IsRingOfManyThreads(state, *view)) spec.first_ring_px = kThreadRingPx;
  spec.compress_chains = RingsOf(*view).compress_chains;
  spec.opened_chains = RingsOf(*view).opened_chains;
  spec.detail = {RingsOf(*view).detail, RingsOf(*view).detail_root};
  return spec;
}

}  // namespace ringscope

namespace ringscope::rings {
namespace {

using command::Maybe;
using command::State;

Maybe AllLayers(const ViewState& view) {
  if (RingsOf(view).depth_limit == kAllLayers) return std::nullopt;
  return action::SetDepth{kAllLayers};
}

// Shows the view a second time in the other form, or goes back to one chart.
Maybe BothForms(State state) {
  if (ActiveOf<Kind>(state) == nullptr) return std::nullopt;
  if (state.panes.size() > 1) return action::ClosePane{PaneBeside(state)};
  return action::ShowOtherForm{};
}

Maybe Lens(State state) {
  if (ActiveOf<Kind>(state) == nullptr) return std::nullopt;
  return action::ShowLens{!LensOn(state)};
}

Maybe Compress(const ViewState& view) { return action::CompressChains{!RingsOf(view).compress_chains}; }

Maybe Sizing(const ViewState& view) {
  const bool is_plain = RingsOf(view).sizing == RingSizing::kPlain;
  return action::SizeRings{is_plain ? RingSizing::kReadable : RingSizing::kPlain};
}

// Shows the subject of commands as a detail. If it is the detail already, or no part of the view, the detail
// moves to this place, or ends if it is there.
template <DetailPlace kPlace>
Maybe ToDetail(State state) {
  const ViewState* view = ActiveOf<Kind>(state);
  if (view == nullptr || RingsOf(*ActivePane(state)).form != ChartForm::kRings) return std::nullopt;
  const RingsPlace& now = RingsOf(*view);
  const bool has_detail = now.detail != DetailPlace::kNone;
  ViewRoot root{SubjectOf(*view).context, {}};
  const bool is_part =
      root.context != kNoContext && IsPartOf(view->tree(), root, view->history.current().root);
  if (!is_part && !has_detail) return std::nullopt;
  if (!is_part) root = now.detail_root;
  if (now.detail == kPlace && now.detail_root == root) return action::ShowDetail{};
  return action::ShowDetail{{kPlace, root}};
}

std::string WhyNoDetail(State state) {
  const ViewState* view = ActiveOf<Kind>(state);
  if (view == nullptr) return {};
  if (RingsOf(*ActivePane(state)).form != ChartForm::kRings)
    return "Rings alone have room for a part beside the whole";
  const CommandSubject subject = SubjectOf(*view);
  if (subject.empty()) return NoSubjectText(*view);
  if (subject.context == kNoContext) return "This is in many contexts: point at one of them, or select it";
  return "The centre is shown already: point at a part of it, or select one";
}

Maybe NoDetail(const ViewState& view) {
  if (RingsOf(view).detail == DetailPlace::kNone) return std::nullopt;
  return action::ShowDetail{};
}

constexpr std::string_view kGroup = "Chart";

constexpr std::array kCommands{
    Command{"chart.deeper", kGroup, "More layers", "+, =", InKind<Kind, action::ChangeDepth, 1>},
    Command{"chart.shallower", kGroup, "Fewer layers", "-", InKind<Kind, action::ChangeDepth, -1>},
    Command{"chart.all-layers", kGroup, "All layers", "", OfKind<Kind, AllLayers>},
    Command{"chart.mode.equal", kGroup, "Equal mode: callees share the angle", "1",
            InKind<Kind, action::SetMode, RingMode::kEqual>},
    Command{"chart.mode.length", kGroup, "Length mode: angle shows inclusive cost", "2",
            InKind<Kind, action::SetMode, RingMode::kLength>},
    Command{"chart.mode.area", kGroup, "Area mode: area shows inclusive cost", "3",
            InKind<Kind, action::SetMode, RingMode::kArea>},
    Command{"chart.chains", kGroup,
            "Compress chains: collapse or merge single callees without self cost, or not", "",
            OfKind<Kind, Compress>},
    Command{"chart.rings", kGroup, "Rings of equal thickness, or the first ones thicker", "",
            OfKind<Kind, Sizing>},
    Command{"chart.form.rings", kGroup, "Rings", "", command::InView<action::SetForm, ChartForm::kRings>},
    Command{"chart.form.icicle", kGroup, "Icicle", "", command::InView<action::SetForm, ChartForm::kIcicle>},
    Command{"chart.form.treemap", kGroup, "Treemap", "",
            command::InView<action::SetForm, ChartForm::kTreemap>},
    Command{"chart.beside", kGroup, "Rings beside icicle: side by side, or one chart", "", BothForms},
    Command{"chart.detail.outside", kGroup, "Detail outside: this part as a ring around the whole", "Shift+Z",
            ToDetail<DetailPlace::kOutside>, false, nullptr, WhyNoDetail},
    Command{"chart.detail.inside", kGroup, "Detail inside: the whole as a ring around this part", "Alt+Z",
            ToDetail<DetailPlace::kInside>, false, nullptr, WhyNoDetail},
    Command{"chart.detail.none", kGroup, "One chart, without detail", "", OfKind<Kind, NoDetail>},
    Command{"chart.lens", kGroup, "Lens: enlarge what is at the pointer (press or hold)", "Z", Lens, false,
            LensOn},
};

}  // namespace

std::span<const Command> Commands() { return kCommands; }

}  // namespace ringscope::rings

namespace ringscope {

float FreeWidth(const ArcBatch& batch, float height_px) {
  if (batch.ring_edge_px.empty()) return batch.spec.width_px;
  const float radius_px = std::min(
      {batch.spec.width_px / 2, batch.spec.height_px / 2, static_cast<float>(batch.ring_edge_px.back())});
  // From the centre down to the box, and to the left to the circle there.
  const float dy = std::max(batch.spec.height_px / 2 - height_px, 0.0f);
  if (dy >= radius_px) return batch.spec.width_px;
  return std::max(0.0f, batch.spec.width_px / 2 - std::sqrt(radius_px * radius_px - dy * dy));
}

PaneStrips LegendStrips(const AppState& state, size_t pane) {
  if (!state.settings.legend_open) return {};
  if (RingsOf(state.panes[pane]).form != ChartForm::kRings) return {.below = kLegendStripHeight};
  const ViewState* view = ViewOfPane(state, pane);
  const bool is_answer = view != nullptr && view->color.mode == ColorMode::kDifference;
  return {.left = is_answer ? kLegendStripWidth : 0};
}

}  // namespace ringscope
