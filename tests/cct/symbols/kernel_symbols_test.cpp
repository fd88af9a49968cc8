#include "cct/symbols/listed_symbols.h"

#include <gtest/gtest.h>

#include <string>

namespace ringscope::kernel_symbols_test {
namespace {

using namespace std::string_view_literals;

TEST(KernelSymbols, NamesWhatAnAddressLiesIn) {
  const KernelSymbols symbols(
      "ffffffff81000100 t second\nffffffff81000000 T _text\nffffffff81000000 T first\n"
      "ffffffff81000100 W weak_second\nffffffff81000200 t __third\nffffffff81000200 t third\n"
      "ffffffff81000180 D data\nffffffff81000190 t in_module\t[ext4]\nbroken\nffffffff81000199 t\n");
  EXPECT_EQ(symbols.NameAt(0xffffffff80ffffff), "");
  EXPECT_EQ(symbols.NameAt(0xffffffff81000000), "first");  // fewer underscores
  EXPECT_EQ(symbols.NameAt(0xffffffff810000ff), "first");
  EXPECT_EQ(symbols.NameAt(0xffffffff810001ff), "second");
  EXPECT_EQ(symbols.NameAt(0xffffffff81000250), "third");
  EXPECT_EQ(symbols.AddressOf("_text"), 0xffffffff81000000);
  EXPECT_EQ(symbols.AddressOf("text"), std::nullopt);
}

TEST(KernelSymbols, KnowNothingWhereAddressesAreHidden) {
  const KernelSymbols symbols("0000000000000000 T _text\n0000000000000000 T first\n");
  EXPECT_EQ(symbols.NameAt(0xffffffff81000000), "");
  EXPECT_EQ(symbols.AddressOf("_text"), std::nullopt);
  EXPECT_EQ(KernelSymbols("").NameAt(1), "");
}

TEST(KernelSymbols, FindTheBuildIdAmongNotes) {
  const std::string other("\4\0\0\0\2\0\0\0\1\0\0\0Xen\0ab\0\0"sv);
  const std::string id("\4\0\0\0\3\0\0\0\3\0\0\0GNU\0\x01\xab\xff\0"sv);
  EXPECT_EQ(BuildIdOfNotes(other + id), "01abff");
  EXPECT_EQ(BuildIdOfNotes(other), "");
  // Sizes that reach beyond the end.
  for (size_t size = 0; size < id.size() - 1; ++size)
    EXPECT_EQ(BuildIdOfNotes(id.substr(0, size)), "") << size;
  EXPECT_EQ(BuildIdOfNotes("\xff\xff\xff\xff\xff\xff\xff\xff\3\0\0\0GNU\0"sv), "");
}

}  // namespace
}  // namespace ringscope::kernel_symbols_test
