#include "agents/common/message.h"

#include <string.h>
#include <unistd.h>

#include <algorithm>

namespace ringscope {

void SayLine(std::initializer_list<std::string_view> parts) {
  char line[1024];
  size_t size = 0;
  const auto append = [&](std::string_view part) {
    const size_t count = std::min(part.size(), sizeof(line) - 1 - size);
    if (count > 0) memcpy(line + size, part.data(), count);
    size += count;
  };
  append("ringscope: ");
  for (const std::string_view part : parts) {
    append(part);
  }
  line[size++] = '\n';
  // Nobody is left to tell that it failed.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line, size);
}

std::string_view DecimalText(uint64_t number, char (&buffer)[24]) {
  char* begin = buffer + sizeof(buffer);
  do {
    *--begin = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  return {begin, static_cast<size_t>(buffer + sizeof(buffer) - begin)};
}

std::string_view ErrorText(int error) {
  const char* text = strerrordesc_np(error);
  return text == nullptr ? "unknown error" : text;
}

}  // namespace ringscope
