#pragma once

#include "app/view/panel.h"

namespace ringscope {

// A bar whose grip stands for what is in sight, for lists that keep where they are themselves (in rows or
// pixels, any unit): `at` of `last`, of which `in_sight` are seen. Returns where it was dragged to, `at`
// while it was not. Draws nothing where all is in sight.
[[nodiscard]] double ScrollBar(const char* name, const PanelRect& rect, bool vertical, double at, double last,
                               double in_sight, const PanelContext& ctx);

}  // namespace ringscope
