#include <deque>
#include <string_view>

#include "cct/import/firefox/firefox_document.h"
#include "cct/import/firefox/firefox_profile.h"
#include "cct/import/firefox/firefox_tree.h"
#include "cct/import/importers.h"
#include "cct/import/sniffing.h"

namespace ringscope {
namespace {

bool SniffFirefox(std::string_view prefix) {
  if (FirstOf(prefix) != '{') return false;
  const auto has = [&](std::string_view key) { return Has(prefix, key); };
  // The list of modules or a table may be larger than the prefix.
  const bool is_meta = has("\"preprocessedProfileVersion\"") || (has("\"stackwalk\"") && has("\"meta\""));
  const bool is_module = has("\"breakpadId\"") && (has("\"debugName\"") || has("\"pdbName\""));
  const bool is_table = has("\"stackTable\"") || has("\"frameTable\"") || has("\"funcTable\"");
  const bool is_texts = has("\"stringArray\"") || has("\"stringTable\"");
  const bool is_thread = is_table && (is_texts || has("\"threads\"") || has("\"shared\""));
  return is_meta || is_module || is_thread;
}

Result<void> ImportFirefox(const ImportRun& run) {
  FirefoxProfile profile;
  std::deque<FirefoxEmbedded> embedded;
  {
    FirefoxDocument document(run, profile, embedded);
    RINGSCOPE_TRY(document.Read());
    run.report.input_bytes = document.read_bytes();
  }
  // Child processes of old versions are texts in the document, and theirs texts in those.
  for (size_t i = 0; i < embedded.size(); ++i) {
    FirefoxEmbedded& text = embedded[i];
    const auto opened = OpenMemorySource(std::as_bytes(std::span(text.text)), text.text.size(), kSniffBytes);
    if (!opened) {
      run.report.Skip("a process in a text that cannot be read", text.offset_bytes);
      continue;
    }
    const size_t before = embedded.size();
    FirefoxDocument document(run.From(*opened->source), profile, embedded);
    if (const Result<void> read = document.Read(); !read) {
      if (read.error().code != ErrorCode::kMalformed) return read;
      run.report.Skip("a process in a text that cannot be read", text.offset_bytes);
    }
    for (size_t k = before; k < embedded.size(); ++k) embedded[k].offset_bytes = text.offset_bytes;
    text.text = {};
  }
  if (profile.processes.empty()) return Fail(ErrorCode::kMalformed, "expected a profile, found none");
  return FirefoxTree(run, profile).Build();
}

}  // namespace

const Importer kFirefoxImporter{"firefox", &SniffFirefox, &ImportFirefox};

}  // namespace ringscope
