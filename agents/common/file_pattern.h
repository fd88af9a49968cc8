#pragma once

#include <cstddef>
#include <span>

namespace ringscope {

// Names of files that recorders write, as users give them. `%p` stands for the number of the process. Nothing
// is allocated; results are 0 or errno.

// `pattern` from the root of the file system on, so that a program that changes its folder still means the
// same file. `pattern` may lie in `absolute`.
[[nodiscard]] int MakeAbsolute(const char* pattern, std::span<char> absolute);

// The absolute name that a pattern stands for in this process.
[[nodiscard]] int ExpandFilePattern(const char* pattern, std::span<char> path);

}  // namespace ringscope
