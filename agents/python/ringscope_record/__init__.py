"""Records every call of a Python program: python3 .../ringscope_record --help."""
