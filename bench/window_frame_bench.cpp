// Times whole frames of the real window: events, apply, layout, panels, chart, drawing finished. Needs a
// display:
//   xvfb-run -a -s "-screen 0 1440x900x24" ringscope_window_frame_bench FILE [FRAMES]
// Every frame differs from the one before it, as under a moving hand. Prints JSON.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "app/views/rings/chart_view.h"
#include "app/window/viewer.h"
#include "app/window/window.h"
#include "renderer/gl/offscreen.h"

namespace {

using namespace ringscope;

double NowSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string Load() {
  std::ifstream file("/proc/loadavg");
  std::string one;
  file >> one;
  return one.empty() ? "0" : one;
}

// Of all threads: what a frame costs whatever else the machine does.
double CpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

const ChartView& RingsOf(const Viewer& viewer) { return dynamic_cast<const ChartView&>(*viewer.chart()); }

struct Row {
  std::string name;
  std::vector<double> frame_ms;
  double cpu_ms = 0;  // of all frames together
};

double Quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<size_t>(q * static_cast<double>(values.size())))];
}

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
    while (viewer_.chart()->animating()) Frame({});
  }

  // The pointer goes round the chart: another segment lights up, other details are shown.
  Row Hover(int frames) {
    Row row{"hover", {}, 0};
    const double cpu_start = CpuSeconds();
    const PanelRect& chart = viewer_.layout().charts[0];
    const float reach = std::min(chart.width, chart.height) / 2;
    for (int i = 0; i < frames; ++i) {
      const double angle = i * 0.37, radius = reach * (0.15 + 0.8 * ((i * 29) % 97) / 97.0);
      row.frame_ms.push_back(Frame(
          {input::MouseMove{static_cast<float>(chart.x + chart.width / 2 + radius * std::sin(angle)),
                            static_cast<float>(chart.y + chart.height / 2 - radius * std::cos(angle))}}));
    }
    row.cpu_ms = (CpuSeconds() - cpu_start) * 1000;
    return row;
  }

  // Into a callee and back, with every frame of the motion between.
  Row Zoom(int frames) {
    Row row{"zoom", {}, 0};
    const double cpu_start = CpuSeconds();
    for (int turn = 0; static_cast<int>(row.frame_ms.size()) < frames; ++turn) {
      const ArcBatch& batch = *RingsOf(viewer_).batch();
      const uint32_t piece = std::min<uint32_t>(1 + static_cast<uint32_t>(turn % 7), batch.size() - 1);
      if (turn % 2 == 0 && !batch.is_rest(piece)) {
        viewer_.Post(action::ZoomTo{batch.context[piece]});
      } else {
        viewer_.Post(action::GoToWholeTree{});
      }
      do {
        row.frame_ms.push_back(Frame({}));
      } while (viewer_.chart()->animating());
    }
    row.cpu_ms = (CpuSeconds() - cpu_start) * 1000;
    // What is measured next starts from one place, however many frames a motion took.
    viewer_.Post(action::GoToWholeTree{});
    Settle();
    return row;
  }

  // The wheel changes the depth: a new layout in every frame, without motion.
  Row Wheel(int frames) {
    Row row{"wheel", {}, 0};
    const double cpu_start = CpuSeconds();
    viewer_.Post(action::SetAnimations{false});
    const PanelRect& chart = viewer_.layout().charts[0];
    Frame({input::MouseMove{chart.x + chart.width / 2, chart.y + chart.height / 2}});
    for (int i = 0; i < frames; ++i) {
      row.frame_ms.push_back(Frame({input::Wheel{0, (i / 8) % 2 == 0 ? 1.0f : -1.0f}}));
    }
    viewer_.Post(action::SetAnimations{true});
    row.cpu_ms = (CpuSeconds() - cpu_start) * 1000;
    return row;
  }

  // A key press in the search box until the matching segments are lit, in the frame that was drawn.
  Row Search(int frames) {
    Row row{"search", {}, 0};
    const double cpu_start = CpuSeconds();
    for (int i = 0; i < frames; ++i) {
      const std::string text(1, static_cast<char>('a' + i % 20));
      viewer_.Post(action::SetSearchText{text});
      double ms = 0;
      const auto lit = [&] {
        const SearchState& search = ActiveView(viewer_.state())->search;
        return search.task.result != nullptr && search.task.result->query == text;
      };
      do {
        ms += Frame({});
      } while (!lit());
      row.frame_ms.push_back(ms);
      Settle();
    }
    viewer_.Post(action::SetSearchText{});
    Settle();
    row.cpu_ms = (CpuSeconds() - cpu_start) * 1000;
    return row;
  }

  // Nothing changes but ImGui has to draw: a caret moves, a button lights up.
  Row Still(int frames) {
    Row row{"still", {}, 0};
    const double cpu_start = CpuSeconds();
    for (int i = 0; i < frames; ++i) row.frame_ms.push_back(Frame({}));
    row.cpu_ms = (CpuSeconds() - cpu_start) * 1000;
    return row;
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
  auto window = Window::Open({"ringscope bench", 1440, 900, false});
  if (!window) {
    fmt::print(stderr, "{}\n", DescribeError(window.error()));
    return 2;
  }
  auto viewer = Viewer::Create(**window, {});
  if (!viewer) {
    fmt::print(stderr, "{}\n", DescribeError(viewer.error()));
    return 2;
  }
  Bench bench(**window, **viewer);
  (*viewer)->Post(action::OpenFile{argv[1]});
  bench.Settle();
  if (ActiveView((*viewer)->state()) == nullptr) {
    fmt::print(stderr, "{}: {}\n", argv[1],
               (*viewer)->state().errors.empty() ? "not opened" : (*viewer)->state().errors.front().message);
    return 2;
  }
  const Cct& tree = ActiveView((*viewer)->state())->tree();
  fmt::print(
      "{{\"load\":{},\"renderer\":\"{}\",\"contexts\":{},\"segments\":{},\"width\":{},\"height\":{},\"rows\":"
      "[",
      Load(), (*window)->gl_info().renderer, tree.context_count() - 1, RingsOf(**viewer).batch()->size(),
      (*window)->width_px(), (*window)->height_px());
  bool first = true;
  for (const Row& row : {bench.Hover(frames), bench.Zoom(frames), bench.Wheel(frames),
                         bench.Search(frames / 4 + 1), bench.Still(frames)}) {
    fmt::print(
        "{}\n{{\"what\":\"{}\",\"frames\":{},\"frame_ms\":{{\"median\":{:.2f},\"p99\":{:.2f}}},\"cpu_ms\":{:."
        "2f}}}",
        first ? "" : ",", row.name, row.frame_ms.size(), Quantile(row.frame_ms, 0.5),
        Quantile(row.frame_ms, 0.99), row.cpu_ms / static_cast<double>(row.frame_ms.size()));
    first = false;
  }
  fmt::print("]}}\n");
  return 0;
}
