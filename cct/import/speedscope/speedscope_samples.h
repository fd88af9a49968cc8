#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cct/import/speedscope/speedscope_tree.h"

namespace ringscope {

// Reads samples that are written as nearly all are, lists of numbers of frames, from their text. A sample
// mostly begins as the one before it: the frames of the text they have in common are not read again.
class PlainSampleReader {
 public:
  // Makes a stack of the tree from the text between the brackets of a sample. False, with no stack, where the
  // text is no such list, or has a frame that is not in the file's list: it is to be read by others then, and
  // Forget() to be called.
  [[nodiscard]] bool Read(std::string_view numbers, SpeedscopeTree& tree);

  // Stacks have been made by others since the last Read().
  void Forget() { last_.clear(); }

 private:
  std::string last_;  // the text that was read last
};

}  // namespace ringscope
