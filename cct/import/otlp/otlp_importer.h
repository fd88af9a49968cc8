#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// OpenTelemetry's profiles signal (OTLP), as a message and as JSON. See docs/importers.md.
extern const Importer kOtlpImporter;
extern const Importer kOtlpJsonImporter;

}  // namespace ringscope
