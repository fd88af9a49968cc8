// Times whole frames of the real window: events, apply, layout, panels, chart, drawing finished. Needs a
// display:
//   xvfb-run -a -s "-screen 0 1440x900x24" ringscope_window_frame_bench FILE [FRAMES]
// Every frame differs from the one before it, as under a moving hand. Of a comparison also those in which it
// goes from one side to the other. Then boxes: the structure, or what FILE shows where that is a saved view
// of boxes. Prints JSON.
//   ringscope_window_frame_bench --tour BEFORE AFTER
// goes once through the window from the start page: opens, searches, zooms, shows every table and kind of
// view, compares, flips, changes the theme. Prints the worst frame of each step, a line each, with the time
// that the window's thread worked in it.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "app/compare/compare.h"
#include "app/files/documents.h"
#include "app/files/saving/saving.h"
#include "app/files/settings_changes.h"
#include "app/search/search.h"
#include "app/tables/tables.h"
#include "app/view/difference/angle.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/shell.h"
#include "app/view/steps/steps.h"
#include "app/views/rings/rings.h"
#include "app/views/rings/rings_chart.h"
#include "app/window/os_window.h"
#include "app/window/viewer.h"
#include "bench/measuring.h"
#include "cct/tree/metric_sides.h"
#include "renderer/gl/offscreen.h"

namespace {

using namespace ringscope;

double NowSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

const ChartView& RingsOf(const Viewer& viewer) { return dynamic_cast<const ChartView&>(*viewer.chart()); }

struct Row {
  std::string name;
  std::vector<double> frame_ms;
  double cpu_ms = 0;  // of all frames together
};

class Bench {
 public:
  Bench(Window& window, Viewer& viewer) : window_(window), viewer_(viewer) {}

  double Frame(const std::vector<InputEvent>& events) {
    window_.WaitForEvents(0);
    (void)window_.TakeEvents();
    const double start = NowSeconds();
    viewer_.Frame(events, start);
    FinishDrawing();
    return (NowSeconds() - start) * 1000;
  }
  void Settle() {
    for (int i = 0; i < 3; ++i) Frame({});
    while (viewer_.busy()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      Frame({});
    }
    while (viewer_.chart() != nullptr && viewer_.chart()->animating()) Frame({});
  }

  // What `work` puts into a row, with what it cost.
  Row Measure(const char* name, void (Bench::*work)(int frames, std::vector<double>& frame_ms), int frames) {
    Row row{name, {}, 0};
    const double cpu_start = CpuMilliseconds();
    (this->*work)(frames, row.frame_ms);
    row.cpu_ms = CpuMilliseconds() - cpu_start;
    return row;
  }

  // The pointer goes round the chart: another segment lights up, other details are shown.
  void Hover(int frames, std::vector<double>& frame_ms) {
    const PanelRect& chart = viewer_.layout().charts[0];
    const float reach = std::min(chart.width, chart.height) / 2;
    for (int i = 0; i < frames; ++i) {
      const double angle = i * 0.37, radius = reach * (0.15 + 0.8 * ((i * 29) % 97) / 97.0);
      frame_ms.push_back(Frame(
          {input::MouseMove{static_cast<float>(chart.x + chart.width / 2 + radius * std::sin(angle)),
                            static_cast<float>(chart.y + chart.height / 2 - radius * std::cos(angle))}}));
    }
  }

  // Into a callee and back, with every frame of the motion between.
  void Zoom(int frames, std::vector<double>& frame_ms) {
    for (int turn = 0; static_cast<int>(frame_ms.size()) < frames; ++turn) {
      const ArcBatch& batch = *RingsOf(viewer_).batch();
      const uint32_t piece = std::min<uint32_t>(1 + static_cast<uint32_t>(turn % 7), batch.size() - 1);
      if (turn % 2 == 0 && !batch.is_rest(piece)) {
        viewer_.Post(action::ZoomTo{batch.context[piece]});
      } else {
        viewer_.Post(action::GoToWholeTree{});
      }
      do {
        frame_ms.push_back(Frame({}));
      } while (viewer_.chart()->animating());
    }
    // What is measured next starts from one place, however many frames a motion took.
    viewer_.Post(action::GoToWholeTree{});
    Settle();
  }

  // The wheel changes the depth: a new layout in every frame, without motion.
  void Wheel(int frames, std::vector<double>& frame_ms) {
    viewer_.Post(action::SetAnimations{false});
    const PanelRect& chart = viewer_.layout().charts[0];
    Frame({input::MouseMove{chart.x + chart.width / 2, chart.y + chart.height / 2}});
    for (int i = 0; i < frames; ++i) {
      frame_ms.push_back(Frame({input::Wheel{0, (i / 8) % 2 == 0 ? 1.0f : -1.0f}}));
    }
    viewer_.Post(action::SetAnimations{true});
  }

