#include "cct/compare/matching/rules_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "cct/base/system/atomic_file.h"
#include "cct/base/system/mapped_file.h"

namespace ringscope {
namespace {

constexpr std::string_view kBegin =
    "# Rules for names in comparisons, one a line: docs/compare.md tells what they may say.\n"
    "default\n";

std::string LineOf(std::string_view gone, std::string_view fresh, bool is_accepted) {
  return fmt::format("{}rename: {} => {}", is_accepted ? "" : "no-", gone, fresh);
}

// Whether the line, read back, says what it is meant to.
bool IsReadBack(std::string_view gone, std::string_view fresh, bool is_accepted) {
  if (gone.empty() || fresh.empty() || gone == fresh) return false;
  const Result<NameRules> rules = NameRules::Parse(LineOf(gone, fresh, is_accepted));
  if (!rules) return false;
  return is_accepted ? rules->rules().size() == 1 && rules->Apply(gone, false) == fresh
                     : rules->IsRefused(gone, fresh);
}

Result<std::string> TextOf(const std::filesystem::path& path) {
  const auto file = MappedFile::Open(path, MappedFile::Access::kSequential);
  if (!file && file.error().code == ErrorCode::kNotFound) return std::string(kBegin);
  if (!file) return tl::unexpected(file.error());
  const std::span<const std::byte> bytes = file->bytes();
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

Result<NameRules> RulesOf(const std::filesystem::path& path, std::string_view text) {
  Result<NameRules> rules = NameRules::Parse(text);
  if (rules) return rules;
  Error error = std::move(rules).error();
  error.message = path.string() + ": " + error.message;
  return tl::unexpected(std::move(error));
}

}  // namespace

Result<NameRules> ReadRulesFile(const std::filesystem::path& path) {
  if (path.empty()) return NameRules::BuiltIn();
  RINGSCOPE_ASSIGN(const std::string text, TextOf(path));
  return RulesOf(path, text);
}

Result<void> KeepRename(const std::filesystem::path& path, std::string_view gone, std::string_view fresh,
                        bool is_accepted) {
  if (!IsReadBack(gone, fresh, is_accepted)) {
    return Fail(
        ErrorCode::kInvalidArgument,
        fmt::format("expected two names that a line of rules can hold, found '{}' and '{}'", gone, fresh));
  }
  RINGSCOPE_ASSIGN(const std::string text, TextOf(path));
  RINGSCOPE_TRY(RulesOf(path, text));
  const std::string line = LineOf(gone, fresh, is_accepted), other = LineOf(gone, fresh, !is_accepted);
  std::string kept;
  for (std::string_view rest = text; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view one = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (one == line || one == other) continue;
    kept += one;
    kept += '\n';
  }
  kept += line + '\n';
  RINGSCOPE_TRY(RulesOf(path, kept));
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(path));
  RINGSCOPE_TRY(file.Write(kept));
  return file.Commit();
}

}  // namespace ringscope
