#pragma once

#include <cstdint>
#include <string_view>

#include "cct/import/importer.h"
#include "cct/import/pprof/address_frames.h"

namespace ringscope {

// Reads a binary CPU profile of gperftools, which lies at byte `offset` of the input. `names` are those that
// stand elsewhere in the input. Behind byte 0 it is one that pprof has written anew: such a profile lacks its
// last record, and a period of 1 us is none.
[[nodiscard]] Result<void> ReadGperftools(std::string_view bytes, uint64_t offset, AddressNames names,
                                          const ImportRun& run);

}  // namespace ringscope
