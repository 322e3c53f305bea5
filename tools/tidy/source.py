"""The project's files as the tidy rules see them: lines, code without comments and texts, and who includes whom."""
import dataclasses
import pathlib
import re

CPP = (".hpp", ".cpp")
FOLDERS = ("protocol", "broker", "client", "tests", "tools", "bench")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
LITERAL_OR_COMMENT = re.compile(
    r'R"(?P<delimiter>[^(\s]*)\(.*?\)(?P=delimiter)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+'"
    r"|//[^\n]*|/\*.*?\*/", re.DOTALL)


@dataclasses.dataclass(frozen=True)
class Finding:
    path: str
    line: int
    rule: str
    message: str

    def __str__(self):
        return f"{self.path}:{self.line}: [{self.rule}] {self.message}"


def without_comments_and_texts(text):
    """`text` with comments gone and literals emptied; every line keeps its number."""
    def blank(match):
        found = match.group()
        lines = "\n" * found.count("\n")
        return lines if found.startswith("/") else '""' + lines
    return LITERAL_OR_COMMENT.sub(blank, text)


class Source:
    """One C++ file. `path` is relative to the project's root, with forward slashes."""

    def __init__(self, path, text):
        self.path = path
        self.lines = text.splitlines()
        self.code = without_comments_and_texts(text).splitlines()
        self.includes = []  # (line number, "<" or '"', name)
        for number, line in enumerate(self.lines, 1):
            match = INCLUDE.match(line)
            if match:
                self.includes.append((number, match.group(1), match.group(2)))
        self.area = area_of(path)
        self.is_header = path.endswith(".hpp")
        self.is_product = path.startswith(("protocol/", "broker/", "client/"))


def is_facade(path):
    """The files around a Node that own a thread or sockets: the TCP fixture and the client's async facade."""
    return "/facade/" in path or pathlib.PurePosixPath(path).stem in (
        "embedded_broker", "long_polls", "embedded_broker_test")


def is_http(path):
    return "/http/" in path or pathlib.PurePosixPath(path).stem in ("http_server",)


def area_of(path):
    """Which box of the design's arrows a file is in."""
    parts = path.split("/")
    if parts[0] == "protocol":
        if parts[1] == "include" and len(parts) > 4:
            return parts[3]
        return parts[2] if parts[1] == "src" and len(parts) > 3 else "protocol"
    if parts[0] in ("broker", "client"):
        if is_http(path):
            return "http"
        if is_facade(path):
            return "broker facade" if parts[0] == "broker" else "client facade"
        return parts[0]
    if path.startswith("tests/support/"):
        return "testing"
    if path.startswith("tests/conformance/") and len(parts) > 3:
        return "conformance"
    return parts[0]


class Tree:
    """All C++ files below `root`, and where each `#include` of one of them leads."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.sources = {}
        for folder in FOLDERS:
            for file in sorted((self.root / folder).rglob("*")):
                path = file.relative_to(self.root).as_posix()
                if file.suffix in CPP and file.is_file() and not self.is_built(path):
                    self.sources[path] = Source(path, file.read_text(encoding="utf-8"))

    @staticmethod
    def is_built(path):
        return any(part in ("build", "node_modules") for part in path.split("/")[:-1])

    def text_files(self):
        """Everything of the project that people read or run: (path, lines)."""
        suffixes = CPP + (".py", ".js", ".json", ".md", ".txt", ".cmake", ".in", ".sh", ".cpp", "")
        for file in sorted(self.root.rglob("*")):
            path = file.relative_to(self.root).as_posix()
            first = path.split("/")[0]
            hidden = first.startswith(".") and first not in (".ci", ".clang-tidy", ".clang-format", ".gitignore")
            if hidden or self.is_built(path) or "__pycache__" in path or not file.is_file():
                continue
            if file.suffix in suffixes and file.name not in ("LICENSE", "package-lock.json"):
                try:
                    yield path, file.read_text(encoding="utf-8").splitlines()
                except UnicodeDecodeError:
                    continue  # Bytes, such as a recorded vector.

    def resolve(self, source, name):
        """The project's file that `name` means in `source`, or None for a library's header."""
        beside = source.path.rsplit("/", 1)[0] + "/" + name
        part = source.path.split("/")[0]
        roots = ["protocol/include/", "broker/include/", "client/include/", "tests/support/include/",
                 f"{part}/src/", "broker/src/", "client/src/", "tests/", "bench/", "tools/", "tools/cohort/"]
        for candidate in [beside] + [root + name for root in roots]:
            if candidate in self.sources:
                return self.sources[candidate]
        return None

    def reached(self, source):
        """Every file that `source` includes, directly or not: {path: the include line of `source` that leads there}."""
        found = {}
        for number, _, name in source.includes:
            first = self.resolve(source, name)
            waiting = [first] if first else []
            while waiting:
                current = waiting.pop()
                if current.path in found:
                    continue
                found[current.path] = number
                waiting += [next_ for _, _, inner in current.includes if (next_ := self.resolve(current, inner))]
        return found
