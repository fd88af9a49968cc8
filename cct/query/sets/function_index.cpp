#include "cct/query/sets/function_index.h"

#include <xxhash.h>

#include <string_view>

#include "cct/tree/building/index_table.h"

namespace ringscope {
namespace {

bool IsSameFunction(const Frame& a, const Frame& b) {
  return a.name == b.name && a.line == b.line && a.column == b.column && a.module == b.module &&
         a.file == b.file;
}

uint64_t HashOf(const Frame& frame) {
  uint64_t hash = uint64_t{frame.line} << 32 | frame.column;
  for (const std::string_view text : {frame.name, frame.module, frame.file})
    hash = XXH3_64bits_withSeed(text.data(), text.size(), hash);
  return hash;
}

}  // namespace

FunctionIndex::FunctionIndex(const FrameTable& frames) {
  IndexTable functions;
  functions.Reserve(frames.size());
  function_.reserve(frames.size());
  for (FrameId id = 0; id < frames.size(); ++id) {
    const Frame frame = frames[id];
    const uint64_t hash = HashOf(frame);
    IndexTable::Slot& slot = functions.Find(
        hash, [&](FunctionId function) { return IsSameFunction(frames[first_frame_[function]], frame); });
    if (slot.index == IndexTable::kNone) {
      function_.push_back(function_count());
      functions.Fill(slot, hash, function_count());
      first_frame_.push_back(id);
      has_several_frames_.push_back(false);
    } else {
      function_.push_back(slot.index);
      has_several_frames_[slot.index] = true;
    }
  }
}

}  // namespace ringscope
