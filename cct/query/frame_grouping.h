#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cct/frame_table.h"
#include "cct/query/function_index.h"

namespace ringscope {

// What frames can be put together by.
enum class GroupBy : uint8_t { kFunction, kModule, kPackage, kClass, kFile, kKind };

// The class of a qualified name without its method: "java.util.HashMap" of "java.util.HashMap.put(Object)",
// "v8::internal::Heap" of "v8::internal::Heap::Collect<int>(a::b)"; empty where the name has none. Borrows
// from `name`.
[[nodiscard]] std::string_view ClassOfName(std::string_view name);
// The namespace or package: "java.util", "v8::internal"; empty where the name has none. Borrows from `name`.
[[nodiscard]] std::string_view PackageOfName(std::string_view name);

// Which group each frame of a table belongs to. Groups are numbered by their first frame.
struct FrameGrouping {
  GroupBy by = GroupBy::kFunction;
  std::vector<uint32_t> group_of_frame;  // one a frame
  std::vector<FrameId> first_frame;      // per group
  std::vector<std::string> name;         // per group; "(unknown)" for frames without module, file, ...
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(first_frame.size()); }
};

// Expected O(frames + bytes of names).
[[nodiscard]] FrameGrouping BuildFrameGrouping(const FrameTable& frames, const FunctionIndex& functions,
                                               GroupBy by);

}  // namespace ringscope
