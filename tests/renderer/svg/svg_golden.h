#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/test_paths.h"

namespace ringscope::chart_test {

// Compares a picture with the golden of that name, or writes that with CCT_UPDATE_GOLDENS=1.
inline void ExpectGolden(const std::string& svg, const std::string& name) {
  const std::filesystem::path path = SourceDir() / "tests/renderer/svg/golden" / name;
  if (const char* update = std::getenv("CCT_UPDATE_GOLDENS"); update != nullptr && std::string(update) == "1") {
    std::ofstream(path, std::ios::binary) << svg;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  const std::string golden(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(svg, golden) << path;
}

}  // namespace ringscope::chart_test
