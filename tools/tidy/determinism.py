"""The bans of the determinism contract: nothing in a Node asks for the time, waits, draws, or depends on a hash's order."""
import re

from source import Finding, is_facade, is_http

BANNED_HEADERS = {
    "thread": "threads", "mutex": "locks", "shared_mutex": "locks", "condition_variable": "waiting",
    "future": "futures", "coroutine": "coroutine frames", "atomic": "shared state", "random": "<random>",
    "ctime": "a clock", "time.h": "a clock", "sys/time.h": "a clock", "unistd.h": "the system",
    "semaphore": "waiting", "latch": "waiting", "barrier": "waiting", "stop_token": "threads",
}
BANNED_WORDS = [
    (re.compile(r"\b(?:system|steady|high_resolution|utc|file)_clock\s*::\s*now\b|\bclock_gettime\b|\bgettimeofday\b"
                r"|\bstd::time\b|\btime\s*\(\s*(?:nullptr|NULL|0)\s*\)"), "a clock: time comes in as Instant"),
    (re.compile(r"\bsleep_(?:for|until)\b|\b(?:u|nano)?sleep\s*\("), "a sleep: only net/ may wait"),
    (re.compile(r"\bs?rand(?:om)?\s*\(|\brandom_device\b|\bmt19937(?:_64)?\b|\bdefault_random_engine\b|\bstd::shuffle\b"),
     "chance: it comes in as Rng&"),
    (re.compile(r"\bgetenv\b"), "the environment: settings come in as Config"),
    (re.compile(r"\bstd::(?:j?thread|async|mutex|promise|future)\b"), "threads: there are none in a Node"),
]
UNORDERED = re.compile(r"\b(?:std::)?unordered_(?:multi)?(?:map|set)\s*<")
ALIAS = re.compile(r"\busing\s+(\w+)\s*=\s*(?:std::)?unordered_(?:multi)?(?:map|set)\s*<")
RANGE_FOR = re.compile(r"\bfor\s*\([^;()]*[^:]:\s*([^:;].*)\)")
FIRST_OF = re.compile(r"\b(\w+)\s*(?:\.|->)\s*c?begin\s*\(")


def is_deterministic(source):
    """Whether `source` is of a Node or of what it stands on."""
    return source.is_product and source.area != "net" and not is_http(source.path) and not is_facade(source.path)


def bans(tree):
    for source in tree.sources.values():
        if not is_deterministic(source):
            continue
        for number, bracket, name in source.includes:
            if bracket == "<" and name in BANNED_HEADERS and not allowed_header(source, name):
                yield Finding(source.path, number, "determinism", f"<{name}> brings {BANNED_HEADERS[name]}")
        for number, line in enumerate(source.code, 1):
            for pattern, reason in BANNED_WORDS:
                if pattern.search(line):
                    yield Finding(source.path, number, "determinism", reason)


def allowed_header(source, name):
    """A Buffer's owner count is the one thing that two threads may touch."""
    return name == "atomic" and source.path.rsplit("/", 1)[1].startswith("buffer.")


def declared_unordered(lines, aliases):
    """The names of variables, members and parameters of an unordered type that `lines` declare."""
    names = set()
    text = "\n".join(lines)
    for match in UNORDERED.finditer(text):
        depth, at = 1, match.end()
        while at < len(text) and depth > 0:
            depth += {"<": 1, ">": -1}.get(text[at], 0)
            at += 1
        name = re.match(r"[\s&*]*(\w+)\s*[;={,)]", text[at:])
        if name:
            names.add(name.group(1))
    for alias in aliases:
        names.update(re.findall(rf"\b{alias}\b[\s&*]+(\w+)\s*[;={{,)]", text))
    return names


def unordered_iteration(tree):
    """STYLE 18: going through an unordered container needs a comment that says why its order can't be seen."""
    for source in tree.sources.values():
        if not is_deterministic(source):
            continue
        seen = [source] + [tree.sources[path] for path in tree.reached(source)]
        aliases = {alias for each in seen for line in each.code for alias in ALIAS.findall(line)}
        names = set().union(*(declared_unordered(each.code, aliases) for each in seen))
        for number, line in enumerate(source.code, 1):
            through = RANGE_FOR.search(line)
            last_word = re.search(r"(\w+)\W*$", through.group(1)) if through else None
            used = {last_word.group(1)} if last_word else set()
            used.update(FIRST_OF.findall(line))
            if used & names and not explains_order(source, number):
                name = sorted(used & names)[0]
                yield Finding(source.path, number, "unordered",
                              f"goes through {name}, which is unordered; say in a comment why the order can't be seen")


def explains_order(source, number):
    near = source.lines[max(0, number - 3):number]
    return any("//" in line and "order" in line.split("//", 1)[1] for line in near)


RULES = [bans, unordered_iteration]
