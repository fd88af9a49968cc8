#include "cct/compare/matching/name_rules.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <array>
#include <system_error>

#include "cct/base/check.h"
#include "cct/base/system/atomic_file.h"
#include "cct/base/system/mapped_file.h"
#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

constexpr size_t kMaxRules = 1000;
constexpr size_t kMaxTextBytes = size_t{1} << 20;
constexpr size_t kMaxNameBytes = size_t{64} << 10;
constexpr std::string_view kArrow = " => ";
constexpr std::string_view kModulePrefix = "mod:";
constexpr std::string_view kRenamePrefix = "rename:";
constexpr std::string_view kNoRenamePrefix = "no-rename:";
constexpr std::string_view kBuiltInWord = "default";

struct BuiltInRule {
  std::string_view pattern, replacement;
  bool of_module = false;
};

// Rules remove a number only behind a word that they know: __cxx_global_var_init.1 and .2 are different
// functions, as are two closures of a Go function.
constexpr std::array kBuiltInRules{
    // Java: lambdas, accessors and proxies that are generated at run time.
    BuiltInRule{R"(\$\$Lambda(?:\$\d+)?(?:[/.+@]0x[0-9a-f]+|[/@]\d+)*)", "$$Lambda"},
    BuiltInRule{R"((LambdaForm\$[A-Z]+|Generated\w*Accessor|\$Proxy)(?:\d+|/0x[0-9a-f]+))", R"(\1)"},
    BuiltInRule{R"(\$\$((?:EnhancerBy|FastClassBy)?\w*CGLIB)\$\$(?:[0-9a-f]+|\d+))", R"($$\1)"},
    // GCC and LLVM: parts and copies of a function.
    BuiltInRule{R"((?: \[clone [^\]]*\])+)", ""},
    BuiltInRule{
        R"((?:\.(?:(?:constprop|isra|part|llvm|__uniq|lto_priv)\.\d+|(?:cold|localalias)(?:\.\d+)?))+([\s(\[@]|$))",
        R"(\1)"},
    // Rust: the hash behind a path.
    BuiltInRule{R"(::h[0-9a-f]{16}\b)", ""},
    // V8: how far a function is optimised.
    BuiltInRule{R"(^(JS|LazyCompile|Function|Eval|Script|RegExp):[~^+*])", R"(\1:)"},
    // Go: versions of modules.
    BuiltInRule{R"(/v\d+([./]))", R"(\1)"},
    BuiltInRule{R"(@v\d[\w.+-]*)", ""},
    // Threads, and code that has no name but its address.
    BuiltInRule{R"(\s*\([tp]id[= ]\d+\))", ""},
    BuiltInRule{R"(\b([tp]id)[= ]\d+)", R"(\1)"},
    BuiltInRule{R"(\b0x[0-9a-fA-F]+\b)", "0x"},
    BuiltInRule{R"(@v\d[\w.+-]*)", "", true},
    BuiltInRule{R"((\.so)(?:\.\d+)+$)", R"(\1)", true},
    BuiltInRule{R"([-.]\d+(?:\.\d+)*((?:[-.][A-Za-z]+)?\.(?:so|dll|dylib|jar))$)", R"(\1)", true},
};

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

re2::StringPiece Piece(std::string_view text) { return {text.data(), text.size()}; }

void AddBuiltIn(std::vector<NameRule>& rules) {
  for (const BuiltInRule& rule : kBuiltInRules)
    rules.push_back({std::string(rule.pattern), std::string(rule.replacement), rule.of_module});
}

tl::unexpected<Error> WrongLine(uint64_t line, std::string message) {
  return tl::unexpected<Error>(Error{ErrorCode::kMalformed, std::move(message), {}, line, {}});
}

// The rule by which one name becomes another.
NameRule RenameRule(std::string_view from, std::string_view to) {
  NameRule rule{"^" + RE2::QuoteMeta(Piece(from)) + "$", {}, false};
  for (const char c : to) rule.replacement += c == '\\' ? std::string("\\\\") : std::string(1, c);
  return rule;
}

