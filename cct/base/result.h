#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace ringscope {

// The kind of a failure; the message has the details.
enum class ErrorCode {
  kNotFound,         // a path, a metric or a context that does not exist
  kIo,               // the operating system refused to read or write
  kUnrecognized,     // no importer knows this content
  kMalformed,        // the bytes do not follow their format
  kUnsupported,      // a known format in a version or variant that is not read
  kLimit,            // a limit of the options was exceeded (depth, nodes, bytes)
  kOverflow,         // a sum does not fit its type
  kInvalidArgument,  // the caller's (or user's) options contradict themselves
  kCancelled,        // the user cancelled
};

// A failure as a value. `message` is one line without a trailing full stop: what was expected, what was
// found.
struct Error {
  ErrorCode code = ErrorCode::kMalformed;
  std::string message;
  std::optional<uint64_t> byte_offset;  // from the start of the (inflated) input
  std::optional<uint64_t> line;         // 1-based
  std::optional<uint64_t> column;       // 1-based, in bytes
};

// A value or an Error. Functions returning it are [[nodiscard]]; an error is handled once.
template <typename T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> Fail(ErrorCode code, std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message), {}, {}, {}});
}

// Formats the message.
template <typename... Args>
requires(sizeof...(Args) > 0)
    [[nodiscard]] tl::unexpected<Error> Fail(ErrorCode code, fmt::format_string<Args...> text,
                                             Args&&... args) {
  return Fail(code, fmt::format(text, std::forward<Args>(args)...));
}

[[nodiscard]] inline tl::unexpected<Error> FailAt(ErrorCode code, uint64_t byte_offset, std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message), byte_offset, {}, {}});
}
template <typename... Args>
requires(sizeof...(Args) > 0)
    [[nodiscard]] tl::unexpected<Error> FailAt(ErrorCode code, uint64_t byte_offset,
                                               fmt::format_string<Args...> text, Args&&... args) {
  return FailAt(code, byte_offset, fmt::format(text, std::forward<Args>(args)...));
}

// An error at a byte of a text that a user wrote; `column` counts from 1.
[[nodiscard]] inline tl::unexpected<Error> FailAtColumn(ErrorCode code, uint64_t column,
                                                        std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message), {}, {}, column});
}
template <typename... Args>
requires(sizeof...(Args) > 0)
    [[nodiscard]] tl::unexpected<Error> FailAtColumn(ErrorCode code, uint64_t column,
                                                     fmt::format_string<Args...> text, Args&&... args) {
  return FailAtColumn(code, column, fmt::format(text, std::forward<Args>(args)...));
}

// "line:column: message", "at byte N: message" or "message", whichever the error knows.
[[nodiscard]] inline std::string DescribeError(const Error& error) {
  if (error.line) return fmt::format("{}:{}: {}", *error.line, error.column.value_or(1), error.message);
  if (error.byte_offset) return fmt::format("at byte {}: {}", *error.byte_offset, error.message);
  return error.message;
}

}  // namespace ringscope

// Evaluates `expression`, a Result; returns its error from the enclosing function, or moves its value into
// `target`.
#define RINGSCOPE_CONCAT_INNER(a, b) a##b
#define RINGSCOPE_CONCAT(a, b) RINGSCOPE_CONCAT_INNER(a, b)
#define RINGSCOPE_ASSIGN_IMPL(temp, target, expression)      \
  auto temp = (expression);                                  \
  if (!temp) return tl::unexpected(std::move(temp).error()); \
  target = std::move(*temp)
#define RINGSCOPE_ASSIGN(target, expression) \
  RINGSCOPE_ASSIGN_IMPL(RINGSCOPE_CONCAT(result_, __LINE__), target, expression)
#define RINGSCOPE_TRY(expression)                                                                          \
  do {                                                                                                     \
    if (auto try_result = (expression); !try_result) return tl::unexpected(std::move(try_result).error()); \
  } while (false)
