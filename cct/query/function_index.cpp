#include "cct/query/function_index.h"

#include <functional>
#include <string_view>
#include <unordered_map>

namespace ringscope {
namespace {

struct FunctionKey {
  Frame frame;
  friend bool operator==(const FunctionKey& a, const FunctionKey& b) {
    return a.frame.name == b.frame.name && a.frame.line == b.frame.line && a.frame.column == b.frame.column &&
           a.frame.module == b.frame.module && a.frame.file == b.frame.file;
  }
};

struct FunctionKeyHash {
  size_t operator()(const FunctionKey& key) const {
    const std::hash<std::string_view> hash;
    size_t result = hash(key.frame.name);
    const auto mix = [&result](size_t value) {
      result = (result ^ value) * 0x9e3779b97f4a7c15u + (result >> 29);
    };
    mix(hash(key.frame.module));
    mix(hash(key.frame.file));
    mix((size_t{key.frame.line} << 32) | key.frame.column);
    return result;
  }
};

}  // namespace

FunctionIndex::FunctionIndex(const FrameTable& frames) {
  std::unordered_map<FunctionKey, FunctionId, FunctionKeyHash> ids;
  ids.reserve(frames.size());
  function_.reserve(frames.size());
  for (FrameId id = 0; id < frames.size(); ++id) {
    const auto [entry, is_new] = ids.try_emplace(FunctionKey{frames[id]}, function_count());
    if (is_new) {
      first_frame_.push_back(id);
      has_several_frames_.push_back(false);
    } else {
      has_several_frames_[entry->second] = true;
    }
    function_.push_back(entry->second);
  }
}

}  // namespace ringscope
