#pragma once

#include "app/view/view_kind.h"

namespace ringscope::polymetric {

[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::polymetric
