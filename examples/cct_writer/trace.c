/* A traced program writes its own calling context tree: calls are pushed, returns popped, time is what was spent between.
 *
 *   cc trace.c $(pkg-config --cflags --libs ringscope-cct-writer) -o trace && ./trace out.cct && ringscope out.cct */
#include <stdio.h>
#include <time.h>

#include <ringscope/cct_writer.h>

static ringscope_cct_writer *writer;
static ringscope_cct_cursor *cursor;
static uint32_t time_metric, calls_metric;
static uint64_t last_ns;

static uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* What passed since the last event belongs to the context that was running. */
static void charge(void) {
  const uint64_t now = now_ns();
  ringscope_cct_add(writer, ringscope_cct_context(cursor), time_metric, now - last_ns);
  last_ns = now;
}

static void enter(const char *function, uint32_t line) {
  ringscope_cct_frame_info info = {0};
  info.name = function;
  info.file = __FILE__;
  info.line = line;
  charge();
  ringscope_cct_add(writer, ringscope_cct_push(cursor, ringscope_cct_frame(writer, &info)), calls_metric, 1);
}

static void leave(void) {
  charge();
  ringscope_cct_pop(cursor);
}

static unsigned fibonacci(unsigned n) {
  unsigned result;
  enter("fibonacci", __LINE__ - 2);
  result = n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  leave();
  return result;
}

int main(int argc, char **argv) {
  const char *path = argc > 1 ? argv[1] : "trace.cct";
  int failed;
  writer = ringscope_cct_begin("trace.c");
  if (writer == NULL) return 1;
  time_metric = ringscope_cct_metric(writer, "time", "ns", 1);
  calls_metric = ringscope_cct_metric(writer, "calls", "count", 1);
  cursor = ringscope_cct_cursor_new(writer, RINGSCOPE_CCT_ROOT);
  last_ns = now_ns();

  enter("main", __LINE__ - 10);
  printf("fibonacci(12) = %u\n", fibonacci(12));
  leave();

  ringscope_cct_cursor_free(cursor);
  failed = ringscope_cct_finish(writer, path);
  if (failed) fprintf(stderr, "%s: %s\n", path, ringscope_cct_message(writer));
  ringscope_cct_free(writer);
  return failed;
}
