#!/usr/bin/env python3
"""check.py PROGRAM README: the example prints, and exits with status 0, what the README says it prints."""
import pathlib
import re
import subprocess
import sys

OUTPUT = re.compile(r"<!-- example-output -->\n(.*?)<!-- /example-output -->", re.DOTALL)


def main():
    program, readme = sys.argv[1:3]
    found = OUTPUT.search(pathlib.Path(readme).read_text(encoding="utf-8"))
    if not found:
        sys.exit("the README shows no output between its example-output marks")
    promised = "".join(line[4:] + "\n" for line in found.group(1).splitlines() if line.startswith("    "))
    done = subprocess.run([program], capture_output=True, text=True, timeout=60, check=False)
    if done.returncode == 0 and done.stdout == promised:
        print("the example prints what the README shows")
        return 0
    print(f"status {done.returncode}; the README should show:\n\n" +
          "".join(f"    {line}\n" for line in done.stdout.splitlines()) + f"\nstderr: {done.stderr}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
