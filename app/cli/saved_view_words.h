#pragma once

#include <string>
#include <vector>

namespace ringscope {

// `render VIEW.ringview` and `layout VIEW.ringview` of one view are the command of its kind with the
// arguments that draw what the file says; what else stands in `words` is added. The same words where the file
// cannot be read, has several views, or its kind draws nothing: the command then says so.
[[nodiscard]] std::vector<std::string> SavedViewWords(std::vector<std::string> words);

}  // namespace ringscope
