#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// V8's .cpuprofile (Node.js, Chrome). See docs/importers.md.
extern const Importer kCpuProfileImporter;

}  // namespace ringscope
