#include "cct/symbols/rust_owner.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace ringscope {
namespace {

// Crates that come with the compiler of Rust.
bool IsCrateOfRust(std::string_view crate) {
  constexpr std::string_view kCrates[] = {
      "__rustc",     "std",   "core",       "alloc",  "compiler_builtins", "panic_unwind", "panic_abort",
      "unwind",      "test",  "proc_macro", "gimli",  "addr2line",         "object",       "hashbrown",
      "miniz_oxide", "adler", "adler2",     "memchr", "rustc_demangle",    "std_detect",   "cfg_if",
      "libc"};
  return std::find(std::begin(kCrates), std::end(kCrates), crate) != std::end(kCrates);
}

bool IsDecimalDigit(char c) { return c >= '0' && c <= '9'; }
bool IsOfIdentifier(char c) {
  return IsDecimalDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Reads "3fib" from the front of `text`: a number of bytes, and these. `has_mark`: a '_' parts the number
// from bytes that begin with one.
std::string_view TakeCounted(std::string_view& text, bool has_mark) {
  size_t size = 0, digits = 0;
  while (digits < text.size() && digits < 6 && IsDecimalDigit(text[digits]))
    size = size * 10 + size_t(text[digits++] - '0');
  if (has_mark && digits > 0 && digits < text.size() && text[digits] == '_') ++digits;
  if (digits == 0 || size > text.size() - digits) return {};
  std::string_view counted = text.substr(digits, size);
  text.remove_prefix(digits + size);
  return counted;
}

// "_ZN3fib4main17h98e0c456de4478ddE": the crate comes first, of an implementation behind "_$LT$".
RustOwner OwnerOfLegacyName(std::string_view name) {
  constexpr std::string_view kBegin = "_ZN", kHash = "17h", kImplementation = "_$LT$";
  constexpr size_t kHashBytes = 20;  // with its count and the E behind it
  if (!name.starts_with(kBegin) || name.size() < kBegin.size() + kHashBytes || name.back() != 'E' ||
      name.substr(name.size() - kHashBytes, kHash.size()) != kHash)
    return RustOwner::kNotRust;
  name.remove_prefix(kBegin.size());
  std::string_view crate = TakeCounted(name, false);
  if (crate.starts_with(kImplementation)) {
    crate.remove_prefix(kImplementation.size());
    const size_t end = crate.find("..");
    if (end == std::string_view::npos ||
        !std::all_of(crate.begin(), crate.begin() + std::ptrdiff_t(end), IsOfIdentifier))
      return RustOwner::kCompiler;
    crate = crate.substr(0, end);
  }
  return IsCrateOfRust(crate) ? RustOwner::kCompiler : RustOwner::kProgram;
}

}  // namespace

// "_RNvCsgY6Mt91CT9J_3fib4main": crates stand behind "Cs" with a number of base 62. A generic function of the
// library is compiled with the crate for whose types it is.
RustOwner RustOwnerOf(std::string_view name) {
  if (!name.starts_with("_R")) return OwnerOfLegacyName(name);
  RustOwner owner = RustOwner::kNotRust;
  for (size_t at = 0; (at = name.find("Cs", at)) != std::string_view::npos; at += 2) {
    std::string_view rest = name.substr(at + 2);
    rest.remove_prefix(std::min(rest.size(), rest.find('_')));
    if (rest.empty()) break;
    rest.remove_prefix(1);
    const std::string_view crate = TakeCounted(rest, true);
    if (crate.empty()) continue;
    if (!IsCrateOfRust(crate)) return RustOwner::kProgram;
    owner = RustOwner::kCompiler;
  }
  return owner;
}

}  // namespace ringscope
