#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// Reports of aprof, the input-sensitive profiler, versions 1 to 6, with or without contexts.
extern const Importer kAprofImporter;

}  // namespace ringscope
