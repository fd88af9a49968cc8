# Which version this is: that of the project, with the commit where the source is a git repository of its own.
# As a script (cmake -D VERSION=0.1.0 -D SOURCE=FOLDER -D OUT=FILE -P ...) it writes the one source file that knows.

# ringscope_version(SOURCE VERSION): `version`, "0.1.0+git20260102.1a2b3c4d", and `date`, that of the commit as in mails.
function(ringscope_version source plain)
  find_package(Git QUIET)
  set(commit "")
  set(date "Thu, 01 Jan 1970 00:00:00 +0000")
  if(Git_FOUND AND EXISTS ${source}/.git)
    set(log ${GIT_EXECUTABLE} -C ${source} log -1)
    execute_process(COMMAND ${log} --format=%cd.%h --date=format:%Y%m%d --abbrev=8
      OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND ${log} --format=%cD OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(commit)
    string(PREPEND commit "+git")
  endif()
  set(version ${plain}${commit} PARENT_SCOPE)
  set(date ${date} PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  ringscope_version(${SOURCE} ${VERSION})
  file(CONFIGURE OUTPUT ${OUT} CONTENT [[#include "app/cli/version.h"

std::string_view ringscope::VersionText() { return "@version@"; }
]] @ONLY)
  file(TOUCH ${OUT})
endif()
