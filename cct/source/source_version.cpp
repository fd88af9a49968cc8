#include "cct/source/source_version.h"

#include <git2.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <utility>

#include "cct/base/text/ascii.h"
#include "cct/source/function_lines.h"

namespace ringscope {

namespace fs = std::filesystem;

namespace {

std::optional<std::string> ReadText(const fs::path& place) {
  std::error_code error;
  if (!fs::is_regular_file(place, error)) return std::nullopt;
  const uint64_t size = fs::file_size(place, error);
  if (error || size > kMaxSourceBytes) return std::nullopt;
  std::ifstream file(place, std::ios::binary);
  std::string text(size, '\0');
  file.read(text.data(), static_cast<std::streamsize>(size));
  if (static_cast<uint64_t>(std::max<std::streamsize>(file.gcount(), 0)) != size) return std::nullopt;
  return text;
}

// Initialises libgit2, which counts its users.
class GitLibrary {
 public:
  GitLibrary() { git_libgit2_init(); }
  GitLibrary(const GitLibrary&) = delete;
  GitLibrary& operator=(const GitLibrary&) = delete;
  ~GitLibrary() { git_libgit2_shutdown(); }
};

template <typename T, void (*kFree)(T*)>
struct GitFree {
  void operator()(T* object) const { kFree(object); }
};
template <typename T, void (*kFree)(T*)>
using GitPtr = std::unique_ptr<T, GitFree<T, kFree>>;
using GitRepository = GitPtr<git_repository, git_repository_free>;
using GitObject = GitPtr<git_object, git_object_free>;
using GitTree = GitPtr<git_tree, git_tree_free>;
using GitEntry = GitPtr<git_tree_entry, git_tree_entry_free>;
using GitBlob = GitPtr<git_blob, git_blob_free>;

std::string GitProblem() {
  const git_error* const error = git_error_last();
  return error == nullptr || error->message == nullptr ? "unknown problem" : error->message;
}

// The path of each file name; empty if several folders have it.
using PathsByName = std::map<std::string, fs::path>;
constexpr size_t kMaxRepositoryFiles = 2'000'000;

int AddEntry(const char* folder, const git_tree_entry* entry, void* payload) {
  auto& paths = *static_cast<PathsByName*>(payload);
  if (git_tree_entry_type(entry) != GIT_OBJECT_BLOB) return 0;
  const std::string name = git_tree_entry_name(entry);
  const auto [known, is_new] = paths.try_emplace(name, fs::path(folder) / name);
  if (!is_new) known->second.clear();
  return paths.size() > kMaxRepositoryFiles ? -1 : 0;
}

constexpr size_t kMaxParts = 64;
constexpr std::string_view kFileScheme = "file://";

}  // namespace

class SourceVersion::Revision {
 public:
  static Result<std::unique_ptr<const Revision>> Open(const std::string& repository,
                                                      const std::string& revision) {
    auto opened = std::make_unique<Revision>();
    git_repository* raw_repository = nullptr;
    if (git_repository_open(&raw_repository, repository.c_str()) != 0)
      return Fail(ErrorCode::kNotFound, "{}: expected a git repository: {}", repository, GitProblem());
    opened->repository_.reset(raw_repository);
    git_object* raw_object = nullptr;
    if (git_revparse_single(&raw_object, raw_repository, revision.c_str()) != 0) {
      return Fail(ErrorCode::kNotFound, "{}: expected a revision of it, found '{}': {}", repository, revision,
                  GitProblem());
    }
    const GitObject object(raw_object);
    git_object* raw_tree = nullptr;
    if (git_object_peel(&raw_tree, raw_object, GIT_OBJECT_TREE) != 0) {
      return Fail(ErrorCode::kNotFound, "{}: '{}' is no commit of files: {}", repository, revision,
                  GitProblem());
    }
    opened->tree_.reset(reinterpret_cast<git_tree*>(raw_tree));
    if (git_tree_walk(opened->tree_.get(), GIT_TREEWALK_PRE, &AddEntry, &opened->paths_) != 0)
      opened->paths_.clear();
    return opened;
  }