// Why a rule cannot be used; empty if it can.
std::string RuleProblem(const NameRule& rule) {
  const RE2 expression(Piece(rule.pattern), RE2::Quiet);
  std::string problem;
  if (!expression.ok()) {
    problem = fmt::format("expected a regular expression, found '{}': {}", rule.pattern, expression.error());
  } else if (!expression.CheckRewriteString(Piece(rule.replacement), &problem)) {
    problem = fmt::format("expected a replacement, found '{}': {}", rule.replacement, problem);
  }
  return problem;
}

constexpr std::string_view kNewRulesFile =
    "# Rules for names in comparisons, one a line: docs/compare.md tells what they may say.\n"
    "default\n";

std::string FormatRename(std::string_view gone, std::string_view fresh, bool is_accepted) {
  return fmt::format("{}rename: {} => {}", is_accepted ? "" : "no-", gone, fresh);
}

// Whether the line, read back, gives the same renaming or refusal.
bool IsReadBack(std::string_view gone, std::string_view fresh, bool is_accepted) {
  if (gone.empty() || fresh.empty() || gone == fresh) return false;
  const Result<NameRules> rules = NameRules::Parse(FormatRename(gone, fresh, is_accepted));
  if (!rules) return false;
  return is_accepted ? rules->rules().size() == 1 && rules->Apply(gone, false) == fresh
                     : rules->IsRefused(gone, fresh);
}

Result<std::string> ReadRulesText(const std::filesystem::path& path) {
  const auto file = MappedFile::Open(path, MappedFile::Access::kSequential);
  if (!file && file.error().code == ErrorCode::kNotFound) return std::string(kNewRulesFile);
  if (!file) return tl::unexpected(file.error());
  return std::string(file->text());
}

Result<NameRules> ParseRulesOf(const std::filesystem::path& path, std::string_view text) {
  Result<NameRules> rules = NameRules::Parse(text);
  if (rules) return rules;
  Error error = std::move(rules).error();
  error.message = path.string() + ": " + error.message;
  return tl::unexpected(std::move(error));
}

}  // namespace

struct NameRules::Compiled {
  std::vector<std::unique_ptr<RE2>> expressions;  // by rule
  // All rules of names, and all of modules, as one alternation: most names match none, which is then known at
  // once. Null without such rules.
  std::unique_ptr<RE2> any[2];
};

Result<NameRules> NameRules::Compile(std::vector<NameRule> rules) {
  NameRules compiled;
  if (rules.empty()) return compiled;
  auto expressions = std::make_shared<Compiled>();
  std::string any[2];
  for (const NameRule& rule : rules) {
    expressions->expressions.push_back(std::make_unique<RE2>(Piece(rule.pattern), RE2::Quiet));
    std::string& one = any[rule.of_module ? 1 : 0];
    one += fmt::format("{}(?:{})", one.empty() ? "" : "|", rule.pattern);
  }
  for (int k = 0; k < 2; ++k) {
    if (!any[k].empty()) expressions->any[k] = std::make_unique<RE2>(any[k], RE2::Quiet);
    if (expressions->any[k] != nullptr && !expressions->any[k]->ok())
      return Fail(ErrorCode::kLimit, "expected rules that fit together, found too many large ones");
  }
  compiled.rules_ = std::move(rules);
  compiled.compiled_ = std::move(expressions);
  return compiled;
}

NameRules NameRules::BuiltIn() {
  std::vector<NameRule> rules;
  AddBuiltIn(rules);
  Result<NameRules> compiled = Compile(std::move(rules));
  RINGSCOPE_CHECK(compiled.has_value());
  return std::move(*compiled);
}

