#include "app/cli/recording/recorders/command_look.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ringscope::command_look_test {
namespace {

using Words = std::vector<std::string>;

// Programs that are found by path, or by name in any folder.
class FakePrograms {
 public:
  void Add(const std::string& path, const std::string& contents, bool has_other_rights = false) {
    files_[path] = {contents, has_other_rights};
  }
  // The header of an ELF file, and nothing else.
  void AddElf(const std::string& path, bool has_other_rights = false) {
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_DYN;
    header.e_machine = EM_X86_64;
    header.e_version = EV_CURRENT;
    header.e_ehsize = sizeof(header);
    Add(path, std::string(reinterpret_cast<const char*>(&header), sizeof(header)), has_other_rights);
  }

  [[nodiscard]] ProgramFinder Finder() const {
    return [this](const std::string& name) -> std::optional<FoundProgram> {
      for (const auto& [path, file] : files_) {
        const bool is_it =
            name.find('/') != std::string::npos ? path == name : path.substr(path.rfind('/') + 1) == name;
        if (is_it) return FoundProgram{path, std::as_bytes(std::span(file.first)), file.second};
      }
      return std::nullopt;
    };
  }

 private:
  std::map<std::string, std::pair<std::string, bool>> files_;
};

class CommandLookTest : public ::testing::Test {
 protected:
  CommandLookTest() {
    programs_.AddElf("/bin/prog");
    programs_.AddElf("/opt/tool");
    for (const char* const name :
         {"/usr/bin/env", "/bin/sh", "/bin/bash", "/usr/bin/nice", "/usr/bin/timeout", "/usr/bin/node",
          "/usr/bin/java", "/usr/bin/python3", "/usr/bin/ruby", "/bin/echo"})
      programs_.AddElf(name);
    programs_.Add("/usr/bin/npm", "#!/usr/bin/env node\nrequire('npm')\n");
    programs_.Add("/usr/bin/pip", "#!/usr/bin/python3.11 -E\nimport pip\n");
    programs_.Add("/usr/bin/rake", "#!/usr/bin/env -S ruby --disable=gems\n");
    programs_.Add(
        "/usr/bin/mvn",
        "#!/bin/sh\n# starts java\ncd \"$HOME\" || exit\nexec \"$JAVACMD\" \\\n  -jar x.jar \"$@\"\n");
    programs_.Add("/w/run.sh", "#!/bin/bash\nset -e\nX=1 ./helper --x\n/bin/prog --fast \"$@\"\necho done\n");
    programs_.Add("/w/plain.sh", "#!/bin/sh\necho nothing\n");
    programs_.Add("/w/lineless", "node server.js\n");
    programs_.Add("/w/perl", "#!/usr/bin/perl\nprint 1;\n");
    programs_.Add("/w/loop.sh", "#!/bin/sh\nexec /w/loop.sh\n");
    programs_.AddElf("/opt/jdk/bin/java");
  }

  CommandLook Look(const Words& words) { return InspectCommand(words, programs_.Finder()); }

