#pragma once

#include <new>
#include <stdexcept>
#include <system_error>

#include "cct/base/result.h"

namespace ringscope {

// The errors for exhausted memory and for a thread that cannot be started.
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

// Calls work(), which returns a Result, and turns the exceptions of an exhausted system into its error
// (kLimit). Only the borders call it: the jobs of a viewer and the commands of the command line; all other
// code lets these exceptions pass. A function that starts threads hands their exceptions over to the thread
// that waits for them.
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
