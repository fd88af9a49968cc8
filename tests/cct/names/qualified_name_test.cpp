#include "cct/names/qualified_name.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

namespace ringscope::qualified_name_test {
namespace {

struct Case {
  std::string_view name, of_class, package;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class QualifiedNameTest : public testing::TestWithParam<Case> {};

TEST_P(QualifiedNameTest, ClassAndPackage) {
  EXPECT_EQ(ClassOfName(GetParam().name), GetParam().of_class);
  EXPECT_EQ(PackageOfName(GetParam().name), GetParam().package);
}

INSTANTIATE_TEST_SUITE_P(
    Cpp, QualifiedNameTest,
    testing::Values(
        Case{"main", "", ""}, Case{"f(int, a::b)", "", ""}, Case{"ns::f(int)", "ns", "ns"},
        Case{"a::b<c::d>::f(int)", "a::b<c::d>", "a"},
        Case{"v8::internal::Heap::Collect<int>(a::b)", "v8::internal::Heap", "v8::internal"},
        Case{"v8::internal::Heap::Collect", "v8::internal::Heap", "v8::internal"},
        Case{"Widget::paint(Painter&)", "Widget", ""}, Case{"Outer::Inner::f()", "Outer::Inner", ""},
        Case{"std::vector<std::pair<int, a::b>, std::allocator<int> >::push_back(int const&)",
             "std::vector<std::pair<int, a::b>, std::allocator<int> >", "std"},
        Case{"void std::sort<int*, a::Less>(int*, int*, a::Less)", "std", "std"},
        Case{"std::vector<int> a::B::make<int>(unsigned long)", "a::B", "a"},
        Case{"decltype(auto) ns::f<int>(int)", "ns", "ns"},
        Case{"decltype ((({parm#1}.base)())-(({parm#2}.base)())) ns::f<char*>(int)", "ns", "ns"},
        Case{"std::_Hashtable<int>::_M_insert(int)", "std::_Hashtable<int>", "std"},
        Case{"a::B::operator<<(int)", "a::B", "a"}, Case{"a::B::operator()(int) const", "a::B", "a"},
        Case{"a::B::operator[](unsigned long)", "a::B", "a"}, Case{"a::B::operator->() const", "a::B", "a"},
        Case{"a::B::operator std::string() const", "a::B", "a"},
        Case{"std::ostream& std::operator<< <std::char_traits<char> >(std::ostream&, char)", "std", "std"},
        Case{"operator new(unsigned long)", "", ""}, Case{"operator<<(std::ostream&, int)", "", ""},
        Case{"a::apply<&(b::operator<(b::C, b::C))>::run()", "a::apply<&(b::operator<(b::C, b::C))>", "a"},
        Case{"a::operators::f()", "a::operators", "a::operators"},
        Case{"std::function<void (int)>::operator()(int) const", "std::function<void (int)>", "std"},
        Case{"a::B::~B()", "a::B", "a"},
        Case{"(anonymous namespace)::f()", "(anonymous namespace)", "(anonymous namespace)"},
        Case{"a::(anonymous namespace)::B::f(int)", "a::(anonymous namespace)::B",
             "a::(anonymous namespace)"},
        Case{"void (anonymous namespace)::f<int>(int)", "(anonymous namespace)", "(anonymous namespace)"},
        Case{"a::{anonymous}::f()", "a::{anonymous}", "a::{anonymous}"},
        Case{"`anonymous namespace'::B::f", "`anonymous namespace'::B", "`anonymous namespace'"},
        Case{"a::B::f(int)::{lambda(int)#1}::operator()(int) const", "a::B", "a"},
        Case{"main::{lambda()#1}::operator()() const", "", ""},
        Case{"a::B::f()::$_0::operator()() const", "a::B", "a"},
        Case{"a::B::f()::'lambda'(int)::operator()(int) const", "a::B", "a"},
        Case{"a::f(int) [clone .cold]", "a", "a"}, Case{"a::B::f [clone .part.0]", "a::B", "a"},
        Case{"a::B::f.part.0", "a::B", "a"}, Case{"f.isra.0.constprop.1", "", ""},
        Case{"f.llvm.1234567", "", ""}, Case{"memcpy@@GLIBC_2.14", "", ""}, Case{"a::f+0x1a", "a", "a"},
        Case{"v8.dll!v8::internal::Heap::Collect", "v8::internal::Heap", "v8::internal"},
        Case{"a::Map<b::Key, int>::const_iterator::operator++()", "a::Map<b::Key, int>::const_iterator", "a"},
        Case{"Eigen::internal::run(int)", "Eigen::internal", "Eigen::internal"},
        Case{"libc-2.31.so+0x23d0a", "", ""}, Case{"libLLVM-14.so.1+0x1f", "", ""},
        Case{"ntdll.dll+0x1f", "", ""}, Case{"node+0x1262bb5", "", ""},
        Case{"-[NSString(Category) length:of:]", "NSString", ""}, Case{"+[Cls new]", "Cls", ""}));

INSTANTIATE_TEST_SUITE_P(
    Java, QualifiedNameTest,
    testing::Values(
        Case{"java.util.HashMap.put(Object)", "java.util.HashMap", "java.util"},
        Case{"java.util.HashMap.put", "java.util.HashMap", "java.util"},
        Case{"void java.util.HashMap$Node.<init>(int, Object)", "java.util.HashMap$Node", "java.util"},
        Case{"java.util.HashMap.<clinit>", "java.util.HashMap", "java.util"},
        Case{"Ljava/util/HashMap;::put", "java/util/HashMap", "java/util"}, Case{"LMain;::main", "Main", ""},
        Case{"Lio/netty/util/Timer:::run", "Lio/netty/util/Timer", "Lio/netty/util"},
        Case{"JLex/CNfa2Dfa.sortStates", "JLex/CNfa2Dfa", "JLex"},
        Case{"java/util/HashMap.put", "java/util/HashMap", "java/util"},
        Case{"Main.main(String[])", "Main", ""},
        Case{"com.foo.Bar.lambda$main$0(int)", "com.foo.Bar", "com.foo"},
        Case{"com.foo.Bar$$Lambda$14/0x0000000800c03000.run()", "com.foo.Bar", "com.foo"},
        Case{"System.Collections.Generic.Dictionary`2[System.__Canon,System.__Canon].FindEntry(!0)",
             "System.Collections.Generic.Dictionary`2[System.__Canon,System.__Canon]",
             "System.Collections.Generic"}));

INSTANTIATE_TEST_SUITE_P(
    Go, QualifiedNameTest,
    testing::Values(
        Case{"net/http.(*conn).serve", "net/http.(*conn)", "net/http"},
        Case{"net/http.(*conn).serve.func1.2", "net/http.(*conn)", "net/http"},
        Case{"net/http.HandlerFunc.ServeHTTP", "net/http.HandlerFunc", "net/http"},
        Case{"net/http.conn.serve", "net/http.conn", "net/http"},
        Case{"net/http.ListenAndServe", "net/http", "net/http"},
        Case{"github.com/BurntSushi/toml.(*Decoder).Decode", "github.com/BurntSushi/toml.(*Decoder)",
             "github.com/BurntSushi/toml"},
        Case{"runtime.mallocgc", "runtime", "runtime"}, Case{"main.main", "main", "main"},
        Case{"main.(*List[go.shape.int]).Push", "main.(*List[go.shape.int])", "main"},
        Case{"slices.SortFunc[go.shape.[]main.T_0,go.shape.int]", "slices", "slices"},
        Case{"encoding/json.(*decodeState).object", "encoding/json.(*decodeState)", "encoding/json"},
        Case{"github.com/a/b/v2.(*t).m", "github.com/a/b/v2.(*t)", "github.com/a/b/v2"},
        Case{"github.com/a/b.t.m-fm", "github.com/a/b.t", "github.com/a/b"},
        Case{"github.com/a/b.init.0.func1", "github.com/a/b", "github.com/a/b"},
        Case{"github.com/a/b.glob..func1", "github.com/a/b", "github.com/a/b"},
        Case{"github.com/a/b.cleanup", "github.com/a/b", "github.com/a/b"},
        Case{"net/http.func1", "net/http", "net/http"}, Case{"main.func1", "main", "main"},
        Case{"main.(*worker).run", "main.(*worker)", "main"},
        Case{"main.(*worker).run-fm", "main.(*worker)", "main"},
        Case{"main.(*worker).run.deferwrap1", "main.(*worker)", "main"},
        Case{"main.(*worker).all-range1", "main.(*worker)", "main"},
        Case{"main.worker.run-fm", "main.worker", "main"},
        Case{"main.worker.run.func1", "main.worker", "main"},
        Case{"main.main.(*worker).run.func1", "main.main.(*worker)", "main"},
        Case{"main.main.func1", "main", "main"}, Case{"main.main.func1.2", "main", "main"},
        Case{"main.main.func1.run.func2", "main", "main"}, Case{"main.main.func1-range1", "main", "main"},
        Case{"main.main.gowrap1", "main", "main"}, Case{"main.each[...].func1", "main", "main"},
        Case{"main.init.0.func1", "main", "main"}, Case{"main.glob..func1", "main", "main"},
        Case{"runtime.gcBgMarkWorker.func2", "runtime", "runtime"},
        Case{"sync.OnceFunc.func1", "sync", "sync"}, Case{"tool.run.gowrap1", "tool", "tool"},
        Case{"tool.Pair[...].swap", "tool.Pair[...]", "tool"},
        Case{"gopkg.in/yaml%2ev2.(*decoder).unmarshal", "gopkg.in/yaml%2ev2.(*decoder)",
             "gopkg.in/yaml%2ev2"},
        Case{"gopkg.in/yaml.v2.(*decoder).unmarshal", "gopkg.in/yaml.v2.(*decoder)", "gopkg.in/yaml.v2"},
        Case{"gopkg.in/yaml.v2.decoder.unmarshal", "gopkg.in/yaml.v2.decoder", "gopkg.in/yaml.v2"},
        Case{"gopkg.in/yaml.v2.Unmarshal", "gopkg.in/yaml.v2", "gopkg.in/yaml.v2"},
        Case{"gopkg.in/yaml.v2.Unmarshal.func1", "gopkg.in/yaml.v2", "gopkg.in/yaml.v2"},
        Case{"gopkg.in/user/pkg.v3.(*t).m", "gopkg.in/user/pkg.v3.(*t)", "gopkg.in/user/pkg.v3"},
        Case{"example.com/yaml.v2.f", "example.com/yaml.v2", "example.com/yaml"},
        Case{"example.com/p.F[...]", "example.com/p", "example.com/p"},
        Case{"example.com/p.F[...].func1", "example.com/p", "example.com/p"},
        Case{"example.com/p.(*T[go.shape.int]).M", "example.com/p.(*T[go.shape.int])", "example.com/p"},
        Case{"example.com/p.T[...].M", "example.com/p.T[...]", "example.com/p"}));

// What is Go's, or a compiler's, only where something else says so.
INSTANTIATE_TEST_SUITE_P(
    NoneOfThese, QualifiedNameTest,
    testing::Values(Case{"main.worker.run", "main.worker", "main.worker"},
                    Case{"main.Worker.func1", "main.Worker", "main"},
                    Case{"main.Main.run.func1", "main.Main.run", "main"},
                    Case{"tool.run.func1", "tool.run", "tool.run"},
                    Case{"io.netty.Timer.func1", "io.netty.Timer", "io.netty"},
                    Case{"java.util.concurrent.ThreadPoolExecutor.runWorker",
                         "java.util.concurrent.ThreadPoolExecutor", "java.util.concurrent"},
                    Case{"com.a.b.C$D.m", "com.a.b.C$D", "com.a.b"}, Case{"Foo.bar[...]", "Foo", ""},
                    Case{"com/a/B.func1", "com/a/B", "com/a"}, Case{"os.path.join", "os.path", "os.path"},
                    Case{"java.util.ArrayList.clone", "java.util.ArrayList", "java.util"},
                    Case{"java.util.HashMap.clone:5", "java.util.HashMap", "java.util"},
                    Case{"java/util/HashMap.clone:142", "java/util/HashMap", "java/util"},
                    Case{"java.util.HashMap.part#3", "java.util.HashMap", "java.util"},
                    Case{"a::B::f.clone.3:142", "a::B", "a"}, Case{"Timer.resume", "Timer", ""},
                    Case{"a.b.Widget.destroy", "a.b.Widget", "a.b"}, Case{"mail.cleanup", "mail", "mail"},
                    Case{"ns::B::task.resume", "ns::B", "ns"}, Case{"_Z3foov.destroy", "", ""},
                    Case{"f.clone.3", "", ""}, Case{"f.part.0.cold", "", ""}));

INSTANTIATE_TEST_SUITE_P(
    Others, QualifiedNameTest,
    testing::Values(
        Case{"<alloc::vec::Vec<T> as core::iter::Extend<T>>::extend", "alloc::vec::Vec<T>", "alloc::vec"},
        Case{"<T as core::fmt::Display>::fmt", "T", ""},
        Case{"<&mut W as core::fmt::Write>::write_str", "W", ""}, Case{"<str>::len", "str", "str"},
        Case{"core::fmt::write::h0123456789abcdef", "core::fmt", "core::fmt"},
        Case{"foo::Bar::run::{{closure}}", "foo::Bar", "foo"},
        Case{"foo::Bar::run::{closure#0}::{closure#1}", "foo::Bar", "foo"},
        Case{"core::ptr::drop_in_place<foo::Bar>", "core::ptr", "core::ptr"}, Case{"Foo.bar", "Foo", ""},
        Case{"Foo.bar [as baz]", "Foo", ""}, Case{"Object.<anonymous>", "Object", ""},
        Case{"(anonymous)", "", ""}, Case{"Module.load", "Module", ""}, Case{"Module._load", "Module", ""},
        Case{"Module._extensions..js", "Module._extensions", ""},
        Case{"Array.prototype.map", "Array.prototype", ""}, Case{"Kernel#require", "Kernel", ""},
        Case{"Foo.bar.baz.qux", "Foo.bar.baz", ""}, Case{"a.Foo.bar.baz", "a.Foo.bar", "a"},
        Case{"ActiveSupport::Callbacks#run", "ActiveSupport::Callbacks", ""},
        Case{"System.String.Concat", "System.String", "System"}, Case{"(garbage collector)", "", ""},
        Case{"<module>", "", ""}, Case{"[unknown]", "", ""}, Case{"[libc.so.6]", "", ""},
        Case{"module:func", "module", "module"},
        Case{"package.module:Class.method", "package.module:Class", "package.module"},
        Case{"Class.method.<locals>.inner", "Class", ""}, Case{"Foo::Bar#baz", "Foo::Bar", ""},
        Case{"Foo::Bar.baz", "Foo::Bar", ""}, Case{"App\\Http\\Kernel->handle", "App\\Http\\Kernel", ""},
        Case{"App\\models\\User->save", "App\\models\\User", "App\\models"},
        Case{"Foo/bar/baz.go", "Foo/bar/baz", "Foo/bar/baz"},
        Case{"closure #1 in Module.Class.run()", "Module.Class", "Module"},
        Case{"/usr/lib/libc.so.6", "", ""}, Case{"https://host/x.js", "", ""}, Case{"", "", ""},
        Case{"::", "", ""}, Case{"...", "", ""}, Case{"::f", "", ""}, Case{"a::", "", ""}));

TEST(QualifiedNameTest, AnyBytesGivePartsOfTheName) {
  std::mt19937_64 random(7);
  constexpr std::string_view kPieces[] = {
      "::",        ".", "<",        ">",     "(",    ")",     "[",     "]",
      "{",         "}", "operator", "a",     "B",    " ",     "/",     "$_0",
      "L",         ";", "`",        "'",     "!",    "\\",    "\xff",  std::string_view("\0", 1),
      "-",         "#", "+0x",      "func1", " as ", "main.", "[...]", "-fm",
      "gopkg.in/", "v2"};
  for (int round = 0; round < 20'000; ++round) {
    std::string name;
    for (uint64_t k = random() % 12; k > 0; --k) name += kPieces[random() % std::size(kPieces)];
    const std::string_view of_class = ClassOfName(name);
    const std::string_view package = PackageOfName(name);
    EXPECT_LE(of_class.size(), name.size());
    EXPECT_LE(package.size(), of_class.size()) << name;
    if (!of_class.empty()) {
      EXPECT_GE(of_class.data(), name.data());
      EXPECT_LE(of_class.data() + of_class.size(), name.data() + name.size());
    }
    if (!package.empty()) {
      EXPECT_EQ(package.data(), of_class.data()) << name;
    }
  }
}

TEST(QualifiedNameTest, LongNamesTakeLinearTime) {
  for (const std::string_view piece :
       {"A::", "<", "(", "a.", ".0", "a ", "(a)::", "`", "operator<", "{", "a<b>::"}) {
    std::string name;
    while (name.size() + piece.size() <= kMostQualifiedBytes) name += piece;
    EXPECT_LE(PackageOfName(name).size(), name.size());
  }
}

TEST(QualifiedNameTest, NamesThatNoCompilerWritesAreOfNoClass) {
  std::string name = "a.b.C.";
  name.resize(kMostQualifiedBytes, 'x');
  EXPECT_EQ(ClassOfName(name), "a.b.C");
  EXPECT_EQ(PackageOfName(name), "a.b");
  name += 'x';
  EXPECT_EQ(ClassOfName(name), "");
  EXPECT_EQ(PackageOfName(name), "");
}

}  // namespace
}  // namespace ringscope::qualified_name_test
