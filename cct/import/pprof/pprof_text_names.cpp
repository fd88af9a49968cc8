#include "cct/import/pprof/pprof_text_names.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "cct/import/pprof/pprof_text_line.h"
#include "cct/import/pprof/trimmed_lines.h"

namespace ringscope {
namespace {

constexpr uint64_t kPollNameLines = 1 << 12;

// Functions of Go's runtime that it leaves out at the start of a stack; never as many.
constexpr size_t kMaxHidden = 256;
// No compiler inlines so deep.
constexpr size_t kMaxInlined = 1024;

template <typename Take>
void ForEachLine(std::string_view text, const JobControl& job, const Take& take) {
  TrimmedLines lines(text);
  for (uint64_t count = 1; lines.Next(); ++count) {
    if (count % kPollNameLines == 0 && job.cancelled()) return;
    take(lines.line());
  }
}

// "work(int)<000000000000501c>" -> "work(int)": pprof adds addresses to names from tables of symbols.
std::string_view WithoutAddress(std::string_view name) {
  constexpr size_t kMarkLength = 18;
  if (name.size() <= kMarkLength || name.back() != '>' || name[name.size() - kMarkLength] != '<') return name;
  const std::string_view digits = name.substr(name.size() - kMarkLength + 1, kMarkLength - 2);
  return digits.find_first_not_of("0123456789abcdef") == std::string_view::npos
             ? name.substr(0, name.size() - kMarkLength)
             : name;
}

}  // namespace

void FindGoNames(std::string_view text, const JobControl& job, AddressNames& names) {
  std::vector<uint64_t> stack;
  size_t next = 0;                           // of the stack: the first address without a line
  std::vector<AddressName>* open = nullptr;  // of the last line, where its address got its name here
  ForEachLine(text, job, [&](std::string_view line) {
    if (!line.starts_with('#')) {
      const size_t at = line.find('@');
      if (at == std::string_view::npos || !ParseAddresses(line.substr(at), stack)) stack.clear();
      next = 0;
      open = nullptr;
      return;
    }
    const std::optional<AddressText> named = ParseAddressText(line);
    if (!named || named->text.empty()) return;
    // Go names the call; its older versions where it returns to.
    const auto is_of = [&](uint64_t address) {
      return named->address == address || named->address + 1 == address;
    };
    size_t at = next;
    const size_t last = std::min(stack.size(), next + kMaxHidden);
    while (at < last && !is_of(stack[at])) ++at;
    if (at < last) {
      const auto [entry, is_new] = names.try_emplace(stack[at]);
      open = is_new ? &entry->second : nullptr;
      next = at + 1;
    } else if (next == 0 || !is_of(stack[next - 1])) {
      return;
    }
    if (open != nullptr && open->size() < kMaxInlined) open->push_back(ParseGoName(named->text));
  });
}

void FindJavaNames(std::string_view text, const JobControl& job, AddressNames& names) {
  ForEachLine(text, job, [&](std::string_view line) {
    const std::optional<AddressText> named = ParseAddressText(WithoutThreadWord(line));
    // A line of addresses gives none a name.
    if (!named || named->text.empty() || named->text.starts_with("0x") || line.starts_with('#')) return;
    const auto [entry, is_new] = names.try_emplace(named->address);
    if (is_new) entry->second.push_back(ParseJavaName(named->text));
  });
}

void FindSymbolNames(std::string_view text, const JobControl& job, AddressNames& names) {
  constexpr std::string_view kSeparator = "--";
  ForEachLine(text, job, [&](std::string_view line) {
    const std::optional<AddressText> named = ParseAddressText(line);
    if (!named || named->text.empty()) return;
    const auto [entry, is_new] = names.try_emplace(named->address);
    std::string_view rest = named->text;
    while (is_new && !rest.empty() && entry->second.size() < kMaxInlined) {
      size_t end = rest.find(kSeparator);
      while (end != std::string_view::npos && rest.substr(0, end).ends_with("operator"))
        end = rest.find(kSeparator, end + kSeparator.size());
      end = std::min(end, rest.size());
      if (end > 0) entry->second.push_back({WithoutAddress(rest.substr(0, end)), {}, {}});
      rest.remove_prefix(std::min(end + kSeparator.size(), rest.size()));
    }
    if (is_new) std::reverse(entry->second.begin(), entry->second.end());
    if (entry->second.empty()) names.erase(entry);
  });
}

}  // namespace ringscope
