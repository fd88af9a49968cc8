#include "app/cli/tracking/track_folder.h"

#include <fmt/format.h>

#include <fcntl.h>
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

Result<TrackFolder> TrackFolder::Open(const std::filesystem::path& path) {
  TrackFolder folder;
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error) folder.path_ = std::filesystem::canonical(path, error);
  if (error) return Refuse(fmt::format("{}: cannot make the folder: {}", path.string(), error.message()));
  const bool is_begun = std::filesystem::exists(folder.manifest(), error) ||
                        std::filesystem::exists(folder.path_ / kLockName, error);
  if (!is_begun && !std::filesystem::is_empty(folder.path_, error)) {
    return Refuse(fmt::format(
        "{}: expected a new or empty folder, or one that 'ringscope track' began, found other files",
        path.string()));
  }
  folder.lock_ = open((folder.path_ / kLockName).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (folder.lock_ < 0)
    return Refuse(fmt::format("{}: cannot write there: {}", path.string(), std::strerror(errno)));
  if (flock(folder.lock_, LOCK_EX | LOCK_NB) != 0)
    return Refuse(fmt::format("{}: another 'ringscope track' is at work there", path.string()));
  for (std::filesystem::directory_iterator it(folder.path_, error), end; !error && it != end;
       it.increment(error)) {
    std::error_code ignored;
    if (it->path().filename().string().starts_with(kRecordedPrefix))
      std::filesystem::remove_all(it->path(), ignored);
  }
  for (const char* const name : {"logs", "profiles"}) {
    std::filesystem::create_directories(folder.path_ / name, error);
    if (error) return Refuse(fmt::format("{}: cannot write there: {}", path.string(), error.message()));
  }
  return folder;
}

TrackFolder::TrackFolder(TrackFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

TrackFolder::~TrackFolder() {
  if (lock_ >= 0) close(lock_);
}

Result<std::optional<TrackManifest>> TrackFolder::ReadManifest() const {
  std::error_code error;
  if (!std::filesystem::exists(manifest(), error)) return std::optional<TrackManifest>();
  RINGSCOPE_ASSIGN(const MappedFile text,
                   About(manifest(), MappedFile::Open(manifest(), MappedFile::Access::kSequential)));
  const std::string_view bytes{reinterpret_cast<const char*>(text.bytes().data()), text.bytes().size()};
  RINGSCOPE_ASSIGN(TrackManifest read, About(manifest(), ParseManifest(bytes)));
  return std::optional(std::move(read));
}

Result<void> TrackFolder::WriteManifest(const TrackManifest& contents) const {
  RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(manifest()));
  RINGSCOPE_TRY(file.Write(FormatManifest(contents)));
  return std::move(file).Commit();
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
