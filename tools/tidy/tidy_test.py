#!/usr/bin/env python3
"""Each tidy rule can fail: a small tree that breaks it is found out, and the mended tree is not."""
import pathlib
import tempfile
import unittest

import tidy

HEADER = "// Thing: what it is.\n#pragma once\n"
KEYS = "enum class ApiKey {\n  produce = 0,\n  join_group = 11,\n};\n"
TABLE = "<!-- api-table -->\n| API | versions |\n|---|---|\n| JoinGroup | 0-9 |\n<!-- /api-table -->\n"


def findings(files):
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            file = pathlib.Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return tidy.findings_in(folder)[1]


def header(*includes, body=""):
    return HEADER + "".join(f"#include <{name}>\n" for name in includes) + body


def source(*includes, body=""):
    return "".join(f"#include {name if name[0] in '<' + chr(34) else f'<{name}>'}\n" for name in includes) + body


class TidyTest(unittest.TestCase):
    def breaks(self, rule, files, path=None):
        found = findings(files)
        self.assertEqual({finding.rule for finding in found}, {rule}, found)
        if path:
            self.assertEqual({finding.path for finding in found}, {path}, found)

    def passes(self, files):
        self.assertEqual(findings(files), [])

    def area_arrow(self, from_path, to_header, is_allowed):
        to_path = {"protocol": "protocol", "node": "protocol", "sim": "protocol", "net": "protocol", "broker": "broker",
                   "client": "client", "testing": "tests/support"}[to_header.split("/")[1]] + "/include/" + to_header
        text = header(to_header) if from_path.endswith(".hpp") else source(to_header)
        files = {to_path: HEADER, from_path: text}
        (self.passes(files) if is_allowed else self.breaks("arrows", files, from_path))

    def test_arrows_between_areas(self):
        nodes = ["protocol/x.hpp", "node/x.hpp", "sim/x.hpp", "net/x.hpp"]
        allowed = {
            "protocol/src/protocol/a.cpp": {"protocol/x.hpp"},
            "protocol/include/cohort/protocol/a.hpp": {"protocol/x.hpp"},
            "protocol/include/cohort/protocol/messages/a.hpp": {"protocol/x.hpp"},
            "protocol/src/node/a.cpp": {"protocol/x.hpp", "node/x.hpp"},
            "protocol/src/sim/a.cpp": {"protocol/x.hpp", "node/x.hpp", "sim/x.hpp"},
            "protocol/src/net/a.cpp": {"protocol/x.hpp", "node/x.hpp", "net/x.hpp"},
            "broker/src/a.cpp": {"protocol/x.hpp", "node/x.hpp", "sim/x.hpp", "broker/x.hpp"},
            "broker/src/http/a.cpp": {*nodes, "broker/x.hpp", "broker/embedded_broker.hpp"},
            "broker/src/embedded_broker.cpp": {*nodes, "broker/x.hpp", "broker/embedded_broker.hpp"},
            "client/src/a.cpp": {"protocol/x.hpp", "node/x.hpp", "sim/x.hpp", "client/x.hpp"},
            "client/src/facade/a.cpp": {*nodes, "client/x.hpp"},
            "tests/support/include/cohort/testing/a.hpp":
                {"protocol/x.hpp", "node/x.hpp", "sim/x.hpp", "broker/x.hpp", "broker/embedded_broker.hpp", "client/x.hpp",
                 "testing/x.hpp"},
            "tools/cohort/a.cpp": {*nodes, "broker/x.hpp", "broker/embedded_broker.hpp", "client/x.hpp", "testing/x.hpp"},
            "tests/scenarios/a.cpp": {*nodes, "broker/x.hpp", "broker/embedded_broker.hpp", "client/x.hpp", "testing/x.hpp"},
        }
        targets = nodes + ["broker/x.hpp", "broker/embedded_broker.hpp", "client/x.hpp", "testing/x.hpp"]
        for path, good in allowed.items():
            for target in targets:
                with self.subTest(path=path, target=target):
                    self.area_arrow(path, "cohort/" + target, target in good)

    def test_product_includes_no_tests_and_tools_no_bench(self):
        self.breaks("arrows", {"tests/seen.hpp": HEADER, "broker/src/a.cpp": source('"../../tests/seen.hpp"', '"seen.hpp"')},
                    "broker/src/a.cpp")
        self.breaks("arrows", {"bench/seen.hpp": HEADER, "tools/cohort/a.cpp": source('"seen.hpp"')})

    def test_a_missing_header_is_found(self):
        self.breaks("arrows", {"broker/src/a.cpp": source("cohort/broker/gone.hpp")})

    def test_group_and_log_do_not_reach_each_other(self):
        for one, other in (("group", "log"), ("log", "group"), ("group", "api"), ("log", "api")):
            files = {f"broker/src/{other}/x.hpp": HEADER, f"broker/src/{one}/a.cpp": source(f'"{other}/x.hpp"')}
            self.breaks("arrows", files, f"broker/src/{one}/a.cpp")
        detour = {"broker/src/log/x.hpp": HEADER, "broker/src/state.hpp": HEADER + '#include "log/x.hpp"\n',
                  "broker/src/group/a.cpp": source('"state.hpp"')}
        self.breaks("arrows", detour, "broker/src/group/a.cpp")
        self.passes({"broker/src/log/x.hpp": HEADER, "broker/src/group/x.hpp": HEADER,
                     "broker/src/api/a.cpp": "// Notes.\n" + source('"log/x.hpp"', '"group/x.hpp"')})

    def test_group_log_and_messages_do_not_reach_the_codec(self):
        codec = "protocol/include/cohort/protocol/codec.hpp"
        for path in ("broker/src/group/a.cpp", "broker/src/log/a.cpp"):
            self.breaks("arrows", {codec: HEADER, path: source("cohort/protocol/codec.hpp")}, path)
        message = "protocol/include/cohort/protocol/messages/a.hpp"
        self.breaks("arrows", {codec: HEADER, message: header("cohort/protocol/codec.hpp")}, message)
        self.passes({codec: HEADER, "broker/src/reply.cpp": source("cohort/protocol/codec.hpp")})

    def test_a_cycle_is_found(self):
        self.breaks("arrows", {"broker/src/a.hpp": HEADER + '#include "b.hpp"\n',
                               "broker/src/b.hpp": HEADER + '#include "a.hpp"\n'})

    def test_asio_and_beast_have_their_folders(self):
        self.breaks("asio", {"broker/src/a.cpp": source("boost/asio.hpp")})
        self.breaks("asio", {"broker/src/embedded_broker.cpp": source("boost/asio/post.hpp")})
        self.breaks("beast", {"protocol/src/net/a.cpp": source("boost/beast.hpp")})
        self.passes({"protocol/src/net/a.cpp": source("boost/asio.hpp"),
                     "broker/src/http/a.cpp": source("boost/asio.hpp", "boost/beast.hpp"),
                     "client/src/facade/a.cpp": source("boost/asio.hpp"), "tests/net/a.cpp": source("boost/asio.hpp")})

    def test_determinism_bans(self):
        for name in ("thread", "mutex", "random", "future", "condition_variable", "ctime", "atomic"):
            self.breaks("determinism", {"broker/src/group/a.cpp": source(name)})
        for code in ("auto t = std::chrono::steady_clock::now();", "std::this_thread::sleep_for(d);", "usleep(3);",
                     "int r = rand();", "std::mt19937 g;", "auto e = std::getenv(name);", "auto t = time(nullptr);",
                     "std::thread t;"):
            for path in ("broker/src/log/a.cpp", "protocol/src/sim/a.cpp", "client/src/a.cpp"):
                with self.subTest(code=code, path=path):
                    self.breaks("determinism", {path: f"void f() {{ {code} }}\n"})
            with self.subTest(code=code):
                self.passes({"protocol/src/net/a.cpp": code + "\n", "broker/src/http/a.cpp": code + "\n",
                             "broker/src/embedded_broker.cpp": code + "\n", "client/src/facade/a.cpp": code + "\n",
                             "tools/cohort/a.cpp": code + "\n"})
        self.passes({"broker/src/a.cpp": '// No sleep_for( and no rand() here.\nauto s = "rand()"; operand(); my_time(0);\n'})

    def test_unordered_iteration(self):
        declared = "std::unordered_map<std::string, std::vector<int>> groups_;\n"
        loop = "for (const auto& [name, group] : groups_) {}\n"
        self.breaks("unordered", {"broker/src/a.cpp": declared + loop})
        self.breaks("unordered", {"broker/src/a.hpp": header(body=declared),
                                  "broker/src/a.cpp": '#include "a.hpp"\n' + "auto x = groups_.begin();\n"})
        self.breaks("unordered", {"broker/src/a.cpp": "using Groups = std::unordered_set<int>;\nvoid f(Groups& set) {\n"
                                                      "  for (int x : set) {}\n}\n"})
        self.passes({"broker/src/a.cpp": declared + "// A sum: no order can leak.\n" + loop})
        self.passes({"broker/src/a.cpp": declared + "auto found = groups_.find(name);\nfor (int x : list) {}\n"})
        self.passes({"broker/src/a.cpp": "std::map<int, int> groups_;\n" + loop})

    def test_sizes(self):
        self.breaks("size", {"broker/src/a.cpp": "int x;\n" * 401})
        self.passes({"broker/src/a.cpp": "int x;\n" * 400})
        self.breaks("width", {"broker/src/a.cpp": "// " + "x" * 98 + "\n"})
        self.passes({"broker/src/a.cpp": "// " + "é" * 97 + "\n"})

    def test_first_lines(self):
        self.breaks("header", {"broker/src/a.hpp": "#pragma once\n// Thing: what it is.\n"})
        self.breaks("header", {"broker/src/a.hpp": "// Thing: what it is.\n"})
        self.breaks("header", {"protocol/include/cohort/protocol/api_key.hpp": HEADER + KEYS, "README.md": TABLE,
                               "broker/src/api/join_group.cpp": "int x;\n"})

    def test_type_names(self):
        for name in ("GroupManager", "TopicHelper", "StringUtil", "GroupImpl", "MemberBase", "GroupInfo", "FetchContext",
                     "MemberData"):
            self.breaks("name", {"broker/src/a.cpp": f"struct {name} {{}};\n"})
            self.breaks("name", {"broker/src/a.cpp": f"using {name} = int;\n"})
            self.passes({"protocol/include/cohort/protocol/messages/a.hpp": HEADER + f"struct {name} {{}};\n"})
        self.breaks("name", {"broker/src/a.cpp": "enum class StateManager { x };\n"})
        self.breaks("name", {"broker/src/group_manager.cpp": "int x;\n"})
        self.passes({"broker/src/request_context.hpp": HEADER + "struct RequestContext {};\nstruct DataPlane {};\n"})

    def test_macros(self):
        self.breaks("macro", {"broker/src/a.cpp": "#define CHECK(x) (x)\n"})
        self.passes({"broker/src/a.cpp": "#define COHORT_ASSERT(x) (x)\n"})

    def test_banners(self):
        self.breaks("banner", {"broker/src/a.cpp": "/" * 40 + "\n"})
        self.breaks("banner", {"broker/src/a.cpp": "// ---- queries ----\n"})
        self.passes({"broker/src/a.cpp": "//   Empty --join--> PreparingRebalance\n/// Says what it is.\n"})

    def test_notes(self):
        for word in ("TO" "DO", "FIX" "ME"):
            self.breaks("note", {"broker/src/a.cpp": f"// {word}: later\n"})
            self.passes({"broker/src/a.cpp": f"// {word}(#12): later\n"})
        self.breaks("note", {"broker/src/a.cpp": "int x;\n", "tools/run": "# TO" "DO later\n"}, "tools/run")

    def test_machine_paths(self):
        for path in ("work", "home"):
            self.breaks("path", {"broker/src/a.cpp": f"// see /{path}/someone\n"})
            self.breaks("path", {"broker/src/a.cpp": "int x;\n", "README.md": f"cd /{path}/x\n"}, "README.md")
            self.passes({"broker/src/a.cpp": f"// the frame/{path}/done\n"})  # No path from the root.

    def test_readme_rows(self):
        files = {"protocol/include/cohort/protocol/api_key.hpp": HEADER + KEYS,
                 "broker/src/api/join_group.cpp": "// Versions 0 to 9.\n", "broker/src/api/topic_names.cpp": "// Shared.\n"}
        self.breaks("readme", files, "broker/src/api/join_group.cpp")
        self.breaks("readme", {**files, "README.md": "| JoinGroup | outside the table |\n"})
        self.passes({**files, "README.md": TABLE})

    def test_readme_example(self):
        file = {"tests/example/expired_member.cpp": "int main() {\n}\n"}
        shown = "<!-- example tests/example/expired_member.cpp -->\n```cpp\nint main() {\n}\n```\n<!-- /example -->\n"
        self.passes({**file, "README.md": shown})
        self.breaks("example", file, "README.md")
        self.breaks("example", {**file, "README.md": shown.replace("{", "{ // Else.")}, "README.md")


if __name__ == "__main__":
    unittest.main()
