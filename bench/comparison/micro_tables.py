"""Tables of what the micro benchmarks measured: one for each program."""
import re

from tables import table

NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


def digits(value):
    """Three of them."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.{1 if value >= 10 else 2}f}".rstrip("0").rstrip(".")


def nanoseconds(row):
    """Of the processor, but where a benchmark takes the time itself."""
    clock = "real_time" if "/manual_time" in row["name"] else "cpu_time"
    return row[clock] * NANOSECONDS[row["time_unit"]]


def time_of(row):
    value = nanoseconds(row)
    for unit, size in (("ns", 1e3), ("µs", 1e6), ("ms", 1e9)):
        if value < size:
            return f"{digits(value / (size / 1e3))} {unit}"
    return f"{digits(value / 1e9)} s"


def rate(row, key, unit):
    return digits(row[key] / unit) if key in row else "–"


def allocations(row):
    return digits(row["allocs/op"]) if "allocs/op" in row else "–"


# What Google Benchmark writes of every benchmark, and what has a column of its own.
TOLD = {"name", "run_name", "run_type", "aggregate_name", "aggregate_unit", "family_index", "per_family_instance_index", "repetitions",
        "repetition_index", "threads", "iterations", "real_time", "cpu_time", "time_unit", "items_per_second", "bytes_per_second",
        "allocs/op"}


def others(row):
    """Counters that one program alone has."""
    return ", ".join(f"{key} {digits(row[key])}" for key in row if key not in TOLD) or "–"


def plain_name(row):
    """Without how long it ran and by which clock, and without how the repetitions were put together."""
    name = re.sub(r"/(iterations:\d+|manual_time|process_time|real_time)|_median$", "", row["name"])
    return re.sub(r"(?<=/)\d{4,}(?=$|/)", lambda number: f"{int(number.group()):,}", name)


def codec_table(rows):
    """One line a message, with both of its directions."""
    messages = {}
    for row in rows:
        message, direction = plain_name(row).rsplit("/", 1)
        messages.setdefault(message, {})[direction] = row
    lines = []
    for message, of in messages.items():
        size = of["decode"]["bytes_per_second"] * nanoseconds(of["decode"]) / 1e9
        lines.append((message.replace("/", " "), f"{size:,.0f}", time_of(of["encode"]), allocations(of["encode"]),
                      time_of(of["decode"]), allocations(of["decode"])))
    return table(("message", "bytes", "encode", "allocs", "decode", "allocs"), lines)


def program_table(rows):
    columns = [("", plain_name), ("time", time_of), ("items/s, in thousands", lambda row: rate(row, "items_per_second", 1e3)),
               ("MB/s", lambda row: rate(row, "bytes_per_second", 1e6)), ("allocs/op", allocations), ("others", others)]
    # Without those that have nothing to say of this program.
    columns = [(title, cell) for title, cell in columns if any(cell(row) != "–" for row in rows)]
    return table([title for title, _ in columns], [[cell(row) for _, cell in columns] for row in rows])


def full(figures):
    before, after = figures["load"]
    repetitions = figures["repetitions"]
    head = (f"{figures['date']}, {figures['machine']}; medians of {repetitions} repetition{'s' * (repetitions > 1)}, load average "
            f"{before:.1f} before and {after:.1f} after.")
    parts = [head]
    for name, rows in figures["programs"].items():
        parts += [f"`bench_{name}`:", codec_table(rows) if name == "codec" else program_table(rows)]
    return "\n\n".join(parts) + "\n"
