// A program for perf to record: two threads and a child process that call each other's functions. With
// arguments a thread for each instead, called like that. Faults of fresh pages are as many on every machine.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile uint64_t sum;

__attribute__((noinline)) void Leaf(int count) {
  for (int i = 0; i < count; ++i) sum += (uint64_t)i * i;
}
__attribute__((noinline)) void Middle(int count) {
  Leaf(count);
  Leaf(count / 2);
  sum += 1;
}
__attribute__((noinline)) void Deep(int depth) {
  if (depth > 0)
    Deep(depth - 1);
  else
    Leaf(200000);
  sum += 1;
}
__attribute__((noinline)) void Touch(int pages) {
  const long size = sysconf(_SC_PAGESIZE);
  char* const memory =
      mmap(0, (size_t)(pages * size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) _exit(1);
  madvise(memory, (size_t)(pages * size), MADV_NOHUGEPAGE);
  for (int i = 0; i < pages; ++i) *(volatile char*)(memory + i * size) = 1;
  sum += 1;
}
__attribute__((noinline)) void* WorkUnderName(void* name) {
  prctl(PR_SET_NAME, name);
  Touch(8);
  sum += 1;
  return 0;
}
__attribute__((noinline)) void* Work(void* unused) {
  for (int i = 0; i < 40; ++i) Middle(400000);
  return unused;
}
int main(int argument_count, char** arguments) {
  pthread_t thread;
  for (int i = 1; i < argument_count; ++i) {
    if (pthread_create(&thread, 0, &WorkUnderName, arguments[i]) != 0) return 1;
    pthread_join(thread, 0);
  }
  if (argument_count > 1) return 0;
  Touch(40);  // the test knows the lines of these two
  Touch(24);
  if (pthread_create(&thread, 0, &Work, 0) != 0) return 1;
  const pid_t child = fork();
  for (int i = 0; i < 40; ++i) Deep(child == 0 ? 5 : 3);
  for (int i = 0; i < 20000; ++i) sum += (uint64_t)getppid();
  pthread_join(thread, 0);
  if (child > 0) waitpid(child, 0, 0);
  return 0;
}
