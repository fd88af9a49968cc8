#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/charts/chart.h"
#include "app/charts/diagram/diagram.h"
#include "app/charts/diagram/diagram_layers.h"
#include "app/charts/diagram/diagram_marks.h"
#include "app/view/panel.h"
#include "renderer/diagram/diagram.h"
#include "renderer/gl/shape_renderer.h"
#include "renderer/shapes/place_shapes.h"
#include "renderer/shapes/shape_index.h"

namespace ringscope {

// The diagram of a pane and its texts.
struct DiagramScene {
  Diagram diagram;
  std::string missing;  // why there is no diagram; else empty
  std::string drawn;    // for the status bar: "120 boxes"
  std::string facts;    // about the content of the diagram, in the caption of pictures
  std::vector<LegendLine> legend;
  // Grows when all of the diagram shall be in sight again.
  uint64_t fit_serial = 0;
};

// A chart of boxes and edges on an endless plane. Dragging moves it, the wheel enlarges it about the pointer,
// a double click beside all boxes shows all of it. After a change of the diagram, boxes of both diagrams move
// to their new places, while the selected box keeps its place in the pane. A diagram larger than the pane has
// an overview in a corner, in which the user can move the visible part. Boxes within one pixel are drawn as
// one box; its readout says how many they are, and a click enlarges them. Linked charts of one view share a
// camera. The derived class says what is drawn (Scene) and what a click does. The cost of a frame depends on
// the boxes that can be told apart in it, not on the number of all boxes.
class DiagramChart : public Chart {
 public:
  DiagramChart(DiagramLayers layers, ShapeRenderer marks, std::shared_ptr<const FontFace> font);

  void Update(const AppState& state, size_t pane, float scale, double now_s) final;
  void Forget() final;
  void DrawAhead(const DrawTarget& target) final;
  void Draw(const DrawTarget& target) final;
  [[nodiscard]] bool animating() const final { return from_.has_value(); }
  [[nodiscard]] uint64_t layouts() const final { return layouts_; }
  [[nodiscard]] Result<WritePicture> TakePicture(const std::filesystem::path& path,
                                                 const std::optional<PictureWords>& words) const final;
  void Press(MouseButton button, ChartPoint point) final;
  void Drag(const ViewState& view, ChartPoint point, std::vector<Action>& actions) final;
  void Release(const ViewState& view, MouseButton button, ChartPoint point, WindowPoint place,
               std::vector<Action>& actions) final;
  void Wheel(float steps, bool ctrl, ChartPoint point, std::vector<Action>& actions) final;
  void Hover(const AppState& state, size_t pane, std::optional<ChartPoint> point,
             std::vector<Action>& actions) final;
  [[nodiscard]] std::optional<Pointed> PointedAt(const ViewState& view, ChartPoint point) const final;
  void DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay& overlay,
                const PanelContext& ctx) override;
  [[nodiscard]] std::string DrawnText() const final { return scene_.drawn; }

 protected:
  // The scene, if its inputs changed since the last call, or if `anew`; else std::nullopt.
  [[nodiscard]] virtual std::optional<DiagramScene> Scene(const AppState& state, size_t pane, bool anew) = 0;
  // Handles a click on a box, near its border or inside; without a box: beside all boxes.
  virtual void Click(const ViewState& view, std::optional<uint32_t> box, bool on_border,
                     std::vector<Action>& actions) = 0;
  // Handles a click with the right button on a box, at a place of the window.
  virtual void OpenMenu(const ViewState& view, uint32_t box, WindowPoint place, std::vector<Action>& actions);
  // The cost of boxes within one pixel together, as text; empty if it is unknown.
  [[nodiscard]] virtual std::string SumOf(const ViewState& /*view*/,
                                          const std::vector<uint32_t>& /*boxes*/) const {
    return {};
  }
  // Boxes that light up beside the pointed and the selected ones: those related to pointed_box(), else those
  // of LitFunction().
  [[nodiscard]] virtual std::vector<uint32_t> Lit(const AppState& /*state*/,
                                                  const ViewState& /*view*/) const {
    return {};
  }
  // Overridden by charts in which boxes of other things than contexts can be selected.
  [[nodiscard]] virtual bool IsSelected(const ViewState& view, const DiagramBox& box) const {
    return box.context != kNoContext && box.context == view.selected;
  }

  [[nodiscard]] const DiagramScene& scene() const { return scene_; }
  [[nodiscard]] std::optional<uint32_t> hovered() const { return hovered_; }
  // hovered(), else the box that the pointer is on in another pane.
  [[nodiscard]] std::optional<uint32_t> pointed_box() const { return hovered_ ? hovered_ : elsewhere_; }
  // The box at a point relative to the middle of the chart.
  [[nodiscard]] std::optional<uint32_t> BoxAt(ChartPoint point) const;

