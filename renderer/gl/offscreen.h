#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "cct/base/result.h"
#include "renderer/gl/chart_renderer.h"
#include "renderer/gl/drawing.h"
#include "renderer/gl/gl_api.h"
#include "renderer/gl/image.h"

namespace ringscope {

// An OpenGL 3.3 core context without a window: EGL's surfaceless platform, else a 1x1 pbuffer of the default
// display. Current on the creating thread as long as it lives; functions are loaded. One at a time per
// thread. While it lives every MemoryLimit is paused (MemoryLimitPause).
class OffscreenContext {
 public:
  [[nodiscard]] static Result<OffscreenContext> Create();
  OffscreenContext(OffscreenContext&&) noexcept;
  OffscreenContext& operator=(OffscreenContext&&) noexcept;
  ~OffscreenContext();

  [[nodiscard]] const GlInfo& info() const;

 private:
  struct State;
  explicit OffscreenContext(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// A framebuffer with one RGBA8 texture, for pictures and for charts that are kept while nothing changes.
class OffscreenTarget {
 public:
  // Sizes are clamped to 1..16384.
  [[nodiscard]] static Result<OffscreenTarget> Create(uint32_t width_px, uint32_t height_px);
  [[nodiscard]] uint32_t width_px() const { return width_px_; }
  [[nodiscard]] uint32_t height_px() const { return height_px_; }
  [[nodiscard]] uint32_t framebuffer() const { return framebuffer_.name(); }
  // Rows from the bottom, OpenGL's order.
  [[nodiscard]] uint32_t texture() const { return texture_.name(); }
  [[nodiscard]] DrawTarget whole() const {
    return {framebuffer_.name(), 0, 0, static_cast<int32_t>(width_px_), static_cast<int32_t>(height_px_)};
  }

  // Waits until everything is drawn.
  [[nodiscard]] Image ReadPixels() const;

 private:
  OffscreenTarget() = default;
  GlFramebuffer framebuffer_;
  GlTexture texture_;
  uint32_t width_px_ = 0;
  uint32_t height_px_ = 0;
};

// One chart as a picture of the batch's size, drawn in the current context.
[[nodiscard]] Result<Image> RenderChartImage(const ArcBatch& batch, const ChartPaint& paint,
                                             std::span<const Label> labels, Theme theme,
                                             std::shared_ptr<const FontFace> font);

// Waits until the GPU has drawn everything: the end of a frame's measurement.
void FinishDrawing();

// The visible part of a drawing that is larger than its place.
struct KeptPart {
  int32_t left_px = 0, top_px = 0;  // the point of the drawing in the place's upper left corner
  int32_t whole_width_px = 0, whole_height_px = 0;
};

// A drawing in a texture of its own, copied into the window until the drawing changes. The window's OpenGL
// context is current in every call. `draw` fills the whole target that it is given.
class KeptDrawing {
 public:
  using DrawInto = std::function<void(const DrawTarget&)>;

  // Marks the texture as out of date.
  void Outdate() { is_outdated_ = true; }

  // Whether there is a texture: not before the first drawing, and not without memory for it.
  [[nodiscard]] bool has_texture() const { return kept_.has_value(); }

  // Draws an outdated drawing, or one of another size, without waiting for the end: with OpenGL in software
  // other threads fill the pixels while this thread goes on.
  void DrawAhead(int32_t width_px, int32_t height_px, const DrawInto& draw);
  // Copies the drawing, or a part of it as large as the target, to this place of a framebuffer; draws first
  // if needed. Without memory for a texture draws the whole drawing there each time, beyond the part too.
  void Show(const DrawTarget& target, const DrawInto& draw) {
    Show(target, {0, 0, target.width_px, target.height_px}, draw);
  }
  void Show(const DrawTarget& target, const KeptPart& part, const DrawInto& draw);

 private:
  std::optional<OffscreenTarget> kept_;
  bool is_outdated_ = true;
};

}  // namespace ringscope
