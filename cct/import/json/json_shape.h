#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "cct/base/job_control.h"
#include "cct/import/bytes/byte_source.h"

namespace ringscope {

// What is asked of a JSON document of any format.

// Where a JSON document that ends early, as its writer was stopped, can be closed so that all of it is whole.
struct JsonCut {
  uint64_t end_bytes = 0;   // of what is whole
  uint64_t size_bytes = 0;  // of all
  std::string closing;      // the brackets that are missing behind that
};

// The cut behind the last whole element of the innermost list of records that is open at the end, or the last
// whole member where none is. A list of records is an array that lies in no other one, or one that is a
// member of a record and has the name of such a list in some format ("children", "events", ...): any other
// array in a record is a part of that, which is left out with it. Nothing where the document is closed, or is
// no JSON. Reads `source` from where it stands; O(size), memory O(depth).
[[nodiscard]] std::optional<JsonCut> FindJsonCut(ByteSource& source, JobControl& job);

// What `source` has up to a cut, and the brackets behind it. Both outlive it.
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
  uint64_t left_bytes_ = 0;  // in front of the cut
  bool is_closed_ = false;
};

// The shape of a JSON document in few bytes, wherever in it things stand: all keys of the outermost object,
// up to 64 of each further one, the first two elements of each array, strings cut short, six levels deep. It
// is what sniff functions look at where the beginning of a document tells too little. Ends early where the
// text is no JSON, or `max_bytes` are full. Reads `source` from where it stands; O(size), memory
// O(max_bytes).
[[nodiscard]] std::string OutlineJson(ByteSource& source, size_t max_bytes, JobControl& job);

}  // namespace ringscope