 private:
  // A press in the overview and the drag that follows move the camera.
  void GripOverview(ChartPoint point);
  void MoveInOverview(ChartPoint point);
  // In pixels of the view, from its upper left corner.
  [[nodiscard]] PlanePoint ViewPoint(ChartPoint point) const {
    return {static_cast<double>(point.x_px + camera_.width_px / 2),
            static_cast<double>(point.y_px + camera_.height_px / 2)};
  }
  [[nodiscard]] bool OnOverview(ChartPoint point) const {
    const PlanePoint at = ViewPoint(point);
    return overview_ && overview_->Holds(at.x, at.y);
  }
  // The boxes that are drawn as one at the point; empty at a single box and beside all boxes.
  [[nodiscard]] std::vector<uint32_t> PixelAt(ChartPoint point) const;
  void Enlarge(const std::vector<uint32_t>& boxes);

  struct PressInProgress {
    MouseButton button = MouseButton::kLeft;
    ChartPoint start, last;
    bool moved = false;
    // In the overview: from the pointer to the middle of the visible part.
    std::optional<PlanePoint> grip = std::nullopt;
  };
  // The inputs of the marks.
  struct Marked {
    std::optional<uint32_t> hovered;
    PointedBox elsewhere;
    FunctionId lit = kNoFunction;
    ContextId pointed = kNoContext, selected = kNoContext;
    std::optional<FrameId> chosen_function;
    Theme theme = Theme::kDark;
    float scale = 1;
    uint64_t scenes = 0;
    bool moves = false;
    bool operator==(const Marked&) const = default;
  };

  // The box under the pointer in another pane; empty while the pointer is in this pane.
  [[nodiscard]] PointedBox PointedElsewhere(const AppState& state, const ViewState& view) const;
  [[nodiscard]] std::optional<uint32_t> BoxOfPointed(const PointedBox& pointed) const;
  void TakeScene(const AppState& state, size_t pane, double now_s);
  void FitAll();
  // FollowCamera() moves to where another chart of the same view was moved; ShareCamera() makes the other
  // charts follow this one.
  void FollowCamera(const AppState& state, const ViewState& view);
  void ShareCamera(std::vector<Action>& actions) const;
  // Places the camera on its way between two diagrams: 0 at the start, 1 at the end.
  void MoveCamera(double part);
  void Build(const Diagram& diagram);
  // Ends the running change, because the camera goes elsewhere.
  void StopMoving();
  void Place();
  void PlaceMarks(const AppState& state, const ViewState& view);
  [[nodiscard]] ShapeBatch MarksOf(const AppState& state, const ViewState& view, const Marked& marked);
  // The camera after a change of the diagram.
  [[nodiscard]] PlaneCamera CameraAfter(const DiagramScene& before, const ViewState& view) const;

  DiagramLayers layers_;
  ShapeRenderer marks_;
  std::shared_ptr<const FontFace> font_;
  MeasureText measure_;
  Theme theme_ = Theme::kDark;
  float scale_ = 1;

  bool drawn_ = false;
  DiagramScene scene_;
  std::optional<Diagram> from_;  // the start of a running change
  double from_s_ = 0, now_s_ = 0;
  ShapeBatch batch_;
  ShapeIndex index_;
  bool is_built_ = false;                                          // `batch_` shows the scene at rest
  std::vector<std::pair<ContextId, uint32_t>> boxes_of_contexts_;  // ascending
  EdgesOfBoxes edges_;
  std::vector<uint32_t> weightiest_;  // boxes with callouts, if their names do not fit inside
  uint64_t scenes_ = 0;
  PlacedShapes placed_marks_;  // kept to use its vectors again
  std::optional<Overview> overview_;
  PlaneCamera camera_;
  PlaneCamera camera_from_, camera_to_;  // of the running change
  bool is_fitted_ = false;               // the camera still shows all of the diagram, by FitAll()
  bool is_placed_ = false;
  bool has_gaps_ = true;  // edges leave out the room of labels, see HasGaps()
  ViewId view_ = 0;
  bool is_shared_ = false;  // other charts use the same camera
  uint64_t shared_serial_ = 0;
  uint64_t fits_ = 0;  // DiagramFits::serial of the last FitAll()
  uint64_t layouts_ = 0;

  mutable std::optional<uint32_t> hovered_;
  mutable std::optional<uint64_t> told_;  // the key of the box in the last PointAtBox
  std::optional<uint32_t> elsewhere_;     // the box under the pointer of another pane
  size_t pane_ = 0;
  mutable std::vector<uint32_t> pixel_;  // boxes drawn as one under the pointer
  Marked marked_;
  std::vector<uint32_t> selected_;  // boxes
  ShapeBatch marks_batch_;
  PlaneCamera marks_camera_;
  std::optional<PressInProgress> press_;
  double last_click_s_ = -1;
  ChartPoint last_click_;
};

// Makes a chart with its renderers. Errors: those of shaders.
template <typename Made>
[[nodiscard]] Result<std::unique_ptr<Chart>> MakeDiagramChart(const ChartTools& tools) {
  ChartRendererOptions options;
  options.font = tools.font;
  RINGSCOPE_ASSIGN(ShapeRenderer boxes, ShapeRenderer::Create({}));
  RINGSCOPE_ASSIGN(ShapeRenderer names, ShapeRenderer::Create(options));
  RINGSCOPE_ASSIGN(ShapeRenderer marks, ShapeRenderer::Create({}));
  return std::make_unique<Made>(DiagramLayers(std::move(boxes), std::move(names)), std::move(marks),
                                tools.font);
}

}  // namespace ringscope
