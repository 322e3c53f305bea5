"""Who may include whom (the arrows of the architecture), and who may use Asio and Beast."""
from source import Finding, is_facade, is_http

BROKER = {"protocol", "node", "sim", "broker"}
CLIENT = {"protocol", "node", "sim", "client"}
EVERYTHING = {"protocol", "node", "sim", "net", "broker", "broker facade", "http", "client", "client facade", "testing",
              "conformance", "tests", "tools", "bench"}
ALLOWED = {
    "protocol": {"protocol"},
    "node": {"protocol", "node"},
    "sim": {"protocol", "node", "sim"},
    "net": {"protocol", "node", "net"},
    "broker": BROKER,
    "http": BROKER | {"net", "http", "broker facade"},
    "broker facade": BROKER | {"net", "http", "broker facade"},
    "client": CLIENT,
    "client facade": CLIENT | {"net", "client facade"},
    "testing": BROKER | CLIENT | {"broker facade", "client facade", "http", "testing"},
    "conformance": BROKER | {"conformance"},
    "tests": EVERYTHING,
    "tools": EVERYTHING - {"tests", "bench"},
    "bench": EVERYTHING - {"tests", "tools"},
}


def area_arrows(tree):
    for source in tree.sources.values():
        allowed = ALLOWED.get(source.area)
        if allowed is None:
            yield Finding(source.path, 1, "arrows", f"'{source.area}' is no area of the architecture")
            continue
        for number, _, name in source.includes:
            target = tree.resolve(source, name)
            if target and target.area not in allowed:
                yield Finding(source.path, number, "arrows", f"{source.area} must not include {target.area} ({name})")
            if not target and name.startswith("cohort/"):
                yield Finding(source.path, number, "arrows", f"no such header: {name}")


def is_codec(path):
    return path == "protocol/include/cohort/protocol/codec.hpp" or "/protocol/codec" in path


def inner_arrows(tree):
    """The arrows inside a part. Told of everything a file reaches, so that no detour through a third header hides one."""
    rules = [
        ("broker/src/group/", "group/", {"log/": "broker/src/log/", "api/": "broker/src/api/"}, True),
        ("broker/src/log/", "log/", {"group/": "broker/src/group/", "api/": "broker/src/api/"}, True),
        ("protocol/include/cohort/protocol/messages/", "a message header", {}, True),
    ]
    for source in tree.sources.values():
        for prefix, name, forbidden, codec_is_forbidden in rules:
            if not source.path.startswith(prefix):
                continue
            for path, number in tree.reached(source).items():
                for label, folder in forbidden.items():
                    if path.startswith(folder):
                        yield Finding(source.path, number, "arrows", f"{name} must not reach {label} ({path})")
                if codec_is_forbidden and is_codec(path):
                    yield Finding(source.path, number, "arrows", f"{name} must not reach the codec ({path})")


def cycles(tree):
    for source in tree.sources.values():
        if source.path in tree.reached(source):
            yield Finding(source.path, 1, "arrows", "includes itself through its own includes")


def network_libraries(tree):
    for source in tree.sources.values():
        if not source.is_product:
            continue
        http = is_http(source.path)
        asio = source.area == "net" or http or (is_facade(source.path) and source.area == "client facade")
        for number, _, name in source.includes:
            if name.startswith("boost/asio") and not asio:
                yield Finding(source.path, number, "asio", "only net/, http/ and the client's facade include Asio")
            if name.startswith("boost/beast") and not http:
                yield Finding(source.path, number, "beast", "only http/ includes Beast")


RULES = [area_arrows, inner_arrows, cycles, network_libraries]
