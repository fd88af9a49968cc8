#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace ringscope {

// Formats that people try and that no importer reads. Each is told by bytes that hardly anything else has,
// and answered by what to run instead.

// "Valgrind's massif snapshots: record with `...`"; empty: none of them. `prefix` are the first bytes of the
// inflated input, decoded as importers see them. O(prefix).
[[nodiscard]] std::string_view RefusedFormatOf(std::span<const std::byte> prefix);

// The same for profiles that are folders. Looks for one file in it.
[[nodiscard]] std::string_view RefusedFolderOf(const std::filesystem::path& folder);

// What other bytes seem to be, in a few words: "JSON of another kind", "binary data".
[[nodiscard]] std::string_view DescribeContents(std::span<const std::byte> prefix);

}  // namespace ringscope
