#include "app/cli/recording/recorders/node_recorder.h"

#include <fmt/format.h>

namespace ringscope {
namespace {

// The domains are those of the inspector's protocol ("Chrome DevTools Protocol, HeapProfiler, Profiler").
constexpr std::string_view kScript = R"js('use strict';
const folder = '%FOLDER%', isHeap = %HEAP%, interval = %INTERVAL%;
try {
  const { Session } = require('inspector');
  const fs = require('fs'), path = require('path'), { threadId, isMainThread } = require('worker_threads');
  const session = new Session();
  session.connect();
  if (isHeap) {
    session.post('HeapProfiler.enable');
    session.post('HeapProfiler.startSampling', { samplingInterval: 32768, includeObjectsCollectedByMajorGC: true,
                                                 includeObjectsCollectedByMinorGC: true });
  } else {
    session.post('Profiler.enable');
    session.post('Profiler.setSamplingInterval', { interval });
    session.post('Profiler.start');
  }
  let isWritten = false;
  const write = () => {
    if (isWritten) return;
    isWritten = true;
    session.post(isHeap ? 'HeapProfiler.stopSampling' : 'Profiler.stop', (error, result) => {
      if (error) return;
      const name = path.basename(process.argv[1] || 'node').replace(/[^A-Za-z0-9._-]/g, '_');
      const file = path.join(folder, `node.${process.pid}.${threadId}.${name}`);
      try {
        fs.writeFileSync(file + '~', JSON.stringify(result.profile));
        fs.renameSync(file + '~', path.join(folder, path.basename(file)));
      } catch { }  // nothing of the program's may fail for it
    });
  };
  process.on('exit', write);
  if (isMainThread) {
    const ours = new Set();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      const end = () => {
        if (process.listeners(signal).length > 0) return;  // the program has its own answer
        write();
        process.removeListener(signal, end);
        process.kill(process.pid, signal);
      };
      ours.add(end);
      process.on(signal, end);
    }
    // Programs that pass a signal on look whether they are the only ones who listen: ours is nobody. Node.js itself goes
    // by listenerCount(), which stays as it is.
    const { listeners } = process;
    Object.defineProperty(process, 'listeners', {
      value: function (event) { return listeners.call(this, event).filter((one) => !ours.has(one)); },
      configurable: true, writable: true });
  }
} catch { }
)js";

void Replace(std::string_view mark, std::string_view value, std::string& text) {
  const size_t at = text.find(mark);
  if (at != std::string::npos) text.replace(at, mark.size(), value);
}

}  // namespace

std::string NodeRecorder(std::string_view folder, bool is_heap, uint32_t interval_us) {
  std::string text(kScript);
  Replace("%FOLDER%", folder, text);
  Replace("%HEAP%", is_heap ? "true" : "false", text);
  Replace("%INTERVAL%", std::to_string(interval_us), text);
  return text;
}

}  // namespace ringscope
