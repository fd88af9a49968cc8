// The types of objects in calls of Java programs.

#include <cstdint>
#include <map>
#include <string>

#include "gtest/gtest.h"
#include "tests/agents/java/java_agent_run.h"

namespace ringscope::java_agent_test {
namespace {

using Types = std::map<std::string, uint64_t>;

// Of all contexts of a function.
Types TypesOf(const test::ReadBack& read, const std::string& function, uint32_t role) {
  Types sums;
  for (const auto& [path, by_role] : read.types) {
    if (!path.ends_with(";" + function) || !by_role.contains(role)) continue;
    for (const auto& [type, calls] : by_role.at(role)) sums[type] += calls;
  }
  return sums;
}

constexpr uint32_t kFirst = kTraceFirstArgument;

TEST_F(JavaAgentTest, SeesTypesHoweverItIsCompiled) {
  for (const char* const mode : {"", "-Xint", "-XX:TieredStopAtLevel=1", "-XX:-TieredCompilation",
                                 "-XX:-UseCompressedClassPointers"}) {
    SCOPED_TRACE(mode);
    const JavaRun run = Record(mode, ",types", "Typed");
    ASSERT_EQ(run.exit_code, 0) << run.output;
    EXPECT_EQ(run.output, "");
    const test::ReadBack read = Read();
    const auto& get = read.types.at("main;Typed.main;Typed$Shape.get");
    EXPECT_EQ(get.at(kTraceReceiver), (Types{{"Typed$Circle", 3}, {"Typed$Square", 1}, {"Typed$Shape", 1}}));
    EXPECT_EQ(get.at(kTraceResult), (Types{{"java.lang.String", 4}, {"null", 1}}));
    EXPECT_EQ(get.at(kFirst), (Types{{"double", 5}}));
    EXPECT_EQ(get.at(kFirst + 1), (Types{{"java.lang.String", 4}, {"null", 1}}));
    const auto& size = read.types.at("main;Typed.main;Typed$Shape.size");
    EXPECT_EQ(size.at(kTraceReceiver), (Types{{"Typed$Square", 1}}));
    EXPECT_FALSE(size.contains(kTraceResult));  // no object
    const std::string fails = "Typed.fails";
    EXPECT_EQ(TypesOf(read, fails, kTraceReceiver), Types());
    EXPECT_EQ(TypesOf(read, fails, kFirst), (Types{{"java.lang.String[]", 2}, {"null", 1}}));
    EXPECT_EQ(TypesOf(read, fails, kFirst + 1), (Types{{"int[][]", 3}}));
    EXPECT_EQ(TypesOf(read, fails, kTraceResult), (Types{{"int[][]", 2}}));  // not of the call that threw
    EXPECT_EQ(TypesOf(read, "Typed.<init>", kTraceReceiver), Types());
    EXPECT_EQ(TypesOf(read, "Typed.<init>", kFirst), (Types{{"null", 1}}));
    EXPECT_EQ(TypesOf(read, "Typed.lambda", kTraceResult), (Types{{"Typed$$Lambda", 1}}));
    EXPECT_EQ(
        TypesOf(read, "Typed.often", kTraceResult),
        (Types{{"Typed$Circle", 10000}, {"Typed$Square", 10002}, {"Typed$Shape", 10000}, {"null", 10000}}));
    EXPECT_EQ(TypesOf(read, "Typed.often", kFirst),
              (Types{{"Typed$Circle", 20000}, {"Typed$Square", 10002}, {"Typed$Shape", 10000}}));
    EXPECT_EQ(TypesOf(read, "Typed.often", kFirst + 1), (Types{{"long", 40002}}));
  }
}

// A program may load classes without end, as long as they are unloaded.
TEST_F(JavaAgentTest, KeepsFewClassesOfOtherLoadersFromBeingUnloaded) {
  const JavaRun run = Record("-Xmx100m", ",types", "Loaders");
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_EQ(run.output, "ok");
  EXPECT_EQ(TypesOf(Read(), "Loaders$One.run", kTraceReceiver), (Types{{"Loaders$One", 1000}}));
}

// Eight of a context and role have their names, and of nine arguments the last one is not looked at.
TEST_F(JavaAgentTest, SeesSoManyTypes) {
  ASSERT_EQ(Record("", ",types,receivers=off", "Typed").exit_code, 0);
  const test::ReadBack read = Read();
  EXPECT_EQ(TypesOf(read, "Typed.many", kFirst), (Types{{"java.lang.Integer", 3},
                                                        {"java.lang.Long", 3},
                                                        {"java.lang.Float", 3},
                                                        {"java.lang.Double", 3},
                                                        {"java.lang.Character", 3},
                                                        {"java.lang.String", 3},
                                                        {"java.lang.Boolean", 3},
                                                        {"java.lang.Byte", 3},
                                                        {"", 9}}));
  const char* const names[] = {"boolean", "byte", "char", "short", "int", "long", "float", "double"};
  for (uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(TypesOf(read, "Typed.nine", kFirst + i), (Types{{names[i], 1}}));
  }
  EXPECT_EQ(TypesOf(read, "Typed.nine", kFirst + 8), Types());
}

// What both threads of a name saw is one.
TEST_F(JavaAgentTest, AddsUpTypesOfThreads) {
  ASSERT_EQ(Record("", ",types", "Typed").exit_code, 0);
  const test::ReadBack read = Read();
  Types sums;
  size_t contexts = 0;
  for (const auto& [path, by_role] : read.types) {
    if (!path.starts_with("worker;") || !path.ends_with(";Typed.often")) continue;
    ++contexts;
    for (const auto& [type, calls] : by_role.at(kFirst)) sums[type] += calls;
  }
  EXPECT_EQ(contexts, 1u);
  EXPECT_EQ(sums, (Types{{"Typed$Square", 2}}));
}

TEST_F(JavaAgentTest, SeesNoTypesUnlessAsked) {
  ASSERT_EQ(Record("", "", "Typed").exit_code, 0);
  EXPECT_TRUE(Read().types.empty());
  // What has no memory for types counts its calls nevertheless.
  const JavaRun run = Record("", ",types,limit=1M", "Typed");
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_GT(Read().header.lost_calls, 0u);
}

}  // namespace
}  // namespace ringscope::java_agent_test
