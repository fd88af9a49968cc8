#include "app/views/threads/threads_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "app/view/navigation.h"
#include "app/view/timeline/timeline.h"
#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"
#include "cct/query/sets/function_index.h"
#include "cct/tree/metric_sides.h"
#include "renderer/color/palette.h"
#include "renderer/text/name_text.h"

namespace ringscope::threads {
namespace {

constexpr size_t kMostLegendNames = 24;
// A slice of a thread that runs half of the time is half as high as its lane, unless all are lower than this.
constexpr double kLeastBusy = 0.1;
// Slices higher than so many times the median are cut off: one sample may stand for a long time.
constexpr double kMostOfMiddle = 4;

std::string CostText(uint64_t value, const Metric& metric) {
  return ValueText(value, metric.unit, metric.scale);
}

// A function's name, shortened to the room of a line of text.
std::string ShortText(const std::string& name) {
  return ShortenName(name, 300, 12.5f, AverageSansWidth, CutMark::kEllipsis);
}

// The value of a slice in which a thread runs all of the time; 0 if the metric is no time.
double BusySlice(const Metric& metric, uint64_t slice_ns) {
  const double unit_ns = NanosecondsOf(metric.unit);
  return unit_ns > 0 ? static_cast<double>(slice_ns) / unit_ns * static_cast<double>(metric.scale) : 0;
}

// The value as high as a lane: that of the highest slice of the rows, limited so that a burst does not make
// all other slices flat.
double UsualHighest(const ThreadSlices& slices, SeenSlices seen, uint32_t first_row, uint32_t end_row) {
  std::vector<uint64_t> values;
  for (uint32_t row = first_row; row < end_row; ++row) {
    for (uint32_t slice = seen.begin; slice < seen.end; ++slice) {
      if (const uint64_t value = slices.At(row, slice).value; value > 0) values.push_back(value);
    }
  }
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return std::min(static_cast<double>(*std::ranges::max_element(values)),
                  kMostOfMiddle * static_cast<double>(*middle));
}

struct Heights {
  double own = 1, rest = 1;
  std::string text;
};
Heights HeightsOf(const ThreadSlices& slices, SeenSlices seen, uint32_t own_rows, const Metric& metric) {
  Heights heights;
  const double usual = UsualHighest(slices, seen, 0, own_rows), busy = BusySlice(metric, slices.slice_ns);
  if (busy > 0 && usual >= kLeastBusy * busy) {
    heights.own = busy;
    heights.text = "a full lane: all of the time";
  } else {
    heights.own = std::max(usual, 1.0);
    const auto full = static_cast<uint64_t>(std::llround(std::min(heights.own, 9e18)));
    heights.text =
        fmt::format("a full lane: {}{} in {}", CostText(full, metric),
                    metric.unit == "count" ? " " + DisplayText(metric.name) : "", TimeText(slices.slice_ns));
  }
  heights.rest = std::max(heights.own, UsualHighest(slices, seen, own_rows, slices.rows));
  return heights;
}

// "worker (tid 12) - Firefox (pid 3)"; "(no thread)".
std::string LaneName(const Cct& tree, const ThreadLane& lane) {
  if (lane.frames.empty()) return "(no thread)";
  std::string name = DisplayText(ShownName(tree.frames().name(lane.frames.back())));
  for (size_t k = lane.frames.size() - 1; k-- > 0;)
    name += " - " + DisplayText(tree.frames().name(lane.frames[k]));
  return name;
}

std::vector<LaneRow> RowsOf(const ThreadsModel& model) {
  const ThreadLanes& lanes = model.lanes->lanes;
  const Cct& tree = *model.lanes->tree;
  const auto own = std::min<size_t>(lanes.lanes.size(), model.slices->wanted.own_rows);
  const uint64_t total =
      std::accumulate(lanes.lanes.begin(), lanes.lanes.end(), uint64_t{0},
                      [](uint64_t sum, const ThreadLane& lane) { return sum + lane.value; });
  const auto cost = [&](uint64_t value) {
    return fmt::format("{}, {}", CostText(value, model.metric), ShareText(value, total));
  };
  std::vector<LaneRow> rows;
  for (uint32_t k = 0; k < own; ++k) {
    const ThreadLane& lane = lanes.lanes[k];
    rows.push_back({.name = LaneName(tree, lane),
                    .cost = cost(lane.value),
                    .share = ShareText(lane.value, total),
                    .row = k,
                    .value = lane.value,
                    .samples = lane.samples,
                    .first_ns = lane.first_ns,
                    .last_ns = lane.last_ns});
  }
  if (model.place.order != ThreadOrder::kBusiest) {
    const bool by_name = model.place.order == ThreadOrder::kName;
    std::ranges::stable_sort(rows, [&](const LaneRow& a, const LaneRow& b) {
      return by_name ? a.name < b.name : a.first_ns < b.first_ns;
    });
  }
  if (own == lanes.lanes.size()) return rows;
  LaneRow rest;
  rest.row = static_cast<uint32_t>(own);
  rest.threads = lanes.lanes.size() - own;
  rest.first_ns = lanes.span_ns;
  for (size_t k = own; k < lanes.lanes.size(); ++k) {
    const ThreadLane& lane = lanes.lanes[k];
    rest.value += lane.value;
    rest.samples += lane.samples;
    rest.first_ns = std::min(rest.first_ns, lane.first_ns);
    rest.last_ns = std::max(rest.last_ns, lane.last_ns);
  }
  rest.name = CountedText(rest.threads, "more thread");
  rest.cost = cost(rest.value);
  rest.share = ShareText(rest.value, total);
  rows.push_back(std::move(rest));
  return rows;
}

// By group, its cost in the slices in which it was on top.
std::vector<double> OnTop(const FoundSlices& found, SeenSlices seen) {
  std::vector<double> on_top(found.frame_of_group.size(), 0);
  for (uint32_t row = 0; row < found.slices.rows; ++row) {
    for (uint32_t slice = seen.begin; slice < seen.end; ++slice) {
      const ThreadSlice& cell = found.slices.At(row, slice);
      if (cell.top < on_top.size()) on_top[cell.top] += static_cast<double>(cell.top_value);
    }
  }
  return on_top;
}

// Sets the colour and the name of each group that is on top in any slice.
void NameGroups(ThreadsModel& model, ThreadColors& colors) {
  const FoundSlices& found = *model.slices;
  const std::vector<double> on_top = OnTop(found, {0, found.slices.slices});
  model.colors.assign(on_top.size(), Color{0, 0, 0, 0});
  model.names.assign(on_top.size(), {});
  for (uint32_t group = 0; group < on_top.size(); ++group) {
    if (on_top[group] <= 0) continue;
    const FrameId frame = found.frame_of_group[group];
    if (found.wanted.by_state) {
      const std::string_view name = ThreadStateName(model.lanes->tree->frames().name(frame));
      model.names[group] = DisplayText(name);
      model.colors[group] = ThreadColors::OfState(name, group, colors.theme());
    } else {
      model.names[group] = colors.NameOf(frame);
      const std::vector<FunctionId>& dearest = model.lanes->dearest;
      const auto number =
          std::ranges::find(dearest, model.lanes->functions->FunctionOf(frame)) - dearest.begin();
      if (found.wanted.mode != ColorMode::kFunction)
        model.colors[group] = colors.Of(frame);
      else if (static_cast<size_t>(number) < dearest.size())
        model.colors[group] = ThreadColors::OfDear(static_cast<size_t>(number), colors.theme());
      else
        model.colors[group] = colors.OfOther(frame);
    }
  }
}

void FillLegend(ThreadsModel& model, SeenSlices seen) {
  const std::vector<double> on_top = OnTop(*model.slices, seen);
  std::vector<uint32_t> order;
  for (uint32_t group = 0; group < on_top.size(); ++group) {
    if (on_top[group] > 0) order.push_back(group);
  }
  model.legend.clear();
  model.seen_names = order.size();
  std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) { return on_top[a] > on_top[b]; });
  for (const uint32_t group : order) {
    if (model.legend.size() == kMostLegendNames) break;
    model.legend.push_back({model.names[group], model.colors[group]});
  }
}

