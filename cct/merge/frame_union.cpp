#include "cct/merge/frame_union.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace ringscope {

size_t FrameUnion::HashKey::operator()(const Key& key) const { return XXH3_64bits(key.data(), sizeof key); }
size_t FrameUnion::HashText::operator()(std::string_view text) const {
  return XXH3_64bits(text.data(), text.size());
}

Result<std::vector<FrameId>> FrameUnion::Add(const FrameTable& table) {
  std::vector<FrameId> map;
  map.reserve(table.size());
  for (FrameId f = 0; f < table.size(); ++f) {
    const Frame frame = table[f];
    const Key key{StringOf(frame.name), StringOf(frame.module), StringOf(frame.file),
                  frame.line,           frame.column,           static_cast<uint32_t>(frame.kind)};
    if (frames_.string_bytes.size() > max_string_bytes_) {
      return Fail(ErrorCode::kLimit, fmt::format("the names take more than {} bytes", max_string_bytes_));
    }
    const auto [at, is_new] = ids_.try_emplace(key, static_cast<FrameId>(frames_.name.size()));
    if (is_new) {
      frames_.name.push_back(key[0]);
      frames_.module.push_back(key[1]);
      frames_.file.push_back(key[2]);
      frames_.line.push_back(key[3]);
      frames_.column.push_back(key[4]);
      frames_.kind.push_back(static_cast<uint8_t>(key[5]));
    }
    map.push_back(at->second);
  }
  return map;
}

uint32_t FrameUnion::StringOf(std::string_view text) {
  const auto [at, is_new] =
      strings_.try_emplace(text, static_cast<uint32_t>(frames_.string_offset.size() - 1));
  if (is_new) {
    frames_.string_bytes.insert(frames_.string_bytes.end(), text.begin(), text.end());
    frames_.string_offset.push_back(frames_.string_bytes.size());
  }
  return at->second;
}

}  // namespace ringscope
