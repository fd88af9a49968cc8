/* Writes .cct files from C, or from any language that can call C: a profiler uses it to hand its calling context tree
 * directly to ringscope, without a text format. Link with -lringscope_cct_writer (pkg-config and CMake package:
 * ringscope-cct-writer). The file format is described in docs/cct_format.md.
 *
 *   ringscope_cct_writer *writer = ringscope_cct_begin("my profiler");
 *   uint32_t time = ringscope_cct_metric(writer, "time", "ns", 1);
 *   ringscope_cct_frame_info info = {0};
 *   info.name = "main";
 *   uint32_t frame = ringscope_cct_frame(writer, &info);
 *   uint32_t context = ringscope_cct_child(writer, RINGSCOPE_CCT_ROOT, frame);
 *   ringscope_cct_add(writer, context, time, 1200);
 *   int failed = ringscope_cct_finish(writer, "out.cct");
 *   if (failed) fprintf(stderr, "%s\n", ringscope_cct_message(writer));
 *   ringscope_cct_free(writer);
 *
 * Errors: the writer keeps the first one, and ringscope_cct_finish() fails with it. Calls after an error are harmless
 * and return the id RINGSCOPE_CCT_NONE, which every function accepts and ignores. So checking finish() alone is enough.
 *
 * Threads: every function that takes a writer may be called by any thread at any time, ringscope_cct_free() after all
 * others. A cursor belongs to one thread at a time. Writers are independent.
 *
 * Memory: about 40 bytes a context, 8 for each of its metrics, and each distinct name once. The values of a context are
 * 64-bit sums; a sum that would reach 2^63 is an error. Strings are copied; they are bytes of any encoding (UTF-8 is
 * shown as such) and end with 0; NULL is the empty string. */
#ifndef RINGSCOPE_CCT_WRITER_H
#define RINGSCOPE_CCT_WRITER_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define RINGSCOPE_CCT_API __attribute__((visibility("default")))
#else
#define RINGSCOPE_CCT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ringscope_cct_writer ringscope_cct_writer;
typedef struct ringscope_cct_cursor ringscope_cct_cursor;

/* The context above all others: threads or entry functions are its children. */
#define RINGSCOPE_CCT_ROOT 0u
/* No metric, frame, context, class or value. */
#define RINGSCOPE_CCT_NONE 0xffffffffu

enum {
  RINGSCOPE_CCT_OK = 0,
  RINGSCOPE_CCT_INVALID_ARGUMENT =
      1,                      /* an unknown id, a scale that is no power of ten, ... */
  RINGSCOPE_CCT_LIMIT = 2,    /* 2^32 - 2 contexts, 1 GiB of names, 256 values of frames */
  RINGSCOPE_CCT_OVERFLOW = 3, /* a sum reaches 2^63 */
  RINGSCOPE_CCT_IO = 4,       /* the file cannot be written */
  RINGSCOPE_CCT_NO_MEMORY = 5,
  RINGSCOPE_CCT_FINISHED = 6 /* a call after ringscope_cct_finish() */
};

/* The kind of a frame; stored in files. */
enum {
  RINGSCOPE_CCT_USER = 0,
  RINGSCOPE_CCT_KERNEL = 1,
  RINGSCOPE_CCT_INLINED = 2,
  RINGSCOPE_CCT_JIT = 3,
  RINGSCOPE_CCT_INTERPRETED = 4,
  RINGSCOPE_CCT_SYNTHETIC = 5, /* no code: "(idle)", "(garbage collection)" */
  RINGSCOPE_CCT_THREAD = 6,
  RINGSCOPE_CCT_PROCESS = 7
};

/* A function. Two frames with equal fields are one. `line` and `column` are those of the function's definition,
 * counted from 1, 0 = unknown: they tell unnamed functions of one file apart. Set everything to 0 first. */
typedef struct {
  const char *name;
  const char *module; /* library or program */
  const char *file;
  uint32_t line;
  uint32_t column;
  uint32_t kind;
} ringscope_cct_frame_info;

