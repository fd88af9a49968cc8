#include "cct/import/module_name.h"

namespace ringscope {
namespace {

bool IsKernelModule(std::string_view module) {
  if (module.starts_with("[kernel") || module.starts_with("[guest.kernel")) return true;
  const std::string_view base = BaseName(module);
  if (base == "vmlinux" || base.starts_with("vmlinux-") || base.starts_with("vmlinux.")) return true;
  for (const std::string_view ending : {".ko", ".ko.xz", ".ko.gz", ".ko.zst"}) {
    if (base.ends_with(ending)) return true;
  }
  return false;
}

// Where perf finds code that was generated at run time.
bool IsJitModule(std::string_view module) {
  const std::string_view base = BaseName(module);
  return (base.starts_with("perf-") && base.ends_with(".map")) || base.starts_with("jitted-");
}

}  // namespace

std::string_view BaseName(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

FrameKind KindOfModule(std::string_view module) {
  if (IsKernelModule(module)) return FrameKind::kKernel;
  return IsJitModule(module) ? FrameKind::kJit : FrameKind::kUser;
}

}  // namespace ringscope
