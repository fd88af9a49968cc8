#pragma once

#include <memory>
#include <string_view>

#include "cct/import/bytes/byte_source.h"

namespace ringscope {

// Whether text that begins so ends its lines by a carriage return alone, as it was once done: there is one,
// no line feed, and no other control character than tabs.
[[nodiscard]] bool EndsLinesByCarriageReturn(std::string_view prefix);

// Such text with line feeds in their place, each byte where it was.
[[nodiscard]] std::unique_ptr<ByteSource> MakeCarriageReturnSource(std::unique_ptr<ByteSource> text);

}  // namespace ringscope
