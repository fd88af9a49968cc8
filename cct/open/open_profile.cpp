#include "cct/open/open_profile.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <span>
#include <utility>

#include "cct/file/cct_file.h"
#include "cct/import/import_profile.h"
#include "cct/transform/steps/merge_threads.h"
#include "cct/tree/verify.h"

namespace ringscope {
namespace {

// More than anyone pipes; a bound, as it lies in memory.
constexpr size_t kMaxPipedBytes = size_t{8} << 30;
constexpr const char* kStandardInput = "-";

Result<std::vector<std::byte>> ReadStandardInput(const JobControl& job) {
  constexpr size_t kPieceBytes = size_t{1} << 20;
  std::vector<std::byte> bytes;
  for (size_t size = 0;;) {
    if (job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    if (size > kMaxPipedBytes) {
      return Fail(ErrorCode::kLimit,
                  fmt::format("expected at most {} bytes on the standard input, found more", kMaxPipedBytes));
    }
    if (bytes.size() < size + kPieceBytes) bytes.resize(bytes.size() * 2 + kPieceBytes);
    const ssize_t count = read(STDIN_FILENO, bytes.data() + size, kPieceBytes);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      return Fail(ErrorCode::kIo, fmt::format("cannot read the standard input: {}", std::strerror(errno)));
    if (count == 0) {
      bytes.resize(size);
      return bytes;
    }
    size += static_cast<size_t>(count);
  }
}

Result<CctPtr> OpenCct(MappedFile file, const std::filesystem::path& path, const OpenOptions& options,
                       JobControl& job) {
  const FileWatch watch(file, path);
  Result<CctPtr> tree = OpenCctFile(std::move(file), &job);
  if (tree && options.verify) {
    if (Result<void> verified = VerifyCct(**tree, &job); !verified) tree = tl::unexpected(verified.error());
  }
  if (!tree && watch.Change() == FileChange::kCut) return FailChanged(FileChange::kCut);
  return tree;
}

}  // namespace

Result<ProfileFile> ProfileFile::Open(const std::filesystem::path& path, const JobControl& job) {
  ProfileFile file(path);
  if (path == kStandardInput) {
    RINGSCOPE_ASSIGN(file.piped_, ReadStandardInput(job));
  } else {
    RINGSCOPE_ASSIGN(file.mapped_, MapProfile(path));
  }
  return file;
}

std::string_view ProfileFile::contents() const {
  const std::span<const std::byte> bytes = path_ == kStandardInput ? std::span(piped_) : mapped_.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Result<CctPtr> ProfileFile::Read(const OpenOptions& options, JobControl& job) && {
  const bool is_cct = LooksLikeCctFile(std::as_bytes(std::span(contents())));
  if (path_ == kStandardInput) {
    if (!is_cct) return ImportProfileBytes(piped_, options.import, job);
    return Fail(ErrorCode::kUnsupported,
                "expected a profile on the standard input, found a .cct file: it is opened by its name");
  }
  if (is_cct && !options.import.naming.empty()) return FailNamed("a .cct file");
  RINGSCOPE_ASSIGN(CctPtr tree, is_cct ? OpenCct(std::move(mapped_), path_, options, job)
                                       : ImportMappedProfile(std::move(mapped_), path_, options.import, job));
  // Importers have already done it; a stored tree may still carry its threads.
  if (options.import.threads == ThreadRing::kMerged) return MergeThreads(tree, &job);
  return tree;
}

}  // namespace ringscope
