#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// What heaptrack writes: every allocation and free of a program, by call trace. See docs/importers.md.
extern const Importer kHeaptrackImporter;

}  // namespace ringscope
