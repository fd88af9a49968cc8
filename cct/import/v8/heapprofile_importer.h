#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// V8's .heapprofile: the sampled allocations that are still alive. See docs/importers.md.
extern const Importer kHeapProfileImporter;

}  // namespace ringscope
