#include "renderer/gl/gl_objects.h"

#include <glad/gl.h>

namespace ringscope {

void DeleteGlBuffer(uint32_t name) { glDeleteBuffers(1, &name); }
void DeleteGlVertexArray(uint32_t name) { glDeleteVertexArrays(1, &name); }
void DeleteGlTexture(uint32_t name) { glDeleteTextures(1, &name); }
void DeleteGlFramebuffer(uint32_t name) { glDeleteFramebuffers(1, &name); }
void DeleteGlShader(uint32_t name) { glDeleteShader(name); }
void DeleteGlProgram(uint32_t name) { glDeleteProgram(name); }

GlBuffer MakeGlBuffer() {
  GLuint name = 0;
  glGenBuffers(1, &name);
  return GlBuffer(name);
}

GlVertexArray MakeGlVertexArray() {
  GLuint name = 0;
  glGenVertexArrays(1, &name);
  return GlVertexArray(name);
}

GlTexture MakeGlTexture() {
  GLuint name = 0;
  glGenTextures(1, &name);
  return GlTexture(name);
}

GlFramebuffer MakeGlFramebuffer() {
  GLuint name = 0;
  glGenFramebuffers(1, &name);
  return GlFramebuffer(name);
}

}  // namespace ringscope
