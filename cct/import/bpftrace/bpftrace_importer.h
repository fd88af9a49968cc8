#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// What bpftrace prints of maps that have a stack among their keys. See docs/importers.md.
extern const Importer kBpftraceImporter;

}  // namespace ringscope
