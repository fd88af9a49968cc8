#include "cct/base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace ringscope {
namespace {

tl::unexpected<Error> FailWithErrno(std::string_view what, const std::string& path) {
  return Fail(ErrorCode::kIo, fmt::format("cannot {} '{}': {}", what, path, std::strerror(errno)));
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
  file.path_ = path;
  std::string pattern = path.string() + ".XXXXXX";
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
