#pragma once

#include <string_view>

namespace ringscope {

// "0.1.0+git20260102.1a2b3c4d": the version and the commit that was built; without the commit if the source
// was in no git repository (cmake/ringscope_version.cmake).
[[nodiscard]] std::string_view VersionText();

}  // namespace ringscope
