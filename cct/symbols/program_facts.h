#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace ringscope {

// How many functions of a program keep the address of their caller's frame in a register, so that a recorder
// finds the callers without debug information: told by how functions begin. Of a program in Rust those of its
// own crates count alone: its standard library is built with other options.
enum class FramePointers : uint8_t {
  kUnknown,  // of another kind of processor, or nothing tells where functions begin, or which are the
             // program's own
  kNone,     // under 15 % of the functions
  kSome,
  kMost,  // at least half of them; those that call nothing may do without
};

// What a native program says of how it was built.
struct ProgramFacts {
  bool is_program = false;  // an ELF file that this system might run
  bool is_dynamic = false;  // the system's loader starts it: libraries can be put in front of its own
  bool has_debug_information = false;
  bool has_symbols = false;   // names of functions, be it in the table that stripping removes
  bool tells_calls = false;   // -finstrument-functions: calls of __cyg_profile_func_enter
  bool counts_calls = false;  // -pg, -mfentry: calls of mcount or __fentry__
  bool is_go = false;
  bool is_rust = false;
  FramePointers frame_pointers = FramePointers::kUnknown;
  friend bool operator==(const ProgramFacts&, const ProgramFacts&) = default;
};

// Of the whole file. Looks at headers, dynamic symbols and the beginnings of up to 4,096 functions. Never
// fails: of what is no ELF file, or a damaged one, less is known.
[[nodiscard]] ProgramFacts FactsOfProgram(std::span<const std::byte> file);

// Whether functions keep the address of their caller's frame, by FunctionKey(): those that the file has
// symbols for, up to 131,072; of several with one key whether all do. Empty of another kind of processor.
using FrameKeeping = std::map<std::string, bool, std::less<>>;
[[nodiscard]] FrameKeeping FunctionsWithFrames(std::span<const std::byte> file);
// A function's name, as it is shown, without what tools write differently: parameters, and the hash of Rust.
[[nodiscard]] std::string_view FunctionKey(std::string_view name);

// Whose code a function of a program in Rust is: of the libraries that come with the compiler, built
// beforehand, or of the crates that were built with the program.
enum class RustOwner : uint8_t { kNotRust, kCompiler, kProgram };

// By its mangled name, of either kind. Any text is safe.
[[nodiscard]] RustOwner RustOwnerOf(std::string_view name);

}  // namespace ringscope
