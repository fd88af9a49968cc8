#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// The text that `perf script` prints. See docs/importers.md.
extern const Importer kPerfImporter;

}  // namespace ringscope
