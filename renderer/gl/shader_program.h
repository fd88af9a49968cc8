#pragma once

#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "cct/base/result.h"
#include "renderer/gl/gl_api.h"

namespace ringscope {

// Where shader text comes from: the program itself, or a folder while working on shaders.
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

// Sets a uniform of the program in use: as many floats as it has, one to four. Uniforms that the program
// lacks are ignored.
void SetUniform(const GlProgram& program, const char* name, std::span<const float> values);
inline void SetUniform(const GlProgram& program, const char* name, std::initializer_list<float> values) {
  SetUniform(program, name, std::span(values.begin(), values.size()));
}

}  // namespace ringscope
