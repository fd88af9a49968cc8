#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// The binary CPU profiles of gperftools (google-perftools) and of early Go, in words of 4 or 8 bytes of
// either byte order, and Java's variant of them.
extern const Importer kGperftoolsImporter;

}  // namespace ringscope