std::string_view NounOf(const FoundSlices& slices) {
  constexpr EnumWords<ColorMode, 5> kNouns{{{"function", ColorMode::kFunction},
                                            {"module", ColorMode::kModule},
                                            {"package", ColorMode::kPackage},
                                            {"file", ColorMode::kFile},
                                            {"kind of code", ColorMode::kKind}}};
  return slices.wanted.by_state ? "state" : WordOf(kNouns, slices.wanted.mode);
}

// Sets the parts of the model that depend on the visible slices.
void ShowWindow(ThreadsModel& model) {
  const ThreadSlices& slices = model.slices->slices;
  const SeenSlices seen = SeenSlicesOf(slices, model.window);
  const auto own_rows =
      static_cast<uint32_t>(std::min<size_t>(model.lanes->lanes.lanes.size(), model.slices->wanted.own_rows));
  const Heights heights = HeightsOf(slices, seen, own_rows, model.metric);
  for (LaneRow& row : model.rows) row.full = row.row < own_rows ? heights.own : heights.rest;
  FillLegend(model, seen);
  model.about = fmt::format("Colour: the {} that was on top the most in {}; {}{}", NounOf(*model.slices),
                            TimeText(slices.slice_ns), heights.text, model.notes);
}

// The time of the lanes: "over 3 s", or the range if it is only a part.
std::string PartText(const ThreadLanes& lanes) {
  const TimeRange range{lanes.begin_ns, lanes.end_ns};
  return range == TimeRange{} ? "over " + ValueText(lanes.span_ns, "ns", 1) : "in " + FormatTimeRange(range);
}

