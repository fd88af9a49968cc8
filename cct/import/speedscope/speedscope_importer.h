#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// speedscope's file format (https://www.speedscope.app/file-format-schema.json), which many profilers write.
// See docs/importers.md.
extern const Importer kSpeedscopeImporter;

}  // namespace ringscope
