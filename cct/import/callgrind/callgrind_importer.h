#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// What Valgrind's callgrind and cachegrind write, and other tools in their format. See docs/importers.md.
extern const Importer kCallgrindImporter;

}  // namespace ringscope
