#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// The JSON of Ruby's stackprof. See docs/importers.md.
extern const Importer kStackprofImporter;

}  // namespace ringscope
