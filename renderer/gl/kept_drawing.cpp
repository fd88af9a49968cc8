#include "renderer/gl/kept_drawing.h"

#include <glad/gl.h>

#include <utility>

namespace ringscope {

void KeptDrawing::DrawAhead(int32_t width_px, int32_t height_px, const DrawInto& draw) {
  const auto width = static_cast<uint32_t>(width_px), height = static_cast<uint32_t>(height_px);
  if (!kept_ || kept_->width_px() != width || kept_->height_px() != height) {
    kept_.reset();
    if (auto made = OffscreenTarget::Create(width, height)) kept_.emplace(std::move(*made));
    is_outdated_ = true;
  }
  if (!kept_ || !std::exchange(is_outdated_, false)) return;
  draw(kept_->whole());
  glFlush();
  // Whoever draws next means the window.
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void KeptDrawing::Show(const DrawTarget& target, const KeptPart& part, const DrawInto& draw) {
  DrawAhead(part.whole_width_px, part.whole_height_px, draw);
  // OpenGL counts rows from below.
  const int32_t bottom_px = part.whole_height_px - part.top_px - target.height_px;
  if (!kept_) {
    draw({target.framebuffer, target.x_px - part.left_px, target.y_px - bottom_px, part.whole_width_px,
          part.whole_height_px});
    return;
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, kept_->framebuffer());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.framebuffer);
  glDisable(GL_SCISSOR_TEST);
  glBlitFramebuffer(part.left_px, bottom_px, part.left_px + target.width_px, bottom_px + target.height_px,
                    target.x_px, target.y_px, target.x_px + target.width_px, target.y_px + target.height_px,
                    GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
}

}  // namespace ringscope