  [[nodiscard]] std::optional<std::string> Read(const fs::path& path) const {
    git_tree_entry* raw_entry = nullptr;
    if (git_tree_entry_bypath(&raw_entry, tree_.get(), path.c_str()) != 0) return std::nullopt;
    const GitEntry entry(raw_entry);
    if (git_tree_entry_type(raw_entry) != GIT_OBJECT_BLOB) return std::nullopt;
    git_blob* raw_blob = nullptr;
    if (git_blob_lookup(&raw_blob, repository_.get(), git_tree_entry_id(raw_entry)) != 0) return std::nullopt;
    const GitBlob blob(raw_blob);
    const auto size = static_cast<uint64_t>(git_blob_rawsize(raw_blob));
    if (size > kMaxSourceBytes) return std::nullopt;
    return std::string(static_cast<const char*>(git_blob_rawcontent(raw_blob)), size);
  }
  // The path of the only file of this name; null if there is none, or several.
  [[nodiscard]] const fs::path* OnlyOneNamed(const std::string& name) const {
    const auto known = paths_.find(name);
    return known == paths_.end() || known->second.empty() ? nullptr : &known->second;
  }

 private:
  const GitLibrary library_;
  GitRepository repository_;
  GitTree tree_;
  PathsByName paths_;
};

SourceVersion::SourceVersion(fs::path folder, std::unique_ptr<const Revision> revision)
    : folder_(std::move(folder)), revision_(std::move(revision)) {}
SourceVersion::SourceVersion(SourceVersion&&) noexcept = default;
SourceVersion& SourceVersion::operator=(SourceVersion&&) noexcept = default;
SourceVersion::~SourceVersion() = default;

Result<SourceVersion> SourceVersion::Open(std::string_view place) {
  std::error_code error;
  const fs::path folder(place);
  if (place.find('\0') == std::string_view::npos && fs::is_directory(folder, error))
    return SourceVersion(folder, nullptr);
  const size_t at = place.rfind('@');
  if (at == std::string_view::npos || at == 0 || at + 1 == place.size() ||
      place.find('\0') != std::string_view::npos) {
    return Fail(ErrorCode::kNotFound, "{}: expected a folder, or REPOSITORY@REVISION, found neither", place);
  }
  RINGSCOPE_ASSIGN(std::unique_ptr<const Revision> revision,
                   Revision::Open(std::string(place.substr(0, at)), std::string(place.substr(at + 1))));
  return SourceVersion({}, std::move(revision));
}

std::optional<VersionedFile> SourceVersion::Read(const fs::path& path) const {
  auto text = revision_ != nullptr ? revision_->Read(path) : ReadText(folder_ / path);
  if (!text) return std::nullopt;
  return VersionedFile{path.string(), revision_ != nullptr ? fs::path() : folder_ / path, std::move(*text)};
}

std::optional<VersionedFile> SourceVersion::Find(std::string_view file) const {
  const std::vector<fs::path> ends = PathEnds(file);
  for (const fs::path& path : ends) {
    if (auto found = Read(path)) return found;
  }
  // Does not search folders, as they may be large.
  if (ends.empty() || revision_ == nullptr) return std::nullopt;
  const fs::path* const only = revision_->OnlyOneNamed(ends.back().string());
  return only == nullptr ? std::nullopt : Read(*only);
}

namespace {

// Whether the file is of a language whose definitions FindFunctionLines() knows.
bool IsSourceName(const fs::path& path) {
  constexpr std::string_view kEndings =
      ".c .cc .cpp .cxx .c++ .h .hh .hpp .hxx .inl .ipp .m .mm .java .kt .go .scala .cs .rs .py .js .mjs "
      ".swift .ts .tsx .jsx .php .cjs .groovy";
  return IsWordOf(path.extension().string(), kEndings);
}

// How many of their last parts two paths have in common.
size_t LastPartsInCommon(const fs::path& x, const fs::path& y) {
  const std::vector<fs::path> left(x.begin(), x.end()), right(y.begin(), y.end());
  const auto differ = std::mismatch(left.rbegin(), left.rend(), right.rbegin(), right.rend());
  return static_cast<size_t>(differ.first - left.rbegin());
}

// Calls visit(path) for the files below a folder.
template <typename Visit>
void WalkFiles(const fs::path& folder, FolderSearch& searched, const JobControl* job, Visit visit) {
  std::error_code error;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator() && !IsCancelled(job); at.increment(error)) {
    if (at->path().filename().string().starts_with('.')) {
      at.disable_recursion_pending();
      continue;
    }
    std::error_code unknown;
    if (at->is_symlink(unknown) || !at->is_regular_file(unknown)) continue;
    if (searched.files == kMostSearchedFiles) {
      searched.is_cut = true;
      return;
    }
    ++searched.files;
    visit(at->path());
  }
}

std::optional<fs::path> FirstThatDefines(std::vector<fs::path> files, std::string_view function,
                                         FolderSearch& searched, const JobControl* job) {
  const std::string_view word = DefiningWord(function);
  if (word.empty()) return std::nullopt;
  std::stable_partition(files.begin(), files.end(), [&](const fs::path& file) {
    return function.find(file.stem().string()) != std::string_view::npos;
  });
  for (const fs::path& file : files) {
    if (IsCancelled(job)) return std::nullopt;
    const auto text = ReadText(file);
    if (!text) continue;
    if (searched.bytes + text->size() > kMostSearchedBytes) {
      searched.is_cut = true;
      return std::nullopt;
    }
    searched.bytes += text->size();
    if (text->find(word) != std::string::npos && DefinesFunction(LinesOf(*text), word)) return file;
  }
  return std::nullopt;
}

}  // namespace

