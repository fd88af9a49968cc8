#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "cct/table/type_sums.h"
#include "cct/tree/cct.h"

namespace ringscope {

// "util.ArrayList 98.0 %, util.LinkedList 2.00 %"; of one type its name alone; of more than `most` how many
// more there are: "A 50.0 %, B 20.0 %, 3 more". Types that were not told apart are "others".
[[nodiscard]] std::string TypesText(const TypeColumns& types, std::span<const TypeShare> shares,
                                    size_t most = 3);

// The same with the calls in front: "1,204 calls: ...".
[[nodiscard]] std::string CallsByTypeText(const TypeColumns& types, std::span<const TypeShare> shares);

}  // namespace ringscope
