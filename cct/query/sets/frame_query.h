#pragma once

#include <cstdint>
#include <vector>

#include "cct/base/result.h"
#include "cct/query/language/query.h"
#include "cct/tree/frame_table.h"

namespace ringscope {

// Which frames fulfil node `top` of a query, which depends on frames alone (FrameNodes), or is a text about
// threads: then it is about the frames of threads and processes of that name. One entry a frame and a last
// one for ids outside the table, 1 or 0. Expected O(bytes of names) a text. Errors: kMalformed.
[[nodiscard]] Result<std::vector<uint8_t>> MaskOfFrames(const FrameTable& frames, const Query& query,
                                                        uint32_t top);

}  // namespace ringscope
