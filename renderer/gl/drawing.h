#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "renderer/color/color.h"
#include "renderer/gl/gl_api.h"

namespace ringscope {

// The source of shader text: the program itself, or a folder while working on shaders.
struct ShaderSource {
  std::filesystem::path folder;  // empty: embedded

  // kNotFound for an unknown shader.
  [[nodiscard]] Result<std::string> Read(std::string_view name) const;
};

// The text of a shader file as it was at build time; empty for an unknown name.
[[nodiscard]] std::string_view FindEmbeddedShader(std::string_view name);

// Compiles and links two files of shaders/, each preceded by the GLSL version, the `defines` and
// chart_constants.h. Errors: kMalformed with the compiler's message, its places written as "arc.frag:12".
[[nodiscard]] Result<GlProgram> BuildProgram(const ShaderSource& source, std::string_view vertex_file,
                                             std::string_view fragment_file,
                                             std::span<const std::string_view> defines = {});

// Sets a uniform of the program in use: a vector of one to four floats. Uniforms that the program lacks are
// ignored.
void SetUniform(const GlProgram& program, const char* name, std::span<const float> values);
inline void SetUniform(const GlProgram& program, const char* name, std::initializer_list<float> values) {
  SetUniform(program, name, std::span(values.begin(), values.size()));
}

// The part of a framebuffer to draw into, in OpenGL's window coordinates (origin at the lower left).
struct DrawTarget {
  uint32_t framebuffer = 0;
  int32_t x_px = 0;
  int32_t y_px = 0;
  int32_t width_px = 0;
  int32_t height_px = 0;
};

// The scale of pixels in the target, in normalised device coordinates, and the place of the pixels' origin.
struct ChartPlacement {
  float ndc_per_px_x = 0, ndc_per_px_y = 0;
  float center_x = 0, center_y = 0;
};

// Sets all the state that drawing depends on: blending is on, with a function that the caller sets. A
// background fills the target; std::nullopt keeps what the target has.
void BeginDrawing(const DrawTarget& target, std::optional<Color> background, const GlVertexArray& vertices);
// Fills the target with one colour, and changes no other state.
void FillTarget(const DrawTarget& target, Color color);
// Leaves the framebuffer bound, and everything else unbound.
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
