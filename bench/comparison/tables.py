"""Tables in Markdown, which a terminal shows well enough."""
import os
import platform
import re

from brokers import PEERS, TITLES
from requirements import show


def table(head, rows):
    """Without the rows in which nothing was measured."""
    rows = [row for row in rows if any(cell != "–" for cell in row[1:])]
    rows = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])


def machine(librdkafka):
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), platform.machine())
    with open("/etc/os-release", encoding="utf-8") as file:
        system = next((line.split("=", 1)[1].strip().strip('"') for line in file if line.startswith("PRETTY_NAME")), "Linux")
    return f"{model}, {os.cpu_count()} cores, {system}, Linux {platform.release().split('-')[0]}, {librdkafka}"


def heading(figures):
    """Of the run's first line, which compare writes, and its last."""
    machine_line, load_line = figures.rows("machine")[0], figures.rows("load")[0]
    rounds = len({line["round"] for line in figures.lines if "round" in line})
    return (f"{machine_line['date']}, {machine_line['machine']}; {rounds} round{'s' * (rounds > 1)}, load average "
            f"{machine_line['load']:.1f} before and {load_line['load']:.1f} after. Medians of the rounds.")


def cell(figures, path, bench, slowest=None, **wanted):
    late, limit = figures.unfinished(bench, **wanted)
    text = show(figures.median(path, bench, **wanted))
    if slowest and text != "–":
        text += f" / {show(figures.most(slowest, bench, **wanted))}"
    if not late:
        return text
    return f"did not finish in {limit} s" if text == "–" else f"{text}; {late} × did not finish in {limit} s"


def data_rows(figures):
    for size in (100, 1000):
        for verb, bench in (("produce", "produce"), ("consume", "consume"), ("consume, 4 MB a partition", "consume-spread")):
            for what, path in (("records/s", "records_per_second"), ("MB/s", "megabytes_per_second"), ("broker's CPU s/GB", "cpu_s_per_gb")):
                yield (f"{verb}, {size} B: {what}", *(cell(figures, path, bench, peer=peer, record_bytes=size) for peer in PEERS))
    for name, bench, path in (("one record a batch, 32 in flight: produced/s", "single-produce-32-in-flight", "records_per_second"),
                              ("one record a batch: consumed/s", "single-consume", "records_per_second"),
                              ("one record a batch: CPU s/GB consumed", "single-consume", "cpu_s_per_gb"),
                              ("a Produce of one record, one at a time: median ms", "round-trip", "round_trip_ms.p50"),
                              ("… p99 ms", "round-trip", "round_trip_ms.p99"),
                              ("produce to poll: median ms", "latency", "end_to_end_ms.p50"),
                              ("… p99 ms", "latency", "end_to_end_ms.p99"),
                              ("process start to the first answer: median ms", "process-start", "answered_ms.p50"),
                              ("idle resident memory: MB", "process-start", "idle_mb"),
                              ("… of it not a file's: MB", "process-start", "idle_anonymous_mb")):
        yield (name, *(cell(figures, path, bench, peer=peer) for peer in PEERS))
    for count in (16, 100, 1000):
        yield (f"memory for 100 MB in batches of {count} kB: MB",
               *(cell(figures, "growth_mb", "memory", peer=peer, batch_records=count) for peer in PEERS))


def group_rows(figures):
    starts = figures.rows("start")
    for peer, delay in sorted({(line["peer"], line["delay_ms"]) for line in starts}):
        row = []
        for count in sorted({line["consumers"] for line in starts}):
            wanted = {"peer": peer, "delay_ms": delay, "consumers": count}
            row.append(cell(figures, "settled_ms.p50", "start", slowest="settled_ms.max", **wanted))
        yield (f"{TITLES[peer]}, {delay} ms", *row)


def leave_rows(figures):
    for peer in ("cohort", "mock"):
        row = [cell(figures, "settled_ms.p50", bench, slowest="settled_ms.max", peer=peer) for bench in ("leave", "join")]
        yield (TITLES[peer], *row, show(figures.most("longest_heartbeat_gap_ms", "leave", peer=peer)))


def cost_rows(figures):
    for many, title in (("base", "1 of each"), ("partitions", "10,000 partitions"), ("connections", "5,000 connections"),
                        ("groups", "10,000 groups"), ("members-3", "a group of 3"), ("members-many", "a group of 1,000")):
        yield (title, *(cell(figures, "cpu_us", "cost", many=many, api=api) for api in ("produce", "fetch", "heartbeat", "commit")))


def requirement_table(lines):
    holds = {True: "yes", False: "**no**", None: "–"}
    return table(("line", "limit", "measured", "holds"), [(line.name, line.limit, line.measured, holds[line.holds]) for line in lines])


def full(figures, lines, head):
    sizes = sorted({line["consumers"] for line in figures.rows("start")})
    parts = [f"{head} In brackets the least and the greatest ratio of two in one round.", requirement_table(lines), table(("", *(TITLES[peer] for peer in PEERS)), list(data_rows(figures)))]
    if sizes:
        parts += ["Groups that start together, from the last JoinGroup until all partitions are shared: median / slowest, in ms.",
                  table(("initial delay", *(f"{count} consumer{'s' * (count > 1)}" for count in sizes)), list(group_rows(figures))),
                  "A settled group of 10 that one more leaves, and joins again: median / slowest, in ms.",
                  table(("", "one leaves", "one joins", "longest heartbeat interval"), list(leave_rows(figures)))]
    if figures.rows("cost"):
        parts += ["Cohort's processor time a request, in µs, one request at a time:",
                  table(("", "Produce", "Fetch", "Heartbeat", "OffsetCommit"), list(cost_rows(figures)))]
    return "\n\n".join(parts) + "\n"


def short(figures, head):
    """What a reader of the front page wants to know."""
    wanted = [row for row in data_rows(figures)
              if any(word in row[0] for word in ("records/s", "B: broker's CPU", "one record a batch: consumed", "median ms", "idle resident"))]
    return "\n\n".join([head, table(("", *(TITLES[peer] for peer in PEERS)), wanted)]) + "\n"


def write_between_marks(path, text, name="figures"):
    marks = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    old = path.read_text(encoding="utf-8")
    new, count = marks.subn(lambda found: found.group(1) + text + found.group(2), old)
    if count != 1:
        raise RuntimeError(f"{path} does not have its marks <!-- {name} --> … <!-- /{name} --> once")
    path.write_text(new, encoding="utf-8")
