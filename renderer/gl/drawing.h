#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "renderer/color/color.h"
#include "renderer/gl/gl_api.h"

namespace ringscope {

// The part of a framebuffer to draw into, in OpenGL's window coordinates (origin at the lower left).
struct DrawTarget {
  uint32_t framebuffer = 0;
  int32_t x_px = 0;
  int32_t y_px = 0;
  int32_t width_px = 0;
  int32_t height_px = 0;
};

// How pixels lie in the target: normalised device coordinates a pixel, and those of the pixels' origin.
struct ChartPlacement {
  float ndc_per_px_x = 0, ndc_per_px_y = 0;
  float center_x = 0, center_y = 0;
};

// Sets all the state that drawing depends on: blending is on, with the functions left open. A background
// fills the target; null keeps what the target has.
void BeginDrawing(const DrawTarget& target, std::optional<Color> background, const GlVertexArray& vertices);
// Fills the target with one colour, and changes no other state.
void FillTarget(const DrawTarget& target, Color color);
// Leaves the framebuffer bound, and all else unbound.
void EndDrawing();

void UploadBytes(const GlBuffer& buffer, const void* bytes, size_t count);
template <typename T>
void Upload(const GlBuffer& buffer, const std::vector<T>& values) {
  UploadBytes(buffer, values.data(), values.size() * sizeof(T));
}

// Points an attribute at floats of the bound buffer, one vector an instance.
void PointAttribute(uint32_t location, int32_t components, size_t stride_bytes, size_t offset_bytes);
// Points an attribute at four bytes, read as 0 to 1; `divisor` 0: a vector a vertex.
void PointColorAttribute(uint32_t location, size_t stride_bytes, size_t offset_bytes, uint32_t divisor);

// Makes the texture current and sets how it is read between texels (GL_NEAREST, GL_LINEAR); clamps to its
// edges.
void BindTexture(const GlTexture& texture, int32_t filter);

}  // namespace ringscope
