#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/result.h"

namespace ringscope {

// A substitution that undoes what compilers and virtual machines number, so that a function has one name in
// all builds: `pattern` is a regular expression of RE2, all matches of which become `replacement`, in which
// \1 is what the first group matched.
struct NameRule {
  std::string pattern;
  std::string replacement;
  bool of_module = false;  // else of the function's name
  friend bool operator==(const NameRule&, const NameRule&) = default;
};

// Rules in the order in which they are applied. Immutable, thread-safe; copies share the expressions.
class NameRules {
 public:
  // No rules: names stay as they are.
  NameRules() = default;
  // Those of docs/compare.md.
  [[nodiscard]] static NameRules BuiltIn();
  // The rules of a text: a line `pattern => replacement` each, with `mod:` in front for those of modules; a
  // line `default` stands for the built-in ones; `rename: old => new` is a rule for this one name;
  // `no-rename: old => new` refuses what FindRenames() offers. Blank lines and those that begin with # say
  // nothing. Errors: kMalformed with the line, kLimit.
  [[nodiscard]] static Result<NameRules> Parse(std::string_view text);

  [[nodiscard]] const std::vector<NameRule>& rules() const { return rules_; }
  // Whether a line says that a function has not got another name. O(log of such lines).
  [[nodiscard]] bool IsRefused(std::string_view gone, std::string_view fresh) const;

  // These rules, and behind them one for each pair of names, the first of which becomes the second. Errors:
  // kLimit.
  [[nodiscard]] Result<NameRules> WithRenames(
      std::span<const std::pair<std::string, std::string>> renames) const;

  // What the rules make of a name, or of a module. `touched`: gets the indices of those that changed it. A
  // rule that would leave nothing, or more than 64 KiB, is left out.
  [[nodiscard]] std::string Apply(std::string_view name, bool is_module,
                                  std::vector<uint32_t>* touched = nullptr) const;

 private:
  struct Compiled;
  [[nodiscard]] static Result<NameRules> Compile(std::vector<NameRule> rules);

  std::vector<NameRule> rules_;
  std::set<std::pair<std::string, std::string>> refused_;
  std::shared_ptr<const Compiled> compiled_;  // null without rules
};

// The rules that a file keeps; the built-in ones where the path is empty or no such file is there yet.
// Errors: kIo, kLimit and those of NameRules::Parse(), with the path.
[[nodiscard]] Result<NameRules> ReadRulesFile(const std::filesystem::path& path);

// Adds a line to the file that says whether `gone` is called `fresh` by now; what it said of the two before
// goes. All other lines stay as they are. A file that is not there is begun with the built-in rules, its
// folder made. Replaces it atomically. Errors: those of ReadRulesFile(), kIo, kInvalidArgument (names that no
// line of rules can hold).
[[nodiscard]] Result<void> KeepRename(const std::filesystem::path& path, std::string_view gone,
                                      std::string_view fresh, bool is_accepted);

}  // namespace ringscope
