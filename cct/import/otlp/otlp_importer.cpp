#include <string>
#include <string_view>

#include "cct/import/bytes/read_whole.h"
#include "cct/import/importers.h"
#include "cct/import/otlp/otlp_json.h"
#include "cct/import/otlp/otlp_message.h"
#include "cct/import/otlp/otlp_profile.h"
#include "cct/import/otlp/otlp_tree.h"
#include "cct/import/sniffing.h"

namespace ringscope {
namespace {

// Of the units of a compressed message: what inflating it takes.
constexpr double kInflatingShare = 0.5;

bool SniffOtlpJson(std::string_view prefix) {
  if (FirstOf(prefix) != '{') return false;
  const auto has = [&](std::string_view key) { return Has(prefix, key); };
  const bool is_profiles = has("\"resourceProfiles\"") || has("\"resource_profiles\"");
  const bool is_dictionary = has("\"dictionary\"") && (has("\"mappingTable\"") || has("\"locationTable\"") ||
                                                       has("\"mapping_table\"") || has("\"location_table\""));
  return is_profiles || is_dictionary;
}

Result<void> CheckHead(const OtlpHead& head) {
  if (head.dictionary.found) return {};
  return Fail(ErrorCode::kUnsupported,
              "expected a dictionary of functions and texts, found none: earlier drafts of OTLP profiles, "
              "which have none, are not read");
}

// A message has to lie in memory as a whole, as it mostly ends with the names that its start refers to.
Result<void> ImportOtlp(const ImportRun& run) {
  std::string memory;
  RINGSCOPE_ASSIGN(const std::string_view message, ReadWhole(run.source, kInflatingShare, run.job, memory));
  run.report.input_bytes = message.size();
  const uint64_t units = run.source.size_bytes();
  const uint64_t first_units = memory.empty() ? 0 : units / 2;
  const uint64_t units_of_pass = (units - first_units) / 2;
  OtlpProgress progress{first_units,
                        static_cast<double>(units_of_pass) / static_cast<double>(message.size())};
  OtlpHead head;
  OtlpUses uses;
  RINGSCOPE_TRY(ReadOtlpMessage(message, run, &head, uses, progress));
  RINGSCOPE_TRY(CheckHead(head));
  OtlpTree tree(run, head, uses);
  progress.first_units += units_of_pass;
  RINGSCOPE_TRY(ReadOtlpMessage(message, run, nullptr, tree, progress));
  tree.AddNotes();
  return run.builder.status();
}

Result<void> ImportOtlpJson(const ImportRun& run) {
  OtlpHead head;
  OtlpUses uses;
  {
    OtlpJson heads(run, &head, uses);
    RINGSCOPE_TRY(heads.Read());
    run.report.input_bytes = heads.read_bytes();
  }
  RINGSCOPE_TRY(CheckHead(head));
  OtlpTree tree(run, head, uses);
  run.source.Rewind();
  RINGSCOPE_TRY(OtlpJson(run, nullptr, tree).Read());
  tree.AddNotes();
  return run.builder.status();
}

}  // namespace

const Importer kOtlpImporter{"otlp", &LooksLikeOtlpMessage, &ImportOtlp, false};
const Importer kOtlpJsonImporter{"otlp json", &SniffOtlpJson, &ImportOtlpJson};

}  // namespace ringscope