// The subject that a click on a lane selects: the thread in the view's tree, else its name.
CommandSubject SubjectOf(const ViewState& view, const Cct& timed, const ThreadLane& lane) {
  CommandSubject subject;
  if (lane.frames.empty()) return subject;
  subject.context = FindExactCounterpart(timed, lane.context, view.tree());
  if (subject.context == kRootContext) subject.context = kNoContext;
  if (subject.context == kNoContext)
    subject.group = QueryOfGroup(timed.frames()[lane.frames.back()], GroupBy::kThread);
  return subject;
}

std::string TimesText(uint64_t first_ns, uint64_t last_ns) {
  return fmt::format("samples from {} to {}", ValueText(first_ns, "ns", 1), ValueText(last_ns, "ns", 1));
}

}  // namespace

std::string TimeText(uint64_t time_ns) {
  const std::string text = FormatTime(time_ns);
  const size_t unit = text.find_first_not_of("0123456789.");
  if (unit == std::string::npos) return text;
  return text.substr(0, unit) + " " + (text.substr(unit) == "us" ? "\xc2\xb5s" : text.substr(unit));
}

SeenSlices SeenSlicesOf(const ThreadSlices& slices, const Window& window) {
  SeenSlices seen{0, slices.slices};
  while (seen.begin < seen.end && slices.BeginOf(seen.begin + 1) <= window.from_ns) ++seen.begin;
  while (seen.begin < seen.end && slices.BeginOf(seen.end - 1) >= window.until_ns) --seen.end;
  return seen.begin < seen.end ? seen : SeenSlices{0, slices.slices};
}

std::string WithoutSamplesText(const ThreadLanes& lanes) {
  if (lanes.without_samples == 0) return {};
  return "; " + CountedText(lanes.without_samples, "more thread") + " without samples of it";
}

ThreadsModel ThreadsModelOf(std::shared_ptr<const FoundLanes> found,
                            std::shared_ptr<const FoundSlices> slices, const ThreadsPlace& place,
                            ThreadColors& colors) {
  ThreadsModel model;
  model.lanes = std::move(found);
  model.slices = std::move(slices);
  model.theme = colors.theme();
  const ThreadLanes& lanes = model.lanes->lanes;
  model.metric = model.lanes->tree->metrics()[lanes.metric];
  model.has_states = !lanes.states.empty();
  model.place = place;
  model.window = WindowOf(place.window, lanes.span_ns);
  const WantedSlices& wanted = model.slices->wanted;
  if (wanted.function != kNoFunction) {
    const FrameId frame = wanted.known_in.functions->FirstFrame(wanted.function);
    model.lit_name = ShortText(DisplayText(ShownName(wanted.known_in.tree->frames().name(frame))));
  }
  model.rows = RowsOf(model);
  NameGroups(model, colors);
  model.title = fmt::format("{} of {} {}", DisplayText(ColumnTitle(model.metric)),
                            CountedText(lanes.lanes.size(), "thread"), PartText(lanes));
  model.notes = WithoutSamplesText(lanes);
  if (!model.lit_name.empty()) model.notes += fmt::format("; lit: in and below {}", model.lit_name);
  ShowWindow(model);
  return model;
}

