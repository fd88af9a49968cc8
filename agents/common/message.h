#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace ringscope {

// What a recorder says to the user: "ringscope: " and the parts as one line on stderr, by one write().
// Allocates nothing; of a line the first 1,000 bytes are said.
void SayLine(std::initializer_list<std::string_view> parts);

// `number` in decimal. `buffer` holds the text and must outlive it.
std::string_view DecimalText(uint64_t number, char (&buffer)[24]);

// What errno means, without allocating: "No space left on device".
std::string_view ErrorText(int error);

}  // namespace ringscope
