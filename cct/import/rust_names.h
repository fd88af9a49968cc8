#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ringscope {

// The name of a Rust function whose symbol was mangled the old way and taken apart as one of C++, as perf,
// DTrace and macOS's sample do:
// "_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$core..fmt..Debug$GT$::fmt::h0123456789abcdef" becomes
// "<alloc::vec::Vec<T> as core::fmt::Debug>::fmt". Told by the hash at its end, 16 hexadecimal digits, of
// which at least five differ; nullopt for any other name. The escapes are those of rustc's legacy mangling
// (https://github.com/rust-lang/rustc-demangle, src/legacy.rs); unknown ones stay.
[[nodiscard]] std::optional<std::string> PlainRustName(std::string_view name);

}  // namespace ringscope
