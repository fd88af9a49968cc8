#include "cct/tree/building/with_report.h"

#include <memory>
#include <utility>
#include <vector>

namespace ringscope {

CctPtr WithReport(const CctPtr& tree, ImportReport report) {
  return std::make_shared<const Cct>(tree->columns(), tree->frames(),
                                     std::vector<Metric>(tree->metrics().begin(), tree->metrics().end()),
                                     std::move(report), tree);
}

}  // namespace ringscope
