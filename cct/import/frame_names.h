#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cct/tree/building/builder.h"

namespace ringscope {

// "/usr/lib/libc.so.6" -> "libc.so.6".
[[nodiscard]] std::string_view BaseName(std::string_view path);

// Kernel code and code generated at run time, told by the names that perf and others give their modules; else
// kUser.
[[nodiscard]] FrameKind KindOfModule(std::string_view module);

// A line or column of a frame; 0, which is unknown, where the number is none.
template <typename Number>
[[nodiscard]] uint32_t PlaceOf(Number number) {
  return number > 0 && number <= 0xffffffff ? static_cast<uint32_t>(number) : 0;
}

// "[unknown]", of which nothing is known.
[[nodiscard]] FrameId UnknownFrame(CctBuilder& builder);

// Code without a name: where it lies in its module tells it apart in every run. `in_module` is the address in
// the module's file. `module` may be empty, and `address` 0; where both are, it is UnknownFrame().
[[nodiscard]] FrameId AddressFrame(CctBuilder& builder, std::string_view module, uint64_t address,
                                   uint64_t in_module, FrameKind kind);

// What a ring of threads or processes is called: "name (tid 12)", or what is known of it.
[[nodiscard]] std::string RingName(std::string_view name, std::string_view id_kind, std::string_view id);

}  // namespace ringscope