  // A key press in the search box until the matching segments are lit, in the frame that was drawn.
  void Search(int frames, std::vector<double>& frame_ms) {
    for (int i = 0; i < frames; ++i) {
      const std::string text(1, static_cast<char>('a' + i % 20));
      viewer_.Post(action::SetSearchText{text});
      double ms = 0;
      const auto lit = [&] {
        const SearchState& search = ActiveView(viewer_.state())->slots.Get<SearchState>();
        return search.task.result != nullptr && search.task.result->text == text;
      };
      do {
        ms += Frame({});
      } while (!lit());
      frame_ms.push_back(ms);
      Settle();
    }
    viewer_.Post(action::SetSearchText{});
    Settle();
  }

  // Of a comparison: from one side to the other and back, as the key that is held down does it, with every
  // frame of the motion between.
  void Flip(int frames, std::vector<double>& frame_ms) {
    bool shows_after = true;
    while (static_cast<int>(frame_ms.size()) < frames) {
      shows_after = !shows_after;
      viewer_.Post(action::SetAngle{shows_after ? ComparedAngle::kAfter : ComparedAngle::kBefore});
      do {
        frame_ms.push_back(Frame({}));
      } while (viewer_.chart()->animating());
    }
    viewer_.Post(action::SetAngle{ComparedAngle::kAfter});
    Settle();
  }

  // Of boxes: dragged to and fro, so that what is seen is placed and drawn anew in every frame.
  void Pan(int frames, std::vector<double>& frame_ms) {
    const PanelRect& chart = viewer_.layout().charts[0];
    const float x = chart.x + chart.width / 2, y = chart.y + chart.height / 2;
    Frame({input::MouseMove{x, y}});
    Frame({input::MouseButton{0, true}});
    for (int i = 0; i < frames; ++i) {
      const float away = 10.0f + static_cast<float>(i % 40 < 20 ? i % 20 : 20 - i % 20) * 5;
      frame_ms.push_back(Frame({input::MouseMove{x + away, y + away / 2}}));
    }
    Frame({input::MouseButton{0, false}});
    Settle();
  }

  // And enlarged and made smaller about the pointer.
  void Enlarge(int frames, std::vector<double>& frame_ms) {
    const PanelRect& chart = viewer_.layout().charts[0];
    Frame({input::MouseMove{chart.x + chart.width / 2, chart.y + chart.height / 2}});
    for (int i = 0; i < frames; ++i)
      frame_ms.push_back(Frame({input::Wheel{0, (i / 12) % 2 == 0 ? 1.0f : -1.0f}}));
    Settle();
  }

  // Nothing changes but ImGui has to draw: a caret moves, a button lights up.
  void Still(int frames, std::vector<double>& frame_ms) {
    for (int i = 0; i < frames; ++i) frame_ms.push_back(Frame({}));
  }

 private:
  Window& window_;
  Viewer& viewer_;
};

// Of the calling thread alone: what the window's thread does itself, without the driver's and the jobs'.
double ThreadMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

class Tour {
 public:
  Tour(Window& window, Viewer& viewer) : viewer_(viewer), bench_(window, viewer) {}

  // Does something and draws until nothing moves and nothing is computed any more.
  void Step(std::string_view what, const std::vector<Action>& actions) {
    Step(what, [&] {
      for (const Action& action : actions) viewer_.Post(action);
    });
  }
  void Step(std::string_view what, const std::function<void()>& act) {
    act();
    Until(3);
    Report(what);
  }
  // Each text after the one before it, as it is typed: a frame or two between keys.
  void Type(std::string_view text) {
    for (size_t length = 1; length <= text.size(); ++length) {
      viewer_.Post(action::SetSearchText{std::string(text.substr(0, length))});
      Frame({});
      Frame({});
    }
    Step("type a search", [] {});
  }
  // The pointer across the middle of the window, over chart and panels.
  void Point(std::string_view what) {
    for (int i = 0; i < 60; ++i)
      Frame({input::MouseMove{static_cast<float>(20 * i % 1440), static_cast<float>(150 + 10 * i)}});
    Step(what, [] {});
  }
  // Turns the wheel a notch a frame at the chart's centre.
  void Wheel(std::string_view what, bool ctrl) {
    const PanelRect& chart = viewer_.layout().charts[0];
    Frame({input::MouseMove{chart.x + chart.width / 2, chart.y + chart.height / 3}});
    if (ctrl) Frame({input::Modifiers{.ctrl = true}});
    for (int i = 0; i < 24; ++i) Frame({input::Wheel{0, (i / 12) % 2 == 0 ? 1.0f : -1.0f}});
    if (ctrl) Frame({input::Modifiers{}});
    Step(what, [] {});
  }

