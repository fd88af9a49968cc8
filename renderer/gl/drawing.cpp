#include "renderer/gl/drawing.h"

#include <fmt/core.h>
#include <glad/gl.h>

#include <array>
#include <fstream>
#include <iterator>
#include <regex>

namespace ringscope {
namespace {

constexpr std::string_view kConstantsFile = "chart_constants.h";

// Names the files in a log: #line gives strings numbers, 1 the constants' file, 0 the shader's own.
std::string NamePlaces(const std::string& log, std::string_view file) {
  // Mesa and Intel write "0:12(5)", NVIDIA "0(12)", AMD and Apple "0:12".
  static const std::regex kPlace(R"(\b([01])[:(](\d+)(?:\((\d+)\)|\)|))");
  std::string named;
  auto at = log.cbegin();
  for (std::sregex_iterator match(log.begin(), log.end(), kPlace), end; match != end; ++match) {
    named.append(at, (*match)[0].first);
    named += (*match)[1].str() == "1" ? kConstantsFile : file;
    named += ":" + (*match)[2].str();
    at = (*match)[0].second;
  }
  named.append(at, log.cend());
  while (!named.empty() && (named.back() == '\n' || named.back() == '\0')) named.pop_back();
  return named;
}

Result<GlShader> CompileShader(const ShaderSource& source, GLenum stage, std::string_view file,
                               std::string_view preamble) {
  RINGSCOPE_ASSIGN(const std::string body, source.Read(file));
  const std::string text = std::string(preamble) + "#line 1 0\n" + body;
  GlShader shader(glCreateShader(stage));
  const char* pointer = text.c_str();
  glShaderSource(shader.name(), 1, &pointer, nullptr);
  glCompileShader(shader.name());
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_TRUE) return shader;
  GLint length = 0;
  glGetShaderiv(shader.name(), GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<size_t>(std::max(length, 1)), '\0');
  glGetShaderInfoLog(shader.name(), length, nullptr, log.data());
  return Fail(ErrorCode::kMalformed, "expected a shader that compiles, found " + NamePlaces(log, file));
}

const void* Offset(size_t bytes) { return reinterpret_cast<const void*>(bytes); }

void Clear(Color color) {
  glClearColor(static_cast<float>(color.r) / 255.0f, static_cast<float>(color.g) / 255.0f,
               static_cast<float>(color.b) / 255.0f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace

Result<std::string> ShaderSource::Read(std::string_view name) const {
  if (folder.empty()) {
    const std::string_view text = FindEmbeddedShader(name);
    if (text.empty()) return Fail(ErrorCode::kNotFound, "expected an embedded shader {}, found none", name);
    return std::string(text);
  }
  const std::filesystem::path path = folder / name;
  std::ifstream file(path, std::ios::binary);
  if (!file) return Fail(ErrorCode::kNotFound, "expected a shader at {}, found none", path.string());
  return std::string(std::istreambuf_iterator<char>(file), {});
}

Result<GlProgram> BuildProgram(const ShaderSource& source, std::string_view vertex_file,
                               std::string_view fragment_file, std::span<const std::string_view> defines) {
  RINGSCOPE_ASSIGN(const std::string constants, source.Read(kConstantsFile));
  std::string preamble = "#version 330 core\n";
  for (const std::string_view define : defines) preamble += fmt::format("#define {} 1\n", define);
  preamble += "#line 1 1\n" + constants;
  RINGSCOPE_ASSIGN(const GlShader vertex, CompileShader(source, GL_VERTEX_SHADER, vertex_file, preamble));
  RINGSCOPE_ASSIGN(const GlShader fragment,
                   CompileShader(source, GL_FRAGMENT_SHADER, fragment_file, preamble));
  GlProgram program(glCreateProgram());
  glAttachShader(program.name(), vertex.name());
  glAttachShader(program.name(), fragment.name());
  glLinkProgram(program.name());
  GLint linked = GL_FALSE;
  glGetProgramiv(program.name(), GL_LINK_STATUS, &linked);
  if (linked == GL_TRUE) return program;
  std::array<char, 1024> log{};
  glGetProgramInfoLog(program.name(), log.size() - 1, nullptr, log.data());
  return Fail(ErrorCode::kMalformed, "expected {} and {} to fit together, found {}", vertex_file,
              fragment_file, log.data());
}

void SetUniform(const GlProgram& program, const char* name, std::span<const float> values) {
  constexpr std::array kSetters{&glUniform1fv, &glUniform2fv, &glUniform3fv, &glUniform4fv};
  (*kSetters[values.size() - 1])(glGetUniformLocation(program.name(), name), 1, values.data());
}

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
  // Makes new storage instead of writing into the old one: frames still being drawn keep theirs.
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
