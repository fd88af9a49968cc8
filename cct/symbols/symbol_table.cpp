#include "cct/symbols/symbol_table.h"

#include <gelf.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>

namespace ringscope {
namespace {

// A bound for hostile files; the largest programs have a few million symbols.
constexpr int32_t kMaxSymbols = 1 << 24;

struct Symbol {
  uint64_t begin = 0, end = 0;
  uint64_t size = 0;
  uint8_t tier = 0;     // 0 = no size, 1 = local, 2 = global
  uint8_t binding = 0;  // larger is stronger
  int32_t rank = 0;     // larger is preferred
  const char* name = nullptr;
};

// Whether b is preferred at an address in both.
bool IsWorse(const Symbol& a, const Symbol& b) {
  return std::tuple(a.tier, a.begin, a.binding, b.size, a.rank) <
         std::tuple(b.tier, b.begin, b.binding, a.size, b.rank);
}

uint8_t Strength(const GElf_Sym& symbol) {
  const int binding = GELF_ST_BIND(symbol.st_info);
  return binding == STB_GLOBAL ? 3 : binding == STB_WEAK ? 2 : binding == STB_LOCAL ? 1 : 0;
}

bool HasAddress(const GElf_Sym& symbol) {
  const int type = GELF_ST_TYPE(symbol.st_info);
  return symbol.st_shndx != SHN_UNDEF && type != STT_SECTION && type != STT_FILE && type != STT_TLS;
}

uint64_t EndOf(uint64_t begin, uint64_t size) {
  return size > std::numeric_limits<uint64_t>::max() - begin ? std::numeric_limits<uint64_t>::max()
                                                             : begin + size;
}

// The end of a symbol without a size: that of its section. A symbol in no section, an absolute one, and one
// behind its section has a single address.
uint64_t SectionEnd(Elf* elf, GElf_Word section, uint64_t bias, uint64_t begin) {
  const uint64_t least = EndOf(begin, 1);
  if (section >= SHN_LORESERVE || elf == nullptr) return least;
  GElf_Shdr header;
  Elf_Scn* const found = elf_getscn(elf, section);
  if (found == nullptr || gelf_getshdr(found, &header) == nullptr || (header.sh_flags & SHF_ALLOC) == 0)
    return least;
  return std::max(EndOf(header.sh_addr + bias, header.sh_size), least);
}

std::vector<Symbol> ReadSymbols(Dwfl_Module* module) {
  const int count = std::clamp(dwfl_module_getsymtab(module), 0, kMaxSymbols);
  std::vector<Symbol> symbols;
  symbols.reserve(static_cast<size_t>(count));
  const int first_global = dwfl_module_getsymtab_first_global(module);
  for (int i = 1; i < count; ++i) {
    GElf_Sym symbol;
    GElf_Addr begin = 0;
    GElf_Word section = 0;
    Elf* elf = nullptr;
    Dwarf_Addr bias = 0;
    const char* const name = dwfl_module_getsym_info(module, i, &symbol, &begin, &section, &elf, &bias);
    if (name == nullptr || *name == '\0' || !HasAddress(symbol)) continue;
    const bool is_sized = symbol.st_size != 0;
    const uint64_t end = is_sized ? EndOf(begin, symbol.st_size) : SectionEnd(elf, section, bias, begin);
    if (is_sized) {
      const uint8_t tier = i < first_global ? 1 : 2;
      symbols.push_back({begin, end, symbol.st_size, tier, Strength(symbol), -i, name});
    } else {
      // The last one counts, in the order of global symbols, then local ones.
      symbols.push_back({begin, end, 0, 0, 0, i < first_global ? kMaxSymbols + i : i, name});
    }
  }
  return symbols;
}

// Ends a symbol without a size at the begin of the next one; empties it if a symbol with a size covers its
// begin.
void BoundSizeless(std::vector<Symbol>& symbols) {
  uint64_t reached = 0;  // the largest end of the symbols so far
  for (size_t first = 0, next = 0; first < symbols.size(); first = next) {
    const uint64_t begin = symbols[first].begin;
    for (next = first; next < symbols.size() && symbols[next].begin == begin; ++next) {
      if (symbols[next].tier != 0) reached = std::max(reached, symbols[next].end);
    }
    const uint64_t bound = next < symbols.size() ? symbols[next].begin : std::numeric_limits<uint64_t>::max();
    for (size_t i = first; i < next; ++i) {
      if (symbols[i].tier == 0) symbols[i].end = reached > begin ? begin : std::min(symbols[i].end, bound);
    }
  }
}

}  // namespace

void SymbolTable::Build() {
  is_built_ = true;
  std::vector<Symbol> symbols = ReadSymbols(module_);
  std::ranges::sort(symbols, {}, &Symbol::begin);
  BoundSizeless(symbols);
  std::vector<uint64_t> edges;
  for (const Symbol& symbol : symbols) {
    edges.push_back(symbol.begin);
    edges.push_back(symbol.end);
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  std::vector<Symbol> reaching;  // a heap, the preferred first; others may have ended
  size_t next = 0;
  for (const uint64_t edge : edges) {
    for (; next < symbols.size() && symbols[next].begin == edge; ++next) {
      reaching.push_back(symbols[next]);
      std::push_heap(reaching.begin(), reaching.end(), &IsWorse);
    }
    while (!reaching.empty() && reaching.front().end <= edge) {
      std::pop_heap(reaching.begin(), reaching.end(), &IsWorse);
      reaching.pop_back();
    }
    const char* const name = reaching.empty() ? nullptr : reaching.front().name;
    if (ranges_.empty() ? name != nullptr : name != ranges_.back().name) ranges_.push_back({edge, name});
  }
  ranges_.shrink_to_fit();
}

const char* SymbolTable::NameAt(uint64_t address) {
  if (!is_built_) Build();
  const auto behind = std::ranges::upper_bound(ranges_, address, {}, &NamedRange::begin);
  return behind == ranges_.begin() ? nullptr : std::prev(behind)->name;
}

}  // namespace ringscope
