// The hooks that a program compiled with -finstrument-functions calls when its functions are entered and
// left, and a wrapper of dlclose(), which tells the recorder of unloaded libraries.

#include <dlfcn.h>

#include <cstdint>

#include "agents/native/native_recorder.h"

#define RINGSCOPE_HOOK extern "C" __attribute__((visibility("default"), no_instrument_function))

// The hook's canonical frame address: its caller's stack pointer before the call.
#define RINGSCOPE_STACK reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa())

RINGSCOPE_HOOK void __cyg_profile_func_enter(void* function, void* site);
RINGSCOPE_HOOK void __cyg_profile_func_exit(void* function, void* site);
RINGSCOPE_HOOK int dlclose(void* handle) noexcept;

void __cyg_profile_func_enter(void* function, void* site) {
  ringscope::native_recorder.value.Enter(ringscope::this_thread_record, function, site,
                                         reinterpret_cast<uintptr_t>(__builtin_return_address(0)),
                                         RINGSCOPE_STACK);
}

void __cyg_profile_func_exit(void* function, void* site) {
  // A function may jump here instead of calling, if this is its last action.
  const bool is_in_place = __builtin_return_address(0) == site;
  ringscope::native_recorder.value.Exit(ringscope::this_thread_record, function, RINGSCOPE_STACK,
                                        is_in_place);
}

int dlclose(void* handle) noexcept {
  using Close = int (*)(void*);
  static const auto close = reinterpret_cast<Close>(dlsym(RTLD_NEXT, "dlclose"));
  const int result = close(handle);
  ringscope::native_recorder.value.AfterUnload();
  return result;
}

namespace {

__attribute__((destructor)) void FinishAtExit() { ringscope::native_recorder.value.Finish(); }

}  // namespace
