#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// The JSON of Hatchet: its graph with a data frame, and its literal, nested nodes. See docs/importers.md.
extern const Importer kHatchetImporter;

}  // namespace ringscope
