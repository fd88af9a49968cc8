#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// pprof's profile.proto: Go, and what many other profilers and continuous profilers write. See
// docs/importers.md.
extern const Importer kPprofImporter;

}  // namespace ringscope
