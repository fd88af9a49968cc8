#include "cct/track/track_profiles.h"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "cct/base/system/mapped_file.h"

namespace ringscope {
namespace {

constexpr size_t kShownCommitBytes = 12;

std::string_view TextOf(const MappedFile& file) {
  const std::span<const std::byte> bytes = file.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

std::string ShortCommit(const std::string& commit) { return commit.substr(0, kShownCommitBytes); }

std::string NumberedCommit(size_t version, const std::string& commit) {
  return fmt::format("{:04}-{}", version + 1, ShortCommit(commit));
}

std::filesystem::path TrackedProfilesOf(const std::filesystem::path& folder, const std::string& benchmark) {
  return folder / "profiles" / benchmark;
}

std::filesystem::path TrackedProfile(const std::filesystem::path& folder, const std::string& benchmark,
                                     size_t version, const std::string& commit, uint32_t run) {
  return TrackedProfilesOf(folder, benchmark) /
         fmt::format("{}-{:03}.cct", NumberedCommit(version, commit), run);
}

bool LooksLikeManifest(std::string_view text) { return text.starts_with("ringscope track "); }

bool IsTrackFolder(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) return false;
  const auto file = MappedFile::Open(folder / kTrackManifestName, MappedFile::Access::kSequential);
  return file && LooksLikeManifest(TextOf(*file));
}

Result<TrackManifest> ReadTrackManifest(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / kTrackManifestName;
  RINGSCOPE_ASSIGN(const MappedFile file, MappedFile::Open(path, MappedFile::Access::kSequential));
  Result<TrackManifest> manifest = ParseManifest(TextOf(file));
  if (manifest) return manifest;
  Error error = std::move(manifest).error();
  error.message = path.string() + ": " + error.message;
  return tl::unexpected(std::move(error));
}

}  // namespace ringscope
