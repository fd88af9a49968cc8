#include "app/cli/tracking/track_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "cct/base/system/atomic_file.h"
#include "cct/base/system/mapped_file.h"

namespace ringscope {
namespace {

constexpr const char* kLockName = "lock";
constexpr const char* kRecordedPrefix = "recorded-";

}  // namespace

OrLine<TrackFolder> TrackFolder::Open(const std::filesystem::path& path) {
  TrackFolder folder;
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error) folder.path_ = std::filesystem::canonical(path, error);
  if (error)
    return tl::unexpected(fmt::format("{}: cannot make the folder: {}", path.string(), error.message()));
  const bool is_begun = std::filesystem::exists(folder.manifest(), error) ||
                        std::filesystem::exists(folder.path_ / kLockName, error);
  if (!is_begun && !std::filesystem::is_empty(folder.path_, error)) {
    return tl::unexpected(fmt::format(
        "{}: expected a new or empty folder, or one that 'ringscope track' began, found other files",
        path.string()));
  }
  folder.lock_ = open((folder.path_ / kLockName).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (folder.lock_ < 0)
    return tl::unexpected(fmt::format("{}: cannot write there: {}", path.string(), std::strerror(errno)));
  if (flock(folder.lock_, LOCK_EX | LOCK_NB) != 0)
    return tl::unexpected(fmt::format("{}: another 'ringscope track' is at work there", path.string()));
  for (std::filesystem::directory_iterator it(folder.path_, error), end; !error && it != end;
       it.increment(error)) {
    std::error_code ignored;
    if (it->path().filename().string().starts_with(kRecordedPrefix))
      std::filesystem::remove_all(it->path(), ignored);
  }
  for (const char* const name : {"logs", "profiles"}) {
    std::filesystem::create_directories(folder.path_ / name, error);
    if (error)
      return tl::unexpected(fmt::format("{}: cannot write there: {}", path.string(), error.message()));
  }
  return folder;
}

TrackFolder::TrackFolder(TrackFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

TrackFolder::~TrackFolder() {
  if (lock_ >= 0) close(lock_);
}

OrLine<std::optional<TrackManifest>> TrackFolder::ReadManifest() const {
  std::error_code error;
  if (!std::filesystem::exists(manifest(), error)) return std::optional<TrackManifest>();
  const auto text = MappedFile::Open(manifest(), MappedFile::Access::kSequential);
  if (!text) return tl::unexpected(ErrorLine(manifest(), text.error()));
  const std::span<const std::byte> bytes = text->bytes();
  Result<TrackManifest> read = ParseManifest({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (!read) return tl::unexpected(ErrorLine(manifest(), read.error()));
  return std::optional(std::move(*read));
}

OrLine<void> TrackFolder::WriteManifest(const TrackManifest& contents) const {
  const auto write = [&]() -> Result<void> {
    RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(manifest()));
    RINGSCOPE_TRY(file.Write(FormatManifest(contents)));
    return std::move(file).Commit();
  };
  if (const Result<void> written = write(); !written) return tl::unexpected(written.error().message);
  return {};
}

std::filesystem::path TrackFolder::recorded() const {
  return path_ / fmt::format("{}{}", kRecordedPrefix, getpid());
}

std::filesystem::path TrackFolder::ProfilesOf(const std::string& benchmark) const {
  return TrackedProfilesOf(path_, benchmark);
}

std::filesystem::path TrackFolder::Profile(const std::string& benchmark, size_t version,
                                           const std::string& commit, uint32_t run) const {
  return TrackedProfile(path_, benchmark, version, commit, run);
}

std::filesystem::path TrackFolder::Log(const std::string& what, size_t version,
                                       const std::string& commit) const {
  return path_ / "logs" / fmt::format("{}-{}.txt", NumberedCommit(version, commit), what);
}

}  // namespace ringscope
