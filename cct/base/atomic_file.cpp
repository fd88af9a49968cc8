#include "cct/base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

namespace ringscope {
namespace {

tl::unexpected<Error> FailWithErrno(std::string_view what, const std::string& path) {
  return Fail(ErrorCode::kIo, fmt::format("{}: cannot {} the file: {}", path, what, std::strerror(errno)));
}

// The file a rename may replace. A link stays and what it points to is replaced; devices, pipes and folders
// are refused, because a rename would put a file in their place.
Result<std::filesystem::path> ReplaceablePath(const std::filesystem::path& path) {
  std::error_code failed;
  std::filesystem::path target = path;
  if (std::filesystem::is_symlink(path, failed)) {
    target = std::filesystem::weakly_canonical(path, failed);
    if (failed) {
      return Fail(ErrorCode::kIo,
                  fmt::format("{}: cannot follow the link: {}", path.string(), failed.message()));
    }
  }
  const auto type = std::filesystem::status(target, failed).type();
  if (type == std::filesystem::file_type::regular || type == std::filesystem::file_type::not_found)
    return target;
  if (type == std::filesystem::file_type::none) {
    return Fail(ErrorCode::kIo,
                fmt::format("{}: cannot create the file: {}", path.string(), failed.message()));
  }
  return Fail(
      ErrorCode::kIo,
      fmt::format("{}: expected a file to write, found a {}", path.string(),
                  type == std::filesystem::file_type::directory ? "directory" : "device, pipe or socket"));
}

}  // namespace

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_path_(std::exchange(other.temporary_path_, {})),
      fd_(std::exchange(other.fd_, -1)),
      written_bytes_(other.written_bytes_) {}

AtomicFile::~AtomicFile() {
  if (fd_ >= 0) close(fd_);
  if (!temporary_path_.empty()) unlink(temporary_path_.c_str());
}

Result<AtomicFile> AtomicFile::Create(const std::filesystem::path& path) {
  AtomicFile file;
  RINGSCOPE_ASSIGN(file.path_, ReplaceablePath(path));
  std::string pattern = file.path_.string() + ".XXXXXX";
  file.fd_ = mkostemp(pattern.data(), O_CLOEXEC);
  if (file.fd_ < 0) return FailWithErrno("create", path.string());
  file.temporary_path_ = pattern;
  // mkostemp gives 0600; an ordinary new file honours the umask.
  const mode_t mask = umask(0);
  umask(mask);
  if (fchmod(file.fd_, 0666 & ~mask) != 0) return FailWithErrno("set the mode of", file.temporary_path_);
  return file;
}

Result<void> AtomicFile::Write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    // The kernel writes at most 2 GiB a call.
    const ssize_t count = write(fd_, bytes.data(), std::min<size_t>(bytes.size(), size_t{1} << 30));
    if (count < 0) {
      if (errno == EINTR) continue;
      return FailWithErrno("write", path_.string());
    }
    written_bytes_ += static_cast<uint64_t>(count);
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return {};
}

Result<void> AtomicFile::Commit() {
  if (fsync(fd_) != 0) return FailWithErrno("write", path_.string());
  const int fd = std::exchange(fd_, -1);
  if (close(fd) != 0) return FailWithErrno("write", path_.string());
  if (rename(temporary_path_.c_str(), path_.c_str()) != 0) return FailWithErrno("replace", path_.string());
  temporary_path_.clear();
  // The rename itself is durable only once the folder is synced; a folder that cannot be opened is no
  // failure.
  const std::filesystem::path folder = path_.has_parent_path() ? path_.parent_path() : ".";
  if (const int folder_fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); folder_fd >= 0) {
    fsync(folder_fd);
    close(folder_fd);
  }
  return {};
}

}  // namespace ringscope
