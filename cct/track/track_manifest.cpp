#include "cct/track/track_manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "cct/base/text/ascii.h"
#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

constexpr std::string_view kFirstLine = "ringscope track 1";
constexpr size_t kMaxNameBytes = 64;

// Undoes AppendTsvField().
std::string Unescaped(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    const char c = text[++i];
    plain += c == 't' ? '\t' : c == 'n' ? '\n' : c;
  }
  return plain;
}

std::vector<std::string> FieldsOf(std::string_view line) {
  std::vector<std::string> fields;
  for (size_t begin = 0; begin <= line.size();) {
    const size_t end = std::min(line.find('\t', begin), line.size());
    fields.push_back(Unescaped(line.substr(begin, end - begin)));
    begin = end + 1;
  }
  return fields;
}

bool IsCommit(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) && text.find_first_not_of("0123456789abcdef") == text.npos;
}

class ManifestReader {
 public:
  Result<TrackManifest> Read(std::string_view text) && {
    uint64_t number = 0;
    while (!text.empty()) {
      const std::string_view line = TakeLine(text);
      if (++number == 1) {
        if (line != kFirstLine) {
          return Fail(ErrorCode::kUnsupported, "expected a manifest that begins with '{}'", kFirstLine);
        }
        continue;
      }
      if (line.empty() || line.front() == '#') continue;
      const std::vector<std::string> fields = FieldsOf(line);
      if (!ReadLine(fields)) {
        auto wrong = Fail(ErrorCode::kMalformed, "expected a line of a manifest, found '{}'", fields[0]);
        wrong.value().line = number;
        return wrong;
      }
    }
    if (number == 0) return Fail(ErrorCode::kMalformed, "expected a manifest, found an empty file");
    return std::move(manifest_);
  }

 private:
  TrackedBenchmark* BenchmarkOf(std::string_view name) {
    auto& all = manifest_.settings.benchmarks;
    const auto found = std::ranges::find(all, name, &TrackedBenchmark::name);
    return found == all.end() ? nullptr : &*found;
  }
  TrackedVersion* VersionOf(const std::string& commit) {
    const auto found = place_of_.find(commit);
    return found == place_of_.end() ? nullptr : &manifest_.versions[found->second];
  }

  bool ReadLine(const std::vector<std::string>& fields) {
    TrackSettings& settings = manifest_.settings;
    const std::string& word = fields[0];
    const size_t count = fields.size();
    if (word == "repository" && count == 2) {
      settings.repository = fields[1];
    } else if (word == "build" && count == 2) {
      settings.build = fields[1];
    } else if (word == "runs" && count == 2) {
      return Read(fields[1], settings.runs) && settings.runs > 0;
    } else if (word == "limit-seconds" && count == 2) {
      return Read(fields[1], settings.limit_seconds);
    } else if (word == "recorder" && count == 2) {
      settings.recorder = fields[1];
      return IsTrackRecorder(settings.recorder);
    } else if (word == "benchmark" && count == 3) {
      if (!IsBenchmarkName(fields[1]) || BenchmarkOf(fields[1]) != nullptr) return false;
      settings.benchmarks.push_back({fields[1], fields[2], {}});
    } else if (word == "file" && count == 3) {
      TrackedBenchmark* const benchmark = BenchmarkOf(fields[1]);
      if (benchmark == nullptr) return false;
      benchmark->files.push_back(fields[2]);
    } else if (word == "version" && count == 4) {
      return ReadVersion(fields);
    } else if (word == "not-built" && count == 3) {
      TrackedVersion* const version = VersionOf(fields[1]);
      if (version == nullptr) return false;
      version->not_built = fields[2];
    } else {
      return ReadOutcome(fields);
    }
    return true;
  }

  bool ReadVersion(const std::vector<std::string>& fields) {
    TrackedVersion version{.commit = fields[1], .subject = fields[3]};
    if (!IsCommit(version.commit) || !Read(fields[2], version.time)) return false;
    if (!place_of_.emplace(version.commit, manifest_.versions.size()).second) return false;
    manifest_.versions.push_back(std::move(version));
    return true;
  }

  // Lines that name a version and a benchmark.
  bool ReadOutcome(const std::vector<std::string>& fields) {
    if (fields.size() != 4) return false;
    TrackedVersion* const version = VersionOf(fields[1]);
    if (version == nullptr || BenchmarkOf(fields[2]) == nullptr) return false;
    TrackedOutcome& outcome = version->outcomes[fields[2]];
    if (fields[0] == "contents") {
      outcome.files_hash = fields[3];
    } else if (fields[0] == "runs-done") {
      return Read(fields[3], outcome.runs);
    } else if (fields[0] == "not-run") {
      outcome.failure = fields[3];
    } else {
      return false;
    }
    return true;
  }

  template <typename T>
  static bool Read(std::string_view text, T& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
  }

  TrackManifest manifest_;
  std::map<std::string, size_t> place_of_;  // by commit
};

}  // namespace

std::string FormatManifest(const TrackManifest& manifest) {
  const TrackSettings& settings = manifest.settings;
  std::string text(kFirstLine);
  const auto add = [&text](std::string_view word, std::initializer_list<std::string_view> fields) {
    text += '\n';
    text += word;
    for (const std::string_view field : fields) {
      text += '\t';
      AppendTsvField(text, field);
    }
  };
  add("repository", {settings.repository});
  add("build", {settings.build});
  add("runs", {std::to_string(settings.runs)});
  add("recorder", {settings.recorder});
  add("limit-seconds", {std::to_string(settings.limit_seconds)});
  for (const TrackedBenchmark& benchmark : settings.benchmarks) {
    add("benchmark", {benchmark.name, benchmark.command});
    for (const std::string& file : benchmark.files) add("file", {benchmark.name, file});
  }
  for (const TrackedVersion& version : manifest.versions) {
    add("version", {version.commit, std::to_string(version.time), version.subject});
    if (!version.not_built.empty()) add("not-built", {version.commit, version.not_built});
    for (const auto& [name, outcome] : version.outcomes) {
      if (!outcome.files_hash.empty()) add("contents", {version.commit, name, outcome.files_hash});
      if (outcome.runs > 0) add("runs-done", {version.commit, name, std::to_string(outcome.runs)});
      if (!outcome.failure.empty()) add("not-run", {version.commit, name, outcome.failure});
    }
  }
  return text + '\n';
}

Result<TrackManifest> ParseManifest(std::string_view text) { return ManifestReader().Read(text); }

bool IsTrackRecorder(std::string_view word) {
  return !word.empty() && word.front() != '-' &&
         std::all_of(word.begin(), word.end(), [](char c) { return c == '-' || IsLetterOrDigit(c); });
}

bool IsBenchmarkName(std::string_view name) {
  const auto is_fine = [](char c) { return IsLetterOrDigit(c) || c == '.' || c == '_' || c == '-'; };
  return !name.empty() && name.size() <= kMaxNameBytes && name.front() != '.' && name.front() != '-' &&
         std::all_of(name.begin(), name.end(), is_fine);
}

}  // namespace ringscope
