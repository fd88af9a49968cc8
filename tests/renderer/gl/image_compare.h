#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "renderer/gl/image.h"

namespace ringscope::chart_test {

// The picture in a PNG file; nullopt where there is none.
[[nodiscard]] std::optional<Image> DecodePng(const std::vector<uint8_t>& bytes);

// Compares with tests/renderer/gl/golden/NAME.png: the largest and the mean difference of a channel must not
// exceed the limits. On failure NAME.actual.png and NAME.diff.png (differences times 8) are left among the
// test artifacts. A missing golden fails. With CCT_UPDATE_GOLDENS=1 in the environment the golden is written
// instead.
[[nodiscard]] testing::AssertionResult MatchesGolden(const Image& actual, const std::string& name,
                                                     int max_delta = 0, double mean_delta = 0);

}  // namespace ringscope::chart_test
