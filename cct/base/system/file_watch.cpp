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
  return Fail(ErrorCode::kIo, fmt::format("expected a file that stays as it is while it is read, found that "
                                          "another program {}; open it again when it is complete",
                                          change == FileChange::kCut ? "made it shorter" : "wrote to it"));
}

}  // namespace ringscope
