#include "cct/names/library_code.h"

#include <gtest/gtest.h>

#include <string>

namespace ringscope::library_code_test {
namespace {

Library OfName(std::string_view name) { return LibraryOf({name, {}, {}}); }
Library OfModule(std::string_view module) { return LibraryOf({"f", module, {}}); }
Library OfFile(std::string_view file) { return LibraryOf({"m:f", "m", file}); }

TEST(LibraryCode, OfJavaIsWhatPackagesOfTheJdkHold) {
  for (const std::string_view name :
       {"java.util.HashMap.put(Object)", "java/util/HashMap.put", "Ljava/util/HashMap;::put",
        "jdk.internal.misc.Unsafe.park", "sun.nio.cs.UTF_8.newDecoder", "com.sun.tools.javac.Main.main",
        "javax.swing.JFrame.show", "org.w3c.dom.Node.get", "java.lang.invoke.LambdaForm$MH/0x7f.invoke"})
    EXPECT_EQ(OfName(name), Library::kJava) << name;
  EXPECT_EQ(OfModule("java.base"), Library::kJava);
  EXPECT_EQ(OfModule("/usr/lib/jvm/java-17/lib/server/libjvm.so"), Library::kJava);
  for (const std::string_view name : {"BuildOrder$Module.chain", "javassist.Loader.load", "com.sunny.App.run",
                                      "sunshine.F.g", "org.w3c.tidy.Tidy.parse", "Library.java", "java"})
    EXPECT_EQ(OfName(name), Library::kNone) << name;
}

TEST(LibraryCode, OfPythonIsWhatItsFolderHoldsButForPackagesOfASite) {
  for (const std::string_view file :
       {"/usr/lib/python3.11/json/decoder.py", "/home/mia/.pyenv/versions/3.11.7/lib/python3.11/threading.py",
        "<frozen importlib._bootstrap>", "C:\\Python311\\Lib\\json\\decoder.py"})
    EXPECT_EQ(OfFile(file), Library::kPython) << file;
  for (const std::string_view file :
       {"/usr/lib/python3.11/site-packages/numpy/core.py", "/usr/lib/python3/dist-packages/yaml/loader.py",
        "/home/u/python3/app.py", "/home/u/lib/python3.py", "app.py", ""})
    EXPECT_EQ(OfFile(file), Library::kNone) << file;
}

TEST(LibraryCode, ModulesOfPythonInCAreNamedSoBesidePythonAlone) {
  const CodePlace places[] = {
      {"str.count", "builtins", {}}, {"BufferedReader.read", "_io", {}}, {"sqrt", "math", {}}};
  for (const CodePlace& place : places) {
    EXPECT_EQ(LibraryOf(place), Library::kNone) << place.module << " may be a program";
    EXPECT_EQ(LibraryOf(place, {.python = true}), Library::kPython) << place.module;
  }
  const CodePlace own[] = {{"run", "__main__", {}},
                           {"run", "_mine", {}},
                           {"sleep", "time", "/home/u/time.py"},
                           {"run", "_", {}},
                           {"f", "/home/u/math", {}}};
  for (const CodePlace& place : own)
    EXPECT_EQ(LibraryOf(place, {.python = true}), Library::kNone) << place.module;
}

TEST(LibraryCode, LanguagesAreSeenByWhatIsTheirsAlone) {
  const auto seen = [](const CodePlace& place) {
    SeenLanguages languages;
    NoteLanguages(place, languages);
    return std::string(languages.python ? "python" : "") + (languages.rust ? "rust" : "");
  };
  EXPECT_EQ(seen({"run", "__main__", {}}), "python");
  EXPECT_EQ(seen({"run", "m", "/home/u/m.py"}), "python");
  EXPECT_EQ(seen({"load", "m", "<frozen importlib._bootstrap>"}), "python");
  EXPECT_EQ(seen({"core::cell::get::h0123456789abcdef", {}, {}}), "rust");
  EXPECT_EQ(seen({"<app::Tree as core::fmt::Debug>::fmt", {}, {}}), "rust");
  EXPECT_EQ(seen({"core::ptr::drop_in_place::<<a::B as c::D>::E>", {}, {}}), "rust");
  EXPECT_EQ(seen({"app::run", {}, "src/main.rs"}), "rust");
  for (const CodePlace& place : {CodePlace{"core::time::now()", "math", "now.cpp"},
                                 {"core::cell::get::h0123456789abcdef()", {}, {}},
                                 {"core::cell::get::h0123", {}, {}},
                                 {"core::operator<(core::A as, B>)", {}, {}},
                                 {"as > b", {}, {}},
                                 {}})
    EXPECT_EQ(seen(place), "") << place.name;
}

TEST(LibraryCode, OfSystemsIsWhatTheirFilesHold) {
  for (const std::string_view module :
       {"libc.so.6", "/lib/x86_64-linux-gnu/libc-2.31.so", "libstdc++.so.6.0.30", "ld-linux-x86-64.so.2",
        "/usr/lib/system/libsystem_malloc.dylib", "KERNEL32.DLL", "ntdll.dll", "/lib/ld.so.1",
        "/usr/lib/dyld", "dyld", "/System/Library/dyld/ld.dylib", "ld-2.31.so"})
    EXPECT_EQ(OfModule(module), Library::kNative) << module;
  for (const std::string_view module : {"[kernel.kallsyms]", "[vdso]", "[guest.kernel.kallsyms]"})
    EXPECT_EQ(OfModule(module), Library::kKernel) << module;
  EXPECT_EQ(OfModule("node:internal/timers"), Library::kNode);
  for (const std::string_view module :
       {"System.Private.CoreLib.dll", "[System.Private.CoreLib]", "System.Linq", "C:\\windows\\System.dll",
        "/usr/share/dotnet/libcoreclr.so"})
    EXPECT_EQ(OfModule(module), Library::kDotNet) << module;
  EXPECT_EQ(LibraryOf({"System.String.Concat", "System", {}}), Library::kDotNet);
  EXPECT_EQ(OfModule("libpython3.11.so.1.0"), Library::kPython);
  for (const std::string_view module :
       {"/opt/app/bin/server", "libcurl.so.4", "libcrypto.so.3", "app.jar", "[unknown]", "[JIT] tid 12",
        "main", "Systematic.dll", ".", "/home/u/System", "/opt/System.Tool", "System", "[]", "ld",
        "/usr/bin/ld", "/home/u/dyld", "math"})
    EXPECT_EQ(OfModule(module), Library::kNone) << module;
}

TEST(LibraryCode, OfCompiledLanguagesIsWhatNamesSay) {
  EXPECT_EQ(OfName("std::vector<int>::push_back(int const&)"), Library::kNative);
  EXPECT_EQ(OfName("void std::__sort<It>(It, It)"), Library::kNative);
  EXPECT_EQ(OfName("__gnu_cxx::new_allocator<int>::allocate"), Library::kNative);
  EXPECT_EQ(OfName("core::fmt::Formatter::pad::h0123456789abcdef"), Library::kRust);
  EXPECT_EQ(LibraryOf({"core::fmt::Formatter::pad", {}, {}}, {.rust = true}), Library::kRust);
  EXPECT_EQ(LibraryOf({"alloc::vec::Vec<(A, B)>::push", {}, "library/alloc/src/vec/mod.rs"}), Library::kRust);
  EXPECT_EQ(OfName("<alloc::vec::Vec<T> as core::ops::Drop>::drop"), Library::kRust);
  EXPECT_EQ(LibraryOf({"std::io::Write::write_all", {}, "library/std/src/io/mod.rs"}), Library::kRust);
  EXPECT_EQ(OfName("net/http.(*conn).serve"), Library::kGo);
  EXPECT_EQ(LibraryOf({"runtime.mallocgc", {}, "/usr/lib/go/src/runtime/malloc.go"}), Library::kGo);
  for (const std::string_view name :
       {"stdlib::Thing::f", "core::Engine::run", "alloc::Pool::take", "main",
        "github.com/u/net.(*conn).serve", "main.(*server).run", "f<std::string>"})
    EXPECT_EQ(OfName(name), Library::kNone) << name;
}

TEST(LibraryCode, NamespacesOfCppAreNotRustsCrates) {
  for (const std::string_view name :
       {"core::time::Clock::now", "core::cell::Cell::run", "alloc::vec::push"}) {
    EXPECT_EQ(OfName(name), Library::kNone) << name;
    const std::string with_parameters = std::string(name) + "(int) const";
    EXPECT_EQ(LibraryOf({with_parameters, {}, {}}, {.rust = true}), Library::kNone) << name;
  }
}

TEST(LibraryCode, TakesAnyBytes) {
  EXPECT_EQ(LibraryOf({}), Library::kNone);
  EXPECT_EQ(OfName("\xff\xfe\x00::java."), Library::kNone);
  EXPECT_EQ(OfName(std::string(100'000, '/')), Library::kNone);
  EXPECT_EQ(OfModule(std::string(100'000, '.')), Library::kNone);
  EXPECT_EQ(OfFile(std::string(100'000, '/')), Library::kNone);
  for (size_t k = 1; k < kLibraryCount; ++k) EXPECT_FALSE(NameOfLibrary(static_cast<Library>(k)).empty());
  EXPECT_EQ(NameOfLibrary(Library::kNone), "");
}

}  // namespace
}  // namespace ringscope::library_code_test
