#pragma once

#include "app/views/view_kind.h"

namespace ringscope::polymetric {

[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::polymetric
