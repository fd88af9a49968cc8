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
Result<void> ImportOtlp(ByteSource& source, const ImportOptions& options, CctBuilder& builder,
                        ImportReport& report, JobControl& job) {
  std::string memory;
  RINGSCOPE_ASSIGN(const std::string_view message, ReadWhole(source, kInflatingShare, job, memory));
  report.input_bytes = message.size();
  const uint64_t max_text_bytes = options.build.max_string_bytes;
  const uint64_t units = source.size_bytes();
  const uint64_t first_units = memory.empty() ? 0 : units / 2;
  const uint64_t units_of_pass = (units - first_units) / 2;
  OtlpProgress progress{first_units,
                        static_cast<double>(units_of_pass) / static_cast<double>(message.size())};
  OtlpHead head;
  OtlpUses uses;
  RINGSCOPE_TRY(ReadOtlpMessage(message, max_text_bytes, &head, uses, progress, job));
  RINGSCOPE_TRY(CheckHead(head));
  OtlpTree tree(head, uses, options, builder, report, job);
  progress.first_units += units_of_pass;
  RINGSCOPE_TRY(ReadOtlpMessage(message, max_text_bytes, nullptr, tree, progress, job));
  tree.AddNotes();
  return builder.status();
}

Result<void> ImportOtlpJson(ByteSource& source, const ImportOptions& options, CctBuilder& builder,
                            ImportReport& report, JobControl& job) {
  OtlpHead head;
  OtlpUses uses;
  {
    OtlpJson heads(source, options, &head, uses, job);
    RINGSCOPE_TRY(heads.Read());
    report.input_bytes = heads.read_bytes();
  }
  RINGSCOPE_TRY(CheckHead(head));
  OtlpTree tree(head, uses, options, builder, report, job);
  source.Rewind();
  RINGSCOPE_TRY(OtlpJson(source, options, nullptr, tree, job).Read());
  tree.AddNotes();
  return builder.status();
}

}  // namespace

const Importer kOtlpImporter{"otlp", &LooksLikeOtlpMessage, &ImportOtlp, false};
const Importer kOtlpJsonImporter{"otlp json", &SniffOtlpJson, &ImportOtlpJson};

}  // namespace ringscope
