#include "cct/base/result.h"

#include <fmt/format.h>

namespace ringscope {

std::string DescribeError(const Error& error) {
  if (error.line) return fmt::format("{}:{}: {}", *error.line, error.column.value_or(1), error.message);
  if (error.byte_offset) return fmt::format("at byte {}: {}", *error.byte_offset, error.message);
  return error.message;
}

}  // namespace ringscope
