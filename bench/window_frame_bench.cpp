// Times whole frames of the real window: events, apply, layout, panels, chart, drawing finished. Needs a
// display:
//   xvfb-run -a -s "-screen 0 1440x900x24" ringscope_window_frame_bench FILE [FRAMES]
// Every frame differs from the one before it, as under a moving hand. Of a comparison also those in which it
// goes from one side to the other. Then boxes: the structure, or what FILE shows where that is a saved view
// of boxes. Prints JSON.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "app/files/documents.h"
#include "app/files/settings_changes.h"
#include "app/search/search.h"
#include "app/view/difference/angle.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/views/rings/chart_view.h"
#include "app/window/viewer.h"
#include "app/window/window.h"
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
        return search.task.result != nullptr && search.task.result->query == text;
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

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: {} FILE [FRAMES]\n", argv[0]);
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