/* A class. Two with equal name and package are one. Set everything to 0 first. */
typedef struct {
  const char* name;    /* without the package: "HashMap", "Outer$Inner" */
  const char* package; /* or namespace, or module: "java.util"; with its separator unless a dot: "std::" */
  uint32_t kind;       /* RINGSCOPE_CCT_CLASS, ... */
} ringscope_cct_class_info;

/* The kind of a class; stored in files. */
enum { RINGSCOPE_CCT_UNKNOWN_CLASS = 0, RINGSCOPE_CCT_CLASS = 1, RINGSCOPE_CCT_INTERFACE = 2 };

/* The rule that joins the values of a frame in several runs when their files are merged; stored in files. */
enum {
  RINGSCOPE_CCT_SUM = 0,     /* the sum */
  RINGSCOPE_CCT_LEAST = 1,   /* the smallest; for 0 and 1: whether 1 holds in all runs */
  RINGSCOPE_CCT_MOST = 2,    /* the largest */
  RINGSCOPE_CCT_DISTINCT = 3 /* counts of distinct objects: at least the largest */
};

/* A new writer; NULL if memory is exhausted. Readers show `tool` as the origin of the file. */
RINGSCOPE_CCT_API ringscope_cct_writer *ringscope_cct_begin(const char *tool);

/* Adds a metric, at any time; a file needs at least one. Units that readers know how to show: "ns", "us", "ms", "s",
 * "bytes", "count"; any other text is shown unchanged. Shown values are the added ones divided by `scale`, a power
 * of ten. */
RINGSCOPE_CCT_API uint32_t ringscope_cct_metric(ringscope_cct_writer *writer, const char *name, const char *unit,
                                                uint64_t scale);

/* Describes the measured run; readers show this beside its costs, also when it is compared with other runs: a name,
 * and its time in seconds since 1970, UTC, 0 = unknown. */
RINGSCOPE_CCT_API void ringscope_cct_execution(ringscope_cct_writer *writer, const char *name, int64_t time_s);
/* Adds an attribute of the run, such as "commit", or replaces its value. */
RINGSCOPE_CCT_API void ringscope_cct_attribute(ringscope_cct_writer *writer, const char *name, const char *value);

/* The frame with these fields, created if new. O(length of the strings). */
RINGSCOPE_CCT_API uint32_t ringscope_cct_frame(ringscope_cct_writer *writer,
                                               const ringscope_cct_frame_info *info);

/* The context of calls of `frame` from `parent`, created if new. O(1). */
RINGSCOPE_CCT_API uint32_t ringscope_cct_child(ringscope_cct_writer *writer, uint32_t parent, uint32_t frame);
/* The context of a whole stack, outermost function first. */
RINGSCOPE_CCT_API uint32_t ringscope_cct_path(ringscope_cct_writer *writer, const uint32_t *frames, size_t count);

/* Adds to the self cost of a context, which excludes that of its callees. */
RINGSCOPE_CCT_API void ringscope_cct_add(ringscope_cct_writer *writer, uint32_t context, uint32_t metric,
                                         uint64_t value);
/* Marks a context as one whose callers (in some stacks) are missing, as when a sampler cuts deep stacks. */
RINGSCOPE_CCT_API void ringscope_cct_mark_truncated(ringscope_cct_writer *writer, uint32_t context);

/* Facts about functions, beside their cost. All are optional and can be set in any order at any time; a
 * new value replaces the old one.
 *
 * The class with this name and package, created if new. */
RINGSCOPE_CCT_API uint32_t ringscope_cct_class(ringscope_cct_writer* writer,
                                               const ringscope_cct_class_info* info);
/* RINGSCOPE_CCT_NONE: no superclass. If superclasses form a circle, one of its classes loses its
 * superclass. */
RINGSCOPE_CCT_API void ringscope_cct_superclass(ringscope_cct_writer* writer, uint32_t of_class,
                                                uint32_t superclass);
/* The class that a frame is a method of. */
RINGSCOPE_CCT_API void ringscope_cct_frame_class(ringscope_cct_writer* writer, uint32_t frame,
                                                 uint32_t of_class);
