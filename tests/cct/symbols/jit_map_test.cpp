#include "cct/symbols/listed_symbols.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace ringscope::jit_map_test {
namespace {

TEST(JitMap, NamesWhatAnAddressLiesIn) {
  const JitMap map(
      "3000 20 old\n2000 10 JS:~f /a b.js:3:1\n\nbroken\n1000 zz a\n0x3000 0x10 JS:*g\n4000 0 nothing\n"
      "ffffffffffffff00 ffffffff last");
  EXPECT_EQ(map.NameAt(0x1fff), "");
  EXPECT_EQ(map.NameAt(0x2000), "JS:~f /a b.js:3:1");
  EXPECT_EQ(map.NameAt(0x2010), "");
  EXPECT_EQ(map.NameAt(0x3008), "JS:*g");  // the later one
  EXPECT_EQ(map.NameAt(0x4000), "");
  EXPECT_EQ(map.NameAt(0xfffffffffffffff0), "last");
  EXPECT_EQ(JitMap("").NameAt(0), "");
}

TEST(JitMap, IsReadWhereItIsAFileOfTheUser) {
  // No process has such a number.
  const uint32_t pid = 0x80000000u + static_cast<uint32_t>(getpid());
  const std::string path = fmt::format("/tmp/perf-{}.map", pid);
  EXPECT_EQ(ReadJitMap(pid), "");
  std::ofstream(path) << "1000 10 f\n";
  EXPECT_EQ(ReadJitMap(pid), "1000 10 f\n");
  std::filesystem::remove(path);
  std::filesystem::create_symlink("/etc/passwd", path);
  EXPECT_EQ(ReadJitMap(pid), "");
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace ringscope::jit_map_test
