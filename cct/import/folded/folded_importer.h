#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// Folded (collapsed) stacks: a line a stack, "frame;frame;leaf COUNT", root first. See docs/importers.md.
extern const Importer kFoldedImporter;
// The same with Austin's processes, threads, frames and values.
extern const Importer kAustinImporter;

}  // namespace ringscope
