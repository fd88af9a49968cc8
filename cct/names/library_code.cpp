#include "cct/names/library_code.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "cct/base/text/ascii.h"
#include "cct/base/text/file_ending.h"
#include "cct/names/go_function.h"
#include "cct/names/qualified_name.h"

namespace ringscope {
namespace {

constexpr size_t kNowhere = std::string_view::npos;

bool IsOfJava(std::string_view name) {
  constexpr std::string_view kInside[] = {"com.sun.",     "com/sun/",     "org.w3c.dom.",   "org/w3c/dom/",
                                          "org.xml.sax.", "org/xml/sax/", "org.ietf.jgss.", "org/ietf/jgss/"};
  // "Ljava/util/HashMap;::put"
  if (name.size() > 1 && name[0] == 'L' && name.find(';') != kNowhere) name.remove_prefix(1);
  const size_t separator = name.find_first_of("./");
  return (separator != kNowhere && IsWordOf(name.substr(0, separator), "java javax jdk sun")) ||
         std::ranges::any_of(kInside, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

// ".../lib/python3.11/json/decoder.py", and on Windows "...\Python311\Lib\json\decoder.py".
bool IsFileOfPython(std::string_view file) {
  if (file.starts_with("<frozen ")) return true;
  const auto is_python = [](std::string_view part) {
    return part.size() > 6 && EqualsFolded(part.substr(0, 6), "python") && IsDigit(part[6]);
  };
  const auto is_lib = [](std::string_view part) { return EqualsFolded(part, "lib") || part == "lib64"; };
  std::string_view before;
  bool is_inside = false;
  for (size_t begin = 0; begin < file.size();) {
    const size_t end = std::min(file.find_first_of("/\\", begin), file.size());
    const std::string_view part = file.substr(begin, end - begin);
    if (is_inside && (part == "site-packages" || part == "dist-packages")) return false;
    is_inside |=
        end < file.size() && ((is_python(part) && is_lib(before)) || (is_lib(part) && is_python(before)));
    before = part;
    begin = end + 1;
  }
  return is_inside;
}

// Whether the name has a list of parameters outside of brackets, as C++ names have and Rust names never do.
bool HasParameters(std::string_view name) {
  size_t depth = 0;
  for (size_t k = 0; k < name.size(); ++k) {
    if (name[k] == '(' && depth == 0) return true;
    if (name[k] == '<') ++depth;
    if (name[k] == '>' && depth > 0 && name[k - 1] != '-') --depth;
  }
  // The '<' of "operator<" has no closing bracket.
  return name.ends_with(')');
}

bool EndsWithHashOfRust(std::string_view name) {
  constexpr std::string_view kBefore = "::h";
  constexpr size_t kDigits = 16;
  if (name.size() < kBefore.size() + kDigits) return false;
  const std::string_view digits = name.substr(name.size() - kDigits);
  name.remove_suffix(kDigits);
  return name.ends_with(kBefore) && std::ranges::all_of(digits, IsHexDigit);
}

bool IsOfRust(const CodePlace& place) {
  if (HasParameters(place.name)) return false;
  if (place.file.ends_with(".rs") || EndsWithHashOfRust(place.name)) return true;
  const size_t as = place.name.find(" as ");
  return as != kNowhere && place.name.find('<') < as && place.name.find('>', as) != kNowhere;
}

// Modules written in C have no file. kHelpers are modules such as "_io", which implement other modules of
// the library.
bool IsModuleOfPython(const CodePlace& place) {
  constexpr std::string_view kModules =
      "array atexit audioop binascii builtins cmath errno faulthandler fcntl gc grp itertools marshal "
      "math mmap nt posix pwd pyexpat readline resource select sys syslog termios time unicodedata zlib";
  constexpr std::string_view kHelpers =
      "abc ast asyncio bisect blake2 bz2 codecs collections contextvars csv ctypes curses datetime "
      "decimal elementtree functools hashlib heapq imp io json locale lsprof lzma md5 multibytecodec "
      "multiprocessing opcode operator pickle posixshmem posixsubprocess queue random sha1 sha256 sha3 "
      "sha512 signal socket sqlite3 sre ssl stat statistics string struct symtable thread tkinter "
      "tokenize tracemalloc typing uuid warnings weakref winapi zoneinfo ringscope_record";
  const std::string_view module = place.module;
  if (!place.file.empty()) return false;
  return IsWordOf(module, kModules) || (module.starts_with('_') && IsWordOf(module.substr(1), kHelpers));
}

// The file of a module without folder, ending and version: "libc" of "/usr/lib/libc.so.6" and "libc-2.31.so",
// "KERNEL32" of "KERNEL32.DLL".
struct CodeFile {
  std::string_view name;
  bool has_ending = false;
};
CodeFile CodeFileOf(std::string_view module) {
  std::string_view name = LastOfPath(module);
  bool has_ending = false;
  for (size_t dot = name.find('.'); dot != kNowhere; dot = name.find('.', dot + 1)) {
    const std::string_view ending = name.substr(dot + 1);
    const std::string_view word = ending.substr(0, ending.find('.'));
    if (word == "so" || word == "dylib" || EqualsFolded(word, "dll")) {
      name = name.substr(0, dot);
      has_ending = true;
      break;
    }
  }
  if (const size_t dash = name.rfind('-'); dash != kNowhere && dash + 1 < name.size() &&
                                           IsDigit(name[dash + 1]) &&
                                           (name.starts_with("lib") || name.starts_with("ld-")))
    name = name.substr(0, dash);
  return {name, has_ending};
}

// Whether the module is the dynamic loader. Without an ending "ld" is the linker, a program.
bool IsLoader(std::string_view module, const CodeFile& file) {
  constexpr std::string_view kFolders[] = {"/lib/",       "/lib32/",     "/lib64/", "/usr/lib/",
                                           "/usr/lib32/", "/usr/lib64/", "/System/"};
  if (file.name != "ld" && file.name != "dyld") return false;
  // macOS's sample gives no folder.
  return file.has_ending || module == "dyld" ||
         std::ranges::any_of(kFolders, [&](std::string_view folder) { return module.starts_with(folder); });
}

// "System.Private.CoreLib.dll", "[System.Private.CoreLib]", and such a name without folder or ending.
bool IsOfDotNet(const CodePlace& place, const CodeFile& file) {
  constexpr std::string_view kAssemblies = "System mscorlib netstandard libcoreclr coreclr libclrjit clrjit";
  const auto is_assembly = [&](std::string_view name) {
    return IsWordOf(name, kAssemblies) || name.starts_with("System.");
  };
  std::string_view module = place.module;
  if (module.size() > 2 && module.starts_with('[') && module.ends_with(']'))
    return is_assembly(module.substr(1, module.size() - 2));
  if (!is_assembly(file.name)) return false;
  if (file.has_ending) return true;
  return file.name.size() == module.size() && (module != "System" || place.name.starts_with("System."));
}

Library LibraryOfModule(const CodePlace& place) {
  const std::string_view module = place.module;
  if (module.empty()) return Library::kNone;
  if (module.starts_with("node:")) return Library::kNode;
  if (module.starts_with("[kernel") || module.starts_with("[guest.kernel") || module == "[vdso]" ||
      module == "[vsyscall]" || module == "vmlinux")
    return Library::kKernel;
  const CodeFile code_file = CodeFileOf(module);
  const std::string_view name = code_file.name;
  constexpr std::string_view kNative =
      "libc libm libmvec libpthread libdl librt libresolv libgcc_s libstdc++ libc++ libc++abi libatomic "
      "libgomp libunwind libdyld libobjc libSystem.B ntdll ucrtbase msvcrt libasan libtsan";
  constexpr std::string_view kNativeBegins[] = {"ld-linux", "ld-musl", "libnss_", "libsystem_"};
  constexpr std::string_view kWindows[] = {"ntdll.dll", "kernel32",     "kernelbase",
                                           "msvcp140",  "vcruntime140", "vcruntime140_1"};
  if (IsWordOf(name, kNative) || IsLoader(module, code_file) ||
      std::ranges::any_of(kNativeBegins, [&](std::string_view begin) { return name.starts_with(begin); }) ||
      std::ranges::any_of(kWindows, [&](std::string_view one) { return EqualsFolded(name, one); }))
    return Library::kNative;
  constexpr std::string_view kJava = "libjvm libjava libjli libjimage";
  if (IsWordOf(name, kJava) || module.starts_with("java.") || module.starts_with("jdk."))
    return Library::kJava;
  if (name.starts_with("libpython") && name.size() > 9 && IsDigit(name[9])) return Library::kPython;
  return IsOfDotNet(place, code_file) ? Library::kDotNet : Library::kNone;
}

// The component behind "core::", "alloc::".
std::string_view SecondOf(std::string_view name, std::string_view crate) {
  name.remove_prefix(crate.size());
  return name.substr(0, name.find_first_of(":<"));
}

// `scope` is the class or namespace of the function.
Library LibraryOfNamespace(std::string_view scope, const CodePlace& place, const SeenLanguages& seen) {
  const auto is_in = [&](std::string_view name) {
    return scope.starts_with(name) &&
           (scope.size() == name.size() || scope.substr(name.size()).starts_with("::"));
  };
  constexpr std::string_view kCore =
      "alloc any array ascii cell char clone cmp convert error f32 f64 ffi fmt future hash hint "
      "intrinsics iter mem num ops option panic panicking pin ptr result slice str sync task time unicode";
  constexpr std::string_view kAlloc =
      "alloc borrow boxed collections fmt raw_vec rc slice str string sync vec";
  const bool is_crate = (scope.starts_with("core::") && IsWordOf(SecondOf(scope, "core::"), kCore)) ||
                        (scope.starts_with("alloc::") && IsWordOf(SecondOf(scope, "alloc::"), kAlloc));
  if (is_crate && (IsOfRust(place) || (seen.rust && !HasParameters(place.name)))) return Library::kRust;
  if (is_in("std")) return IsOfRust(place) ? Library::kRust : Library::kNative;
  return is_in("__gnu_cxx") || is_in("__cxxabiv1") ? Library::kNative : Library::kNone;
}

bool IsOfGo(const CodePlace& place) {
  if (!place.file.ends_with(".go") && !SplitGoFunction(place.name)) return false;
  constexpr std::string_view kPackages =
      "archive arena bufio builtin bytes cmp compress container context crypto database debug embed "
      "encoding errors expvar flag fmt go hash html image index internal io iter log maps math mime net "
      "os path plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing "
      "text time unicode unique unsafe vendor weak";
  const size_t end = GoPackageEnd(place.name);
  if (end == kNowhere) return false;
  const std::string_view package = place.name.substr(0, end);
  return IsWordOf(package.substr(0, package.find('/')), kPackages);
}

constexpr std::array<std::string_view, kLibraryCount> kNames{
    "",        "the JDK", "Python's library", "the C and C++ libraries", "Go's library", "Rust's library",
    "Node.js", ".NET",    "the kernel"};

}  // namespace

void NoteLanguages(const CodePlace& place, SeenLanguages& seen) {
  seen.python |=
      place.module == "__main__" || place.file.ends_with(".py") || place.file.starts_with("<frozen ");
  seen.rust = seen.rust || IsOfRust(place);
}

Library LibraryOf(const CodePlace& place, const SeenLanguages& seen) {
  if (IsOfJava(place.name)) return Library::kJava;
  if (IsFileOfPython(place.file) || (seen.python && IsModuleOfPython(place))) return Library::kPython;
  if (place.file.starts_with("node:")) return Library::kNode;
  if (const Library of_module = LibraryOfModule(place); of_module != Library::kNone) return of_module;
  if (IsOfGo(place)) return Library::kGo;
  return LibraryOfNamespace(ClassOfName(place.name), place, seen);
}

std::string_view NameOfLibrary(Library library) {
  const auto k = static_cast<size_t>(library);
  return k < kNames.size() ? kNames[k] : std::string_view();
}

}  // namespace ringscope
