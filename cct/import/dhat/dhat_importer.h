#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// The JSON of Valgrind's DHAT and of Rust's crate dhat. See docs/importers.md.
extern const Importer kDhatImporter;

}  // namespace ringscope
