#include "agents/common/file_pattern.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "agents/common/message.h"

namespace ringscope {

int MakeAbsolute(const char* pattern, std::span<char> absolute) {
  const size_t size = strlen(pattern);
  size_t folder_size = 0;
  char folder[4096];
  if (pattern[0] != '/') {
    if (getcwd(folder, sizeof(folder) - 1) == nullptr) {
      return errno;
    }
    folder_size = strlen(folder);
    folder[folder_size++] = '/';
  }
  if (folder_size + size + 1 > absolute.size()) {
    return ENAMETOOLONG;
  }
  memmove(absolute.data() + folder_size, pattern, size + 1);
  memcpy(absolute.data(), folder, folder_size);
  return 0;
}

int ExpandFilePattern(const char* pattern, std::span<char> path) {
  char absolute[4200];
  if (const int error = MakeAbsolute(pattern, absolute)) {
    return error;
  }
  size_t size = 0;
  for (const char* c = absolute; *c != 0; ++c) {
    if (size + 32 > path.size()) {
      return ENAMETOOLONG;
    }
    if (c[0] == '%' && c[1] == 'p') {
      char buffer[24];
      const std::string_view number = DecimalText(static_cast<uint64_t>(getpid()), buffer);
      memcpy(path.data() + size, number.data(), number.size());
      size += number.size();
      ++c;
    } else {
      path[size++] = *c;
    }
  }
  path[size] = 0;
  return 0;
}

}  // namespace ringscope
