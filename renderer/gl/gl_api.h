#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cct/base/result.h"

namespace ringscope {

// Finds an OpenGL function by name, as glfwGetProcAddress and eglGetProcAddress do.
using GlFunction = void (*)();
using GlLoader = GlFunction (*)(const char* name);

// The current context's properties.
struct GlInfo {
  std::string version;
  std::string renderer;  // "llvmpipe (LLVM 15.0.6, 256 bits)"
  bool is_software = false;
};

// Loads the functions of the current context, which must be OpenGL 3.3 or later. In debug builds messages of
// the driver (KHR_debug) of medium severity and above go to stderr. Call once per context, before anything
// else here.
[[nodiscard]] Result<GlInfo> LoadGl(GlLoader loader);

// Names of the GL errors pending in the current context; clears them. Tests expect none.
[[nodiscard]] std::vector<std::string> TakeGlErrors();

// Owns one OpenGL object: move-only, 0 = none. Its context must be current when it dies.
template <void (*Delete)(uint32_t)>
class GlObject {
 public:
  GlObject() = default;
  explicit GlObject(uint32_t name) : name_(name) {}
  GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  ~GlObject() {
    if (name_ != 0) Delete(name_);
  }

  [[nodiscard]] uint32_t name() const { return name_; }
  [[nodiscard]] explicit operator bool() const { return name_ != 0; }

 private:
  uint32_t name_ = 0;
};

void DeleteGlBuffer(uint32_t name);
void DeleteGlVertexArray(uint32_t name);
void DeleteGlTexture(uint32_t name);
void DeleteGlFramebuffer(uint32_t name);
void DeleteGlShader(uint32_t name);
void DeleteGlProgram(uint32_t name);

using GlBuffer = GlObject<DeleteGlBuffer>;
using GlVertexArray = GlObject<DeleteGlVertexArray>;
using GlTexture = GlObject<DeleteGlTexture>;
using GlFramebuffer = GlObject<DeleteGlFramebuffer>;
using GlShader = GlObject<DeleteGlShader>;
using GlProgram = GlObject<DeleteGlProgram>;

[[nodiscard]] GlBuffer MakeGlBuffer();
[[nodiscard]] GlVertexArray MakeGlVertexArray();
[[nodiscard]] GlTexture MakeGlTexture();
[[nodiscard]] GlFramebuffer MakeGlFramebuffer();

}  // namespace ringscope
