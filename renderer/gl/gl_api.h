#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cct/base/result.h"

namespace ringscope {

// Finds an OpenGL function by name: glfwGetProcAddress, eglGetProcAddress.
using GlFunction = void (*)();
using GlLoader = GlFunction (*)(const char* name);

// What the current context is.
struct GlInfo {
  std::string version;
  std::string renderer;  // "llvmpipe (LLVM 15.0.6, 256 bits)"
  bool is_software = false;
};

// Loads the functions of the current context, which must be OpenGL 3.3 or later. In debug builds messages of
// the driver (KHR_debug) of medium severity and above are reported on stderr. Call once per context, before
// anything else here.
[[nodiscard]] Result<GlInfo> LoadGl(GlLoader loader);

// Names of the GL errors pending in the current context; clears them. Tests expect none.
[[nodiscard]] std::vector<std::string> TakeGlErrors();

}  // namespace ringscope
