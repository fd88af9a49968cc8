#include "cct/export/depth_first.h"

namespace ringscope {

uint64_t SumOfDepths(const Cct& tree) {
  uint64_t sum = 0;
  for (uint32_t layer = 1; layer < tree.layer_count(); ++layer)
    sum += uint64_t{tree.Layer(layer).size()} * layer;
  return sum;
}

}  // namespace ringscope
