#!/usr/bin/env python3
"""clang_tidy.py BUILD_FOLDER [--all | --since REVISION]: clang-tidy on the units that differ from the merge base with origin's main (without one,
from the commit before), with what they include; on all of them while they are few, or with --all: do that (half an hour on
two cores) after a change to .clang-tidy.

A unit that passed is not checked again until it, a file that it includes, or .clang-tidy changes.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys

from source import Tree

FEW = 40
ROOT = pathlib.Path(__file__).resolve().parents[2]


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, text=True, capture_output=True, check=False).stdout.split()


def changed_files():
    """Paths that differ from where this work began; None if git can't tell."""
    head = git("rev-parse", "HEAD")
    if not head:
        return None
    named = sys.argv[sys.argv.index("--since") + 1] if "--since" in sys.argv else "origin/main"
    base = git("merge-base", "HEAD", named)
    if not base or base == head:
        base = git("rev-parse", "--verify", "-q", "HEAD~1")
    if not base:
        return None
    return set(git("diff", "--name-only", base[0])) | set(git("ls-files", "--others", "--exclude-standard"))


def units(build):
    """{unit: the paths it is made of}"""
    tree = Tree(ROOT)
    found = {}
    for command in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        path = pathlib.Path(command["file"])
        if path.is_relative_to(ROOT) and not path.is_relative_to(ROOT / "build"):
            name = path.relative_to(ROOT).as_posix()
            found[name] = set(tree.reached(tree.sources[name])) | {name}
    return found


def select(every, changed):
    """The units to look at: those that changed, and for each changed header one unit that includes it."""
    if changed is None:
        return every
    chosen = {unit: parts for unit, parts in every.items() if unit in changed}
    for header in sorted(changed):
        if not any(header in parts for parts in chosen.values()):
            users = sorted(unit for unit, parts in every.items() if header in parts)
            stem = pathlib.PurePosixPath(header).stem
            users.sort(key=lambda unit: pathlib.PurePosixPath(unit).stem != stem)
            chosen.update({unit: every[unit] for unit in users[:1]})
    return chosen


def stamp_of(build, parts):
    digest = hashlib.sha256((ROOT / ".clang-tidy").read_bytes())
    for part in sorted(parts):
        digest.update(part.encode() + b"\0" + hashlib.sha256((ROOT / part).read_bytes()).digest())
    return build / "clang-tidy-passed" / digest.hexdigest()


def check(build, unit, stamp):
    done = subprocess.run(["clang-tidy", "--quiet", "-p", str(build), str(ROOT / unit)], text=True, cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode == 0:
        stamp.touch()
        return True
    print(f"{unit}:\n{done.stdout}{done.stderr}", flush=True)
    return False


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    (build / "clang-tidy-passed").mkdir(exist_ok=True)
    every = units(build)
    changed = None if "--all" in sys.argv or len(every) <= FEW else changed_files()
    chosen = select(every, changed)
    stamps = {unit: stamp_of(build, parts) for unit, parts in chosen.items()}
    waiting = [unit for unit, stamp in stamps.items() if not stamp.exists()]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        good = list(pool.map(lambda unit: check(build, unit, stamps[unit]), sorted(waiting)))
    print(f"clang-tidy: {len(every)} units, {len(chosen)} to look at, {len(waiting)} checked, {good.count(False)} failed")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
