"""Records every call of a Python program: python3 -m ringscope_record --help."""
