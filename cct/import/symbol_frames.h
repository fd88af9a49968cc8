#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "cct/symbols/symbolizer.h"
#include "cct/tree/building/builder.h"

namespace ringscope {

// Appends the frames of what a symbolizer says of an address, the outermost first: the last of `symbols` is
// of the function itself, those before it are inlined.
inline void AppendSymbolFrames(std::span<const SymbolFrame> symbols, std::string_view module,
                               CctBuilder& builder, std::vector<FrameId>& frames) {
  for (size_t i = symbols.size(); i-- > 0;) {
    frames.push_back(
        builder.InternFrame({.name = symbols[i].name,
                             .module = module,
                             .file = symbols[i].file,
                             .line = symbols[i].line,
                             .kind = i + 1 < symbols.size() ? FrameKind::kInlined : FrameKind::kUser}));
  }
}

}  // namespace ringscope
