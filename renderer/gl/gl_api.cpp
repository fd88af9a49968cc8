#include "renderer/gl/gl_api.h"

#include <fmt/core.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace ringscope {
namespace {

#ifndef NDEBUG
void GLAPIENTRY ReportDriverMessage(GLenum, GLenum, GLuint, GLenum severity, GLsizei length,
                                    const GLchar* message, const void*) {
  if (severity != GL_DEBUG_SEVERITY_HIGH && severity != GL_DEBUG_SEVERITY_MEDIUM) return;
  std::fprintf(stderr, "OpenGL: %.*s\n", static_cast<int>(length), message);
}
#endif

constexpr std::array<std::pair<GLenum, const char*>, 5> kErrorNames{
    {{GL_INVALID_ENUM, "GL_INVALID_ENUM"},
     {GL_INVALID_VALUE, "GL_INVALID_VALUE"},
     {GL_INVALID_OPERATION, "GL_INVALID_OPERATION"},
     {GL_INVALID_FRAMEBUFFER_OPERATION, "GL_INVALID_FRAMEBUFFER_OPERATION"},
     {GL_OUT_OF_MEMORY, "GL_OUT_OF_MEMORY"}}};

std::string GlText(GLenum name) {
  const auto* text = glGetString(name);
  return text == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(text));
}

template <typename Generate>
GLuint NewName(Generate generate) {
  GLuint name = 0;
  generate(1, &name);
  return name;
}

}  // namespace

Result<GlInfo> LoadGl(GlLoader loader) {
  const int version = gladLoadGL(reinterpret_cast<GLADloadfunc>(loader));
  if (version == 0)
    return Fail(ErrorCode::kUnsupported, "expected an OpenGL context, found none that answers");
  if (GLAD_VERSION_MAJOR(version) * 10 + GLAD_VERSION_MINOR(version) < 33) {
    return Fail(ErrorCode::kUnsupported, "expected OpenGL 3.3 or later, found {}.{} ({})",
                GLAD_VERSION_MAJOR(version), GLAD_VERSION_MINOR(version), GlText(GL_RENDERER));
  }
#ifndef NDEBUG
  if (GLAD_GL_KHR_debug != 0) {
    glEnable(GL_DEBUG_OUTPUT);
    glDebugMessageCallback(ReportDriverMessage, nullptr);
  }
#endif
  GlInfo info;
  info.version = GlText(GL_VERSION);
  info.renderer = GlText(GL_RENDERER);
  for (const char* name : {"llvmpipe", "softpipe", "SwiftShader", "Software Rasterizer"}) {
    info.is_software = info.is_software || info.renderer.find(name) != std::string::npos;
  }
  return info;
}

std::vector<std::string> TakeGlErrors() {
  std::vector<std::string> errors;
  // A lost context reports the same error for ever.
  for (int i = 0; i < 16; ++i) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) break;
    const auto known = std::find_if(kErrorNames.begin(), kErrorNames.end(),
                                    [&](const auto& name) { return name.first == error; });
    errors.push_back(known != kErrorNames.end() ? known->second : fmt::format("GL error {:#x}", error));
  }
  return errors;
}

void DeleteGlBuffer(uint32_t name) { glDeleteBuffers(1, &name); }
void DeleteGlVertexArray(uint32_t name) { glDeleteVertexArrays(1, &name); }
void DeleteGlTexture(uint32_t name) { glDeleteTextures(1, &name); }
void DeleteGlFramebuffer(uint32_t name) { glDeleteFramebuffers(1, &name); }
void DeleteGlShader(uint32_t name) { glDeleteShader(name); }
void DeleteGlProgram(uint32_t name) { glDeleteProgram(name); }

GlBuffer MakeGlBuffer() { return GlBuffer(NewName(glGenBuffers)); }
GlVertexArray MakeGlVertexArray() { return GlVertexArray(NewName(glGenVertexArrays)); }
GlTexture MakeGlTexture() { return GlTexture(NewName(glGenTextures)); }
GlFramebuffer MakeGlFramebuffer() { return GlFramebuffer(NewName(glGenFramebuffers)); }

}  // namespace ringscope
