"""Commands speak the language of the terminal; the tests read them in English in every terminal."""

import os

os.environ["LC_ALL"] = "C.UTF-8"
