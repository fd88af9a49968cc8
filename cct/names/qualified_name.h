#pragma once

#include <cstddef>
#include <string_view>

namespace ringscope {

// The class and the package of a function, from its name as demanglers, virtual machines and profilers write
// it:
//   C++     std::vector<int>::push_back(int const&)     java.util.HashMap.put(Object)   Java
//   Rust    <Vec<T> as core::ops::Drop>::drop           java/util/HashMap.put           Java, internal form
//   Go      net/http.(*conn).serve                      Ljava/util/HashMap;::put        Java, perf map
//   Python  package.module:Class.method                 Array.sort                      JavaScript
// Parameters, template arguments of the function, return types, compilers' suffixes (".part.0") and functions
// nested in the function (lambdas, closures) are ignored. Names may have any bytes; a name of another form,
// or of more bytes than any compiler writes, has neither class nor package. O(bytes of the name), no
// allocation; the results borrow from it.
inline constexpr size_t kMostQualifiedBytes = size_t{1} << 20;

// The class of a method, or the namespace, package or module of a free function ("v8::internal::Heap" for
// "v8::internal::Heap::Collect<int>(a::b)"). For a Rust implementation of a trait the type, not the trait.
// Empty for an unqualified name.
[[nodiscard]] std::string_view ClassOfName(std::string_view name);

// ClassOfName without the classes at its end: "java.util", "v8::internal", "net/http". Packages cannot be
// told from classes with certainty: a component that starts with an upper-case letter or has template
// arguments is taken for a class, and nothing inside a class is a package: "Module._extensions..js" and
// "Array.prototype.map" have no package. For a path, as in Go, the path; for other names that can only be
// Go's (SplitGoFunction) the first word. Empty if there is no package.
[[nodiscard]] std::string_view PackageOfName(std::string_view name);

}  // namespace ringscope
