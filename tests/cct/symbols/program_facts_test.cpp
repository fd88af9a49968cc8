#include "cct/symbols/program_facts.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "tests/temporary_folder.h"

namespace ringscope::program_facts_test {
namespace {

std::string ReadAll(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
ProgramFacts FactsOf(const std::string& bytes) { return FactsOfProgram(std::as_bytes(std::span(bytes))); }

constexpr const char* kSource = R"(
  extern "C" int puts(const char*);
  template <int N> __attribute__((noinline)) int Work(int x) {
    char text[64] = {static_cast<char>(x)};
    for (int i = 1; i < 63; ++i) text[i] = static_cast<char>(text[i - 1] * 3 + N);
    return puts(text) + text[x & 63];
  }
  int main(int n, char**) {
    return Work<1>(n) + Work<2>(n) + Work<3>(n) + Work<4>(n) + Work<5>(n) + Work<6>(n) + Work<7>(n) + Work<8>(n) +
           Work<9>(n) + Work<10>(n) + Work<11>(n) + Work<12>(n) + Work<13>(n) + Work<14>(n) + Work<15>(n);
  })";

class ProgramFactsTest : public ::testing::Test {
 protected:
  // A program built with these options; empty where there is no compiler.
  std::string Build(const std::string& options) {
    const std::filesystem::path source = folder_.path() / "p.cpp";
    const std::filesystem::path program = folder_.path() / "p";
    std::ofstream(source) << kSource;
    const std::string command =
        "c++ " + options + " -o " + program.string() + " " + source.string() + " 2>/dev/null";
    return std::system(command.c_str()) == 0 ? ReadAll(program) : std::string();
  }
  test::TemporaryFolder folder_;
};

TEST_F(ProgramFactsTest, TellsHowAProgramWasBuilt) {
  const std::string plain = Build("-O2 -fomit-frame-pointer");
  if (plain.empty()) GTEST_SKIP() << "no compiler is installed";
  ProgramFacts facts = FactsOf(plain);
  EXPECT_TRUE(facts.is_program);
  EXPECT_TRUE(facts.is_dynamic);
  EXPECT_TRUE(facts.has_symbols);
  EXPECT_FALSE(facts.has_debug_information);
  EXPECT_FALSE(facts.tells_calls);
  EXPECT_FALSE(facts.counts_calls);
  EXPECT_FALSE(facts.is_go);
  EXPECT_EQ(facts.frame_pointers, FramePointers::kNone);

  facts = FactsOf(Build("-O2 -g -fno-omit-frame-pointer"));
  EXPECT_TRUE(facts.has_debug_information);
  EXPECT_EQ(facts.frame_pointers, FramePointers::kMost);
  // What functions look like stays when names are stripped.
  facts = FactsOf(Build("-O2 -s -fno-omit-frame-pointer"));
  EXPECT_FALSE(facts.has_symbols);
  EXPECT_EQ(facts.frame_pointers, FramePointers::kMost);

  EXPECT_TRUE(FactsOf(Build("-O1 -finstrument-functions")).tells_calls);
  EXPECT_TRUE(FactsOf(Build("-O1 -pg")).counts_calls);
  if (const std::string alone = Build("-static"); !alone.empty()) {
    EXPECT_FALSE(FactsOf(alone).is_dynamic);
  }
}

TEST(RustOwner, IsToldByTheCrate) {
  for (const char* const name : {"_ZN3fib3fib17he07244b50d2d4f44E",
                                 "_ZN50_$LT$fib..A$u20$as$u20$core..fmt..Debug$GT$3fmt17h68ad6db803e41becE",
                                 "_RNvCsgY6Mt91CT9J_3fib4main",
                                 "_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placeNtCsgY6Mt91CT9J_3fib1AE"})
    EXPECT_EQ(RustOwnerOf(name), RustOwner::kProgram) << name;
  for (const char* const name :
       {"_ZN3std2rt10lang_start17h68ad6db803e41becE",
        "_ZN42_$LT$$RF$T$u20$as$u20$core..fmt..Debug$GT$3fmt17h68ad6db803e41becE",
        "_ZN55_$LT$std..path..PathBuf$u20$as$u20$core..fmt..Debug$GT$3fmt17h68ad6db803e41becE",
        "_RNvNtCsgEmfK2I1SDS_4core3fmt5write", "_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc",
        "_RINvMs5_NtNtCsjrHSEGnQ3l9_3std2io5errorNtB6_5Error3newReEBa_"})
    EXPECT_EQ(RustOwnerOf(name), RustOwner::kCompiler) << name;
  for (const char* const name : {"main", "_Z4workl", "_ZN3std4workEv", "_ZN4work17h68ad6db803e4E", "_R",
                                 "_RCs", "_RCs_9", "_RCs_999999999999a", ""})
    EXPECT_EQ(RustOwnerOf(name), RustOwner::kNotRust) << name;
}

// Two functions of its own among those of the library: the library does not decide.
TEST_F(ProgramFactsTest, OwnCratesDecideOfRust) {
  const std::filesystem::path source = folder_.path() / "p.rs", program = folder_.path() / "p";
  std::ofstream(source)
      << "#[inline(never)] fn fib(n: u64) -> u64 { if n < 2 { n } else { fib(n - 1) + fib(n - 2) } }\n"
         "fn main() { println!(\"{}\", fib(std::env::args().count() as u64)); }\n";
  const auto build = [&](const std::string& options) {
    const std::string command =
        "rustc -O " + options + " -o " + program.string() + " " + source.string() + " 2>/dev/null";
    return std::system(command.c_str()) == 0 ? ReadAll(program) : std::string();
  };
  const std::string plain = build("-C force-frame-pointers=no");
  if (plain.empty()) GTEST_SKIP() << "no compiler of Rust is installed";
  EXPECT_EQ(FactsOf(plain).frame_pointers, FramePointers::kNone);
  EXPECT_TRUE(FactsOf(plain).is_rust);
  EXPECT_EQ(FactsOf(build("-C force-frame-pointers=yes")).frame_pointers, FramePointers::kMost);
  EXPECT_EQ(FactsOf(build("-C force-frame-pointers=yes -C symbol-mangling-version=v0")).frame_pointers,
            FramePointers::kMost);
  // Which are its own is not known without names.
  EXPECT_EQ(FactsOf(build("-C force-frame-pointers=yes -C strip=symbols")).frame_pointers,
            FramePointers::kUnknown);
}

TEST_F(ProgramFactsTest, TellsFunctionsWithFrames) {
  const auto functions = [](const std::string& bytes) {
    return FunctionsWithFrames(std::as_bytes(std::span(bytes)));
  };
  const std::string with = Build("-O2 -fno-omit-frame-pointer");
  if (with.empty()) GTEST_SKIP() << "no compiler is installed";
  const FrameKeeping kept = functions(with), left = functions(Build("-O2 -fomit-frame-pointer"));
  for (const char* const name : {"main", "int Work<3>"}) {
    ASSERT_TRUE(kept.contains(name)) << name;
    EXPECT_TRUE(kept.at(name)) << name;
    EXPECT_FALSE(left.at(name)) << name;
  }
  EXPECT_TRUE(functions("").empty());
  EXPECT_TRUE(functions(with.substr(0, with.size() / 2)).size() < 1000);
}

TEST(FunctionKey, IsTheNameAlone) {
  EXPECT_EQ(FunctionKey("work(long, int)"), "work");
  EXPECT_EQ(FunctionKey("fib::fib::he07244b50d2d4f4"), "fib::fib::he07244b50d2d4f4");
  EXPECT_EQ(FunctionKey("fib::fib::he07244b50d2d4f44"), "fib::fib");
  EXPECT_EQ(FunctionKey("(anonymous)"), "(anonymous)");
  EXPECT_EQ(FunctionKey(""), "");
}

TEST_F(ProgramFactsTest, WhatIsNoProgramIsNone) {
  EXPECT_EQ(FactsOf(""), ProgramFacts());
  EXPECT_EQ(FactsOf("\177ELF"), ProgramFacts());
  EXPECT_EQ(FactsOf("#!/bin/sh\n"), ProgramFacts());
}

TEST_F(ProgramFactsTest, AnyBytesAreSafe) {
  const std::string good = ReadAll("/proc/self/exe").substr(0, size_t{1} << 20);
  ASSERT_TRUE(FactsOf(ReadAll("/proc/self/exe")).is_program);
  std::mt19937 random(3);
  for (int round = 0; round < 400; ++round) {
    std::string bytes = good.substr(0, round % 4 == 0 ? random() % good.size() : good.size());
    // Headers more often than the rest.
    for (int change = 0; change < 8 && !bytes.empty(); ++change)
      bytes[random() % (change < 5 ? std::min<size_t>(bytes.size(), 1024) : bytes.size())] =
          static_cast<char>(random());
    (void)FactsOf(bytes);
    if (round % 8 == 0) (void)FunctionsWithFrames(std::as_bytes(std::span(bytes)));
  }
}

}  // namespace
}  // namespace ringscope::program_facts_test
