#include "renderer/gl/image.h"

#include <fmt/core.h>
#include <stb_image.h>
#include <stb_image_write.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <span>

#include "cct/base/atomic_file.h"

namespace ringscope {
namespace {

constexpr int kChannels = 4;

struct StbFree {
  void operator()(uint8_t* pixels) const { stbi_image_free(pixels); }
};

void AppendBytes(void* context, void* data, int size) {
  auto& bytes = *static_cast<std::vector<uint8_t>*>(context);
  const auto* begin = static_cast<const uint8_t*>(data);
  bytes.insert(bytes.end(), begin, begin + size);
}

}  // namespace

Result<std::vector<uint8_t>> EncodePng(const Image& image) {
  std::vector<uint8_t> bytes;
  const int width = static_cast<int>(image.width_px), height = static_cast<int>(image.height_px);
  if (image.rgba.size() != size_t{image.width_px} * image.height_px * kChannels ||
      stbi_write_png_to_func(AppendBytes, &bytes, width, height, kChannels, image.rgba.data(),
                             width * kChannels) == 0) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("a picture of {}x{} cannot be encoded", width, height));
  }
  return bytes;
}

Result<Image> DecodePng(std::vector<uint8_t> bytes) {
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<uint8_t, StbFree> pixels(stbi_load_from_memory(
      bytes.data(), static_cast<int>(bytes.size()), &width, &height, &channels, kChannels));
  if (pixels == nullptr) {
    return Fail(ErrorCode::kMalformed,
                fmt::format("expected a PNG picture, found: {}", stbi_failure_reason()));
  }
  Image image;
  image.width_px = static_cast<uint32_t>(width);
  image.height_px = static_cast<uint32_t>(height);
  image.rgba.assign(pixels.get(), pixels.get() + size_t{image.width_px} * image.height_px * kChannels);
  return image;
}

Result<void> WritePng(const std::filesystem::path& path, const Image& image) {
  RINGSCOPE_ASSIGN(const std::vector<uint8_t> bytes, EncodePng(image));
  RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(path));
  RINGSCOPE_TRY(file.Write(std::as_bytes(std::span(bytes))));
  return file.Commit();
}

Result<Image> ReadPng(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return Fail(ErrorCode::kNotFound, fmt::format("expected a picture at {}, found none", path.string()));
  return DecodePng(std::vector<uint8_t>(std::istreambuf_iterator<char>(file), {}));
}

}  // namespace ringscope
