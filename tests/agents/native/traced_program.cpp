// A program that counts its own calls by their callers, for the recorder to be held against. Usage:
// traced_program PLUGIN COUNTS SCENARIO...; writes "thread;caller;callee calls" to COUNTS, its children to
// COUNTS.child.

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#define UNTRACED __attribute__((no_instrument_function))
#define APART __attribute__((noinline))

namespace {

std::mutex counts_mutex;
std::map<std::string, long> counts;

struct Path {
  std::string text;
  std::map<std::string, long> calls;
  UNTRACED explicit Path(const char* thread) : text(thread) { prctl(PR_SET_NAME, thread); }
  UNTRACED ~Path() { Flush(); }
  UNTRACED void Flush() {
    const std::lock_guard lock(counts_mutex);
    for (const auto& [path, count] : calls) {
      counts[path] += count;
    }
    calls.clear();
  }
};
thread_local Path* path = nullptr;

// Stands first in each function that is counted.
class Counted {
 public:
  UNTRACED explicit Counted(const char* name) : size_(path->text.size()) {
    path->text += ';';
    path->text += name;
    ++path->calls[path->text];
  }
  UNTRACED ~Counted() { path->text.resize(size_); }

 private:
  size_t size_;
};
#define COUNTED const Counted counted(__func__)

APART void leaf() { COUNTED; }
inline void inlined_leaf() {
  COUNTED;
  leaf();
}
inline void inlined_twice() {
  COUNTED;
  inlined_leaf();
  inlined_leaf();
}
APART void with_large_frame(int fill) {
  COUNTED;
  volatile char bytes[5000];
  bytes[fill] = static_cast<char>(fill);
  (void)bytes[fill];
  leaf();
}
APART void recurse(int depth) {
  COUNTED;
  if (depth > 0) {
    recurse(depth - 1);
    if (depth % 7 == 0) leaf();
  }
}

struct Cleanup {
  UNTRACED Cleanup() {}
  UNTRACED ~Cleanup() { CleanUp(); }
  UNTRACED static void CleanUp() { leaf(); }
};
APART void throw_below(int depth) {
  COUNTED;
  const Cleanup cleanup;
  if (depth == 0) throw std::runtime_error("thrown");
  throw_below(depth - 1);
}
inline void maybe_throw(int round) {
  COUNTED;
  if (round % 3 == 0) throw round;
  leaf();
}
APART void exceptions() {
  COUNTED;
  for (int round = 0; round < 200; ++round) {
    try {
      throw_below(round % 9);
    } catch (const std::runtime_error&) {
      leaf();
    }
    with_large_frame(round);
    try {
      maybe_throw(round);
    } catch (int) {
      with_large_frame(round);
    }
  }
}

jmp_buf jump;
APART void jump_below(int depth) {
  COUNTED;
  if (depth == 0) longjmp(jump, 1);  // NOLINT
  jump_below(depth - 1);
}
APART void jumps() {
  COUNTED;
  const size_t size = path->text.size();
  volatile int round = 0;
  while (round < 200) {
    round = round + 1;
    if (setjmp(jump) == 0) jump_below(round % 11);
    path->text.resize(size);
    with_large_frame(round);
    leaf();
  }
}

// Its paths would be too long to be told.
APART void dive(int depth) {
  if (depth > 0) dive(depth - 1);
}
UNTRACED void RecurseDeep() {
  dive(100000);
  path->calls["dive"] += 100001;
}

APART void work(int rounds) {
  COUNTED;
  for (int round = 0; round < rounds; ++round) {
    inlined_twice();
    recurse(round % 20);
  }
}
APART void everything() {
  COUNTED;
  work(50);
  exceptions();
}

UNTRACED void Threads() {
  for (int group = 0; group < 4; ++group) {
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 64; ++thread) {
      threads.emplace_back([thread]() UNTRACED {
        Path own("worker");
        path = &own;
        thread % 2 == 0 ? work(100) : everything();
        path = nullptr;
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
}

UNTRACED void CallLeaf() { leaf(); }

UNTRACED void Plugin(const char* file) {
  for (int round = 0; round < 20; ++round) {
    void* library = dlopen(file, RTLD_NOW);
    if (library == nullptr) abort();
    const auto entry = reinterpret_cast<void (*)(void (*)())>(dlsym(library, "plugin_entry"));
    {
      const Counted outer("plugin_entry");
      const Counted inner("plugin_inner");
      entry(&CallLeaf);
    }
    dlclose(library);
  }
}

volatile sig_atomic_t handled = 0;
APART void handle_inner() { handled = handled + 1; }
APART void handle(int) { handle_inner(); }
UNTRACED void Signals() {
  // High up: a stack above that of the thread.
  static char stack[65536];
  stack_t other{};
  other.ss_sp = stack;
  other.ss_size = sizeof(stack);
  sigaltstack(&other, nullptr);
  struct sigaction action {};
  action.sa_handler = handle;
  action.sa_flags = SA_ONSTACK | SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  const itimerval often{{0, 300}, {0, 300}};
  setitimer(ITIMER_REAL, &often, nullptr);
  while (handled < 300) work(20);
  const itimerval never{};
  setitimer(ITIMER_REAL, &never, nullptr);
}

UNTRACED void WriteCounts(const std::string& file) {
  path->Flush();
  std::ofstream out(file);
  for (const auto& [context, count] : counts) out << context << ' ' << count << '\n';
  counts.clear();
}

UNTRACED void Fork(const std::string& file) {
  const pid_t child = fork();
  if (child == 0) {
    counts.clear();
    path->calls.clear();
    everything();
    WriteCounts(file + ".child");
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) abort();
  work(10);
}

// What forks lies below calls that return in both processes.
APART void forks(const std::string& file) {
  COUNTED;
  Fork(file);
  leaf();
}

UNTRACED void Run(const std::string& scenario, const char* plugin, const std::string& file) {
  if (scenario == "calls") everything();
  if (scenario == "jumps") jumps();
  if (scenario == "deep") RecurseDeep();
  if (scenario == "threads") Threads();
  if (scenario == "plugin") Plugin(plugin);
  if (scenario == "signals") Signals();
  if (scenario == "fork") forks(file);
  if (scenario == "exit") _exit(3);
  if (scenario == "forever") {
    for (;;) everything();
  }
}

}  // namespace

UNTRACED int main(int argc, char** argv) {
  Path own("main");
  path = &own;
  for (int i = 3; i < argc; ++i) {
    Run(argv[i], argv[1], argv[2]);
  }
  WriteCounts(argv[2]);
  return argc < 3 ? 1 : 0;
}
