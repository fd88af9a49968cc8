#include "cct/tree/building/with_frames.h"

#include <memory>
#include <utility>
#include <vector>

#include "cct/base/check.h"

namespace ringscope {
namespace {

template <typename T>
ChunkedColumn<T> AllOf(const std::vector<T>& values) {
  return ChunkedColumn<T>(std::span<const T>(values));
}

}  // namespace

FrameColumns ViewFrames(const OwnedFrames& frames) {
  FrameColumns columns;
  columns.name = AllOf(frames.name);
  columns.module = AllOf(frames.module);
  columns.file = AllOf(frames.file);
  columns.line = AllOf(frames.line);
  columns.column = AllOf(frames.column);
  columns.kind = AllOf(frames.kind);
  columns.source_change = AllOf(frames.source_change);
  columns.string_offset = AllOf(frames.string_offset);
  columns.string_bytes = AllOf(frames.string_bytes);
  if (!frames.facts.empty()) {
    columns.facts = std::make_shared<const FrameFacts>(
        ViewFacts(frames.facts, frames.string_offset, frames.string_bytes));
  }
  return columns;
}

CctPtr WithFrames(const CctPtr& tree, OwnedFrames frames, ImportReport report) {
  RINGSCOPE_CHECK(frames.name.size() == tree->frames().size());
  struct Owned {
    CctPtr tree;
    OwnedFrames frames;
  };
  const auto owned = std::make_shared<const Owned>(Owned{tree, std::move(frames)});
  return std::make_shared<const Cct>(tree->columns(), FrameTable(ViewFrames(owned->frames)),
                                     std::vector<Metric>(tree->metrics().begin(), tree->metrics().end()),
                                     std::move(report), owned);
}

}  // namespace ringscope