/* A hash of the function's code, equal in all runs with equal code: a comparison finds changed functions
 * by it. 0 = unknown; 2^64 - 1 is refused. */
RINGSCOPE_CCT_API void ringscope_cct_frame_code(ringscope_cct_writer* writer, uint32_t frame, uint64_t hash);
/* A value that frames may have, created if new, at most 256. Readers know these: "receivers" (unit
 * "count", rule RINGSCOPE_CCT_DISTINCT), the number of distinct objects that a method was called on;
 * "returns self" (unit "", rule RINGSCOPE_CCT_LEAST), 1 if each call returned the object it was called on,
 * else 0; "same return per receiver" (the same unit and rule), 1 if all calls on one object returned the
 * same, else 0. */
RINGSCOPE_CCT_API uint32_t ringscope_cct_frame_value(ringscope_cct_writer* writer, const char* name,
                                                     const char* unit, uint64_t scale, uint32_t rule);
/* `at_least`: not 0 if counting stopped at `amount`. Frames without a value are shown as unknown. */
RINGSCOPE_CCT_API void ringscope_cct_set_frame_value(ringscope_cct_writer* writer, uint32_t frame,
                                                     uint32_t value, uint64_t amount, int at_least);

/* Points: costs of the calls of a context by the size of their input, for plots of cost by input size.
 * Sets the units of sizes and costs, such as "elements" and "ns"; without this call "count" and the unit
 * of the first metric. */
RINGSCOPE_CCT_API void ringscope_cct_point_units(ringscope_cct_writer* writer, const char* size_unit,
                                                 const char* cost_unit);
/* Adds `calls` calls (at least one) of a context with one input size: the sum of their inclusive costs,
 * the smallest and the largest cost of a call, and the sum of the squares. For one call: 1, cost, cost,
 * cost, cost * cost. Calls of one context and size are added up; sums are limited to 2^63 - 1. About 80
 * bytes for each context and size. */
RINGSCOPE_CCT_API void ringscope_cct_point(ringscope_cct_writer* writer, uint32_t context, uint64_t size,
                                           uint64_t calls, uint64_t cost, uint64_t cost_min,
                                           uint64_t cost_max, double cost_squares);

/* A position in the tree that follows calls and returns, one for each traced thread. Begins at `start`
 * (RINGSCOPE_CCT_ROOT, or the context of the thread's frame). NULL if memory is exhausted or `start` is wrong. Free
 * it before its writer. */
RINGSCOPE_CCT_API ringscope_cct_cursor *ringscope_cct_cursor_new(ringscope_cct_writer *writer, uint32_t start);
/* A call. Returns its context. */
RINGSCOPE_CCT_API uint32_t ringscope_cct_push(ringscope_cct_cursor *cursor, uint32_t frame);
/* A return. Returns 1, or 0 if the cursor is at its start, where it stays. */
RINGSCOPE_CCT_API int ringscope_cct_pop(ringscope_cct_cursor *cursor);
RINGSCOPE_CCT_API uint32_t ringscope_cct_context(const ringscope_cct_cursor *cursor);
RINGSCOPE_CCT_API void ringscope_cct_cursor_free(ringscope_cct_cursor *cursor);

/* Writes the file; an old one stays until the new one is complete. Ends the writer, which afterwards can only be
 * asked for its status and freed. Returns a status. O(n log n) in the contexts. */
RINGSCOPE_CCT_API int ringscope_cct_finish(ringscope_cct_writer *writer, const char *path);

/* The status and the text of the first error; RINGSCOPE_CCT_OK and "" without one. The text lives as long as the
 * writer. */
RINGSCOPE_CCT_API int ringscope_cct_status(ringscope_cct_writer *writer);
RINGSCOPE_CCT_API const char *ringscope_cct_message(ringscope_cct_writer *writer);

/* Frees the writer; without ringscope_cct_finish() nothing is written. NULL is allowed. */
RINGSCOPE_CCT_API void ringscope_cct_free(ringscope_cct_writer *writer);

/* The version of the file format. */
RINGSCOPE_CCT_API uint32_t ringscope_cct_format_version(void);

#ifdef __cplusplus
}
#endif

#endif
