#pragma once

#include <new>
#include <stdexcept>
#include <system_error>

#include "cct/base/result.h"

namespace ringscope {

// What memory that runs out, or a thread that cannot be started, says where it is told as an error.
[[nodiscard]] inline Error OutOfMemoryError() {
  return {ErrorCode::kLimit, "expected enough memory, found that the system gives no more", {}, {}, {}};
}
[[nodiscard]] inline Error OutOfThreadsError(const std::system_error& exception) {
  return {ErrorCode::kLimit,
          "expected another thread, found that the system gives none: " + exception.code().message(),
          {},
          {},
          {}};
}

// work(), a Result, with the exceptions of an exhausted system as its error (kLimit). These pass through
// everything else: the borders are the jobs of a viewer and the commands of the command line. A function that
// starts threads carries them over to the thread that waits for its own.
template <typename Work>
[[nodiscard]] auto CatchExhaustion(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return tl::unexpected(OutOfMemoryError());
  } catch (const std::length_error&) {
    return tl::unexpected(OutOfMemoryError());  // more elements than an address space has
  } catch (const std::system_error& exception) {
    if (exception.code() != std::errc::resource_unavailable_try_again) throw;
    return tl::unexpected(OutOfThreadsError(exception));
  }
}

}  // namespace ringscope
