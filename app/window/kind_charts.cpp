#include "app/charts/chart.h"
#include "app/view/kind/view_kind.h"
#include "app/window/kind_list.h"

namespace ringscope {

#define RINGSCOPE_DECLARE(kind)                                      \
  namespace kind {                                                   \
  const ViewKind& Kind();                                            \
  Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools); \
  }
RINGSCOPE_VIEW_KINDS(RINGSCOPE_DECLARE)
#undef RINGSCOPE_DECLARE

Result<std::unique_ptr<Chart>> MakeChart(const ViewKind& kind, const ChartTools& tools) {
#define RINGSCOPE_ROW(name) \
  if (&kind == &name::Kind()) return name::MakeChart(tools);
  RINGSCOPE_VIEW_KINDS(RINGSCOPE_ROW)
#undef RINGSCOPE_ROW
  return Fail(ErrorCode::kUnsupported, "there is no such kind of view");
}

}  // namespace ringscope
