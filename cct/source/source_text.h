#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace ringscope {

// Source files are written by people: a longer one is none.
inline constexpr uint64_t kMaxSourceBytes = uint64_t{64} << 20;

// The lines of a text without their ends; they borrow from it. O(bytes).
[[nodiscard]] std::vector<std::string_view> LinesOf(std::string_view text);

// Where a file that a profile names could lie below a folder, best first: all of its path, then ever shorter
// ends of it ("a/b/c.cpp", "b/c.cpp", "c.cpp"). URLs lose their scheme ("file:///x" is "/x"); "." and ".." are
// left out, so that all of them are below the folder. A path of very many parts is none.
[[nodiscard]] std::vector<std::filesystem::path> PathEnds(std::string_view file);

}  // namespace ringscope
