#include "cct/names/library_code.h"

#include <gtest/gtest.h>

#include <string>

namespace ringscope {
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
  EXPECT_EQ(LibraryOf({"str.count", "builtins", {}}), Library::kPython);
  EXPECT_EQ(LibraryOf({"BufferedReader.read", "_io", {}}), Library::kPython);
  EXPECT_EQ(LibraryOf({"run", "__main__", {}}), Library::kNone);
  EXPECT_EQ(LibraryOf({"run", "_mine", {}}), Library::kNone);
  EXPECT_EQ(LibraryOf({"sleep", "time", "/home/u/time.py"}), Library::kNone);
  EXPECT_EQ(LibraryOf({"run", "_", {}}), Library::kNone);
}

TEST(LibraryCode, OfSystemsIsWhatTheirFilesHold) {
  for (const std::string_view module :
       {"libc.so.6", "/lib/x86_64-linux-gnu/libc-2.31.so", "libstdc++.so.6.0.30", "ld-linux-x86-64.so.2",
        "/usr/lib/system/libsystem_malloc.dylib", "KERNEL32.DLL", "ntdll.dll"})
    EXPECT_EQ(OfModule(module), Library::kNative) << module;
  for (const std::string_view module : {"[kernel.kallsyms]", "[vdso]", "[guest.kernel.kallsyms]"})
    EXPECT_EQ(OfModule(module), Library::kKernel) << module;
  EXPECT_EQ(OfModule("node:internal/timers"), Library::kNode);
  EXPECT_EQ(OfModule("System.Private.CoreLib.dll"), Library::kDotNet);
  EXPECT_EQ(OfModule("libpython3.11.so.1.0"), Library::kPython);
  for (const std::string_view module : {"/opt/app/bin/server", "libcurl.so.4", "libcrypto.so.3", "app.jar",
                                        "[unknown]", "[JIT] tid 12", "main", "Systematic.dll", "."})
    EXPECT_EQ(OfModule(module), Library::kNone) << module;
}

TEST(LibraryCode, OfCompiledLanguagesIsWhatNamesSay) {
  EXPECT_EQ(OfName("std::vector<int>::push_back(int const&)"), Library::kNative);
  EXPECT_EQ(OfName("void std::__sort<It>(It, It)"), Library::kNative);
  EXPECT_EQ(OfName("__gnu_cxx::new_allocator<int>::allocate"), Library::kNative);
  EXPECT_EQ(OfName("core::fmt::Formatter::pad"), Library::kRust);
  EXPECT_EQ(OfName("<alloc::vec::Vec<T> as core::ops::Drop>::drop"), Library::kRust);
  EXPECT_EQ(LibraryOf({"std::io::Write::write_all", {}, "library/std/src/io/mod.rs"}), Library::kRust);
  EXPECT_EQ(OfName("net/http.(*conn).serve"), Library::kGo);
  EXPECT_EQ(LibraryOf({"runtime.mallocgc", {}, "/usr/lib/go/src/runtime/malloc.go"}), Library::kGo);
  for (const std::string_view name :
       {"stdlib::Thing::f", "core::Engine::run", "alloc::Pool::take", "main",
        "github.com/u/net.(*conn).serve", "main.(*server).run", "f<std::string>"})
    EXPECT_EQ(OfName(name), Library::kNone) << name;
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
}  // namespace ringscope
