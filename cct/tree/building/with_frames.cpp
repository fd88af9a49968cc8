#include "cct/tree/building/with_frames.h"

#include <memory>
#include <utility>
#include <vector>

#include "cct/base/check.h"

namespace ringscope {
namespace {

template <typename T>
ChunkedColumn<T> Whole(const std::vector<T>& values) {
  return ChunkedColumn<T>(std::span<const T>(values));
}

}  // namespace

FrameColumns ViewFrames(const OwnedFrames& frames) {
  FrameColumns columns;
  columns.name = Whole(frames.name);
  columns.module = Whole(frames.module);
  columns.file = Whole(frames.file);
  columns.line = Whole(frames.line);
  columns.column = Whole(frames.column);
  columns.kind = Whole(frames.kind);
  columns.source_change = Whole(frames.source_change);
  columns.string_offset = Whole(frames.string_offset);
  columns.string_bytes = Whole(frames.string_bytes);
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
