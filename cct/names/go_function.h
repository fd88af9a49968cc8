#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace ringscope {

// The name of a Go function, as its linker writes it:
//
//   encoding/json.(*decodeState).object.func1.2
//   package       type           method literals
//
// A function literal has a made-up name: func1, gowrap1, deferwrap1, and numbers for literals within
// literals.
struct GoFunction {
  std::string_view function;  // the declared function, without literals in it
  size_t package_end = 0;     // position of the '.' behind the package
};

// The end of the package in a Go name: the first '.' behind the last '/' of its path; in "gopkg.in/yaml.v2"
// the '.' behind the version. npos if there is no such '.'.
[[nodiscard]] size_t GoPackageEnd(std::string_view name);

// std::nullopt unless the name can only be Go's: "main.worker.run" may be Java's as well. `name` may have any
// bytes; parameters and anything behind them must have been removed. O(bytes of the name).
[[nodiscard]] std::optional<GoFunction> SplitGoFunction(std::string_view name);

}  // namespace ringscope
