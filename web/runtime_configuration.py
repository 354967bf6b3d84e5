"""Return the numbers of the configuration of Pyodide's Python as JSON, for `compiler/toolchain.py`."""

import json
import sysconfig

json.dumps({name: value for name, value in sysconfig.get_config_vars().items() if isinstance(value, int)})
