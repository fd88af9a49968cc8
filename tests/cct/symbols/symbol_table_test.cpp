#include "cct/symbols/symbol_table.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <gelf.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "cct/symbols/offline_dwfl.h"

namespace ringscope::symbol_table_test {
namespace {

namespace fs = std::filesystem;

// What libdwfl itself says, by a walk over all symbols.
std::string_view SlowNameAt(Dwfl_Module* module, uint64_t address) {
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char* const name = dwfl_module_addrinfo(module, address, &offset, &symbol, nullptr, nullptr, nullptr);
  return name == nullptr ? std::string_view() : name;
}

// Whether an address of the file is in code; the rules for labels elsewhere are not looked at.
bool IsCode(Elf* elf, uint64_t address) {
  size_t count = 0;
  if (elf_getphdrnum(elf, &count) != 0) return false;
  for (size_t i = 0; i < count; ++i) {
    GElf_Phdr segment;
    if (gelf_getphdr(elf, static_cast<int>(i), &segment) != nullptr && segment.p_type == PT_LOAD &&
        (segment.p_flags & PF_X) != 0 && address >= segment.p_vaddr &&
        address - segment.p_vaddr < segment.p_filesz)
      return true;
  }
  return false;
}

// Compares the two at and around the ends of about `samples` symbols; gives how many addresses had a name.
size_t CompareNames(const std::string& path, int samples) {
  const OfflineModule file = OpenOfflineModule(path);
  Dwfl_Module* const module = file.module;
  EXPECT_NE(module, nullptr) << path;
  if (module == nullptr) return 0;
  GElf_Addr bias = 0;
  Elf* const elf = dwfl_module_getelf(module, &bias);
  EXPECT_NE(elf, nullptr);
  const int count = dwfl_module_getsymtab(module);
  std::set<uint64_t> addresses;
  for (int i = 1; i < count; i += count / samples + 1) {
    GElf_Sym symbol;
    GElf_Addr begin = 0;
    if (dwfl_module_getsym_info(module, i, &symbol, &begin, nullptr, nullptr, nullptr) == nullptr) continue;
    for (const uint64_t at : {begin - 1, begin, begin + symbol.st_size / 2, begin + symbol.st_size - 1,
                              begin + symbol.st_size, begin + symbol.st_size + 1})
      if (IsCode(elf, at - bias)) addresses.insert(at);
  }
  SymbolTable table(module);
  size_t named = 0;
  for (const uint64_t address : addresses) {
    const char* const name = table.NameAt(address);
    const std::string_view expected = SlowNameAt(module, address);
    EXPECT_EQ(name == nullptr ? std::string_view() : name, expected)
        << fmt::format("{} at 0x{:x}", path, address);
    if (!expected.empty()) ++named;
  }
  return named;
}

// So that something is compared, whichever symbols the steps between samples hit.
constexpr size_t kLeastNamed = 100;

TEST(SymbolTable, GivesTheNamesThatLibdwflFinds) {
  EXPECT_GT(CompareNames(fs::read_symlink("/proc/self/exe").string(), 300), kLeastNamed);
}

// Has aliases, versions, weak symbols and, unless it is stripped, labels of assembly.
TEST(SymbolTable, GivesTheNamesThatLibdwflFindsInTheLibraryOfC) {
  Dl_info info{};
  ASSERT_NE(dladdr(reinterpret_cast<const void*>(&fopen), &info), 0);
  EXPECT_GT(CompareNames(fs::canonical(info.dli_fname).string(), 300), kLeastNamed);
}

}  // namespace
}  // namespace ringscope::symbol_table_test
