"""All that was measured, and medians and ratios of it. A ratio is taken within one round, and then the median of those."""
import statistics


class Figures:
    def __init__(self, lines):
        self.lines = lines

    def rows(self, bench, **wanted):
        return [line for line in self.lines if line["bench"] == bench and all(line.get(key) == value for key, value in wanted.items())]

    def by_round(self, path, bench, **wanted):
        """{round: value at `path`, as in "round_trip_ms.p50"}, of the rounds in which it finished."""
        found = {}
        for line in self.rows(bench, **wanted):
            value = line
            for key in path.split("."):
                value = value.get(key) if isinstance(value, dict) else None
            if value is not None:
                found[line["round"]] = value
        return found

    def median(self, path, bench, **wanted):
        values = self.by_round(path, bench, **wanted)
        return statistics.median(values.values()) if values else None

    def most(self, path, bench, **wanted):
        values = self.by_round(path, bench, **wanted)
        return max(values.values()) if values else None

    def unfinished(self, bench, **wanted):
        """(rounds that did not finish, the limit in s)"""
        late = [line for line in self.rows(bench, **wanted) if line.get("finished") is False]
        return len(late), max((line["limit_s"] for line in late), default=0)

    def ratio(self, above, below):
        """The median, least and greatest of the rounds' ratios; each side is (path, bench, {wanted}). None: not measured."""
        top, bottom = (self.by_round(path, bench, **wanted) for path, bench, wanted in (above, below))
        ratios = [top[number] / bottom[number] for number in sorted(top.keys() & bottom.keys()) if bottom[number]]
        return (statistics.median(ratios), min(ratios), max(ratios)) if ratios else None
