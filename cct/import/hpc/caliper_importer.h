#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// The JSON that Caliper's cali-query writes: json-split, with a table of regions, and json, with the regions
// of each record in its path. See docs/importers.md.
extern const Importer kCaliperImporter;

}  // namespace ringscope
