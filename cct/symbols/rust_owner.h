#pragma once

#include <cstdint>
#include <string_view>

namespace ringscope {

// Whose code a function of a program in Rust is: of the libraries that come with the compiler, built
// beforehand, or of the crates that were built with the program.
enum class RustOwner : uint8_t { kNotRust, kCompiler, kProgram };

// By its mangled name, of either kind. Any text is safe.
[[nodiscard]] RustOwner RustOwnerOf(std::string_view name);

}  // namespace ringscope
