#pragma once

#include <cstdint>
#include <string_view>

namespace ringscope {

// Code that a program did not bring along: what comes with its language, and what comes with its system.
enum class Library : uint8_t { kNone, kJava, kPython, kNative, kGo, kRust, kNode, kDotNet, kKernel };
inline constexpr size_t kLibraryCount = 9;

// What is known of a function, each as a frame has it, or empty.
struct CodePlace {
  std::string_view name, module, file;
};

// Languages that a profile holds for sure. Modules and namespaces of others have names as their libraries
// have: a program "math", a namespace core::time of C++.
struct SeenLanguages {
  bool python = false, rust = false;
};
// Python: a source of it, or the module __main__. Rust: a source of it, or a name that ends with a hash
// ("::h0123456789abcdef") or has an implementation of a trait ("<A as B>"). O(bytes), no allocation.
void NoteLanguages(const CodePlace& place, SeenLanguages& seen);

// The library that a function is of, by its qualified name (qualified_name.h), the file of its source, the
// module it was loaded from, and what else its profile holds:
//   Java     packages java, javax, jdk, sun, com.sun and those of the standards in the JDK (org.w3c.dom)
//   Python   files of its library folder that are no site's packages, frozen modules; beside other Python
//            modules written in C
//   C, C++   namespace std and those of compilers; libc, libstdc++, ... and their like of other systems
//   Rust     crates std, core and alloc, beside other Rust, of functions without parameters in their names
//   Go       packages that Go comes with
//   Node.js  files node:...                      .NET     assemblies System..., mscorlib
//   kernel   [kernel.kallsyms], [vdso]
// Packages that are installed beside the program are its own: nobody else chose them. kNone also where
// nothing tells. Names are any bytes. O(bytes), no allocation.
[[nodiscard]] Library LibraryOf(const CodePlace& place, const SeenLanguages& seen = {});

// "the JDK", "the C and C++ libraries"; of kNone empty.
[[nodiscard]] std::string_view NameOfLibrary(Library library);

}  // namespace ringscope
