#include "tests/renderer/gl/image_compare.h"
#include "tests/test_paths.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace ringscope::test {

testing::AssertionResult MatchesGolden(const Image& actual, const std::string& name, int max_delta,
                                       double mean_delta) {
  namespace fs = std::filesystem;
  const fs::path golden_path = SourceDir() / "tests/renderer/gl/golden" / (name + ".png");
  if (const char* update = std::getenv("CCT_UPDATE_GOLDENS");
      update != nullptr && std::string(update) == "1") {
    if (const auto written = WritePng(golden_path, actual); !written) {
      return testing::AssertionFailure() << DescribeError(written.error());
    }
    return testing::AssertionSuccess();
  }
  fs::create_directories(ArtifactDir());
  const fs::path actual_path = ArtifactDir() / (name + ".actual.png");
  const auto keep = [](const fs::path& path, const Image& image) {
    if (const auto written = WritePng(path, image); !written) ADD_FAILURE() << DescribeError(written.error());
  };
  const auto golden = ReadPng(golden_path);
  if (!golden || golden->width_px != actual.width_px || golden->height_px != actual.height_px) {
    keep(actual_path, actual);
    return testing::AssertionFailure()
           << (golden ? "the golden picture has another size" : DescribeError(golden.error()))
           << "; drawn: " << actual_path;
  }
  int largest = 0;
  double sum = 0;
  Image difference = actual;
  for (size_t i = 0; i < actual.rgba.size(); ++i) {
    const int delta = std::abs(int{actual.rgba[i]} - int{golden->rgba[i]});
    largest = std::max(largest, delta);
    sum += delta;
    difference.rgba[i] = i % 4 == 3 ? uint8_t{255} : static_cast<uint8_t>(std::min(delta * 8, 255));
  }
  const double mean = sum / static_cast<double>(actual.rgba.size());
  if (largest <= max_delta && mean <= mean_delta) return testing::AssertionSuccess();
  keep(actual_path, actual);
  keep(ArtifactDir() / (name + ".diff.png"), difference);
  return testing::AssertionFailure() << name << " differs by at most " << largest << " and " << mean
                                     << " on average; drawn: " << actual_path;
}

}  // namespace ringscope::test
