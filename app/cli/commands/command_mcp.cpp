// The Model Context Protocol over standard input and output (modelcontextprotocol.io, revision 2025-06-18):
// JSON-RPC 2.0, a message a line. An answer is the output of a command: assistants and people get the same
// numbers.
#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/cli/version.h"
#include "app/report/report.h"
#include "cct/base/system/child_process.h"
#include "cct/base/system/mapped_file.h"
#include "cct/file/cct_file.h"
#include "cct/import/json/json_reader.h"

namespace ringscope {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostMessageBytes = 1 << 20;
constexpr size_t kMostMessageDepth = 64;
constexpr size_t kLargeFileBytes = 16 << 20;

struct McpOptions {
  std::vector<fs::path> folders;
};

// An argument of a tool. A file has to lie in one of the folders.
struct ToolArgument {
  std::string_view name, description;
  bool required = false;
  enum class Form : uint8_t { kText, kNumber, kFile, kFiles } form = Form::kText;
  std::string_view option = {};  // of the command; empty: the value is an argument
};
struct Tool {
  std::string_view name, description, command;
  std::vector<ToolArgument> arguments;
};

using Form = ToolArgument::Form;
using Object = ReportValue::Object;
constexpr std::string_view kOpenTool = "open";
constexpr std::string_view kFileHelp = "Path of a profile in any format that ringscope reads";

const std::vector<Tool>& Tools() {
  static const ToolArgument file{"file", kFileHelp, true, Form::kFile, {}};
  static const ToolArgument limit{"limit", "How many rows of each list, at most", false, Form::kNumber,
                                  "--limit"};
  static const ToolArgument metric{"metric", "Name of a metric; default: the first one", false, Form::kText,
                                   "--metric"};
  static const ToolArgument function{"function", "Name of a function", true, Form::kText, {}};
  static const std::vector<Tool> tools{
      {kOpenTool, "What a profile holds: format, sizes, metrics, what the import skipped", "info", {file}},
      {"summary",
       "What to know first: totals, dearest functions, packages, depth, recursion",
       "summary",
       {file, metric, limit}},
      {"functions",
       "What each function costs, by its own cost, recursion counted once",
       "methods",
       {file, metric, limit}},
      {"callers", "Who calls a function, and what that costs", "callers", {file, function, metric, limit}},
      {"callees", "What a function spends in whom it calls", "callees", {file, function, metric, limit}},
      {"search",
       "Counts the contexts that a query selects, such as 'fn:parse self>1%', and lists the dearest",
       "search",
       {file,
        {"query", "A name, or a query", true, Form::kText, {}},
        metric,
        {"list", "How many to list; default: 10", false, Form::kNumber, "--list"}}},
      {"explain",
       "The call stack of one context with what each of its callers costs",
       "stack",
       {file, {"path", "The call path, functions with ';' between them", true, Form::kText, "--root"}}},
      {"compare",
       "What changed between two profiles: totals, where, what is new, gone or noise",
       "compare",
       {{"before", kFileHelp, true, Form::kFile, {}}, {"after", kFileHelp, true, Form::kFile, {}}, limit}},
      {"series",
       "What varies over several profiles in their order, and since which",
       "series",
       {{"files", "Paths of profiles, oldest first", true, Form::kFiles, {}}, limit}},
  };
  return tools;
}

// The members of a client's message that the server uses.
struct Request {
  ReportValue id = std::numeric_limits<double>::quiet_NaN();  // NaN (null in JSON): no id
  bool has_id = false;
  std::string method, tool, version;
  std::vector<std::pair<std::string, std::vector<std::string>>> arguments;
};

// Reads a text, a number, or a list of these; skips other values.
bool ReadValues(JsonReader& json, std::vector<std::string>& values) {
  const auto take = [&](JsonToken token) {
    if (token == JsonToken::kString || token == JsonToken::kNumber) values.emplace_back(json.text());
    return token != JsonToken::kError && json.SkipRest(token);
  };
  const JsonToken first = json.Next();
  if (first != JsonToken::kBeginArray) return take(first);
  for (JsonToken token = json.Next(); token != JsonToken::kEndArray; token = json.Next())
    if (!take(token)) return false;
  return true;
}

// Calls read(key) for each member of the object that comes next; skips another value.
bool ReadMembers(JsonReader& json, const std::function<bool(std::string)>& read) {
  const JsonToken begin = json.Next();
  if (begin != JsonToken::kBeginObject) return begin != JsonToken::kError && json.SkipRest(begin);
  for (JsonToken token = json.Next(); token != JsonToken::kEndObject; token = json.Next()) {
    if (token != JsonToken::kKey || !read(std::string(json.text()))) return false;
  }
  return true;
}

std::optional<Request> ReadRequest(std::string_view line) {
  auto opened = OpenMemorySource(std::as_bytes(std::span(line)), kMostMessageBytes, 64);
  if (!opened) return std::nullopt;
  JobControl job;
  JsonReader json(*opened->source, {.max_depth = kMostMessageDepth, .max_string_bytes = kMostMessageBytes},
                  job);
  Request request;
  const auto text = [&](std::string& target) {
    std::vector<std::string> values;
    if (!ReadValues(json, values)) return false;
    if (!values.empty()) target = values.front();
    return true;
  };
  const auto read_argument = [&](std::string key) {
    return ReadValues(json,
                      request.arguments.emplace_back(std::move(key), std::vector<std::string>()).second);
  };
  const auto read_parameter = [&](const std::string& key) {
    if (key == "name") return text(request.tool);
    if (key == "protocolVersion") return text(request.version);
    return key == "arguments" ? ReadMembers(json, read_argument) : json.SkipValue();
  };
  const auto read_member = [&](const std::string& key) {
    if (key == "method") return text(request.method);
    if (key == "params") return ReadMembers(json, read_parameter);
    if (key != "id") return json.SkipValue();
    request.has_id = true;
    const JsonToken token = json.Next();
    if (token == JsonToken::kString) request.id = std::string(json.text());
    if (const auto integer = token == JsonToken::kNumber ? json.Integer() : std::nullopt)
      request.id = static_cast<double>(*integer);
    return token != JsonToken::kError && json.SkipRest(token);
  };
  if (!ReadMembers(json, read_member) || json.Next() != JsonToken::kEnd) return std::nullopt;
  return request;
}

// The check of the columns of a large .cct, which runs in a process beside the answers.
struct FileCheck {
  FileStamp stamp;                      // of the file that is or was checked
  std::optional<ChildProcess> running;  // the check, until its exit code is read
  bool has_passed = false;
  std::string fault;  // the fault that the check found
};

class McpServer {
 public:
  explicit McpServer(std::vector<fs::path> folders) : folders_(std::move(folders)) {}

