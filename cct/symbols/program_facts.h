#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace ringscope {

// How many functions of a program keep frame pointers, so that a recorder finds callers without debug
// information. Judged by the first instructions of functions. In a Rust program only functions of its own
// crates count, as the standard library is built with other options.
enum class FramePointers : uint8_t {
  kUnknown,  // another kind of processor, or no table tells where functions begin or which are the program's
  kNone,     // under 15 % of the functions
  kSome,
  kMost,  // at least half of them; functions without calls often have none
};

// Facts about how a native program was built.
struct ProgramFacts {
  bool is_program = false;  // an ELF file that this system might run
  bool is_dynamic = false;  // started by the system's loader, so that libraries can be preloaded
  bool has_debug_information = false;
  bool has_symbols = false;   // names of functions, in the table that stripping removes
  bool tells_calls = false;   // -finstrument-functions: calls of __cyg_profile_func_enter
  bool counts_calls = false;  // -pg, -mfentry: calls of mcount or __fentry__
  bool is_go = false;
  bool is_rust = false;
  FramePointers frame_pointers = FramePointers::kUnknown;
  friend bool operator==(const ProgramFacts&, const ProgramFacts&) = default;
};

// The facts of a program, from the bytes of its file. Looks at headers, symbols and the first bytes of up to
// 4,096 functions. Never fails: for damaged and other files fewer facts are known.
[[nodiscard]] ProgramFacts FactsOfProgram(std::span<const std::byte> file);

// Whether functions keep frame pointers, by FunctionKey(), for up to 131,072 functions with symbols; for
// several with one key whether all do. Empty for other kinds of processors.
using FrameKeeping = std::map<std::string, bool, std::less<>>;
[[nodiscard]] FrameKeeping FunctionsWithFrames(std::span<const std::byte> file);
// A function's demangled name without the parts that tools write differently: parameters and Rust's hash.
[[nodiscard]] std::string_view FunctionKey(std::string_view name);

// The origin of a function in a Rust program: a library that comes with the compiler, already built, or a
// crate that was built with the program.
enum class RustOwner : uint8_t { kNotRust, kCompiler, kProgram };

// From the mangled name, of the legacy or the v0 scheme. Any text is safe.
[[nodiscard]] RustOwner RustOwnerOf(std::string_view name);

}  // namespace ringscope
