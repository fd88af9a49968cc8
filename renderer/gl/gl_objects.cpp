#include "renderer/gl/gl_objects.h"

#include <glad/gl.h>

namespace ringscope {
namespace {

template <typename Generate>
GLuint NewName(Generate generate) {
  GLuint name = 0;
  generate(1, &name);
  return name;
}

}  // namespace

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
