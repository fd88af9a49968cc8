#pragma once

#include <cstdint>
#include <vector>

#include "cct/query/language/query.h"
#include "cct/query/sets/select.h"
#include "cct/tree/cct.h"

namespace ringscope::test {

// A random tree with what queries ask about: threads and processes, kinds, modules, files, qualified names,
// recursion, and the metrics "cpu time" (ns), "Bytes" (bytes, tenths), "calls" and "misses".
CctPtr RandomProgram(uint64_t seed, uint32_t contexts, double depth_bias);

// A random query over such trees with up to about `size` nodes, as ParseQuery would have made it. Equal seeds
// give equal queries.
Query RandomQuery(uint64_t seed, uint32_t size);

// What SelectContexts has to select, found by looking at each context and walking to the root from it: 1 a
// selected context.
std::vector<uint8_t> SelectSlowly(const Cct& tree, const Query& query, const SelectScope& scope);

}  // namespace ringscope::test
