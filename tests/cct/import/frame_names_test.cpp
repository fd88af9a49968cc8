#include "cct/import/frame_names.h"

#include <gtest/gtest.h>

#include <string>

namespace ringscope::frame_names_test {
namespace {

TEST(RustNames, AreTakenApart) {
  EXPECT_EQ(
      PlainRustName("_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$core..fmt..Debug$GT$::fmt::h0123456789abcdef"),
      "<alloc::vec::Vec<T> as core::fmt::Debug>::fmt");
  EXPECT_EQ(PlainRustName("std::rt::lang_start::_$u7b$$u7b$closure$u7d$$u7d$::h766d676eb9b04254"),
            "std::rt::lang_start::{{closure}}");
  EXPECT_EQ(PlainRustName("a::f$LP$$RF$u8$C$$u20$$BP$x$RP$::h766d676eb9b04254"), "a::f(&u8, *x)");
  EXPECT_EQ(PlainRustName("std::path::PathBuf::_push::h766d676eb9b04254"), "std::path::PathBuf::_push");
  EXPECT_EQ(PlainRustName("a.llvm.b::h766d676eb9b04254"), "a.llvm.b");
}

TEST(RustNames, KeepWhatIsNoEscape) {
  EXPECT_EQ(PlainRustName("a$XX$b$::h766d676eb9b04254"), "a$XX$b$");
  EXPECT_EQ(PlainRustName("a$u110000$$ud800$$u7$::h766d676eb9b04254"), "a$u110000$$ud800$$u7$");
}

TEST(RustNames, AreToldByTheirHash) {
  for (const std::string name :
       {"main", "a::h0000000000000000", "a::h766d676eb9b0425", "a::g766d676eb9b04254", "a::h766D676EB9B04254",
        "ah766d676eb9b04254", "::h766d676eb9b04254x", ""})
    EXPECT_EQ(PlainRustName(name), std::nullopt) << name;
}

}  // namespace
}  // namespace ringscope::frame_names_test
