/* Writing .cct files from C, or from anything that can call C: what a profiler needs to hand its calling context tree to
 * ringscope directly, without a text format between. Link with -lringscope_cct_writer (pkg-config and CMake package:
 * ringscope-cct-writer). The file itself is described in docs/cct_format.md.
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
 * Errors: the first one is kept and makes ringscope_cct_finish() fail; until then calls go on without harm, and ids that
 * they return are RINGSCOPE_CCT_NONE, which every function takes and ignores. So checking finish() alone is enough.
 *
 * Threads: every function that takes a writer may be called by any thread at any time, ringscope_cct_free() after all
 * others. A cursor belongs to one thread at a time. Writers know nothing of each other.
 *
 * Memory: about 40 bytes a context and 8 a metric of it, and each different name once. The values of one context are
 * 64-bit sums; a sum that would reach 2^63 is an error. Strings are bytes of any encoding (UTF-8 is shown as such), ended
 * by 0, and copied; NULL is the empty string. */
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
      1,                      /* an id that was not handed out, a scale that is no power of ten, ... */
  RINGSCOPE_CCT_LIMIT = 2,    /* 2^32 - 2 contexts, 1 GiB of names, 256 values of frames */
  RINGSCOPE_CCT_OVERFLOW = 3, /* a sum reaches 2^63 */
  RINGSCOPE_CCT_IO = 4,       /* the file cannot be written */
  RINGSCOPE_CCT_NO_MEMORY = 5,
  RINGSCOPE_CCT_FINISHED = 6 /* a call after ringscope_cct_finish() */
};

/* What a frame is; stored in files. */
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

/* A function. Two frames are one where all fields are equal. `line` and `column` are those of the function's definition,
 * counted from 1, 0 where unknown: they tell unnamed functions of one file apart. Set everything to 0 first. */
typedef struct {
  const char *name;
  const char *module; /* library or program */
  const char *file;
  uint32_t line;
  uint32_t column;
  uint32_t kind;
} ringscope_cct_frame_info;

/* A class. Two are one where name and package are equal. Set everything to 0 first. */
typedef struct {
  const char* name;    /* without the package: "HashMap", "Outer$Inner" */
  const char* package; /* or namespace, or module: "java.util"; with the separator where that is no dot: "std::" */
  uint32_t kind;       /* RINGSCOPE_CCT_CLASS, ... */
} ringscope_cct_class_info;

/* What a class is; stored in files. */
enum { RINGSCOPE_CCT_UNKNOWN_CLASS = 0, RINGSCOPE_CCT_CLASS = 1, RINGSCOPE_CCT_INTERFACE = 2 };

/* How the values of a frame in several runs become one when their files are merged; stored in files. */
enum {
  RINGSCOPE_CCT_SUM = 0,     /* they add up */
  RINGSCOPE_CCT_LEAST = 1,   /* the smallest counts: of 0 and 1, whether something holds in all runs */
  RINGSCOPE_CCT_MOST = 2,    /* the largest counts */
  RINGSCOPE_CCT_DISTINCT = 3 /* numbers of different things: at least the largest */
};

/* A new writer; NULL without memory. `tool` is what readers show as the origin of the file. */
RINGSCOPE_CCT_API ringscope_cct_writer *ringscope_cct_begin(const char *tool);

/* Another metric; at least one is wanted, at any time. Units that readers know how to show: "ns", "us", "ms", "s",
 * "bytes", "count"; any other text is shown as it is. Added values are divided by `scale`, a power of ten, when they are
 * shown. */
RINGSCOPE_CCT_API uint32_t ringscope_cct_metric(ringscope_cct_writer *writer, const char *name, const char *unit,
                                                uint64_t scale);

/* What is known of the run that is measured, for readers to show beside its costs and beside those of other runs that it is
 * compared with: a name, and when it ran in seconds since 1970, UTC, 0 where that is not known. */
RINGSCOPE_CCT_API void ringscope_cct_execution(ringscope_cct_writer *writer, const char *name, int64_t time_s);
/* More of it, such as "commit". The last value of a name stays. */
RINGSCOPE_CCT_API void ringscope_cct_attribute(ringscope_cct_writer *writer, const char *name, const char *value);

/* The frame with these fields, new or known. O(length of the strings). */
RINGSCOPE_CCT_API uint32_t ringscope_cct_frame(ringscope_cct_writer *writer,
                                               const ringscope_cct_frame_info *info);

/* The context that calls lead to: `frame` called from `parent`, new or known. O(1). */
RINGSCOPE_CCT_API uint32_t ringscope_cct_child(ringscope_cct_writer *writer, uint32_t parent, uint32_t frame);
/* The same for a whole stack, outermost function first. */
RINGSCOPE_CCT_API uint32_t ringscope_cct_path(ringscope_cct_writer *writer, const uint32_t *frames, size_t count);

/* Adds to what a context costs itself, without what it calls. */
RINGSCOPE_CCT_API void ringscope_cct_add(ringscope_cct_writer *writer, uint32_t context, uint32_t metric,
                                         uint64_t value);
