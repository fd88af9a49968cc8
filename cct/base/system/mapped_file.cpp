#include "cct/base/system/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "cct/base/system/mapping_guard.h"

namespace ringscope {
namespace {

size_t PageSize() {
  static const size_t page_bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return page_bytes;
}

size_t RoundUpToPage(size_t bytes) { return (bytes + PageSize() - 1) / PageSize() * PageSize(); }

// Closes a file descriptor at the end of its scope.
struct FdCloser {
  int fd;
  ~FdCloser() {
    if (fd >= 0) close(fd);
  }
};

}  // namespace

void MappedFile::Unmap::operator()(const std::byte* data) const {
  UnregisterMapping(data);
  munmap(const_cast<std::byte*>(data), RoundUpToPage(size_bytes));
}

Result<MappedFile> MappedFile::Open(const std::filesystem::path& path, Access access) {
  const FdCloser file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.fd < 0) {
    const ErrorCode code = errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo;
    return Fail(code, "expected a file that can be read, found: {}", std::strerror(errno));
  }
  struct stat status {};
  if (fstat(file.fd, &status) != 0)
    return Fail(ErrorCode::kIo, "cannot stat the file: {}", std::strerror(errno));
  if (S_ISDIR(status.st_mode)) return Fail(ErrorCode::kIo, "expected a file, found a directory");
  if (!S_ISREG(status.st_mode))
    return Fail(ErrorCode::kIo, "expected a regular file, found a device, pipe or socket");

  MappedFile mapped;
  mapped.stamp_ = {status.st_dev, status.st_ino, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
  if (status.st_size == 0) return mapped;
  const auto size_bytes = static_cast<size_t>(status.st_size);
  void* const contents = mmap(nullptr, size_bytes, PROT_READ, MAP_PRIVATE, file.fd, 0);
  if (contents == MAP_FAILED) return Fail(ErrorCode::kIo, "cannot map the file: {}", std::strerror(errno));
  mapped.data_ = {static_cast<const std::byte*>(contents), Unmap{size_bytes}};
  RegisterMapping(contents, RoundUpToPage(size_bytes), path);
  mapped.Advise(access);
  return mapped;
}

void MappedFile::Advise(Access access) const {
  if (data_ == nullptr) return;
  madvise(const_cast<std::byte*>(data_.get()), bytes().size(),
          access == Access::kSequential ? MADV_SEQUENTIAL : MADV_NORMAL);
}

void MappedFile::DropPages(uint64_t offset_bytes, uint64_t length_bytes) const {
  const uint64_t first = (offset_bytes + PageSize() - 1) / PageSize() * PageSize();
  const uint64_t last = (offset_bytes + length_bytes) / PageSize() * PageSize();
  if (first >= last || last > RoundUpToPage(bytes().size())) return;
  madvise(const_cast<std::byte*>(data_.get()) + first, last - first, MADV_DONTNEED);
}

FileWatch::FileWatch(const MappedFile& file, std::filesystem::path path)
    : path_(std::move(path)),
      data_(file.bytes().data()),
      size_bytes_(file.bytes().size()),
      stamp_(file.stamp()) {}

FileChange FileWatch::Change() const {
  if (data_ == nullptr) return FileChange::kNone;
  if (MappingWasCut(data_)) return FileChange::kCut;
  struct stat status {};
  if (stat(path_.c_str(), &status) != 0) return FileChange::kNone;
  const FileStamp now{status.st_dev, status.st_ino, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
  if (now.device != stamp_.device || now.inode != stamp_.inode) return FileChange::kNone;
  const auto now_bytes = static_cast<size_t>(status.st_size);
  if (now_bytes != size_bytes_) return now_bytes < size_bytes_ ? FileChange::kCut : FileChange::kGrown;
  return now == stamp_ ? FileChange::kNone : FileChange::kRewritten;
}

Result<void> KeepMapped(const MappedFile& file) {
  if (MappingWasCut(file.bytes().data())) return FailChanged(FileChange::kCut);
  KeepMapping(file.bytes().data());
  return {};
}

tl::unexpected<Error> FailChanged(FileChange change) {
  return Fail(ErrorCode::kIo,
              "expected a file that stays as it is while it is read, found that "
              "another program {}; open it again when it is complete",
              change == FileChange::kCut ? "made it shorter" : "wrote to it");
}

}  // namespace ringscope