  // Answers one line of the client. False: the answer could not be written.
  bool Answer(std::string_view line) {
    const std::optional<Request> request = ReadRequest(line);
    if (!request) return Fault({}, -32700, "expected a message of JSON-RPC on one line");
    if (request->method.empty()) return Fault(*request, -32600, "expected a method");
    if (!request->has_id) return true;  // a notification
    if (request->method == "initialize") return Initialize(*request);
    if (request->method == "ping") return Reply(*request, {});
    if (request->method == "tools/list") return ListTools(*request);
    if (request->method == "tools/call") return CallTool(*request);
    return Fault(*request, -32601, fmt::format("there is no method '{}'", request->method));
  }
  bool RefuseLongMessage() {
    return Fault({}, -32600, fmt::format("expected a message of at most {} bytes", kMostMessageBytes));
  }

 private:
  // `key`: of the answer, `result` or `error`.
  bool Send(const Request& to, const char* key, ReportValue answer) {
    Output out;
    JsonWriter json = out.Json();
    ReportValue(Object{{"jsonrpc", "2.0"}, {"id", to.id}, {key, std::move(answer)}}).WriteJson(json);
    json.Finish();
    return out.Finish() == kExitOk && !out.stopped();
  }
  bool Reply(const Request& to, Object result) { return Send(to, "result", std::move(result)); }
  bool Fault(const Request& to, int code, std::string_view message) {
    return Send(to, "error", Object{{"code", static_cast<double>(code)}, {"message", message}});
  }

  bool Initialize(const Request& request) {
    constexpr std::array<std::string_view, 3> kVersions{"2025-06-18", "2025-03-26", "2024-11-05"};
    const auto known = std::find(kVersions.begin(), kVersions.end(), request.version);
    return Reply(
        request,
        {{"protocolVersion", known == kVersions.end() ? kVersions.front() : *known},
         {"capabilities", Object{{"tools", Object{}}}},
         {"serverInfo", Object{{"name", "ringscope"}, {"version", VersionText()}}},
         {"instructions",
          "Begin with 'open' and 'summary' of a profile; 'functions', 'callers' and 'search' go on from "
          "there. 'compare' tells why one profile costs more than another."}});
  }

