#include "app/documents/document.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "app/saving/saved_view.h"
#include "cct/base/mapped_file.h"
#include "cct/file/cct_file.h"
#include "cct/import/import_profile.h"
#include "cct/names/unknown_name.h"
#include "cct/transform/steps/merge_threads.h"
#include "cct/tree/verify.h"

namespace ringscope {
namespace {

// More than anyone pipes; a bound, as it lies in memory.
constexpr size_t kMaxPipedBytes = size_t{8} << 30;

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

Result<CctPtr> ImportStandardInput(const LoadOptions& options, JobControl& job) {
  RINGSCOPE_ASSIGN(const std::vector<std::byte> bytes, ReadStandardInput(job));
  if (LooksLikeCctFile(bytes)) {
    return Fail(ErrorCode::kUnsupported,
                "expected a profile on the standard input, found a .cct file: it is opened by its name");
  }
  return ImportProfileBytes(bytes, options.import, job);
}

Result<CctPtr> OpenOrImport(const std::filesystem::path& path, const LoadOptions& options, JobControl& job) {
  if (path == "-") return ImportStandardInput(options, job);
  if (IsSavedViewFile(path)) {
    return Fail(ErrorCode::kUnsupported,
                "expected a profile, found a saved view: it is opened in the window and drawn by 'render'");
  }
  bool is_cct = false;
  {
    RINGSCOPE_ASSIGN(const MappedFile file, MappedFile::Open(path, MappedFile::Access::kRandom));
    is_cct = LooksLikeCctFile(file.bytes());
  }
  if (!is_cct) return ImportProfile(path, options.import, job);
  RINGSCOPE_ASSIGN(CctPtr tree, OpenCctFile(path));
  if (options.verify) RINGSCOPE_TRY(VerifyCct(*tree, &job));
  return tree;
}

// The names of an escaped path: "a\;b;c" -> "a;b", "c".
std::vector<std::string> SplitPath(std::string_view path) {
  std::vector<std::string> names(1);
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] == ';') {
      names.emplace_back();
    } else if (path[i] == '\\' && i + 1 < path.size()) {
      names.back() += path[++i];
    } else {
      names.back() += path[i];
    }
  }
  return names;
}

void AppendEscaped(std::string& out, std::string_view name) {
  for (const char c : name) {
    if (c == ';' || c == '\\') out += '\\';
    out += c;
  }
}

}  // namespace

Result<CctPtr> LoadTree(const std::filesystem::path& path, const LoadOptions& options, JobControl& job) {
  RINGSCOPE_ASSIGN(CctPtr tree, OpenOrImport(path, options, job));
  // Importers have already done it; a stored tree may still carry its threads.
  if (options.import.threads == ThreadRing::kMerged) return MergeThreads(tree, &job);
  return tree;
}

Result<ContextId> FindContextByPath(const Cct& tree, std::string_view path) {
  if (path.empty()) return tree.NaturalViewRoot();
  ContextId at = kRootContext;
  std::string so_far;
  for (const std::string& name : SplitPath(path)) {
    ContextId found = kNoContext;
    const ContextRange children = tree.ChildrenOf(at);
    for (ContextId child = children.begin; child < children.end && found == kNoContext; ++child) {
      const std::string_view its_name = tree.frames().name(tree.FrameOf(child));
      if (its_name == name || NameOrUnknown(its_name) == name) found = child;
    }
    if (found == kNoContext) {
      return Fail(ErrorCode::kNotFound,
                  fmt::format("expected a call path of this profile, found no '{}' {}", name,
                              so_far.empty() ? "at its top" : fmt::format("below '{}'", so_far)));
    }
    if (!so_far.empty()) so_far += ';';
    AppendEscaped(so_far, name);
    at = found;
  }
  return at;
}

std::string PathText(const Cct& tree, ContextId context) {
  std::string text;
  bool first = true;
  for (const ContextId at : tree.PathTo(context)) {
    if (!std::exchange(first, false)) text += ';';
    AppendEscaped(text, NameOrUnknown(tree.frames().name(tree.FrameOf(at))));
  }
  return text;
}

}  // namespace ringscope
