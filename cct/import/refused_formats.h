#pragma once

#include <filesystem>
#include <string_view>

namespace ringscope {

// Formats that people try and that no importer reads. Each is told by bytes that hardly anything else has,
// and answered by what to run instead.

// "Valgrind's massif snapshots: record with `...`"; empty for all other text. `text` are the first bytes of
// the inflated input, decoded as importers see them. O(text).
[[nodiscard]] std::string_view RefusedFormatOf(std::string_view text);

// The same for profiles that are folders. Looks for one file in it.
[[nodiscard]] std::string_view RefusedFolderOf(const std::filesystem::path& folder);

// What other bytes seem to be, in a few words: "JSON of another kind", "binary data".
[[nodiscard]] std::string_view DescribeContents(std::string_view text);

}  // namespace ringscope
