#include "cct/query/sets/function_index.h"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <string_view>

namespace ringscope {
namespace {

bool IsSameFunction(const Frame& a, const Frame& b) {
  return a.name == b.name && a.line == b.line && a.column == b.column && a.module == b.module &&
         a.file == b.file;
}

uint32_t HashOf(const Frame& frame) {
  uint64_t hash = uint64_t{frame.line} << 32 | frame.column;
  for (const std::string_view text : {frame.name, frame.module, frame.file})
    hash = XXH3_64bits_withSeed(text.data(), text.size(), hash);
  return static_cast<uint32_t>(hash >> 32);
}

}  // namespace

FunctionIndex::FunctionIndex(const FrameTable& frames) {
  // Open addressing, at most half full.
  struct Place {
    FunctionId function = kNoFunction;
    uint32_t hash = 0;
  };
  std::vector<Place> places(std::bit_ceil(std::max<size_t>(2 * size_t{frames.size()}, 2)));
  const size_t mask = places.size() - 1;
  function_.reserve(frames.size());
  for (FrameId id = 0; id < frames.size(); ++id) {
    const Frame frame = frames[id];
    const uint32_t hash = HashOf(frame);
    size_t at = hash & mask;
    while (places[at].function != kNoFunction &&
           (places[at].hash != hash || !IsSameFunction(frames[first_frame_[places[at].function]], frame)))
      at = (at + 1) & mask;
    if (places[at].function == kNoFunction) {
      places[at] = {function_count(), hash};
      first_frame_.push_back(id);
      has_several_frames_.push_back(false);
    } else {
      has_several_frames_[places[at].function] = true;
    }
    function_.push_back(places[at].function);
  }
}

}  // namespace ringscope