std::string MissingText(const AppState& state, const ViewState& view) {
  if (TimedTree(state, view) == nullptr) {
    return "This profile does not say when its samples were taken, so threads cannot be shown over time.\n\n"
           "Recordings of perf (perf.data, perf script with times), the Firefox Profiler, JFR, V8, "
           "simpleperf, Safari "
           "and traces of Chrome with samples do; 'ringscope record' makes such ones with perf. Merged and "
           "compared "
           "profiles have no times.";
  }
  const auto lanes = AnswerOf<WantedLanes>(state, view);
  if (lanes && !lanes->problem.empty()) return "The threads cannot be shown: " + lanes->problem;
  if (!lanes || lanes->found == nullptr) return "Looking for threads ...";
  if (lanes->found->lanes.empty()) {
    return fmt::format("No sample has a value in {}.",
                       DisplayText(lanes->found->tree->metrics()[lanes->found->lanes.metric].name));
  }
  const auto slices = AnswerOf<WantedSlices>(state, view);
  if (slices && !slices->problem.empty()) return "The threads cannot be shown: " + slices->problem;
  return {};
}

ThreadsModel BuildThreadsModel(const AppState& state, const ViewState& view,
                               std::shared_ptr<const FoundSlices> before, ThreadColors& colors) {
  ThreadsModel model;
  model.missing = MissingText(state, view);
  if (!model.missing.empty()) return model;
  const auto lanes = AnswerOf<WantedLanes>(state, view);
  const auto slices = AnswerOf<WantedSlices>(state, view);
  if (slices && slices->found != nullptr) before = slices->found;
  if (before == nullptr || before->wanted.lanes != lanes->found) {
    model.missing = "Adding up what threads did ...";
    return model;
  }
  model = ThreadsModelOf(lanes->found, std::move(before), PlaceOf(view), colors);
  const Metric& wished = view.tree().metrics()[view.metric];
  if (wished.name != model.metric.name) {
    model.notes += fmt::format("; no samples with times measure {}", DisplayText(wished.name));
    ShowWindow(model);
  }
  for (LaneRow& row : model.rows) {
    if (row.threads == 1)
      row.subject = SubjectOf(view, *model.lanes->tree, model.lanes->lanes.lanes[row.row]);
  }
  ShowChoices(view, model);
  return model;
}

void ShowPlace(const ThreadsPlace& place, ThreadsModel& model) {
  const bool is_moved = place.window != model.place.window;
  model.place = place;
  if (model.lanes == nullptr) return;
  model.window = WindowOf(place.window, model.lanes->lanes.span_ns);
  if (is_moved && model.slices != nullptr) ShowWindow(model);
}

void ShowChoices(const ViewState& view, ThreadsModel& model) {
  model.chosen.reset();
  model.chosen_row.reset();
  if (model.lanes == nullptr) return;
  model.chosen = ChosenRange(view);
  uint32_t lane = kNoLane;
  if (view.selected != kNoContext && view.selected != kRootContext &&
      view.selected < view.tree().context_count()) {
    const Cct& timed = *model.lanes->tree;
    const ContextId there =
        &timed == &view.tree() ? view.selected : FindExactCounterpart(view.tree(), view.selected, timed);
    if (there < model.lanes->lanes.lane_of.size()) lane = model.lanes->lanes.lane_of[there];
  }
  for (size_t k = 0; k < model.rows.size(); ++k) {
    const LaneRow& row = model.rows[k];
    const bool is_chosen = row.threads == 1 ? row.row == lane : lane != kNoLane && lane >= row.row;
    const bool is_named = !row.subject.group.empty() && row.subject.group == view.chosen_group;
    if (is_chosen || is_named) model.chosen_row = k;
  }
}

std::optional<FrameId> TopOf(const ThreadsModel& model, const LaneRow& row, uint32_t slice) {
  const ThreadSlice& cell = model.slices->slices.At(row.row, slice);
  if (cell.samples == 0 || cell.top >= model.slices->frame_of_group.size()) return std::nullopt;
  return model.slices->frame_of_group[cell.top];
}

