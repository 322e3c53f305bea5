"""House style that a program can see: sizes, first lines, names, macros, notes left behind, paths of one machine."""
import pathlib
import re

from source import Finding

MOST_LINES, MOST_COLUMNS = 400, 100
BANNED_WORDS = {"Manager", "Managers", "Helper", "Helpers", "Util", "Utils", "Utility", "Impl", "Base", "Info", "Infos",
                "Context", "Contexts"}
TYPE_NAME = re.compile(r"^\s*(?:template\s*<.*>\s*)?(?:class|struct|union|enum(?:\s+class|\s+struct)?)\s+"
                       r"(?:\[\[\w+\]\]\s*)?([A-Z]\w*)\b(?!\s*::)")
ALIAS_NAME = re.compile(r"\busing\s+([A-Z]\w*)\s*=")
NOTE = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|X" r"XX)\b(?!\(#\d+\))")
BANNER = re.compile(r"^\s*//+\s*[-=*/#~_]{4,}")
DEFINE = re.compile(r"^\s*#\s*define\s+(\w+)")
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|home|farm|root|Users)/\w|/tmp/bash[_]jobs")
TABLE = re.compile(r"<!-- api-table -->(.*?)<!-- /api-table -->", re.DOTALL)
SHOWN_EXAMPLE = re.compile(r"<!-- example (\S+) -->\n```\w+\n(.*?)```\n<!-- /example -->", re.DOTALL)


def sizes(tree):
    for source in tree.sources.values():
        if len(source.lines) > MOST_LINES:
            yield Finding(source.path, len(source.lines), "size", f"{len(source.lines)} lines; {MOST_LINES} at most")
        for number, line in enumerate(source.lines, 1):
            if len(line) > MOST_COLUMNS:
                yield Finding(source.path, number, "width", f"{len(line)} columns; {MOST_COLUMNS} at most")


def first_lines(tree):
    for source in tree.sources.values():
        first = source.lines[0] if source.lines else ""
        if source.is_header:
            if not re.match(r"// \S+ \S+", first):
                yield Finding(source.path, 1, "header", "the first line says in a sentence what the header's thing is")
            if not any(re.match(r"#pragma once\s*$", line) for line in source.lines):
                yield Finding(source.path, 1, "header", "#pragma once is missing")


def type_names(tree):
    for source in tree.sources.values():
        if "/messages/" in source.path:  # Kafka's own names.
            continue
        for number, line in enumerate(source.code, 1):
            for name in TYPE_NAME.findall(line) + ALIAS_NAME.findall(line):
                words = re.findall(r"[A-Z][a-z0-9]*", name)
                banned = sorted(BANNED_WORDS.intersection(words)) + (["Data"] if words[-1:] == ["Data"] else [])
                if banned and name != "RequestContext":
                    yield Finding(source.path, number, "name", f"{name}: '{banned[0]}' says nothing")
        stem = pathlib.PurePosixPath(source.path).stem
        if stem != "request_context" and BANNED_WORDS.intersection(word.capitalize() for word in stem.split("_")):
            yield Finding(source.path, 1, "name", f"the file's name '{stem}' says nothing")


def macros(tree):
    for source in tree.sources.values():
        for number, line in enumerate(source.code, 1):
            match = DEFINE.match(line)
            if match and match.group(1) != "COHORT_ASSERT":
                yield Finding(source.path, number, "macro", f"{match.group(1)}: COHORT_ASSERT is the only macro")


def banners(tree):
    for source in tree.sources.values():
        for number, line in enumerate(source.lines, 1):
            if BANNER.match(line):
                yield Finding(source.path, number, "banner", "no section banners: a second idea gets its own file")


def notes_and_paths(tree):
    for path, lines in tree.text_files():
        for number, line in enumerate(lines, 1):
            if NOTE.search(line):
                yield Finding(path, number, "note", "needs an issue's number in brackets, as in (#12)")
            if MACHINE_PATH.search(line):
                yield Finding(path, number, "path", "a path of one machine")


def api_files(tree):
    """(file, API's name) of each file in api/ that is named like an API key; the others there are shared parts."""
    keys = tree.sources.get("protocol/include/cohort/protocol/api_key.hpp")
    lines = keys.code if keys else []
    apis = {name for line in lines for name in re.findall(r"\b([a-z]\w*)\s*=\s*\d+\s*,?", line)}
    for source in tree.sources.values():
        path = pathlib.PurePosixPath(source.path)
        if source.path.startswith("broker/src/api/") and path.suffix == ".cpp" and path.stem in apis:
            yield source, "".join(word.capitalize() for word in path.stem.split("_"))


def api_notes(tree):
    """STYLE 23."""
    for source, _ in api_files(tree):
        if not source.lines[:1] or not source.lines[0].startswith("//"):
            yield Finding(source.path, 1, "header", "an api/ file opens with versions, sources and what is missing")


def readme_rows(tree):
    """STYLE 39: every API that has a file in api/ has a row in the README's table."""
    readme = tree.root / "README.md"
    table = TABLE.search(readme.read_text(encoding="utf-8")) if readme.exists() else None
    rows = set(re.findall(r"^\|\s*`?(\w+)`?\s*\|", table.group(1), re.MULTILINE)) if table else set()
    for source, name in api_files(tree):
        if name not in rows:
            yield Finding(source.path, 1, "readme", f"the README's table of APIs has no row for {name}")


def readme_examples(tree):
    """What the README shows as examples are the files that are run as tests; all of tests/example/ is shown."""
    readme = tree.root / "README.md"
    shown = dict(SHOWN_EXAMPLE.findall(readme.read_text(encoding="utf-8"))) if readme.exists() else {}
    for file in sorted((tree.root / "tests/example").glob("*")):
        path = file.relative_to(tree.root).as_posix()
        if file.is_file() and file.name != "check.py":
            shown.setdefault(path, "")
    for path, text in shown.items():
        file = tree.root / path
        if not file.exists() or file.read_text(encoding="utf-8").splitlines() != text.splitlines():
            yield Finding("README.md", 1, "example", f"{path} does not stand between its example marks, line by line")


RULES = [sizes, first_lines, type_names, macros, banners, notes_and_paths, api_notes, readme_rows,
         readme_examples]
