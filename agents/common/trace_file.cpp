#include "agents/common/trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <iterator>

#include "agents/common/agent_settings.h"
#include "agents/common/message.h"

namespace ringscope {
namespace {

constexpr uint64_t kPieceBytes = 64 * 1024;  // sizes are multiples of it
constexpr uint64_t kMostStepBytes = uint64_t{64} << 20;
constexpr uint64_t kMostRoomLeftBytes = uint64_t{256} << 20;
constexpr int kMostSuffix = 999;

// Beyond the limit on file sizes the kernel would send SIGXFSZ, which ends the program.
int CheckFileLimit(uint64_t bytes) {
  rlimit limit;
  const bool is_known = getrlimit(RLIMIT_FSIZE, &limit) == 0;
  return is_known && limit.rlim_cur != RLIM_INFINITY && bytes > limit.rlim_cur ? EFBIG : 0;
}

int CheckRoom(int file, uint64_t bytes) {
  struct statvfs room;
  if (fstatvfs(file, &room) != 0 || room.f_blocks == 0) {
    return 0;  // the allocation itself will fail
  }
  const uint64_t unit = room.f_frsize;
  const uint64_t left = std::min(room.f_blocks / 20 * unit, kMostRoomLeftBytes);
  return room.f_bavail * unit < left + bytes ? ENOSPC : 0;
}

int WriteAll(int file, const std::byte* bytes, uint64_t count, uint64_t offset) {
  while (count != 0) {
    const ssize_t written = pwrite(file, bytes, count, static_cast<off_t>(offset));
    if (written > 0) {
      bytes += written;
      offset += static_cast<uint64_t>(written);
      count -= static_cast<uint64_t>(written);
    } else if (written == 0 || errno != EINTR) {
      return written == 0 ? ENOSPC : errno;
    }
  }
  return 0;
}

// Allocates bytes of the disk for a range of a file that is still a hole.
int Allocate(int file, uint64_t offset, uint64_t bytes) {
  if (const int error = CheckFileLimit(offset + bytes)) {
    return error;
  }
  if (const int error = CheckRoom(file, bytes)) {
    return error;
  }
  int result = 0;
  do {
    result = fallocate(file, 0, static_cast<off_t>(offset), static_cast<off_t>(bytes));
  } while (result != 0 && errno == EINTR);
  if (result == 0) {
    return 0;
  }
  if (errno != EOPNOTSUPP && errno != ENOSYS) {
    return errno;
  }
  // The file system cannot allocate; written zeros take space, too.
  static constexpr std::byte kZeros[kPieceBytes] = {};
  for (uint64_t done = 0; done < bytes; done += kPieceBytes) {
    if (const int error = WriteAll(file, kZeros, std::min(kPieceBytes, bytes - done), offset + done)) {
      return error;
    }
  }
  return 0;
}

}  // namespace

int TraceFile::Reserve(uint64_t limit_bytes) {
  uint64_t bytes = std::max(limit_bytes / kPieceBytes * kPieceBytes, 2 * kPieceBytes);
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    // Addresses are scarce; three quarters stay with the program.
    bytes = std::clamp(uint64_t{limit.rlim_cur} / 4 / kPieceBytes * kPieceBytes, 2 * kPieceBytes, bytes);
  }
  for (;;) {
    void* address = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (address != MAP_FAILED) {
      base_ = static_cast<std::byte*>(address);
      reserved_bytes_ = bytes;
      return 0;
    }
    const int error = errno;
    bytes = bytes / 2 / kPieceBytes * kPieceBytes;
    if (bytes < 2 * kPieceBytes) {
      return error;
    }
  }
}

int TraceFile::CreateNew(const char* pattern) {
  if (const int error = ExpandFilePattern(pattern, path_)) {
    return -error;
  }
  const size_t size = strlen(path_);
  for (int suffix = 2; suffix <= kMostSuffix + 1; ++suffix) {
    const int file = open(path_, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0) {
      struct stat status;
      if (fstat(file, &status) != 0) {
        const int error = errno;
        close(file);
        return -error;
      }
      device_ = status.st_dev;
      inode_ = status.st_ino;
      return file;
    }
    if (errno != EEXIST) {
      return -errno;
    }
    path_[size] = '.';
    *std::to_chars(path_ + size + 1, std::end(path_) - 1, suffix).ptr = 0;
  }
  return -EEXIST;
}

