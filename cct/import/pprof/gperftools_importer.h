#pragma once

#include <cstdint>
#include <string_view>

#include "cct/import/importer.h"
#include "cct/import/pprof/address_frames.h"

namespace ringscope {

// The binary CPU profiles of gperftools (google-perftools) and of early Go, in words of 4 or 8 bytes of
// either byte order, and Java's variant of them.
extern const Importer kGperftoolsImporter;

// Such a profile within another file, at byte `offset` of it, with the names that stand elsewhere there.
// Where that is not its start, pprof has written it anew: without its last record, and a period of 1 us is
// none.
[[nodiscard]] Result<void> ReadGperftools(std::string_view bytes, uint64_t offset, AddressNames names,
                                          const ImportOptions& options, CctBuilder& builder,
                                          ImportReport& report, JobControl& job);

}  // namespace ringscope
