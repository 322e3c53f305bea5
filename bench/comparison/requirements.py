"""What Cohort is to keep: a line, its limit, what was measured, whether it holds."""
import dataclasses


@dataclasses.dataclass
class Line:
    name: str
    limit: str
    measured: str
    holds: object  # True, False, or None: not measured.


def show(value):
    if value is None:
        return "–"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def by_ratio(name, ratio, least=None, most=None):
    limit = f"at least {least} ×" if least is not None else f"at most {most} ×"
    if ratio is None:
        return Line(name, limit, "not measured", None)
    middle, low, high = ratio
    holds = middle >= least if least is not None else middle <= most
    return Line(name, limit, f"{show(middle)} × ({show(low)} to {show(high)})", holds)


def by_value(name, value, unit, most, is_strict=False):
    limit = f"{'under' if is_strict else 'at most'} {show(most)} {unit}"
    if value is None:
        return Line(name, limit, "not measured", None)
    return Line(name, limit, f"{show(value)} {unit}", value < most if is_strict else value <= most)


def data_path(figures):
    for size in (100, 1000):
        for verb, bench, floor, title in (("Produce", "produce", "floor-crc", "the floor server's with the CRC"),
                                          ("Consume", "consume", "floor", "the floor server's")):
            fast = "consume-spread" if bench == "consume" else bench
            side = lambda peer, what, path: (path, what, {"peer": peer, "record_bytes": size})
            rate = figures.ratio(side("cohort", fast, "records_per_second"), side("mock", fast, "records_per_second"))
            yield by_ratio(f"{verb} {size} B: records a second against the mock's", rate, least=1)
            cpu = figures.ratio(side("cohort", bench, "cpu_s_per_gb"), side(floor, bench, "cpu_s_per_gb"))
            yield by_ratio(f"{verb} {size} B: processor time a GB against {title}", cpu, most=1.3)


def one_record(figures):
    side = lambda peer, bench, path: (path, bench, {"peer": peer})
    yield by_ratio("One record a batch: records a second consumed against the mock's",
                   figures.ratio(side("cohort", "single-consume", "records_per_second"),
                                 side("mock", "single-consume", "records_per_second")), least=10)
    yield by_ratio("A synchronous Produce of one record: round trip against the floor server's",
                   figures.ratio(side("cohort", "round-trip", "round_trip_ms.p50"), side("floor", "round-trip", "round_trip_ms.p50")),
                   most=1.3)
    yield by_ratio("Produce to poll: median against the floor server's",
                   figures.ratio(side("cohort", "latency", "end_to_end_ms.p50"), side("floor", "latency", "end_to_end_ms.p50")),
                   most=1.3)


def groups(figures):
    starts = figures.rows("start", peer="cohort")
    for delay in sorted({line["delay_ms"] for line in starts}):
        late = [line for line in starts if line["delay_ms"] == delay and line.get("finished") is False]
        count = sum(line["runs"] for line in starts if line["delay_ms"] == delay)
        yield Line(f"Groups that start together, initial delay {delay} ms: all settle", "each", f"{count} of {count + len(late)}", not late)
    # As the default was chosen: see "The default of group.initial.rebalance.delay.ms".
    yield by_value("Groups that start together, default delay of 50 ms: the slowest settles",
                   figures.most("settled_ms.max", "start", peer="cohort", delay_ms=50), "ms", 2 * 50 + 50)
    gap = figures.most("longest_heartbeat_gap_ms", "leave", peer="cohort")
    left = figures.most("settled_ms.max", "leave", peer="cohort")
    late, _ = figures.unfinished("leave", peer="cohort")
    if late:
        yield Line("One leaves, others have its partitions", "each", f"{late} did not finish", False)
    yield by_value("One leaves, others have its partitions: the slowest (limit: the longest heartbeat interval seen + 50 ms)",
                   left, "ms", (gap or 0) + 50)


def scale(figures):
    yield by_value("Process start to the first answered ApiVersions, median",
                   figures.median("answered_ms.p50", "process-start", peer="cohort"), "ms", 4, is_strict=True)
    yield by_value("Idle resident memory", figures.median("idle_mb", "process-start", peer="cohort"), "MB", 8, is_strict=True)
    for count in (16, 100, 1000):
        growth = {number: value * 100 / figures.by_round("payload_mb", "memory", peer="cohort", batch_records=count)[number]
                  for number, value in figures.by_round("growth_mb", "memory", peer="cohort", batch_records=count).items()}
        yield by_value(f"Memory for 100 MB of payload in batches of {count} kB", max(growth.values(), default=None), "MB", 115)
    for many, title in (("partitions", "10,000 partitions"), ("connections", "5,000 connections"), ("groups", "10,000 groups")):
        for api, name in (("produce", "Produce"), ("fetch", "Fetch of one partition"), ("heartbeat", "Heartbeat"), ("commit", "OffsetCommit")):
            side = lambda which: ("cpu_us", "cost", {"api": api, "many": which})
            yield by_ratio(f"{name}: processor time with {title} against 1", figures.ratio(side(many), side("base")), most=1.5)
    side = lambda which: ("cpu_us", "cost", {"api": "heartbeat", "many": which})
    # "The same" to within what two measurements of one thing differ by.
    yield by_ratio("Heartbeat: processor time in a group of 1,000 against a group of 3", figures.ratio(side("members-many"), side("members-3")),
                   most=1.2)


def all_lines(figures):
    return [*data_path(figures), *one_record(figures), *groups(figures), *scale(figures)]
