#include "renderer/gl/image.h"

#include <fmt/core.h>
#include <stb_image_write.h>

#include <span>

#include "cct/base/system/atomic_file.h"

namespace ringscope {
namespace {

constexpr int kChannels = 4;

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

Result<void> WritePng(const std::filesystem::path& path, const Image& image) {
  RINGSCOPE_ASSIGN(const std::vector<uint8_t> bytes, EncodePng(image));
  RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(path));
  RINGSCOPE_TRY(file.Write(std::as_bytes(std::span(bytes))));
  return file.Commit();
}

}  // namespace ringscope
