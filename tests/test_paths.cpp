#include "tests/test_paths.h"

namespace ringscope {

std::filesystem::path SourceDir() { return RINGSCOPE_SOURCE_DIR; }
std::filesystem::path ArtifactDir() { return RINGSCOPE_ARTIFACT_DIR; }

}  // namespace ringscope
