#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// Java Flight Recorder's recordings (.jfr), as the JDK from 9 on and async-profiler write them.
extern const Importer kJfrImporter;

}  // namespace ringscope