std::optional<fs::path> SearchFolders(std::span<const fs::path> folders, std::string_view file,
                                      std::string_view function, FolderSearch& searched, JobControl* job) {
  const std::vector<fs::path> ends = PathEnds(file);
  if (ends.empty() && !file.empty()) return std::nullopt;
  std::vector<fs::path> found;
  size_t most_in_common = 0;
  for (const fs::path& folder : folders) {
    WalkFiles(folder, searched, job, [&](const fs::path& path) {
      if (ends.empty()) {
        if (IsSourceName(path)) found.push_back(path);
        return;
      }
      if (path.filename() != ends.back()) return;
      const size_t in_common = LastPartsInCommon(path, ends.front());
      if (in_common > most_in_common) found.clear();
      most_in_common = std::max(most_in_common, in_common);
      if (in_common == most_in_common) found.push_back(path);
    });
  }
  if (IsCancelled(job)) return std::nullopt;
  std::sort(found.begin(), found.end());
  if (ends.empty()) return FirstThatDefines(std::move(found), function, searched, job);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    std::string_view line = TakeLine(text);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::filesystem::path> PathEnds(std::string_view file) {
  if (file.starts_with(kFileScheme)) file.remove_prefix(kFileScheme.size());
  if (file.find('\0') != std::string_view::npos) return {};
  std::vector<std::filesystem::path> parts;
  for (const std::filesystem::path& part : std::filesystem::path(file).relative_path()) {
    if (!part.empty() && part != "." && part != "..") parts.push_back(part);
  }
  if (parts.size() > kMaxParts) return {};
  std::vector<std::filesystem::path> ends;
  for (size_t first = 0; first < parts.size(); ++first) {
    std::filesystem::path& end = ends.emplace_back();
    for (size_t i = first; i < parts.size(); ++i) end /= parts[i];
  }
  return ends;
}

}  // namespace ringscope
