#include "cct/open/open_profile.h"

#include <unistd.h>

#include <memory>
#include <span>
#include <utility>

#include "cct/base/system/mapped_file.h"
#include "cct/file/cct_file.h"
#include "cct/import/import_profile.h"
#include "cct/transform/steps/steps.h"
#include "cct/tree/verify.h"

namespace ringscope {
namespace {

constexpr const char* kStandardInput = "-";

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
    PipeSource pipe(STDIN_FILENO, job);
    while (file.piped_.size() < kSniffBytes) {
      RINGSCOPE_ASSIGN(const std::span<const std::byte> piece, pipe.Next());
      if (piece.empty()) break;
      file.piped_.insert(file.piped_.end(), piece.begin(), piece.end());
    }
  } else {
    RINGSCOPE_ASSIGN(file.mapped_, MapProfile(path));
  }
  return file;
}

std::string_view ProfileFile::contents() const {
  return AsText(path_ == kStandardInput ? std::span<const std::byte>(piped_) : mapped_.bytes());
}

Result<CctPtr> ProfileFile::Read(const OpenOptions& options, JobControl& job) && {
  if (contents().starts_with(kSavedViewBegin)) {
    return Fail(ErrorCode::kUnsupported,
                "expected a profile, found a saved view: it is opened in the window and drawn by 'render'");
  }
  const bool is_cct = LooksLikeCctFile(std::as_bytes(std::span(contents())));
  if (path_ == kStandardInput) {
    if (!is_cct) {
      return ImportPipe(std::make_unique<PipeSource>(STDIN_FILENO, job, std::move(piped_)), options.import,
                        job);
    }
    return Fail(ErrorCode::kUnsupported,
                "expected a profile on the standard input, found a .cct file: it is opened by its name");
  }
  if (is_cct && !options.import.naming.empty()) return FailNamed("a .cct file");
  RINGSCOPE_ASSIGN(CctPtr tree, is_cct ? OpenCct(std::move(mapped_), path_, options, job)
                                       : ImportMappedProfile(std::move(mapped_), path_, options.import, job));
  // Importers have merged the threads already; a stored tree may still have them.
  if (options.import.threads == ThreadRing::kMerged) return MergeThreads(tree, &job);
  return tree;
}

Result<CctPtr> ReadProfile(const std::filesystem::path& path, const OpenOptions& options, JobControl& job) {
  RINGSCOPE_ASSIGN(ProfileFile file, ProfileFile::Open(path, job));
  return std::move(file).Read(options, job);
}

}  // namespace ringscope
