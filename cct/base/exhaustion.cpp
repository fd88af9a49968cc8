#include "cct/base/exhaustion.h"

namespace ringscope {

Error OutOfMemoryError() {
  return {ErrorCode::kLimit, "expected enough memory, found that the system gives no more", {}, {}, {}};
}

Error OutOfThreadsError(const std::system_error& exception) {
  return {ErrorCode::kLimit,
          "expected another thread, found that the system gives none: " + exception.code().message(),
          {},
          {},
          {}};
}

}  // namespace ringscope
