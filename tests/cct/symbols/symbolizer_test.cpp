#include "cct/symbols/symbolizer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <link.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <sstream>
#include <string>

#include "cct/base/system/memory_limit.h"
#include "cct/import/pprof/address_frames.h"
#include "cct/symbols/listed_symbols.h"
#include "tests/cct/base/system/counted_new.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/symbols/subject.h"
#include "tests/temporary_folder.h"

namespace ringscope::symbolizer_test {
namespace {

namespace fs = std::filesystem;

// This program as it lies in memory. Where containers lay one file system over another, the kernel's list of
// mappings may have other inodes than the files, so it is taken from the file.
class Self {
 public:
  Self() : text_(ReadMaps()), map_(text_), path_(fs::read_symlink("/proc/self/exe").string()) {
    struct stat status {};
    EXPECT_EQ(stat(path_.c_str(), &status), 0);
    inode_ = status.st_ino;
  }

  [[nodiscard]] MappedCode CodeAt(uint64_t address) const {
    const MemoryMap::Region* const region = map_.Find(address);
    EXPECT_NE(region, nullptr);
    EXPECT_EQ(region->path, path_);
    return {path_, region->begin, region->end, region->file_offset, inode_, {}};
  }

 private:
  static std::string ReadMaps() {
    std::ostringstream text;
    text << std::ifstream("/proc/self/maps").rdbuf();
    return std::move(text).str();
  }

  std::string text_;
  MemoryMap map_;
  std::string path_;
  uint64_t inode_ = 0;
};

std::vector<std::string> NotesOf(const Symbolizer& symbolizer) {
  std::vector<std::string> notes;
  symbolizer.AddNotes(notes);
  return notes;
}

TEST(Symbolizer, NamesInlinedFunctionsAndWhereTheyAreDefined) {
  const Self self;
  const uint64_t address = subject::Outer(1);
  const auto symbolizer = MakeElfSymbolizer();
  const auto frames = symbolizer->FramesAt(self.CodeAt(address), address - 1);
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_NE(frames[0].name.find("Inner"), std::string::npos) << frames[0].name;
  EXPECT_EQ(frames[0].line, 12u);
  EXPECT_EQ(frames[1].name, "ringscope::subject::Outer(int)");
  EXPECT_EQ(frames[1].line, 21u);
  EXPECT_TRUE(frames[1].file.ends_with("tests/cct/symbols/subject.cpp")) << frames[1].file;
  EXPECT_EQ(frames[0].file, frames[1].file);
  ASSERT_EQ(NotesOf(*symbolizer).size(), 1u);
  EXPECT_EQ(NotesOf(*symbolizer)[0], "Names were looked up in cct_test.");
}

TEST(Symbolizer, TellsTheLinesThatCallWhereTheyAreAskedFor) {
  const Self self;
  const uint64_t address = subject::Outer(1);
  auto frames = MakeElfSymbolizer(true)->FramesAt(self.CodeAt(address), address - 1);
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].running_line, 13u) << "what Inner calls";
  EXPECT_EQ(frames[1].running_line, 22u) << "where Inner is inlined";
  frames = MakeElfSymbolizer()->FramesAt(self.CodeAt(address), address - 1);
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].running_line, 0u);
  EXPECT_EQ(frames[1].running_line, 0u);
  const uint64_t nameless = ringscope_nameless_subject(1);
  frames = MakeElfSymbolizer(true)->FramesAt(self.CodeAt(nameless), nameless - 1);
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].running_line, 0u) << "no debug information";
}

TEST(Symbolizer, TakesSymbolsWhereThereIsNoDebugInformation) {
  const Self self;
  const uint64_t address = ringscope_nameless_subject(1);
  const auto frames = MakeElfSymbolizer()->FramesAt(self.CodeAt(address), address - 1);
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].name, "ringscope_nameless_subject");
  EXPECT_EQ(frames[0].file, "");
  EXPECT_EQ(frames[0].line, 0u);
}

TEST(Symbolizer, RefusesAnotherFileThanTheOneThatWasProfiled) {
  const Self self;
  const uint64_t address = subject::Outer(1);
  const auto refuses = [&](auto&& change) {
    MappedCode code = self.CodeAt(address);
    change(code);
    const auto symbolizer = MakeElfSymbolizer();
    EXPECT_TRUE(symbolizer->FramesAt(code, address - 1).empty());
    ASSERT_EQ(NotesOf(*symbolizer).size(), 1u);
    EXPECT_TRUE(NotesOf(*symbolizer)[0].starts_with("Not the files that were profiled"))
        << NotesOf(*symbolizer)[0];
  };
  refuses([](MappedCode& code) { ++code.inode; });
  refuses([](MappedCode& code) { code.build_id = "00"; });
  // More than any size of pages rounds up to.
  refuses([](MappedCode& code) { code.end += 1 << 20; });
  refuses([](MappedCode& code) { code.file_offset += 4096; });
  // Without an inode the place of the segment has to do.
  MappedCode code = self.CodeAt(address);
  code.inode = 0;
  EXPECT_EQ(MakeElfSymbolizer()->FramesAt(code, address - 1).size(), 2u);
}

// This program's own notes, as they lie in memory.
std::string OwnBuildId() {
  std::string id;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* found) {
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& segment = info->dlpi_phdr[i];
          if (segment.p_type != PT_NOTE) continue;
          const auto* const notes = reinterpret_cast<const char*>(info->dlpi_addr + segment.p_vaddr);
          std::string& text = *static_cast<std::string*>(found);
          if (text.empty()) text = BuildIdOfNotes({notes, segment.p_memsz});
        }
        return 1;  // the program comes first
      },
      &id);
  return id;
}

