"""Runs the Python samples whose paths it reads."""

import json
import sys
import traceback


def run(path):
    printed = []
    try:
        with open(path, encoding="utf-8") as file:
            program = compile(file.read(), path, "exec")
        exec(program, {"__name__": "__main__", "print": printed.append})
        return {"printed": printed[-1] if printed else None}
    except BaseException:
        return {"error": traceback.format_exc()}


for line in sys.stdin:
    sys.stdout.write(json.dumps(run(line.strip())) + "\n")
    sys.stdout.flush()
