#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// Profiles of the Firefox Profiler, as it, Firefox, samply and others write them: processed ones of all
// versions and Gecko's raw ones. See docs/importers.md.
extern const Importer kFirefoxImporter;

}  // namespace ringscope
