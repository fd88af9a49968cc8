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

// A substitution that removes numbers which compilers and virtual machines add, so that a function has one
// name in all builds. All matches of `pattern`, a regular expression of RE2, become `replacement`, in which
// \1 is the match of the first group.
struct NameRule {
  std::string pattern;
  std::string replacement;
  bool of_module = false;  // applies to modules; else to names of functions
  friend bool operator==(const NameRule&, const NameRule&) = default;
};

// Rules in the order of application. Immutable, thread-safe; copies share the expressions.
class NameRules {
 public:
  // An empty list of rules.
  NameRules() = default;
  // The built-in rules that docs/compare.md lists.
  [[nodiscard]] static NameRules BuiltIn();
  // Parses one rule a line: `pattern => replacement`, with `mod:` in front for rules of modules; `default`
  // stands for the built-in rules; `rename: old => new` is a rule for this one name; `no-rename: old => new`
  // refuses a candidate of FindRenames(). Blank lines and lines that begin with # are skipped. Errors:
  // kMalformed with the line, kLimit.
  [[nodiscard]] static Result<NameRules> Parse(std::string_view text);

  [[nodiscard]] const std::vector<NameRule>& rules() const { return rules_; }
  // Whether a `no-rename` line refuses that `gone` was renamed to `fresh`. O(log of such lines).
  [[nodiscard]] bool IsRefused(std::string_view gone, std::string_view fresh) const;

  // These rules, followed by a rule for each pair that renames the first name to the second. Errors: kLimit.
  [[nodiscard]] Result<NameRules> WithRenames(
      std::span<const std::pair<std::string, std::string>> renames) const;

  // Applies the rules to a name, or to a module. `touched`: gets the indices of the rules that changed it. A
  // rule whose result would be empty, or longer than 64 KiB, is skipped.
  [[nodiscard]] std::string Apply(std::string_view name, bool is_module,
                                  std::vector<uint32_t>* touched = nullptr) const;

 private:
  struct Compiled;
  [[nodiscard]] static Result<NameRules> Compile(std::vector<NameRule> rules);

  std::vector<NameRule> rules_;
  std::set<std::pair<std::string, std::string>> refused_;
  std::shared_ptr<const Compiled> compiled_;  // null without rules
};

// Reads the rules of a file; the built-in ones if the path is empty or the file does not exist. Errors: kIo,
// kLimit and those of NameRules::Parse(), with the path.
[[nodiscard]] Result<NameRules> ReadRulesFile(const std::filesystem::path& path);

// Appends a line to the file that accepts or refuses the renaming of `gone` to `fresh`, and removes earlier
// lines about the two. All other lines stay as they are. Creates a missing file with the built-in rules, and
// its folder. Replaces the file atomically. Errors: those of ReadRulesFile(), kIo, kInvalidArgument (names
// that no line of rules can hold).
[[nodiscard]] Result<void> KeepRename(const std::filesystem::path& path, std::string_view gone,
                                      std::string_view fresh, bool is_accepted);

}  // namespace ringscope