  FakePrograms programs_;
};

TEST_F(CommandLookTest, KindsByCommandLine) {
  struct Row {
    Words words;
    ProgramKind kind;
    size_t program_word;
    Words wrappers;
  };
  const std::vector<Row> rows = {
      {{"prog", "a"}, ProgramKind::kNative, 0, {}},
      {{"/opt/tool"}, ProgramKind::kNative, 0, {}},
      {{"node", "x.js"}, ProgramKind::kNode, 0, {}},
      {{"/opt/jdk/bin/java", "X"}, ProgramKind::kJava, 0, {}},
      {{"javac", "X.java"}, ProgramKind::kJava, kNoWord, {}},
      {{"python3", "x.py"}, ProgramKind::kPython, 0, {}},
      {{"python3.11", "x.py"}, ProgramKind::kPython, 0, {}},
      {{"pythonic"}, ProgramKind::kUnknown, 0, {}},
      {{"ruby", "x.rb"}, ProgramKind::kRuby, 0, {}},
      {{"env", "A=1", "-u", "B", "java", "X"}, ProgramKind::kJava, 4, {"env"}},
      {{"nice", "-n", "5", "timeout", "-k", "1", "10", "prog"}, ProgramKind::kNative, 7, {"nice", "timeout"}},
      {{"nice", "-n5", "--", "node", "x"}, ProgramKind::kNode, 3, {"nice"}},
      {{"npm", "test"}, ProgramKind::kNode, kNoWord, {}},
      {{"pip", "list"}, ProgramKind::kPython, kNoWord, {}},
      {{"rake"}, ProgramKind::kRuby, kNoWord, {}},
      {{"mvn", "package"}, ProgramKind::kJava, kNoWord, {"mvn", "exec"}},
      {{"sh", "-c", "cd x && A=1 java -jar y.jar | cat"}, ProgramKind::kJava, kNoWord, {"sh"}},
      {{"bash", "-o", "pipefail", "-ec", "node 'a b.js' > out"}, ProgramKind::kNode, kNoWord, {"bash"}},
      {{"sh", "-c", "echo hello"}, ProgramKind::kScript, kNoWord, {"sh"}},
      {{"sh", "/w/run.sh"}, ProgramKind::kNative, kNoWord, {"sh", "run.sh"}},
      {{"/w/run.sh"}, ProgramKind::kNative, kNoWord, {"run.sh"}},
      {{"/w/plain.sh"}, ProgramKind::kScript, kNoWord, {"plain.sh"}},
      {{"/w/lineless"}, ProgramKind::kNode, kNoWord, {"lineless"}},
      {{"/w/perl"}, ProgramKind::kScript, 0, {}},
      {{"nowhere"}, ProgramKind::kUnknown, 0, {}},
  };
  for (const Row& row : rows) {
    const CommandLook look = Look(row.words);
    std::string line;
    for (const std::string& word : row.words) line += word + " ";
    EXPECT_EQ(WordOf(kProgramKindWords, look.kind), WordOf(kProgramKindWords, row.kind)) << line;
    if (row.kind != ProgramKind::kScript) {
      EXPECT_EQ(look.program_word, row.program_word) << line;
    }
    EXPECT_EQ(look.wrappers, row.wrappers) << line;
  }
}

TEST_F(CommandLookTest, SaysWhetherAnythingIsStarted) {
  EXPECT_TRUE(Look({"prog"}).is_found);
  EXPECT_FALSE(Look({"nowhere"}).is_found);
  EXPECT_FALSE(Look({}).is_found);
}

TEST_F(CommandLookTest, EndsWhereScriptsStartThemselves) {
  EXPECT_EQ(Look({"/w/loop.sh"}).kind, ProgramKind::kScript);
}

TEST_F(CommandLookTest, ScriptsThatStartEachOtherOftenAreNotFollowedForEver) {
  std::string text = "#!/bin/sh\n";
  for (int i = 0; i < 6; ++i) text += "/w/six.sh\n";
  programs_.Add("/w/six.sh", text);
  size_t asked = 0;
  const ProgramFinder finder = programs_.Finder();
  (void)InspectCommand(Words{"/w/six.sh"}, [&](const std::string& name) {
    ++asked;
    return finder(name);
  });
  EXPECT_LT(asked, 10'000u);
}

TEST_F(CommandLookTest, NamesWhatAScriptStarts) {
  const CommandLook look = Look({"/w/run.sh"});
  EXPECT_EQ(look.program, "/bin/prog");
  EXPECT_TRUE(look.facts.is_program);
}

Words OthersOf(const CommandLook& look) {
  Words names;
  for (const StartedProgram& other : look.others) names.push_back(other.program);
  return names;
}

TEST_F(CommandLookTest, NamesProgramsOfOtherKinds) {
  EXPECT_EQ(OthersOf(Look({"/w/run.sh"})), Words{});
  const CommandLook mixed = Look({"sh", "-c", "./helper; /bin/prog 1; /bin/prog 2; python3 x.py; node y.js"});
  EXPECT_EQ(mixed.kind, ProgramKind::kNode);
  EXPECT_EQ(OthersOf(mixed), (Words{"/bin/prog", "python3"}));
  programs_.Add("/w/both.sh", "#!/bin/sh\njava X\n/w/run.sh\n");
  EXPECT_EQ(OthersOf(Look({"sh", "-c", "ruby z.rb; /w/both.sh"})), (Words{"ruby", "/bin/prog"}));
}

TEST_F(CommandLookTest, CanBeLookedAtForAnotherOfItsPrograms) {
  const CommandLook mixed = Look({"sh", "-c", "/w/run.sh; python3 x.py; node y.js"});
  EXPECT_EQ(OthersOf(mixed), (Words{"/bin/prog", "python3"}));
  const CommandLook python = WithProgram(mixed, 1);
  EXPECT_EQ(python.kind, ProgramKind::kPython);
  EXPECT_EQ(python.program, "python3");
  EXPECT_EQ(python.program_word, kNoWord);
  EXPECT_TRUE(python.is_found);
  EXPECT_EQ(OthersOf(python), (Words{"/bin/prog", "node"}));
  EXPECT_EQ(python.others[1].kind, ProgramKind::kNode);
  const CommandLook native = WithProgram(mixed, 0);
  EXPECT_EQ(native.kind, ProgramKind::kNative);
  EXPECT_TRUE(native.facts.is_program);
  EXPECT_EQ(native.wrappers, (Words{"sh", "run.sh"}));
}

TEST_F(CommandLookTest, ShimsOfVersionManagersAreWrappers) {
  programs_.Add("/shims/python3", "#!/usr/bin/env bash\nset -e\nexec pyenv exec \"$@\"\n");
  programs_.Add("/shims/node", "#!/bin/sh\nexec real-node\n");
  const CommandLook python = Look({"/shims/python3", "x.py"});
  EXPECT_EQ(python.kind, ProgramKind::kPython);
  EXPECT_EQ(python.program_word, 0u);
  EXPECT_EQ(python.wrappers, Words{"python3"});
  EXPECT_EQ(Look({"/shims/node", "x.js"}).wrappers, Words{"node"});
  EXPECT_EQ(Look({"java", "X"}).wrappers, Words{});
}

TEST_F(CommandLookTest, NamesTheInterpreter) {
  EXPECT_EQ(Look({"python3", "x.py"}).interpreter, "python3");
  EXPECT_EQ(Look({"nice", "/usr/bin/python3", "x.py"}).interpreter, "/usr/bin/python3");
  EXPECT_EQ(Look({"pip", "list"}).interpreter, "/usr/bin/python3.11");
  EXPECT_EQ(Look({"sh", "-c", "cd x; python3.12 x.py"}).interpreter, "python3.12");
  EXPECT_EQ(Look({"mvn", "package"}).interpreter, "");  // a variable
  EXPECT_EQ(Look({"prog"}).interpreter, "");
}

TEST_F(CommandLookTest, SeesWhatKeepsVariablesFromTheProgram) {
  struct Row {
    Words words, lost;
  };
  const std::vector<Row> rows = {
      {{"env", "prog"}, {}},
      {{"env", "A=1", "-u", "B", "-uC", "--unset=D", "prog", "E=2"}, {"A", "B", "C", "D"}},
      {{"env", "-i", "prog"}, {"*"}},
      {{"env", "-", "A=1", "prog"}, {"*", "A"}},
      {{"env", "-vi", "--", "prog", "-i"}, {"*"}},
      {{"env", "-C", "-i", "prog"}, {}},
      {{"env", "--ignore-environment", "nice", "env", "A=1", "prog"}, {"*", "A"}},
      {{"env", "-i", "sh", "-c", "env A=1 prog"}, {"*", "A"}},
  };
  for (const Row& row : rows) {
    const CommandLook look = Look(row.words);
    EXPECT_EQ(look.kind, ProgramKind::kNative) << row.words[1];
    EXPECT_EQ(look.lost_variables, row.lost) << row.words[1];
  }
  // Also from the others that a script starts.
  const CommandLook mixed = Look({"env", "-i", "sh", "-c", "env A=1 python3 x.py; node y.js"});
  EXPECT_EQ(mixed.lost_variables, Words{"*"});
  EXPECT_EQ(mixed.others.at(0).lost_variables, (Words{"*", "A"}));
}

TEST_F(CommandLookTest, SeesThatPythonIgnoresVariables) {
  EXPECT_TRUE(Look({"pip", "list"}).ignores_variables);
  for (const Words& words :
       {Words{"python3", "-I", "x.py"}, {"python3", "-uE", "x.py"}, {"python3", "-X", "-S"}})
    EXPECT_EQ(Look(words).ignores_variables, words[1] != "-X") << words[1];
  for (const Words& words : {Words{"python3", "x.py", "-I"},
                             {"python3", "-c", "-I"},
                             {"python3", "-uc", "-I"},
                             {"python3", "-mE"},
                             {"node", "-I"},
                             {"python3", "--", "-I"}})
    EXPECT_FALSE(Look(words).ignores_variables) << words[1];
}

TEST_F(CommandLookTest, KnowsProgramsWithOtherRights) {
  programs_.AddElf("/bin/sudo", true);
  EXPECT_TRUE(Look({"sudo", "prog"}).has_other_rights);
  EXPECT_FALSE(Look({"prog"}).has_other_rights);
}

TEST_F(CommandLookTest, KindOfAProcessByItsFile) {
  const auto finder = programs_.Finder();
  EXPECT_EQ(InspectProcess(Words{"java", "X"}, *finder("java")).kind, ProgramKind::kJava);
  EXPECT_EQ(InspectProcess(Words{"x"}, *finder("prog")).kind, ProgramKind::kNative);
}

}  // namespace
}  // namespace ringscope::command_look_test