  [[nodiscard]] const AppState& state() const { return viewer_.state(); }
  [[nodiscard]] const ViewState& view() const { return *ActiveView(viewer_.state()); }

 private:
  void Frame(const std::vector<InputEvent>& events) {
    const double thread_start = ThreadMilliseconds();
    const double ms = bench_.Frame(events);
    frames_ms_.emplace_back(ms, ThreadMilliseconds() - thread_start);
  }
  void Until(int still_frames) {
    for (int still = 0; still < still_frames;) {
      Frame({});
      const bool moves = viewer_.chart() != nullptr && viewer_.chart()->animating();
      if (viewer_.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      still = viewer_.busy() || moves ? 0 : still + 1;
    }
  }
  void Report(std::string_view what) {
    double most = 0, most_thread = 0;
    int long_frames = 0;
    for (const auto& [ms, thread_ms] : frames_ms_) {
      most = std::max(most, ms);
      most_thread = std::max(most_thread, thread_ms);
      if (ms > 33) ++long_frames;
    }
    fmt::print("{:<34} {:>6} frames, worst {:>7.1f} ms, its thread {:>7.1f} ms, {:>3} above 33 ms, load {}\n",
               what, frames_ms_.size(), most, most_thread, long_frames, LoadAverage());
    std::fflush(stdout);
    frames_ms_.clear();
  }

  Viewer& viewer_;
  Bench bench_;
  std::vector<std::pair<double, double>> frames_ms_;  // on the clock, of the window's thread
};

// Every table and every kind of view that suits the active view's profile, and back to the rings.
void ShowAll(Tour& tour, std::string_view of) {
  for (const auto& [word, by] : kGroupByWords)
    tour.Step(fmt::format("{}: table by {}", of, word), {action::ShowTable{by}});
  tour.Step(fmt::format("{}: filter the table", of), {action::SetTableFilter{"a"}});
  tour.Step(fmt::format("{}: callers and callees", of),
            {action::SetTableFilter{}, action::ShowNeighbours{tour.view().tree().FrameOf(1)}});
  tour.Step(fmt::format("{}: tree table", of), {action::ShowDockTab{DockTab::kTree}});
  tour.Step(fmt::format("{}: hot path", of), {action::ExpandHotPath{}});
  tour.Step(fmt::format("{}: matches", of),
            {action::SetSearchText{"e"}, action::ShowDockTab{DockTab::kMatches}});
  tour.Step(fmt::format("{}: no dock", of), {action::SetSearchText{}, action::ShowDock{false}});
  for (const ViewKind* kind : ViewKinds()) {
    if (kind->lacks != nullptr && !kind->lacks(tour.view()).empty()) continue;
    tour.Step(fmt::format("{}: {}", of, kind->name), {action::SetKind{kind}});
    tour.Point(fmt::format("{}: {}, pointer", of, kind->name));
    tour.Wheel(fmt::format("{}: {}, wheel", of, kind->name), false);
  }
  tour.Step(fmt::format("{}: back to the chart", of), {action::SetKind{FindViewKind("rings")}});
}

int GoOnTour(const char* before, const char* after) {
  const double start = NowSeconds();
  const auto window = OrDie(Window::Open({"ringscope bench", 1440, 900, false}));
  const double opened = NowSeconds();
  const auto viewer = OrDie(Viewer::Create(*window, {}));
  fmt::print("before the first frame: {:.1f} ms for a window, {:.1f} ms for the viewer in it\n",
             (opened - start) * 1000, (NowSeconds() - opened) * 1000);
  Tour tour(*window, *viewer);
  tour.Step("start page", std::vector<Action>{});
  tour.Step("open", {action::OpenFile{before}});
  if (ActiveView(tour.state()) == nullptr) Die(fmt::format("{}: not opened", before));
  tour.Point("pointer");
  tour.Type("parse");
  tour.Step("search for nearly all", {action::SetSearchText{"e"}});
  tour.Step("no search", {action::SetSearchText{}});
  for (ContextId context = 1; context < 60'000; context = context * 5 + 1)
    tour.Step(fmt::format("zoom to context {}", context), {action::ZoomTo{context}});
  tour.Step("to the whole tree", {action::GoToWholeTree{}});
  tour.Wheel("wheel", false);
  tour.Wheel("wheel with Ctrl", true);
  for (const auto form : {ChartForm::kIcicle, ChartForm::kRings}) tour.Step("form", {action::SetForm{form}});
  for (const auto mode : {RingMode::kEqual, RingMode::kArea, RingMode::kLength})
    tour.Step("mode", {action::SetMode{mode}});
  ShowAll(tour, "profile");
  tour.Step("invert", {action::SetPipelineText{"invert"}});
  tour.Step("undo", {action::UndoTransform{}});
  tour.Step("fold recursion", {action::SetPipelineText{"fold-recursion"}});
  tour.Step("undo", {action::UndoTransform{}});
  tour.Step("other theme", {action::SetTheme{Theme::kLight}});
  tour.Step("theme", {action::SetTheme{Theme::kDark}});
  tour.Step("larger interface", {action::SetZoom{150}});
  tour.Step("usual interface", {action::SetZoom{100}});
  tour.Step("second file", {action::OpenFile{after}});
  if (tour.state().documents.size() < 2) Die(fmt::format("{}: no second profile", after));
  tour.Step("compare dialog", {action::ShowCompareDialog{}});
  tour.Step("no dialog", {action::ShowCompareDialog{false}});
  const auto& documents = tour.state().documents;
  tour.Step("compare", {action::CompareDocuments{{documents[0].id}, {documents[1].id}}});
  tour.Point("comparison: pointer");
  for (const auto angle :
       {ComparedAngle::kBefore, ComparedAngle::kAfter, ComparedAngle::kBoth, ComparedAngle::kCommon,
        ComparedAngle::kLarger, ComparedAngle::kChange, ComparedAngle::kAfter})
    tour.Step(fmt::format("flip to angle {}", static_cast<int>(angle)), {action::SetAngle{angle}});
  tour.Step("by share", {action::DrawShares{true}});
  tour.Step("by cost", {action::DrawShares{false}});
  tour.Step("path of blame", {action::WalkBlame{}});
  ShowAll(tour, "comparison");
  tour.Step("theme of a comparison", {action::SetTheme{Theme::kLight}});
  tour.Step("close it", {action::CloseDocument{documents[2].id}});
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::string_view(argv[1]) == "--tour") return GoOnTour(argv[2], argv[3]);
  if (argc < 2) {
    fmt::print(stderr, "usage: {} FILE [FRAMES]\n       {} --tour BEFORE AFTER\n", argv[0], argv[0]);
    return 2;
  }
  const int frames = argc > 2 ? std::max(1, std::atoi(argv[2])) : 200;
  const auto window = OrDie(Window::Open({"ringscope bench", 1440, 900, false}));
  const auto viewer = OrDie(Viewer::Create(*window, {}));
  Bench bench(*window, *viewer);
  viewer->Post(action::OpenFile{argv[1]});
  bench.Settle();
  if (ActiveView(viewer->state()) == nullptr) {
    fmt::print(stderr, "{}: {}\n", argv[1],
               viewer->state().errors.empty() ? "not opened" : viewer->state().errors.front().message);
    return 2;
  }
  const Cct& tree = ActiveView(viewer->state())->tree();
  const auto* const rings = dynamic_cast<const ChartView*>(viewer->chart());
  fmt::print(
      "{{\"load\":{},\"renderer\":\"{}\",\"contexts\":{},\"segments\":{},\"drawn\":\"{}\",\"width\":{},"
      "\"height\":{},\"rows\":[",
      LoadAverage(), window->gl_info().renderer, tree.context_count() - 1,
      rings == nullptr ? 0 : rings->batch()->size(), viewer->chart()->DrawnText(), window->width_px(),
      window->height_px());
  bool first = true;
  std::vector<Row> rows;
  if (rings != nullptr) {
    rows = {bench.Measure("hover", &Bench::Hover, frames), bench.Measure("zoom", &Bench::Zoom, frames),
            bench.Measure("wheel", &Bench::Wheel, frames),
            bench.Measure("search", &Bench::Search, frames / 4 + 1),
            bench.Measure("still", &Bench::Still, frames)};
    if (SidesOf(tree.metrics(), ActiveView(viewer->state())->metric))
      rows.push_back(bench.Measure("flip", &Bench::Flip, frames));
    viewer->Post(action::SetKind{FindViewKind("polymetric")});
    bench.Settle();
  }
  // The same kinds of frames where boxes are shown, by a saved view or from here on.
  rows.push_back(bench.Measure("boxes, hover", &Bench::Hover, frames));
  rows.push_back(bench.Measure("boxes, dragged", &Bench::Pan, frames));
  rows.push_back(bench.Measure("boxes, enlarged", &Bench::Enlarge, frames));
  for (const Row& row : rows) {
    fmt::print(
        "{}\n{{\"what\":\"{}\",\"frames\":{},\"frame_ms\":{{\"median\":{:.2f},\"p99\":{:.2f},\"most\":{:.2f}}"
        "},"
        "\"cpu_ms\":{:.2f}}}",
        first ? "" : ",", row.name, row.frame_ms.size(), MedianOf(row.frame_ms),
        Percentile(row.frame_ms, 0.99), *std::max_element(row.frame_ms.begin(), row.frame_ms.end()),
        row.cpu_ms / static_cast<double>(row.frame_ms.size()));
    first = false;
  }
  fmt::print("]}}\n");
  return 0;
}
