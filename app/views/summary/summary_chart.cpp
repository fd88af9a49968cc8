#include <memory>

#include "app/charts/chart.h"
#include "app/view/panel.h"
#include "app/views/summary/summary_model.h"
#include "app/views/summary/summary_panel.h"

namespace ringscope::summary {
namespace {

// Only panels: nothing is drawn below them.
class SummaryChart : public Chart {
 public:
  void Update(const AppState&, size_t, float, double) override {}
  void Forget() override {}
  Result<WritePicture> TakePicture(const std::filesystem::path&,
                                   const std::optional<PictureWords>&) const override {
    return Fail(ErrorCode::kInvalidArgument,
                "a summary is no picture: show the rings, or print it with 'ringscope summary'");
  }
  void DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay& overlay,
                const PanelContext& ctx) override {
    const ViewState* view = ViewOfPane(state, pane);
    if (view == nullptr) return;
    overlay.covers.push_back(chart);
    DrawPage(BuildPage(state, *view), state, pane, chart, ctx);
  }
};

}  // namespace

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools);
Result<std::unique_ptr<Chart>> MakeChart(const ChartTools&) { return std::make_unique<SummaryChart>(); }

}  // namespace ringscope::summary
