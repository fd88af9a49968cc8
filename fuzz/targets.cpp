#include "fuzz/targets.h"

#include <algorithm>

#include "cct/import/importer.h"

namespace ringscope::fuzz {
namespace {

constexpr std::string_view kTraceImporter = "ringscope trace";

std::string NameOf(std::string_view importer) {
  std::string name(importer);
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if ((c < 'a' || c > 'z') && (c < '0' || c > '9')) c = '_';
  }
  return name;
}

}  // namespace

std::vector<Target> AllTargets() {
  std::vector<Target> targets = {{"cct_file", FuzzCctFile},
                                 {"detection", FuzzDetection},
                                 {"pipeline", FuzzPipeline},
                                 {"query", FuzzQuery},
                                 {NameOf(kTraceImporter), FuzzTraceMemory},
                                 {"view_text", FuzzViewText}};
  for (const Importer* importer : AllImporters()) {
    if (importer->name == kTraceImporter) continue;
    targets.push_back(
        {NameOf(importer->name), [name = importer->name](Input bytes) { FuzzImporter(name, bytes); }});
  }
  std::sort(targets.begin(), targets.end(), [](const Target& a, const Target& b) { return a.name < b.name; });
  return targets;
}

}  // namespace ringscope::fuzz
