#pragma once

#include <optional>
#include <string>

#include "cct/tree/frame_table.h"

namespace ringscope {

// What is known of a function, as the details show it.
struct FrameFactLines {
  std::string of_class;  // "class JLex.CSpec, superclass java.lang.Object"
  std::string values;    // "receivers: at least 1,000  ·  returns self: yes"
};

// Nothing where the tree knows nothing of any function, and empty lines where not of this one.
[[nodiscard]] std::optional<FrameFactLines> DescribeFacts(const FrameTable& frames, FrameId frame);

// "1,000", "at least 1,000"; of a quantity without unit that is 0 or 1 in all executions or not, "yes" and "no".
[[nodiscard]] std::string AmountText(const FrameValueInfo& value, FrameAmount amount);

}  // namespace ringscope
