#include "renderer/gl/drawing.h"

#include <glad/gl.h>

namespace ringscope {
namespace {

const void* Offset(size_t bytes) { return reinterpret_cast<const void*>(bytes); }

void Clear(Color color) {
  glClearColor(static_cast<float>(color.r) / 255.0f, static_cast<float>(color.g) / 255.0f,
               static_cast<float>(color.b) / 255.0f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace

void BeginDrawing(const DrawTarget& target, std::optional<Color> background, const GlVertexArray& vertices) {
  glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
  glViewport(target.x_px, target.y_px, target.width_px, target.height_px);
  glScissor(target.x_px, target.y_px, target.width_px, target.height_px);
  glEnable(GL_SCISSOR_TEST);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_CULL_FACE);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  if (background) Clear(*background);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBindVertexArray(vertices.name());
}

void FillTarget(const DrawTarget& target, Color color) {
  glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
  glScissor(target.x_px, target.y_px, target.width_px, target.height_px);
  glEnable(GL_SCISSOR_TEST);
  Clear(color);
  glDisable(GL_SCISSOR_TEST);
}

void EndDrawing() {
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  glUseProgram(0);
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
}

void UploadBytes(const GlBuffer& buffer, const void* bytes, size_t count) {
  // New storage instead of writing into the old one: frames still being drawn keep theirs.
  glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(count), bytes, GL_DYNAMIC_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void PointAttribute(uint32_t location, int32_t components, size_t stride_bytes, size_t offset_bytes) {
  glEnableVertexAttribArray(location);
  glVertexAttribPointer(location, components, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride_bytes),
                        Offset(offset_bytes));
  glVertexAttribDivisor(location, 1);
}

void PointColorAttribute(uint32_t location, size_t stride_bytes, size_t offset_bytes, uint32_t divisor) {
  glEnableVertexAttribArray(location);
  glVertexAttribPointer(location, 4, GL_UNSIGNED_BYTE, GL_TRUE, static_cast<GLsizei>(stride_bytes),
                        Offset(offset_bytes));
  glVertexAttribDivisor(location, divisor);
}

void BindTexture(const GlTexture& texture, int32_t filter) {
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

}  // namespace ringscope