  bool ListTools(const Request& request) {
    ReportValue::Array tools;
    for (const Tool& tool : Tools()) {
      Object properties;
      ReportValue::Array required;
      for (const ToolArgument& argument : tool.arguments) {
        const bool is_list = argument.form == Form::kFiles;
        const char* const type = argument.form == Form::kNumber ? "integer" : "string";
        properties.push_back({std::string(argument.name),
                              Object{{"description", argument.description},
                                     {"type", is_list ? "array" : type},
                                     {"items", is_list ? Object{{"type", type}} : ReportValue()}}});
        if (argument.required) required.emplace_back(argument.name);
      }
      tools.push_back(Object{
          {"name", tool.name},
          {"description", tool.description},
          {"inputSchema", Object{{"type", "object"}, {"properties", properties}, {"required", required}}}});
    }
    return Reply(request, {{"tools", tools}});
  }

  // The canonical path of a file that an assistant names. Errors: there is none; it lies outside the folders.
  Result<std::string> FileOf(const std::string& path) const {
    std::error_code error;
    const fs::path whole = fs::canonical(path, error);
    if (error) return Fail(ErrorCode::kNotFound, "there is no file '{}'", path);
    const bool is_inside = std::any_of(folders_.begin(), folders_.end(), [&](const fs::path& folder) {
      return std::mismatch(folder.begin(), folder.end(), whole.begin(), whole.end()).first == folder.end();
    });
    if (!is_inside)
      return Fail(ErrorCode::kInvalidArgument,
                  "'{}' lies outside the folders that this server was started with", path);
    return whole.string();
  }

  // The command line of a call. Errors: kInvalidArgument, kNotFound, for the assistant.
  Result<std::vector<std::string>> WordsOf(const Tool& tool, const Request& request) const {
    std::vector<std::string> words{"/proc/self/exe", std::string(tool.command)}, options{"--markdown"};
    for (const ToolArgument& argument : tool.arguments) {
      const auto given = std::find_if(request.arguments.begin(), request.arguments.end(),
                                      [&](const auto& one) { return one.first == argument.name; });
      if (given == request.arguments.end() || given->second.empty()) {
        if (argument.required)
          return Fail(ErrorCode::kInvalidArgument, "expected the argument '{}'", argument.name);
        continue;
      }
      for (const std::string& value : given->second) {
        std::string word = value;
        if (argument.form == Form::kFile || argument.form == Form::kFiles) {
          RINGSCOPE_ASSIGN(word, FileOf(value));
        } else if (argument.form == Form::kNumber && !WholeNumber(0)(value).empty()) {
          return Fail(ErrorCode::kInvalidArgument, "{}: {}", argument.name, WholeNumber(0)(value));
        } else if (value.starts_with('-') && !value.starts_with("-[")) {
          // The command would take the value for an option.
          return Fail(ErrorCode::kInvalidArgument, "{}: expected no '-' at the beginning", argument.name);
        }
        if (argument.option.empty()) {
          words.push_back(std::move(word));
        } else {
          options.push_back(fmt::format("{}={}", argument.option, word));
        }
        if (argument.form != Form::kFiles) break;
      }
    }
    words.insert(words.end(), options.begin(), options.end());
    return words;
  }

  bool CallTool(const Request& request) {
    const auto tool = std::find_if(Tools().begin(), Tools().end(),
                                   [&](const Tool& one) { return one.name == request.tool; });
    if (tool == Tools().end())
      return Fault(request, -32602, fmt::format("there is no tool '{}'", request.tool));
    std::string text;
    bool is_error = false;
    const auto answer = AnswerOf(*tool, request, text);
    if (!answer || *answer == kExitBadInput) {
      if (!answer) text = answer.error().message;
      is_error = true;
    }
    return Reply(request, {{"content", ReportValue::Array{Object{{"type", "text"}, {"text", text}}}},
                           {"isError", is_error}});
  }

  // Puts the answer of a tool into `text`; returns the exit code of its command.
  Result<int> AnswerOf(const Tool& tool, const Request& request, std::string& text) {
    RINGSCOPE_ASSIGN(std::vector<std::string> words, WordsOf(tool, request));
    FileCheck* check = nullptr;
    const bool is_open = tool.name == kOpenTool;
    if (tool.arguments.front().name == "file") check = CheckOf(words[kFirstArgument]);
    if (check != nullptr) {
      RINGSCOPE_TRY(is_open ? BeginBeside(*check, words[kFirstArgument])
                            : Require(*check, words[kFirstArgument]));
      words.emplace_back("--no-verify");
    }
    RINGSCOPE_ASSIGN(ChildProcess child, ChildProcess::Start(words));
    RINGSCOPE_ASSIGN(const int code, Read(child, text));
    if (check != nullptr && is_open && code == kExitOk) {
      text +=
          "All other answers about this large file wait until every column has been checked, once, and tell "
          "if it is damaged.\n";
    }
    return code;
  }

