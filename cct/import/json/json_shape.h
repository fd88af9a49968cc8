#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "cct/base/job_control.h"
#include "cct/import/bytes/byte_source.h"

namespace ringscope {

// Questions to a JSON document of any format.

// A place at which brackets make a JSON document whole that ends early because its writer was stopped.
struct JsonCut {
  uint64_t end_bytes = 0;   // the size of the whole part
  uint64_t size_bytes = 0;  // of the document
  std::string closing;      // the brackets that are missing behind the whole part
};

// Finds the cut behind the last whole element of the innermost list of records that is open at the end, or
// behind the last whole member if no such list is open. A list of records is an array that lies in no other
// array, or a member of a record with the name of such a list in some format ("children", "events", ...). Any
// other array is a part of its record, and is left out with it. nullopt if the document is complete or is no
// JSON. Reads `source` from its current position; O(size), memory O(depth).
[[nodiscard]] std::optional<JsonCut> FindJsonCut(ByteSource& source, JobControl& job);

// The bytes of `source` up to a cut, and the brackets that complete them. `source` and `cut` must outlive it.
class CutJsonSource final : public ByteSource {
 public:
  CutJsonSource(ByteSource& source, const JsonCut& cut) : source_(source), cut_(cut) { Rewind(); }

  [[nodiscard]] Result<std::span<const std::byte>> Next() override;
  void Rewind() override;
  [[nodiscard]] uint64_t consumed_bytes() const override { return source_.consumed_bytes(); }
  [[nodiscard]] uint64_t size_bytes() const override { return source_.size_bytes(); }

 private:
  ByteSource& source_;
  const JsonCut& cut_;
  uint64_t left_bytes_ = 0;  // up to the cut
  bool is_closed_ = false;
};

// The shape of a whole JSON document in few bytes: all keys of the outermost object, up to 64 keys of each
// further object, the first two elements of each array, strings cut short, six levels deep. Sniff functions
// get it if the beginning of a document tells too little. Ends early if the text is no JSON, or at
// `max_bytes`. Reads `source` from its current position; O(size), memory O(max_bytes).
[[nodiscard]] std::string OutlineJson(ByteSource& source, size_t max_bytes, JobControl& job);

}  // namespace ringscope
