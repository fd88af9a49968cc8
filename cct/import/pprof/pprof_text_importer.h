#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// The text profiles that pprof reads besides its own format: heaps of gperftools, tcmalloc, jemalloc, Go and
// Java, contention and mutexes, goroutines and other counts of Go, stacks of threads.
extern const Importer kPprofTextImporter;

}  // namespace ringscope
