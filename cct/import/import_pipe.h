#pragma once

#include <memory>

#include "cct/import/bytes/pipe_source.h"
#include "cct/import/importer.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Reads what comes out of a pipe as ImportProfile() reads a file, as it comes, but for JSON and what is
// compressed: that is held.
[[nodiscard]] Result<CctPtr> ImportPipe(std::unique_ptr<PipeSource> pipe, const ImportOptions& options,
                                        JobControl& job);

}  // namespace ringscope