/* Says that callers of (some stacks through) a context are missing, as when a sampler cuts deep stacks. */
RINGSCOPE_CCT_API void ringscope_cct_mark_truncated(ringscope_cct_writer *writer, uint32_t context);

/* What is known of functions, beside what they cost. All of it is optional, in any order, and can be said at
 * any time; what is said again replaces what was said before.
 *
 * The class with this name and package, new or known. */
RINGSCOPE_CCT_API uint32_t ringscope_cct_class(ringscope_cct_writer* writer,
                                               const ringscope_cct_class_info* info);
/* RINGSCOPE_CCT_NONE: there is none. Where superclasses lead in a circle, one class of it loses its own. */
RINGSCOPE_CCT_API void ringscope_cct_superclass(ringscope_cct_writer* writer, uint32_t of_class,
                                                uint32_t superclass);
/* The class that a frame is a method of. */
RINGSCOPE_CCT_API void ringscope_cct_frame_class(ringscope_cct_writer* writer, uint32_t frame,
                                                 uint32_t of_class);
/* A hash of the function's code, alike in all runs that have the same code: what a comparison tells changed
 * functions by. 0 and 2^64 - 1 are no hashes: 0 where it is not known. */
RINGSCOPE_CCT_API void ringscope_cct_frame_code(ringscope_cct_writer* writer, uint32_t frame, uint64_t hash);
/* A value that frames may have, new or known, 256 at most. Readers know these: "receivers" (unit "count",
 * rule RINGSCOPE_CCT_DISTINCT), the number of different objects that a method was called on; "returns self"
 * (unit "", rule RINGSCOPE_CCT_LEAST), 1 where each call returned the object it was called on, else 0; "same
 * return per receiver" (likewise), 1 where all calls on one object returned the same, else 0. */
RINGSCOPE_CCT_API uint32_t ringscope_cct_frame_value(ringscope_cct_writer* writer, const char* name,
                                                     const char* unit, uint64_t scale, uint32_t rule);
/* at_least: not 0 where counting stopped there. Frames without a value are shown as not known. */
RINGSCOPE_CCT_API void ringscope_cct_set_frame_value(ringscope_cct_writer* writer, uint32_t frame,
                                                     uint32_t value, uint64_t amount, int at_least);

/* Points: what the calls of a context cost by the size of their input, for plots of cost by input size. The
 * units of sizes and costs, such as "elements" and "ns"; "count" and that of the first metric where it is not
 * said. */
RINGSCOPE_CCT_API void ringscope_cct_point_units(ringscope_cct_writer* writer, const char* size_unit,
                                                 const char* cost_unit);
/* `calls` more calls (one at least) of a context with input of one size: the sum of what they cost with all
 * that they called, the smallest and the largest cost of one, and the sum of the squares. Of one call: 1,
 * cost, cost, cost, cost * cost. Calls of one context and size are added up; sums end at 2^63 - 1. About 80
 * bytes a context and size. */
RINGSCOPE_CCT_API void ringscope_cct_point(ringscope_cct_writer* writer, uint32_t context, uint64_t size,
                                           uint64_t calls, uint64_t cost, uint64_t cost_min,
                                           uint64_t cost_max, double cost_squares);

/* A place in the tree that follows calls and returns, one for each thread that is traced. Begins at `start`
 * (RINGSCOPE_CCT_ROOT, or the context of the thread's frame). NULL without memory or for a wrong `start`. Freed before
 * its writer. */
RINGSCOPE_CCT_API ringscope_cct_cursor *ringscope_cct_cursor_new(ringscope_cct_writer *writer, uint32_t start);
/* A call. Returns the context that it leads to. */
RINGSCOPE_CCT_API uint32_t ringscope_cct_push(ringscope_cct_cursor *cursor, uint32_t frame);
/* A return. Returns 1, or 0 where the cursor is at its start already and stays there. */
RINGSCOPE_CCT_API int ringscope_cct_pop(ringscope_cct_cursor *cursor);
RINGSCOPE_CCT_API uint32_t ringscope_cct_context(const ringscope_cct_cursor *cursor);
RINGSCOPE_CCT_API void ringscope_cct_cursor_free(ringscope_cct_cursor *cursor);

/* Writes the file: the old one stays until the new one is whole. Ends the writer, which can only be asked and freed
 * afterwards. Returns a status. O(n log n) in the contexts. */
RINGSCOPE_CCT_API int ringscope_cct_finish(ringscope_cct_writer *writer, const char *path);

/* The status of the first error, and what it was; RINGSCOPE_CCT_OK and "" so far without one. The text lives as long as
 * the writer. */
RINGSCOPE_CCT_API int ringscope_cct_status(ringscope_cct_writer *writer);
RINGSCOPE_CCT_API const char *ringscope_cct_message(ringscope_cct_writer *writer);

/* Also without ringscope_cct_finish(), where nothing shall be written. NULL is fine. */
RINGSCOPE_CCT_API void ringscope_cct_free(ringscope_cct_writer *writer);

/* The version of the file format that is written. */
RINGSCOPE_CCT_API uint32_t ringscope_cct_format_version(void);

#ifdef __cplusplus
}
#endif

#endif
