#include "cct/transform/engine/new_frames.h"

#include <functional>

namespace ringscope {
namespace {

constexpr FrameId kNone = 0xffffffffu;

template <typename T>
std::vector<T> CopyColumn(const ChunkedColumn<T>& column) {
  std::vector<T> copy;
  copy.reserve(column.size() + 1);
  for (uint64_t at = 0; at < column.size();) {
    const std::span<const T> piece = column.Contiguous(at, column.size());
    copy.insert(copy.end(), piece.begin(), piece.end());
    at += piece.size();
  }
  return copy;
}

bool AllBelow(const std::vector<uint32_t>& values, uint64_t limit) {
  bool below = true;
  for (const uint32_t value : values) below &= value < limit;
  return below;
}

bool AreSound(const OwnedFrames& frames) {
  if (frames.string_offset.empty()) return false;
  uint64_t previous = 0;
  bool rising = true;
  for (const uint64_t offset : frames.string_offset) {
    rising &= offset >= previous;
    previous = offset;
  }
  const uint64_t strings = frames.string_offset.size() - 1;
  return rising && previous <= frames.string_bytes.size() && AllBelow(frames.name, strings) &&
         AllBelow(frames.module, strings) && AllBelow(frames.file, strings);
}

std::string_view StringOf(const OwnedFrames& frames, uint32_t index) {
  const uint64_t begin = frames.string_offset[index];
  return {reinterpret_cast<const char*>(frames.string_bytes.data()) + begin,
          frames.string_offset[index + 1] - begin};
}

}  // namespace

size_t NewFrames::FrameHash::operator()(const Frame& frame) const {
  const std::hash<std::string_view> hash;
  size_t result = hash(frame.name);
  const auto mix = [&result](size_t value) {
    result = (result ^ value) * 0x9e3779b97f4a7c15u + (result >> 29);
  };
  mix(hash(frame.module));
  mix(hash(frame.file));
  mix((size_t{frame.line} << 32) | frame.column);
  mix(static_cast<size_t>(frame.kind));
  return result;
}

Result<NewFrames> NewFrames::From(const FrameTable& frames, const FunctionIndex& functions) {
  NewFrames result;
  OwnedFrames& table = result.table_;
  const FrameColumns& columns = frames.columns();
  table.name = CopyColumn(columns.name);
  table.module = CopyColumn(columns.module);
  table.file = CopyColumn(columns.file);
  table.line = CopyColumn(columns.line);
  table.column = CopyColumn(columns.column);
  table.kind = CopyColumn(columns.kind);
  table.string_offset = CopyColumn(columns.string_offset);
  table.string_bytes = CopyColumn(columns.string_bytes);
  if (frames.size() == 0) table.string_offset = {0};
  if (!AreSound(table))
    return Fail(ErrorCode::kMalformed, "the tree's names are damaged: their places contradict each other");
  for (uint8_t& kind : table.kind) kind = kind < kFrameKindCount ? kind : uint8_t{0};

  // The first frame of each function and kind stands for all.
  result.function_count_ = functions.function_count();
  std::vector<FrameId> first(size_t{result.function_count_} * kFrameKindCount, kNone);
  result.identity_.reserve(size_t{frames.size()} + 1);
  result.function_.reserve(size_t{frames.size()} + 1);
  FrameId unnamed = kNone;
  for (FrameId id = 0; id < frames.size(); ++id) {
    const FunctionId function = functions.FunctionOf(id);
    FrameId& same = first[size_t{function} * kFrameKindCount + table.kind[id]];
    if (same == kNone) same = id;
    result.identity_.push_back(same);
    result.function_.push_back(function);
    if (unnamed == kNone && frames[id] == Frame{}) unnamed = id;
  }
  if (unnamed == kNone) {
    unnamed = result.Append({});
    // A frame that differs from it in kind alone is the same function.
    FunctionId function = result.function_count_;
    for (FrameId id = 0; id < frames.size() && function == result.function_count_; ++id) {
      Frame fields = frames[id];
      fields.kind = FrameKind::kUser;
      if (fields == Frame{}) function = result.function_[id];
    }
    if (function == result.function_count_) ++result.function_count_;
    result.function_.push_back(function);
  } else {
    result.function_.push_back(result.function_[unnamed]);
  }
  result.identity_.push_back(unnamed);
  return result;
}

Frame NewFrames::operator[](FrameId frame) const {
  return Frame{StringOf(table_, table_.name[frame]),
               StringOf(table_, table_.module[frame]),
               StringOf(table_, table_.file[frame]),
               table_.line[frame],
               table_.column[frame],
               static_cast<FrameKind>(table_.kind[frame])};
}

uint32_t NewFrames::AddString(std::string_view text) {
  const size_t hash = std::hash<std::string_view>{}(text);
  const auto [begin, end] = string_of_hash_.equal_range(hash);
  for (auto at = begin; at != end; ++at) {
    if (StringOf(table_, at->second) == text) return at->second;
  }
  const auto index = static_cast<uint32_t>(table_.string_offset.size() - 1);
  table_.string_bytes.insert(table_.string_bytes.end(), text.begin(), text.end());
  table_.string_offset.push_back(table_.string_bytes.size());
  string_of_hash_.emplace(hash, index);
  return index;
}

FrameId NewFrames::Append(const Frame& frame) {
  const auto id = static_cast<FrameId>(table_.name.size());
  table_.name.push_back(AddString(frame.name));
  table_.module.push_back(AddString(frame.module));
  table_.file.push_back(AddString(frame.file));
  table_.line.push_back(frame.line);
  table_.column.push_back(frame.column);
  table_.kind.push_back(static_cast<uint8_t>(frame.kind));
  return id;
}

FrameId NewFrames::Add(const Frame& frame) {
  if (frame_of_hash_.empty()) {
    for (uint32_t s = 0; s + 1 < table_.string_offset.size(); ++s)
      string_of_hash_.emplace(std::hash<std::string_view>{}(StringOf(table_, s)), s);
    for (size_t id = 0; id < identity_.size(); ++id) {
      if (identity_[id] == id || id + 1 == identity_.size())
        frame_of_hash_.emplace(FrameHash{}((*this)[identity_[id]]), identity_[id]);
    }
  }
  const size_t hash = FrameHash{}(frame);
  const auto [begin, end] = frame_of_hash_.equal_range(hash);
  for (auto at = begin; at != end; ++at) {
    if ((*this)[at->second] == frame) return at->second;
  }
  // The text may lie in the table, which moves as it grows.
  const std::string name(frame.name), module(frame.module), file(frame.file);
  const FrameId id = Append({name, module, file, frame.line, frame.column, frame.kind});
  frame_of_hash_.emplace(hash, id);
  return id;
}

}  // namespace ringscope
