#pragma once

#include <cstdint>
#include <string_view>

namespace ringscope {

// The library that code belongs to, if it comes with the program's language or system.
enum class Library : uint8_t { kNone, kJava, kPython, kNative, kGo, kRust, kNode, kDotNet, kKernel };
inline constexpr size_t kLibraryCount = 9;

// The fields of a frame that LibraryOf() looks at; unknown ones are empty.
struct CodePlace {
  std::string_view name, module, file;
};

// Languages that certainly occur in a profile. Without this knowledge names are ambiguous: a program may be
// called "math" like a module of Python, and C++ may have a namespace core::time like Rust.
struct SeenLanguages {
  bool python = false, rust = false;
};
// Adds the languages that a frame proves. Python: a source file, or the module __main__. Rust: a source file,
// or a name that ends with a hash ("::h0123456789abcdef") or has an implementation of a trait ("<A as B>").
// O(bytes), no allocation.
void NoteLanguages(const CodePlace& place, SeenLanguages& seen);

// The library of a function, by its qualified name (qualified_name.h), its source file, its module, and the
// languages of its profile:
//   Java     packages java, javax, jdk, sun, com.sun and those of the standards in the JDK (org.w3c.dom)
//   Python   files of its library folder without installed packages, frozen modules; with `seen.python` also
//            modules written in C
//   C, C++   namespaces std and those of compilers; libc, libstdc++, ... and their counterparts elsewhere
//   Rust     crates std, core and alloc in functions of Rust; with `seen.rust` core and alloc also in
//            functions without parameters in their names
//   Go       packages of its distribution
//   Node.js  files node:...                      .NET     assemblies System..., mscorlib
//   kernel   [kernel.kallsyms], [vdso]
// Installed packages count as the program's own code, as the program chose them. kNone also if nothing is
// known. Names may have any bytes. O(bytes), no allocation.
[[nodiscard]] Library LibraryOf(const CodePlace& place, const SeenLanguages& seen = {});

// "the JDK", "the C and C++ libraries"; empty for kNone.
[[nodiscard]] std::string_view NameOfLibrary(Library library);

}  // namespace ringscope
