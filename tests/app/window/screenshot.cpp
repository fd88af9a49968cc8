#include "tests/app/window/screenshot.h"

#include <glad/gl.h>

#include <algorithm>

namespace ringscope {

Image ReadWindow(const Window& window) {
  Image image;
  image.width_px = static_cast<uint32_t>(std::max(window.width_px(), 0));
  image.height_px = static_cast<uint32_t>(std::max(window.height_px(), 0));
  const size_t row_bytes = size_t{image.width_px} * 4;
  image.rgba.resize(row_bytes * image.height_px);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  glReadBuffer(GL_BACK);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, static_cast<GLsizei>(image.width_px), static_cast<GLsizei>(image.height_px), GL_RGBA,
               GL_UNSIGNED_BYTE, image.rgba.data());
  // OpenGL's rows start at the bottom.
  for (size_t top = 0, bottom = image.height_px; top + 1 < bottom; ++top) {
    --bottom;
    std::swap_ranges(image.rgba.begin() + static_cast<ptrdiff_t>(top * row_bytes),
                     image.rgba.begin() + static_cast<ptrdiff_t>((top + 1) * row_bytes),
                     image.rgba.begin() + static_cast<ptrdiff_t>(bottom * row_bytes));
  }
  for (size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
  return image;
}

}  // namespace ringscope
