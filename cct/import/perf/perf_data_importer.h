#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// perf.data, the recordings of Linux perf: `perf script` reads them, its output is read here. The file has to
// lie on disk as it is. See docs/importers.md.
extern const Importer kPerfDataImporter;

}  // namespace ringscope