Result<NameRules> NameRules::Parse(std::string_view text) {
  if (text.size() > kMaxTextBytes)
    return Fail(ErrorCode::kLimit, "expected at most {} bytes of rules", kMaxTextBytes);
  std::vector<NameRule> rules;
  std::set<std::pair<std::string, std::string>> refused;
  for (uint64_t line = 1; !text.empty(); ++line) {
    std::string_view rest = Trim(TakeLine(text));
    if (rest.empty() || rest.front() == '#') continue;
    if (rules.size() + refused.size() >= kMaxRules)
      return Fail(ErrorCode::kLimit, "expected at most {} rules", kMaxRules);
    if (rest == kBuiltInWord) {
      AddBuiltIn(rules);
      continue;
    }
    const auto take = [&rest](std::string_view prefix) {
      if (!rest.starts_with(prefix)) return false;
      rest = Trim(rest.substr(prefix.size()));
      return true;
    };
    NameRule rule;
    rule.of_module = take(kModulePrefix);
    const bool is_rename = take(kRenamePrefix);
    const bool is_refusal = take(kNoRenamePrefix);
    // The text behind the arrow may be empty: the rule then removes its matches.
    const bool has_no_replacement =
        rest.ends_with(Trim(kArrow)) && rest.find(kArrow) == std::string_view::npos;
    const size_t arrow = has_no_replacement ? rest.size() - Trim(kArrow).size() : rest.find(kArrow);
    if (arrow == std::string_view::npos)
      return WrongLine(line, fmt::format("expected 'pattern => replacement', found '{}'", rest));
    rule.pattern = Trim(rest.substr(0, arrow));
    if (!has_no_replacement) rule.replacement = Trim(rest.substr(arrow + kArrow.size()));
    if (rule.pattern.empty()) return WrongLine(line, "expected a pattern before '=>'");
    if (is_refusal) {
      refused.emplace(std::move(rule.pattern), std::move(rule.replacement));
      continue;
    }
    if (is_rename) rule = RenameRule(rule.pattern, rule.replacement);
    if (std::string problem = RuleProblem(rule); !problem.empty()) return WrongLine(line, std::move(problem));
    rules.push_back(std::move(rule));
  }
  RINGSCOPE_ASSIGN(NameRules compiled, Compile(std::move(rules)));
  compiled.refused_ = std::move(refused);
  return compiled;
}

Result<NameRules> NameRules::WithRenames(std::span<const std::pair<std::string, std::string>> renames) const {
  if (renames.empty()) return *this;
  std::vector<NameRule> rules = rules_;
  for (const auto& [from, to] : renames) rules.push_back(RenameRule(from, to));
  RINGSCOPE_ASSIGN(NameRules compiled, Compile(std::move(rules)));
  compiled.refused_ = refused_;
  return compiled;
}

bool NameRules::IsRefused(std::string_view gone, std::string_view fresh) const {
  return refused_.contains({std::string(gone), std::string(fresh)});
}

std::string NameRules::Apply(std::string_view name, bool is_module, std::vector<uint32_t>* touched) const {
  std::string result(name);
  const RE2* const any = compiled_ == nullptr ? nullptr : compiled_->any[is_module ? 1 : 0].get();
  if (any == nullptr || name.empty() || !RE2::PartialMatch(Piece(name), *any)) return result;
  std::string replaced;
  for (uint32_t k = 0; k < rules_.size(); ++k) {
    if (rules_[k].of_module != is_module) continue;
    replaced = result;
    if (RE2::GlobalReplace(&replaced, *compiled_->expressions[k], Piece(rules_[k].replacement)) == 0)
      continue;
    if (replaced == result || replaced.empty() || replaced.size() > kMaxNameBytes) continue;
    std::swap(result, replaced);
    if (touched != nullptr) touched->push_back(k);
  }
  return result;
}

Result<NameRules> ReadRulesFile(const std::filesystem::path& path) {
  if (path.empty()) return NameRules::BuiltIn();
  RINGSCOPE_ASSIGN(const std::string text, ReadRulesText(path));
  return ParseRulesOf(path, text);
}

Result<void> KeepRename(const std::filesystem::path& path, std::string_view gone, std::string_view fresh,
                        bool is_accepted) {
  if (!IsReadBack(gone, fresh, is_accepted)) {
    return Fail(ErrorCode::kInvalidArgument,
                "expected two names that a line of rules can hold, found '{}' and '{}'", gone, fresh);
  }
  RINGSCOPE_ASSIGN(const std::string text, ReadRulesText(path));
  RINGSCOPE_TRY(ParseRulesOf(path, text));
  const std::string line = FormatRename(gone, fresh, is_accepted),
                    other = FormatRename(gone, fresh, !is_accepted);
  std::string kept;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view one = TakeLine(rest);
    if (one == line || one == other) continue;
    kept += one;
    kept += '\n';
  }
  kept += line + '\n';
  RINGSCOPE_TRY(ParseRulesOf(path, kept));
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  return WriteFile(path, kept);
}

}  // namespace ringscope
