#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "cct/tree/cct.h"

namespace ringscope::fuzz {

// Reads `bytes` with the importer of that name, whatever it sniffs, in one worker and (one input in eight) in
// two, and checks what must hold for any input: no crash, the same tree both times, and a tree that passes
// the full check.
void ImportWith(std::string_view importer_name, std::span<const std::byte> bytes);

// Walks the whole tree through its accessors, as a viewer would, and reads every string.
// Returns a value that depends on all of it, so that nothing is optimised away.
uint64_t ReadEverything(const Cct& tree);

}  // namespace ringscope::fuzz
