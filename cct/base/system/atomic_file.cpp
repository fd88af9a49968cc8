#include "cct/base/system/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <random>
#include <system_error>
#include <utility>

namespace ringscope {
namespace {

tl::unexpected<Error> FailWithErrno(std::string_view what, const std::string& path) {
  return Fail(ErrorCode::kIo, "{}: cannot {} the file: {}", path, what, std::strerror(errno));
}

std::filesystem::path FolderOf(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

// Whether the folder is in /proc, which names the open files of processes: /dev/stdout leads to one.
bool IsInProc(const std::filesystem::path& folder) {
  struct statfs system {};
  return statfs(folder.c_str(), &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

// Calls use(name) with random names beside `path` until it returns true, or fails for another reason than
// EEXIST. Returns the name it took; empty, with errno set, if all failed.
template <typename Use>
std::string TakeName(const std::filesystem::path& path, Use use) {
  constexpr int kAttempts = 100;
  std::random_device random;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::string name = fmt::format("{}.{:08x}", path.string(), random());
    if (use(name.c_str())) return name;
    if (errno != EEXIST) break;
  }
  return {};
}

// A path to an open file, also to one without a name.
std::string DescriptorPath(int fd) { return fmt::format("/proc/self/fd/{}", fd); }

// Creates a file without a name in `folder`, which disappears with the process however that ends. -1 if the
// file system does not support such files, or without /proc, which is needed to give the file its name.
int OpenUnnamed(const std::filesystem::path& folder, mode_t mode) {
  const int fd = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
  if (fd < 0 || access(DescriptorPath(fd).c_str(), F_OK) == 0) return fd;
  close(fd);
  return -1;
}

}  // namespace

Result<std::filesystem::path> ReplaceableFile(const std::filesystem::path& path) {
  constexpr int kMostLinks = 40;  // as many as the kernel follows
  std::error_code failed;
  std::filesystem::path target = path;
  for (int link = 0;; ++link) {
    if (IsInProc(FolderOf(target))) {
      return Fail(ErrorCode::kIo,
                  "{}: expected the name of a file to write, found a file that a program "
                  "has open",
                  path.string());
    }
    if (!std::filesystem::is_symlink(target, failed)) break;
    const std::filesystem::path next = std::filesystem::read_symlink(target, failed);
    if (failed || link == kMostLinks) {
      return Fail(ErrorCode::kIo, "{}: cannot follow the link: {}", path.string(),
                  std::strerror(failed ? failed.value() : ELOOP));
    }
    target = FolderOf(target) / next;  // operator/ drops the folder if `next` is absolute
  }
  // A rename would replace a device, pipe or socket by a file.
  const auto type = std::filesystem::status(target, failed).type();
  if (type == std::filesystem::file_type::regular || type == std::filesystem::file_type::not_found)
    return target;
  if (type == std::filesystem::file_type::none) {
    return Fail(ErrorCode::kIo, "{}: cannot create the file: {}", path.string(), failed.message());
  }
  return Fail(ErrorCode::kIo, "{}: expected a file to write, found a {}", path.string(),
              type == std::filesystem::file_type::directory ? "directory" : "device, pipe or socket");
}

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
  RINGSCOPE_ASSIGN(file.path_, ReplaceableFile(path));
  // A replaced file keeps its mode; the kernel applies the umask to the mode of a new one.
  struct stat old {};
  const bool replaces = stat(file.path_.c_str(), &old) == 0;
  const mode_t mode = replaces ? old.st_mode & 0777 : 0666;
  file.fd_ = OpenUnnamed(FolderOf(file.path_), mode);
  if (file.fd_ < 0) {
    file.temporary_path_ = TakeName(file.path_, [&](const char* name) {
      file.fd_ = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode);
      return file.fd_ >= 0;
    });
  }
  if (file.fd_ < 0) return FailWithErrno("create", path.string());
  if (replaces && fchmod(file.fd_, mode) != 0) return FailWithErrno("set the mode of", path.string());
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

std::filesystem::path AtomicFile::path_before_commit() const {
  return temporary_path_.empty() ? DescriptorPath(fd_) : temporary_path_;
}

Result<void> AtomicFile::GiveName() {
  const std::string unnamed = DescriptorPath(fd_);
  const auto link_to = [&](const char* name) {
    return linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
  };
  if (link_to(path_.c_str())) return {};
  // linkat() does not replace a file: a temporary name is needed, from which rename() can.
  if (errno == EEXIST) temporary_path_ = TakeName(path_, link_to);
  if (temporary_path_.empty()) return FailWithErrno("write", path_.string());
  return {};
}

Result<void> AtomicFile::Commit() {
  if (fsync(fd_) != 0) return FailWithErrno("write", path_.string());
  if (temporary_path_.empty()) RINGSCOPE_TRY(GiveName());
  if (!temporary_path_.empty() && rename(temporary_path_.c_str(), path_.c_str()) != 0)
    return FailWithErrno("replace", path_.string());
  temporary_path_.clear();
  if (close(std::exchange(fd_, -1)) != 0) return FailWithErrno("write", path_.string());
  // The new name is durable only after the folder is synced; a folder that cannot be opened is no failure.
  if (const int folder_fd = open(FolderOf(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      folder_fd >= 0) {
    fsync(folder_fd);
    close(folder_fd);
  }
  return {};
}

Result<void> WriteFile(const std::filesystem::path& path, std::string_view text) {
  RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(path));
  RINGSCOPE_TRY(file.Write(text));
  return file.Commit();
}

}  // namespace ringscope
