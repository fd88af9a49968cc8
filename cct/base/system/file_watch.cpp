#include "cct/base/system/file_watch.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <utility>

#include "cct/base/system/mapping_guard.h"

namespace ringscope {

FileWatch::FileWatch(const MappedFile& file, std::filesystem::path path)
    : path_(std::move(path)),
      data_(file.bytes().data()),
      size_bytes_(file.bytes().size()),
      stamp_(StampOf(path_)) {}

FileWatch::Stamp FileWatch::StampOf(const std::filesystem::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return {};
  return {status.st_dev, status.st_ino, static_cast<uint64_t>(status.st_size), status.st_mtim.tv_sec,
          status.st_mtim.tv_nsec};
}

FileChange FileWatch::Change() const {
  if (data_ == nullptr) return FileChange::kNone;
  if (MappingWasCut(data_)) return FileChange::kCut;
  const Stamp now = StampOf(path_);
  if (now.inode == 0 || now.device != stamp_.device || now.inode != stamp_.inode) return FileChange::kNone;
  if (now.size_bytes < size_bytes_) return FileChange::kCut;
  if (now.size_bytes > size_bytes_) return FileChange::kGrown;
  const bool same_time = now.modified_s == stamp_.modified_s && now.modified_ns == stamp_.modified_ns;
  return same_time ? FileChange::kNone : FileChange::kRewritten;
}

Result<void> KeepMapped(const MappedFile& file) {
  if (MappingWasCut(file.bytes().data())) return FailChanged(FileChange::kCut);
  KeepMapping(file.bytes().data());
  return {};
}

tl::unexpected<Error> FailChanged(FileChange change) {
  return Fail(ErrorCode::kIo,
              fmt::format("expected a file that stays as it is while it is read, found that "
                          "another program {}; open it again when it is complete",
                          change == FileChange::kCut ? "made it shorter" : "wrote to it"));
}

}  // namespace ringscope