  // The check of a large .cct; null for every other file, which its command checks itself. First ends the
  // checks whose processes have ended.
  FileCheck* CheckOf(const std::string& path) {
    for (auto& [checked, check] : checks_)
      if (check.running && check.running->HasEnded()) (void)End(check);
    const auto file = MappedFile::Open(path, MappedFile::Access::kRandom);
    if (!file || file->bytes().size() < kLargeFileBytes || !LooksLikeCctFile(file->bytes())) return nullptr;
    FileCheck& check = checks_[path];
    if (check.stamp != file->stamp()) check = {.stamp = file->stamp()};
    return &check;
  }

  // Starts the check of a file that has none yet, unless another check is running. Errors: the fault that is
  // known.
  Result<void> BeginBeside(FileCheck& check, const std::string& path) {
    const auto runs = [](const auto& one) { return one.second.running.has_value(); };
    // A check that cannot be started now is started when Require() needs it, which reports the error.
    if (!check.has_passed && check.fault.empty() && std::none_of(checks_.begin(), checks_.end(), runs))
      (void)Begin(check, path);
    return TellFault(check);
  }

  // Waits until the check has passed. Errors: its fault; those of a check that broke off, which the next call
  // starts again.
  static Result<void> Require(FileCheck& check, const std::string& path) {
    if (check.has_passed) return {};
    if (check.fault.empty() && !check.running) RINGSCOPE_TRY(Begin(check, path));
    if (check.running) RINGSCOPE_TRY(End(check));
    return TellFault(check);
  }

  static Result<void> Begin(FileCheck& check, const std::string& path) {
    RINGSCOPE_ASSIGN(check.running, ChildProcess::Start({"/proc/self/exe", "verify", path}));
    return {};
  }
  static Result<void> End(FileCheck& check) {
    std::string text;
    ChildProcess child = *std::exchange(check.running, std::nullopt);
    RINGSCOPE_ASSIGN(const int code, Read(child, text));
    check.has_passed = code == kExitOk;
    if (check.has_passed) return {};
    if (code != kExitBadInput || text.empty())
      return Fail(ErrorCode::kIo, "the check of the file ended with exit code {}", code);
    check.fault = std::move(text);
    return {};
  }
  static Result<void> TellFault(const FileCheck& check) {
    if (check.fault.empty()) return {};
    return Fail(ErrorCode::kMalformed, check.fault);
  }

  // Puts the output of a program and its notes into `text`; returns its exit code.
  static Result<int> Read(ChildProcess& child, std::string& text) {
    const JobControl job;
    RINGSCOPE_ASSIGN(text, child.ReadAll(job));
    RINGSCOPE_ASSIGN(const int code, child.Wait(job));
    text += child.messages();
    return code;
  }

  static constexpr size_t kFirstArgument = 2;  // after the program and its command
  std::vector<fs::path> folders_;
  std::map<std::string, FileCheck> checks_;  // by path
};

Result<int> RunMcp(const McpOptions& options) {
  std::vector<fs::path> folders;
  for (const fs::path& folder : options.folders.empty() ? std::vector<fs::path>{"."} : options.folders) {
    std::error_code error;
    folders.push_back(fs::canonical(folder, error));
    if (error || !fs::is_directory(folders.back(), error))
      return Refuse("--folder: expected a folder, found '{}'", folder.string());
  }
  McpServer server(std::move(folders));
  std::string line;
  bool is_too_long = false;
  std::array<char, 1 << 16> buffer;
  while (true) {
    const ssize_t size = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    for (const char c : std::string_view(buffer.data(), static_cast<size_t>(size))) {
      if (c != '\n') {
        is_too_long |= line.size() >= kMostMessageBytes;
        if (!is_too_long) line += c;
        continue;
      }
      const bool is_read = is_too_long
                               ? server.RefuseLongMessage()
                               : line.find_first_not_of(" \t\r") == std::string::npos || server.Answer(line);
      line.clear();
      is_too_long = false;
      if (!is_read) return kExitOk;
    }
  }
  return kExitOk;
}

}  // namespace

void AddMcp(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "mcp", "Answer assistants over the Model Context Protocol", RunMcp);
  command->AddOption("--folder DIR", options->folders,
                     "A folder whose profiles may be read, and no others; may be given several times; "
                     "default: the current one");
  command->Example("ringscope mcp --folder ~/profiles",
                   "Serves the profiles of a folder to an assistant that starts it");
}

}  // namespace ringscope