int TraceFile::Reopen() const {
  const int file = open(path_, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) {
    return -errno;
  }
  struct stat status;
  if (fstat(file, &status) != 0 || status.st_dev != device_ || status.st_ino != inode_) {
    close(file);
    return -ESTALE;
  }
  return file;
}

int TraceFile::Create(const char* pattern, uint64_t limit_bytes, uint64_t first_bytes) {
  if (const int error = Reserve(limit_bytes)) {
    return error;
  }
  const int file = CreateNew(pattern);
  if (file < 0) {
    Close();
    return -file;
  }
  first_bytes = std::min(first_bytes, reserved_bytes_);
  int error = Allocate(file, 0, first_bytes);
  if (error == 0 &&
      mmap(base_, first_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED) {
    error = errno;
  }
  close(file);
  if (error != 0) {
    unlink(path_);
    Close();
    return error;
  }
  size_bytes_ = first_bytes;
  return 0;
}

int TraceFile::Grow(uint64_t bytes) {
  if (bytes <= size_bytes_) {
    return 0;
  }
  if (bytes > reserved_bytes_) {
    return ENOMEM;
  }
  const int file = Reopen();
  if (file < 0) {
    return -file;
  }
  const uint64_t least = (bytes - size_bytes_ + kPieceBytes - 1) / kPieceBytes * kPieceBytes;
  uint64_t step = std::max(least, std::min({size_bytes_, kMostStepBytes, reserved_bytes_ - size_bytes_}));
  int error = Allocate(file, size_bytes_, step);
  while (error != 0 && step > least) {
    step = std::max(least, step / 2 / kPieceBytes * kPieceBytes);
    error = Allocate(file, size_bytes_, step);
  }
  if (error == 0 && mmap(base_ + size_bytes_, step, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
                         static_cast<off_t>(size_bytes_)) == MAP_FAILED) {
    error = errno;
  }
  close(file);
  if (error == 0) {
    size_bytes_ += step;
  }
  return error;
}

int TraceFile::FillHole(uint64_t offset, uint64_t bytes) {
  const int file = Reopen();
  if (file < 0) {
    return -file;
  }
  const int error = Allocate(file, offset, bytes);
  close(file);
  return error;
}

int TraceFile::BeginCopy(const char* pattern) {
  copy_ = CreateNew(pattern);
  if (copy_ < 0) {
    return -copy_;
  }
  if (const int error = CheckFileLimit(size_bytes_)) {
    return error;
  }
  return ftruncate(copy_, static_cast<off_t>(size_bytes_)) == 0 ? 0 : errno;
}

int TraceFile::ZeroRange(uint64_t offset, uint64_t bytes) { return Allocate(copy_, offset, bytes); }

int TraceFile::CopyRange(uint64_t offset, uint64_t bytes) {
  if (const int error = Allocate(copy_, offset, bytes)) {
    return error;
  }
  return WriteAll(copy_, base_ + offset, bytes, offset);
}

int TraceFile::EndCopy() {
  if (mmap(base_, size_bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, copy_, 0) == MAP_FAILED) {
    return errno;
  }
  close(copy_);
  copy_ = -1;
  return 0;
}

void TraceFile::GiveUpCopy() {
  if (copy_ >= 0) {
    close(copy_);
    unlink(path_);
    copy_ = -1;
  }
  path_[0] = 0;
  // The copy goes through another range, as the new bytes replace the old ones in place. Without memory for
  // that range the content is lost, but pointers still point to memory.
  void* other =
      mmap(nullptr, size_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (other != MAP_FAILED) {
    memcpy(other, base_, size_bytes_);
    if (mremap(other, size_bytes_, size_bytes_, MREMAP_MAYMOVE | MREMAP_FIXED, base_) != MAP_FAILED) {
      return;
    }
    munmap(other, size_bytes_);
  }
  mmap(base_, size_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE,
       -1, 0);
}

void TraceFile::Close() {
  if (base_ != nullptr) {
    munmap(base_, reserved_bytes_);
  }
  base_ = nullptr;
  reserved_bytes_ = 0;
  size_bytes_ = 0;
}

}  // namespace ringscope
