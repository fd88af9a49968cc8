#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

#include "cct/base/text/number_text.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// Says what became of `count` things, if there are some: "12 samples without a stack: left out." `one` and
// `many` are as in CountedText().
inline void NoteCount(ImportReport& report, uint64_t count, std::string_view one, std::string_view what,
                      std::string_view many = {}) {
  if (count > 0) report.notes.push_back(fmt::format("{} {}", CountedText(count, one, many), what));
}

}  // namespace ringscope
