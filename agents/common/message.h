#pragma once

#include <initializer_list>
#include <string_view>

namespace ringscope {

// Prints a message of a recorder: "ringscope: " and the parts as one line on stderr, by one write().
// Allocates nothing; a line is cut at 1,000 bytes.
void SayLine(std::initializer_list<std::string_view> parts);

// The meaning of errno, without allocating: "No space left on device".
std::string_view ErrorText(int error);

}  // namespace ringscope
