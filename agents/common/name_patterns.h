#pragma once

#include <cstddef>
#include <string_view>

namespace ringscope {

// Names of functions that shall have no contexts of their own: patterns with `;` between them, in which `*`
// stands for any number of characters. A pattern matches whole names. Borrows the text; allocates nothing.
class NamePatterns {
 public:
  constexpr NamePatterns() = default;
  constexpr explicit NamePatterns(std::string_view text) : text_(text) {}

  // Called each time that a pattern matches a name, with the pattern and its begin in the text.
  struct Watcher {
    void (*matched)(void* data, std::string_view pattern, size_t begin) = nullptr;
    void* data = nullptr;
  };
  constexpr NamePatterns(std::string_view text, Watcher watcher) : text_(text), watcher_(watcher) {}

  [[nodiscard]] bool IsEmpty() const { return text_.empty(); }
  [[nodiscard]] bool Match(std::string_view name) const;
  // Matches the name with its module and a dot in front, and the name alone.
  [[nodiscard]] bool Match(std::string_view module, std::string_view name) const;
  // Matches the name as demanglers write it, with its parameters and without. For a function that only its
  // file sees also the last part alone: debug information names no more of it.
  [[nodiscard]] bool MatchDemangled(std::string_view name, bool is_local) const;

 private:
  std::string_view text_;
  Watcher watcher_;
};

// "ns::f<int>(char)::g" of "ns::f<int>(char)::g(long) const [clone .cold]"; a name without parameters stays.
[[nodiscard]] std::string_view WithoutParameters(std::string_view name);
// "g" of "(anonymous namespace)::f<a::b>::g".
[[nodiscard]] std::string_view LastPart(std::string_view name);

}  // namespace ringscope
