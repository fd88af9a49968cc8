#include "renderer/gl/gl_api.h"

#include <fmt/core.h>
#include <glad/gl.h>

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

std::string GlText(GLenum name) {
  const auto* text = glGetString(name);
  return text == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(text));
}

}  // namespace

Result<GlInfo> LoadGl(GlLoader loader) {
  const int version = gladLoadGL(reinterpret_cast<GLADloadfunc>(loader));
  if (version == 0)
    return Fail(ErrorCode::kUnsupported, "expected an OpenGL context, found none that answers");
  if (GLAD_VERSION_MAJOR(version) * 10 + GLAD_VERSION_MINOR(version) < 33) {
    return Fail(ErrorCode::kUnsupported,
                fmt::format("expected OpenGL 3.3 or later, found {}.{} ({})", GLAD_VERSION_MAJOR(version),
                            GLAD_VERSION_MINOR(version), GlText(GL_RENDERER)));
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
    switch (error) {
      case GL_NO_ERROR:
        return errors;
      case GL_INVALID_ENUM:
        errors.emplace_back("GL_INVALID_ENUM");
        break;
      case GL_INVALID_VALUE:
        errors.emplace_back("GL_INVALID_VALUE");
        break;
      case GL_INVALID_OPERATION:
        errors.emplace_back("GL_INVALID_OPERATION");
        break;
      case GL_INVALID_FRAMEBUFFER_OPERATION:
        errors.emplace_back("GL_INVALID_FRAMEBUFFER_OPERATION");
        break;
      case GL_OUT_OF_MEMORY:
        errors.emplace_back("GL_OUT_OF_MEMORY");
        break;
      default:
        errors.push_back(fmt::format("GL error {:#x}", error));
        break;
    }
  }
  return errors;
}

}  // namespace ringscope
