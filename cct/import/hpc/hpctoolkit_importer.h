#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// The experiment.xml of HPCToolkit's databases up to version 2, with its metrics. See docs/importers.md.
extern const Importer kHpctoolkitImporter;

}  // namespace ringscope
