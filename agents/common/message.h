#pragma once

#include <initializer_list>
#include <string_view>

namespace ringscope {

// What a recorder says to the user: "ringscope: " and the parts as one line on stderr, by one write().
// Allocates nothing; of a line the first 1,000 bytes are said.
void SayLine(std::initializer_list<std::string_view> parts);

// What errno means, without allocating: "No space left on device".
std::string_view ErrorText(int error);

}  // namespace ringscope
