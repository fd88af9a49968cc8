#include "tests/renderer/gl/image_compare.h"
#include "tests/test_paths.h"

#include <stb_image.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

namespace ringscope::chart_test {

std::optional<Image> DecodePng(const std::vector<uint8_t>& bytes) {
  constexpr int kChannels = 4;
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<uint8_t, void (*)(void*)> pixels(
      stbi_load_from_memory(bytes.data(), static_cast<int>(bytes.size()), &width, &height, &channels,
                            kChannels),
      stbi_image_free);
  if (pixels == nullptr) return std::nullopt;
  Image image{static_cast<uint32_t>(width), static_cast<uint32_t>(height), {}};
  image.rgba.assign(pixels.get(), pixels.get() + size_t{image.width_px} * image.height_px * kChannels);
  return image;
}

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
  std::ifstream golden_file(golden_path, std::ios::binary);
  const auto golden = DecodePng({std::istreambuf_iterator<char>(golden_file), {}});
  if (!golden || golden->width_px != actual.width_px || golden->height_px != actual.height_px) {
    keep(actual_path, actual);
    return testing::AssertionFailure()
           << golden_path << (golden ? " has another size" : " is no picture") << "; drawn: " << actual_path;
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

}  // namespace ringscope::chart_test
