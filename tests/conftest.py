"""What all tests stand on: one language in every terminal, and laws that hold on a busy machine."""

import os

from hypothesis import HealthCheck, settings

os.environ["LC_ALL"] = "C.UTF-8"

settings.register_profile(
    "house",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],  # it measures the machine, not the law
)
settings.load_profile("house")
