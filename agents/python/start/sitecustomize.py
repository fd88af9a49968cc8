"""Begins to record this process: the interpreter imports it before the program, as PYTHONPATH names its folder.

RINGSCOPE_TRACE, RINGSCOPE_LIMIT and RINGSCOPE_PYTHON in the environment set its file and options. Afterwards sys.path and
sys.modules are the same as without it, so the program sees only the environment, which its children inherit. It uses only
modules that the interpreter has loaded anyway.
"""


def _hide():
    """Takes this folder out of the places where modules are searched; returns the folder."""
    import os
    import sys

    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder) != here]
    sys.path_importer_cache.pop(here, None)
    sys.modules.pop("sitecustomize", None)
    return here


def _start(folder):
    import os
    import sys
    from _frozen_importlib import ModuleSpec
    from _imp import create_dynamic, exec_dynamic, extension_suffixes

    # The first suffix names the version; there is no file for all versions.
    file = os.path.join(folder, "_ringscope_record" + extension_suffixes()[0])
    if os.path.exists(file):
        recorder = create_dynamic(ModuleSpec("_ringscope_record", None, origin=file))
        exec_dynamic(recorder)
        sys.modules.pop("_ringscope_record", None)
        recorder.start()


_here = _hide()
try:
    # The module that would have been imported without this folder; if there is none, site expects the ImportError.
    import sitecustomize
finally:
    _start(_here.rpartition("/")[0])
