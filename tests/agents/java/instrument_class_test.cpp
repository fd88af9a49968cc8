// What the agent makes of class files, whatever they hold.

#include "agents/java/instrument_class.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "agents/java/class_file/bytecode.h"
#include "agents/java/class_file/class_file.h"
#include "agents/java/class_file/code_attribute.h"
#include "gtest/gtest.h"

namespace ringscope::java::instrument_class_test {
namespace {

std::vector<uint8_t> ReadProgram(const std::string& name) {
  std::ifstream stream(std::filesystem::path(RINGSCOPE_JAVA_PROGRAMS) / (name + ".class"), std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<std::string> AllPrograms() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(RINGSCOPE_JAVA_PROGRAMS)) {
    if (entry.path().extension() == ".class") names.push_back(entry.path().stem().string());
  }
  return names;
}

std::optional<InstrumentedClass> Instrument(const std::vector<uint8_t>& bytes) {
  TraceMemory memory;
  FunctionRegistry functions(memory);
  return InstrumentClass(bytes, false, {.counts_types = true}, functions);
}

Bytes CodeOf(const MethodInfo& method) {
  for (const Attribute& attribute : method.attributes) {
    if (attribute.name != "Code") continue;
    BigEndianReader reader(attribute.content);
    reader.Take(4);
    return reader.Take(reader.U4());
  }
  return {};
}

// Nothing of a class changes but the code of its methods, and there every instruction is kept, in order.
TEST(InstrumentClassTest, KeepsEveryInstruction) {
  const std::vector<std::string> programs = AllPrograms();
  ASSERT_GT(programs.size(), 10u);
  for (const std::string& name : programs) {
    const std::vector<uint8_t> bytes = ReadProgram(name);
    ClassFile before, after;
    ASSERT_TRUE(ReadClassFile(bytes, before)) << name;
    const std::optional<InstrumentedClass> done = Instrument(bytes);
    ASSERT_TRUE(done) << name;
    EXPECT_EQ(done->skipped_methods, 0u);
    ASSERT_TRUE(ReadClassFile(done->bytes.bytes(), after)) << name;
    EXPECT_TRUE(std::equal(before.head.begin(), before.head.end(), after.head.begin(), after.head.end()));
    EXPECT_TRUE(std::equal(before.tail.begin(), before.tail.end(), after.tail.begin(), after.tail.end()));
    ASSERT_EQ(before.methods.size(), after.methods.size());
    for (size_t i = 0; i < before.methods.size(); ++i) {
      const Bytes old_code = CodeOf(before.methods[i]), new_code = CodeOf(after.methods[i]);
      if (old_code.empty()) continue;
      InstructionList old_list, new_list;
      ASSERT_TRUE(ReadInstructions(old_code, old_list));
      ASSERT_TRUE(ReadInstructions(new_code, new_list)) << name << " " << before.methods[i].name;
      size_t at = 0;
      for (const Instruction& instruction : old_list.instructions) {
        while (at < new_list.instructions.size() && new_list.instructions[at].opcode != instruction.opcode) {
          ++at;
        }
        EXPECT_LT(at, new_list.instructions.size()) << name << " " << before.methods[i].name;
        ++at;
      }
    }
  }
}

TEST(InstrumentClassTest, ReadsAnyBytes) {
  std::mt19937 random(1);
  for (const char* const name : {"Small", "Traps", "Traps$Derived", "Counting"}) {
    const std::vector<uint8_t> bytes = ReadProgram(name);
    ASSERT_FALSE(bytes.empty());
    for (size_t size = 0; size < bytes.size(); size += 1 + size / 64) {
      EXPECT_FALSE(Instrument({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}));
    }
    for (int i = 0; i < 2000; ++i) {
      std::vector<uint8_t> damaged = bytes;
      for (int changes = 1 + i % 4; changes != 0; --changes) {
        damaged[random() % damaged.size()] = static_cast<uint8_t>(i % 3 == 0 ? 0xff : random());
      }
      static_cast<void>(Instrument(damaged));
    }
  }
}

TEST(InstrumentClassTest, HashesCodeWhereverConstantsStand) {
  std::map<std::string, std::map<std::string, uint64_t>> hashes;
  for (const char* const name : {"Counting", "Ends"}) {
    const std::vector<uint8_t> bytes = ReadProgram(name);
    ClassFile file;
    ASSERT_TRUE(ReadClassFile(bytes, file));
    std::map<uint64_t, std::string> names;
    for (const MethodInfo& method : file.methods) {
      const uint64_t hash = CodeHashOf(file.pool, method);
      EXPECT_NE(hash, 0u);
      EXPECT_TRUE(names.emplace(hash, method.name).second) << method.name << " and " << names[hash];
      hashes[name][std::string(method.name)] = hash;
    }
  }
  EXPECT_EQ(hashes["Counting"]["describe"], hashes["Ends"]["describe"]);
  EXPECT_NE(hashes["Counting"]["main"], hashes["Ends"]["main"]);
}

TEST(InstrumentClassTest, NamesWithoutNumbersThatChange) {
  EXPECT_EQ(ShownClassName("java/lang/String"), "java.lang.String");
  EXPECT_EQ(ShownClassName("JLex/Main$$Lambda$14"), "JLex.Main$$Lambda");
  EXPECT_EQ(ShownClassName("com/sun/proxy/$Proxy7"), "com.sun.proxy.$Proxy");
  EXPECT_EQ(ShownClassName("jdk/internal/reflect/GeneratedMethodAccessor12"),
            "jdk.internal.reflect.GeneratedMethodAccessor");
  EXPECT_EQ(ShownClassName("Outer$1"), "Outer$1");
  EXPECT_EQ(ShownClassName("Vector3"), "Vector3");
}

TEST(InstrumentClassTest, FollowsPackagesAndClasses) {
  const ClassFilter filter{.include = {"java.util", "JLex.Main"}, .exclude = {"java.util.zip"}};
  EXPECT_TRUE(filter.Follows("java.util.HashMap"));
  EXPECT_TRUE(filter.Follows("JLex.Main"));
  EXPECT_TRUE(filter.Follows("JLex.Main$Inner"));
  EXPECT_FALSE(filter.Follows("JLex.MainOther"));
  EXPECT_FALSE(filter.Follows("java.utility.X"));
  EXPECT_FALSE(filter.Follows("java.util.zip.CRC32"));
  EXPECT_TRUE(ClassFilter{}.Follows("anything"));
}

}  // namespace
}  // namespace ringscope::java::instrument_class_test
