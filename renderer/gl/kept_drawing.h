#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "renderer/gl/drawing.h"
#include "renderer/gl/offscreen.h"

namespace ringscope {

// What of a drawing is shown, which may be larger than its place.
struct KeptPart {
  int32_t left_px = 0, top_px = 0;  // of the drawing, in the place's upper left corner
  int32_t whole_width_px = 0, whole_height_px = 0;
};

// A drawing in a texture of its own, copied into the window as long as it stays what it is. The window's
// OpenGL context is current in every call. `draw` fills the whole target that it is given.
class KeptDrawing {
 public:
  using DrawInto = std::function<void(const DrawTarget&)>;

  // What the texture holds is not what is to be shown any more.
  void Outdate() { is_outdated_ = true; }

  // Whether there is a texture: not before anything was drawn, and not without memory for it.
  [[nodiscard]] bool has_texture() const { return kept_.has_value(); }

  // Draws what is outdated, or of another size, without waiting for it: with an OpenGL in software other
  // threads fill the pixels while this one goes on.
  void DrawAhead(int32_t width_px, int32_t height_px, const DrawInto& draw);
  // Copies the drawing, or a part of it as large as the target, to this place of a framebuffer, drawn if it
  // has to be. Without memory for a texture it is drawn there each time, what is beyond the part too.
  void Show(const DrawTarget& target, const DrawInto& draw) {
    Show(target, {0, 0, target.width_px, target.height_px}, draw);
  }
  void Show(const DrawTarget& target, const KeptPart& part, const DrawInto& draw);

 private:
  std::optional<OffscreenTarget> kept_;
  bool is_outdated_ = true;
};

}  // namespace ringscope
