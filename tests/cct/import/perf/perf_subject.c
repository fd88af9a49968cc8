// A program for perf to record: two threads and a child process that call each other's functions.
#include <pthread.h>
#include <stdint.h>
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
__attribute__((noinline)) void* Work(void* unused) {
  for (int i = 0; i < 40; ++i) Middle(400000);
  return unused;
}
int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, 0, &Work, 0) != 0) return 1;
  const pid_t child = fork();
  for (int i = 0; i < 40; ++i) Deep(child == 0 ? 5 : 3);
  for (int i = 0; i < 20000; ++i) sum += (uint64_t)getppid();
  pthread_join(thread, 0);
  if (child > 0) waitpid(child, 0, 0);
  return 0;
}
