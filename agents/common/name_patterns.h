#pragma once

#include <cstddef>
#include <string_view>

namespace ringscope {

// Functions that are not to have contexts of their own, by their names: patterns with `;` between them, in
// which `*` stands for any characters, none too. A pattern means whole names. Borrows the text; allocates
// nothing.
class NamePatterns {
 public:
  constexpr NamePatterns() = default;
  constexpr explicit NamePatterns(std::string_view text) : text_(text) {}

  // Who is told each time that a pattern means a name: the pattern, and where it begins in the text.
  struct Watcher {
    void (*matched)(void* data, std::string_view pattern, size_t begin) = nullptr;
    void* data = nullptr;
  };
  constexpr NamePatterns(std::string_view text, Watcher watcher) : text_(text), watcher_(watcher) {}

  [[nodiscard]] bool IsEmpty() const { return text_.empty(); }
  [[nodiscard]] bool Match(std::string_view name) const;
  // The name with its module in front and a dot between them, or without.
  [[nodiscard]] bool Match(std::string_view module, std::string_view name) const;
  // The name as demanglers write it, with its parameters or without. Of what its file alone sees also its
  // last part: debug information tells no more of it.
  [[nodiscard]] bool MatchDemangled(std::string_view name, bool is_local) const;

 private:
  std::string_view text_;
  Watcher watcher_;
};

// "ns::f<int>(char)::g" of "ns::f<int>(char)::g(long) const [clone .cold]"; what has no parameters stays.
[[nodiscard]] std::string_view WithoutParameters(std::string_view name);
// "g" of "(anonymous namespace)::f<a::b>::g".
[[nodiscard]] std::string_view LastPart(std::string_view name);

}  // namespace ringscope
