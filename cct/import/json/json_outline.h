#pragma once

#include <cstddef>
#include <string>

#include "cct/base/job_control.h"
#include "cct/import/bytes/byte_source.h"

namespace ringscope {

// The shape of a JSON document in few bytes, wherever in it things stand: all keys of the outermost object,
// up to 64 of each further one, the first two elements of each array, strings cut short, six levels deep. It
// is what sniff functions look at where the beginning of a document tells too little. Ends early where the
// text is no JSON, or `max_bytes` are full. Reads `source` from where it stands; O(size), memory
// O(max_bytes).
[[nodiscard]] std::string OutlineJson(ByteSource& source, size_t max_bytes, JobControl& job);

}  // namespace ringscope
