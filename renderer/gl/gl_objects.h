#pragma once

#include <cstdint>
#include <utility>

namespace ringscope {

// Owners of one OpenGL object each: move-only, 0 = none. The context they were made in must be current when
// they die.
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
