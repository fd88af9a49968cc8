#include <memory>

#include "app/charts/chart.h"
#include "app/view/panel.h"
#include "app/views/matrix/matrix_model.h"
#include "app/views/matrix/matrix_panel.h"
#include "cct/base/text/number_text.h"

namespace ringscope::matrix {
namespace {

// Only panels: nothing is drawn below them.
class MatrixChart : public Chart {
 public:
  void Update(const AppState&, size_t, float, double) override {}
  void Forget() override {}
  Result<WritePicture> TakePicture(const std::filesystem::path&,
                                   const std::optional<PictureWords>&) const override {
    return Fail(ErrorCode::kInvalidArgument,
                "a matrix is no picture: show the rings or the versions, or print it with 'ringscope track'");
  }
  void DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay& overlay,
                const PanelContext& ctx) override {
    const ViewState* view = ViewOfPane(state, pane);
    if (view == nullptr) return;
    overlay.covers.push_back(chart);
    const MatrixModel model = BuildMatrixModel(state, *view);
    versions_ = model.versions.size();
    DrawMatrix(model, state, pane, chart, ui_, ctx);
  }
  std::string DrawnText() const override {
    return versions_ == 0 ? std::string() : CountedText(versions_, "version");
  }

 private:
  MatrixPageUi ui_;
  size_t versions_ = 0;
};

}  // namespace

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools);
Result<std::unique_ptr<Chart>> MakeChart(const ChartTools&) { return std::make_unique<MatrixChart>(); }

}  // namespace ringscope::matrix
