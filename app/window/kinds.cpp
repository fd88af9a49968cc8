#include <algorithm>
#include <array>

#include "app/view/kind/view_kind.h"
#include "app/window/kind_list.h"

namespace ringscope {

#define RINGSCOPE_DECLARE(kind) \
  namespace kind {              \
  const ViewKind& Kind();       \
  }
RINGSCOPE_VIEW_KINDS(RINGSCOPE_DECLARE)
#undef RINGSCOPE_DECLARE

std::span<const ViewKind* const> ViewKinds() {
#define RINGSCOPE_ROW(kind) &kind::Kind(),
  static const std::array kKinds{RINGSCOPE_VIEW_KINDS(RINGSCOPE_ROW)};
#undef RINGSCOPE_ROW
  return kKinds;
}

const ViewKind* DefaultViewKind() { return ViewKinds().front(); }

const ViewKind* FindViewKind(std::string_view name) {
  const auto kinds = ViewKinds();
  const auto found = std::ranges::find(kinds, name, &ViewKind::name);
  return found == kinds.end() ? nullptr : *found;
}

}  // namespace ringscope
