"""A test that is interrupted leaves no server behind."""

import subprocess
import sys

from tests.server.raw_client import is_served, wait_until
from web.build import ROOT

INTERRUPTED = """
from tests.web.browser import running_server

with running_server() as address:
    print(address, flush=True)
    input()
"""


def test_a_server_stops_with_the_process_that_started_it() -> None:
    command, pipe = [sys.executable, "-c", INTERRUPTED], subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as test:
        assert test.stdout is not None
        # The build of the web client may print before.
        address = next(line for line in test.stdout if line.startswith("http")).strip()
        assert is_served(address)
        test.kill()
    wait_until(lambda: not is_served(address))
