"""Begins to record this process: the interpreter imports it before the program, as PYTHONPATH names its folder.

RINGSCOPE_TRACE, RINGSCOPE_LIMIT and RINGSCOPE_PYTHON in the environment say where to and what. Afterwards sys.path and
sys.modules are as they would be without, so the program finds nothing of it but the environment, which its children
inherit. Only modules are used that the interpreter has loaded by now in any case.
"""


def _hide():
    """Takes this folder out of where modules are looked for. Where it lies."""
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

    # The first suffix names the version; of what fits all versions there is no file.
    file = os.path.join(folder, "_ringscope_record" + extension_suffixes()[0])
    if os.path.exists(file):
        recorder = create_dynamic(ModuleSpec("_ringscope_record", None, origin=file))
        exec_dynamic(recorder)
        sys.modules.pop("_ringscope_record", None)
        recorder.start()


_here = _hide()
try:
    # What would have been imported without this folder; where there is none, site expects the ImportError.
    import sitecustomize
finally:
    _start(_here.rpartition("/")[0])
