#include "agents/common/message.h"

#include <string.h>
#include <unistd.h>

namespace ringscope {

void SayLine(std::initializer_list<std::string_view> parts) {
  char line[1024];
  size_t size = 0;
  const auto append = [&](std::string_view part) { size += part.copy(line + size, sizeof(line) - 1 - size); };
  append("ringscope: ");
  for (const std::string_view part : parts) {
    append(part);
  }
  line[size++] = '\n';
  // A failure cannot be reported anywhere.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line, size);
}

std::string_view ErrorText(int error) {
  const char* text = strerrordesc_np(error);
  return text == nullptr ? "unknown error" : text;
}

}  // namespace ringscope