TEST(Symbolizer, TakesPerfsCopyOfAFileThatIsGoneOrAnotherOne) {
  const std::string build_id = OwnBuildId();
  if (build_id.empty()) GTEST_SKIP() << "built without a build id";
  const test::TemporaryFolder home;
  const fs::path folder = home.path() / ".debug/.build-id" / build_id.substr(0, 2) / build_id.substr(2);
  fs::create_directories(folder);
  const Self self;
  const uint64_t address = subject::Outer(1);
  MappedCode code = self.CodeAt(address);
  const std::string copied(code.path);
  code.build_id = build_id;
  const char* const known = std::getenv("HOME");
  const std::string home_before = known == nullptr ? "" : known;
  setenv("HOME", home.path().c_str(), 1);
  for (const std::string_view path : {"/gone", "/bin/sh"}) {
    code.path = path;
    EXPECT_TRUE(MakeElfSymbolizer()->FramesAt(code, address - 1).empty()) << path;
  }
  fs::create_symlink(copied, folder / "elf");
  for (const std::string_view path : {"/gone", "/bin/sh"}) {
    code.path = path;
    const auto symbolizer = MakeElfSymbolizer();
    EXPECT_EQ(symbolizer->FramesAt(code, address - 1).size(), 2u) << path;
    EXPECT_EQ(NotesOf(*symbolizer).size(), 1u) << path;
  }
  // Nothing but a number leads there.
  for (const std::string_view id : {"", "..", "../../x", "ABCD"}) {
    code.build_id = id;
    EXPECT_TRUE(MakeElfSymbolizer()->FramesAt(code, address - 1).empty()) << id;
  }
  setenv("HOME", home_before.c_str(), 1);
}

TEST(Symbolizer, OpensNothingButRegularFiles) {
  const test::TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const fs::path text = folder / "text";
  std::ofstream(text) << "no program";
  const fs::path cut_off = folder / "cut_off";
  std::ofstream(cut_off, std::ios::binary) << std::string(
      "\x7f"
      "ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0\x3e\0",
      20);
  for (const fs::path& path : {folder, pipe, text, cut_off, folder / "missing", fs::path("relative"),
                               fs::path("[vdso]"), fs::path("/dev/zero"), fs::path()}) {
    const std::string name = path.string();
    const auto symbolizer = MakeElfSymbolizer();
    EXPECT_TRUE(symbolizer->FramesAt({name, 0x1000, 0x2000, 0, 0, {}}, 0x1800).empty()) << name;
  }
}

// Of the smallest limit that is enough without names, the tables need more.
TEST(Symbolizer, CountsForTheMemoryOfAnImport) {
  if (!test::IsNewCounted()) GTEST_SKIP() << "operator new is not counted";
  const Self self;
  const uint64_t address = ringscope_nameless_subject(1);
  const MappedCode code = self.CodeAt(address);
  const std::string profile = fmt::format(
      "heap profile: 1: 8 [1: 8] @ heapprofile\n1: 8 [1: 8] @ 0x{:x}\nMAPPED_LIBRARIES:\n"
      "{:x}-{:x} r-xp {:08x} 00:00 {} {}\n",
      address, code.begin, code.end, code.file_offset, code.inode, code.path);
  const auto import = [&](uint64_t limit, bool look_up) {
    const MemoryLimit memory(limit);
    try {
      return test::Import(profile, {.look_up_symbols = look_up}).has_value();
    } catch (const std::bad_alloc&) {
      return false;
    }
  };
  uint64_t enough = 1;
  while (!import(enough, false)) enough += 1 + enough / 16;
  EXPECT_FALSE(import(enough, true));
  EXPECT_TRUE(import(enough + (uint64_t{256} << 20), true));
}

// From a profile's text to the tree.
TEST(Symbolizer, NamesTheAddressesOfProfiles) {
  const Self self;
  const uint64_t address = subject::Outer(1);
  const MappedCode code = self.CodeAt(address);
  const std::string profile = fmt::format(
      "heap profile: 1: 8 [1: 8] @ heapprofile\n1: 8 [1: 8] @ 0x{:x}\n1: 8 [1: 8] @ 0x1\nMAPPED_LIBRARIES:\n"
      "{:x}-{:x} r-xp {:08x} 00:00 {} {}\n",
      address, code.begin, code.end, code.file_offset, code.inode, code.path);
  const auto names = [&](bool look_up) {
    const CctPtr tree = test::Imported(profile, {.look_up_symbols = look_up});
    std::string text;
    for (ContextId context = 1; context < tree->context_count(); ++context) {
      const Frame frame = tree->FrameAt(context);
      text += fmt::format("{}{}{}", text.empty() ? "" : ", ", frame.name,
                          frame.kind == FrameKind::kInlined ? " inlined" : "");
    }
    return text;
  };
  // Whether the name of a function that is inlined only has its namespaces is up to the compiler.
  const std::string looked_up = names(true);
  EXPECT_TRUE(looked_up.starts_with("0x1, ringscope::subject::Outer(int), ")) << looked_up;
  EXPECT_NE(looked_up.rfind("Inner"), std::string::npos) << looked_up;
  EXPECT_TRUE(looked_up.ends_with(" inlined")) << looked_up;
  EXPECT_EQ(names(false), fmt::format("0x1, cct_test+0x{:x}", address - code.begin + code.file_offset));
}

}  // namespace
}  // namespace ringscope::symbolizer_test
