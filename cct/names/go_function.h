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
// A function in a function has no name of its own: func1, gowrap1, deferwrap1, and numbers inside of these.
struct GoFunction {
  std::string_view function;  // the declared function, without literals in it
  size_t package_end = 0;     // where the '.' behind the package is
};

// Where the package of a Go name ends: the first '.' behind the last '/' of its path, but of
// "gopkg.in/yaml.v2" behind the version. npos where there is no such '.'.
[[nodiscard]] size_t GoPackageEnd(std::string_view name);

// Nothing where nothing in the name shows that it is Go's: "main.worker.run" may be Java's as well.
// O(bytes of the name); `name` is without parameters and what comes behind them, and any bytes.
[[nodiscard]] std::optional<GoFunction> SplitGoFunction(std::string_view name);

}  // namespace ringscope
