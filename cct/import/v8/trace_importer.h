#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// Chrome trace JSON (the Trace Event Format), also without its closing bracket.
extern const Importer kTraceImporter;

}  // namespace ringscope