std::vector<std::string> SliceLines(const ThreadsModel& model, const LaneRow& row, uint32_t slice) {
  const ThreadSlices& slices = model.slices->slices;
  const ThreadSlice& cell = slices.At(row.row, slice);
  std::vector<std::string> lines{row.name, fmt::format("{} to {}", TimeText(slices.BeginOf(slice)),
                                                       TimeText(slices.BeginOf(slice + 1)))};
  if (cell.samples == 0) {
    lines.push_back("no samples");
    return lines;
  }
  std::string spent =
      fmt::format("{}: {}", DisplayText(ColumnTitle(model.metric)), CostText(cell.value, model.metric));
  if (const double busy = BusySlice(model.metric, slices.slice_ns); busy > 0)
    spent += fmt::format(", {:.3g} % of the time", 100 * static_cast<double>(cell.value) / busy);
  lines.push_back(spent + fmt::format(" ({})", CountedText(cell.samples, "sample")));
  lines.push_back(fmt::format("most: {}, {} ({})",
                              cell.top < model.names.size() ? ShortText(model.names[cell.top]) : "(unknown)",
                              CostText(cell.top_value, model.metric), ShareText(cell.top_value, cell.value)));
  if (!model.lit_name.empty()) {
    lines.push_back(fmt::format("in and below {}: {} ({})", model.lit_name,
                                CostText(cell.lit_value, model.metric),
                                ShareText(cell.lit_value, cell.value)));
  }
  return lines;
}

std::vector<std::string> LaneLines(const ThreadsModel& model, const LaneRow& row) {
  return {row.name, fmt::format("{}: {}", DisplayText(ColumnTitle(model.metric)), row.cost),
          CountedText(row.samples, "sample"), TimesText(row.first_ns, row.last_ns)};
}

namespace {

// How much the colours of one group vary if the tones of groups are close to each other, as in the rings.
constexpr double kVariation = 0.5;

}  // namespace

ThreadColors::ThreadColors(CctPtr tree, ColorMode mode, Theme theme)
    : tree_(std::move(tree)),
      mode_(mode),
      theme_(theme),
      colors_(*tree_, theme, {.mode = mode}),
      tones_(colors_.ranks(), mode, nullptr) {}

Color ThreadColors::Of(FrameId frame) {
  const uint32_t group = colors_.groups().Of(frame);
  if (mode_ != ColorMode::kFunction) return colors_.GroupColor(group);
  const Frame its = tree_->frames()[frame];
  const std::string_view text = colors_.groups()[group].text;
  if (text.empty()) return FrameColor({.name = its.name, .kind = its.kind}, theme_);
  const auto [tone, is_full] = tones_.Of(text, theme_);
  return ColorInGroup(its, tone, is_full ? 1 : kVariation);
}

std::string ThreadColors::NameOf(FrameId frame) {
  if (mode_ == ColorMode::kFunction) return DisplayText(ShownName(tree_->frames().name(frame)));
  const std::string_view text = colors_.groups()[colors_.groups().Of(frame)].text;
  return text.empty() ? "(unknown)" : DisplayText(text);
}

Color ThreadColors::OfDear(size_t number, Theme theme) {
  // Functions next to each other by cost have distant hues; neighbouring hues differ in lightness.
  constexpr double kFirstHue = 250, kStep = 5 * 360.0 / kMostDistinct;
  const bool is_dark = theme == Theme::kDark;
  const double lightness = (is_dark ? 0.7 : 0.56) + (number % 2 == 0 ? 0 : is_dark ? 0.1 : 0.12);
  const auto hue = std::fmod(kFirstHue + kStep * static_cast<double>(number), 360);
  return SrgbFromOkLch({lightness, 0.13, hue});
}

Color ThreadColors::OfOther(FrameId frame) {
  const ChartPalette& palette = PaletteOf(theme_);
  return MixColors(MixColors(palette.background, palette.text, 0.45f), Of(frame), 0.3f);
}

Color ThreadColors::OfState(std::string_view name, size_t number, Theme theme) {
  constexpr std::array<std::string_view, 7> kResting{"SLEEP", "WAIT",  "PARK", "IDLE",
                                                     "BLOCK", "sleep", "wait"};
  for (const std::string_view word : kResting) {
    if (name.find(word) != std::string_view::npos)
      return SrgbFromOkLch(MutedTone(static_cast<uint32_t>(number % kMutedToneCount), theme));
  }
  return GroupColors(theme)[number % GroupColors(theme).size()];
}

}  // namespace ringscope::threads
