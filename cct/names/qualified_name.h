#pragma once

#include <cstddef>
#include <string_view>

namespace ringscope {

// Where a function belongs to, read off its name as demanglers, virtual machines and profilers write it:
//   C++     std::vector<int>::push_back(int const&)     java.util.HashMap.put(Object)   Java
//   Rust    <Vec<T> as core::ops::Drop>::drop           java/util/HashMap.put           Java, internal form
//   Go      net/http.(*conn).serve                      Ljava/util/HashMap;::put        Java, perf map
//   Python  package.module:Class.method                 Array.sort                      JavaScript
// Parameters, template arguments of the function, return types, compilers' suffixes (".part.0") and whatever
// is nested in the function (lambdas, closures) do not count. Names are any bytes; a name of another form
// has neither class nor package, and so has one of more bytes than any compiler writes. O(bytes of the name),
// no allocation; the results borrow from it.
inline constexpr size_t kMostQualifiedBytes = size_t{1} << 20;

// What the function is a member of: its class, or the namespace, package or module of a free function
// ("v8::internal::Heap" of "v8::internal::Heap::Collect<int>(a::b)"). Of a Rust implementation of a trait it
// is the type, not the trait. Empty where the name stands alone.
[[nodiscard]] std::string_view ClassOfName(std::string_view name);

// ClassOfName without the classes at its end: "java.util", "v8::internal", "net/http". Namespaces and
// packages cannot be told from classes for sure; what starts with an upper-case letter or has template
// arguments is taken for a class, and what is in a class is none of them: "Module._extensions..js" and
// "Array.prototype.map" have no package. Of a path, as Go has them, it is the path, and of other names of Go
// the first word where something shows that they are Go's (SplitGoFunction). Empty where nothing is left.
[[nodiscard]] std::string_view PackageOfName(std::string_view name);

}  // namespace ringscope
