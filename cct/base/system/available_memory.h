#pragma once

#include <cstdint>
#include <optional>

namespace ringscope {

// Memory that the system would give now without taking it from other programs, in the group of processes that
// this one is limited with too; nothing where the system does not tell.
[[nodiscard]] std::optional<uint64_t> AvailableMemoryBytes();

}  // namespace ringscope
