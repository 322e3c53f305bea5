#include "conformance/report/html_style.hpp"

namespace cohort::conform {

const std::string_view report_style = R"css(
:root {
  color-scheme: light dark;
  --paper: #fbfbfa; --card: #ffffff; --ink: #1d2126; --soft: #5b646f; --line: #e1e4e8;
  --band: #f3f5f8; --accent: #2563c9; --passed: #1f8a55; --failed: #c8322b;
  --unsupported: #b06a00; --skipped: #7b8794; --cell-s: 62%; --cell-l: 87%;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --card: #1b1f24; --ink: #e7eaee; --soft: #a3acb7; --line: #2c3239;
    --band: #20252b; --accent: #7fb0ff; --passed: #4fb985; --failed: #ff7b72;
    --unsupported: #e0a94c; --skipped: #8a96a3; --cell-s: 38%; --cell-l: 23%;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 1180px; padding: 20px 22px 60px; background: var(--paper);
  color: var(--ink); overflow-wrap: break-word;
  font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
}
h1 { font-size: 22px; font-weight: 650; margin: 0 0 4px; }
h2 { font-size: 16px; font-weight: 650; margin: 30px 0 8px; }
h3 { font-size: 14px; font-weight: 650; margin: 18px 0 6px; }
p { margin: 4px 0; }
a { color: var(--accent); }
code { font: 12.5px/1.45 var(--mono); }
code, .why, .facts, .note, .list td, .differences td { overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: 2px 20px; margin: 0 0 12px; color: var(--soft); }
.facts b { color: var(--ink); font-weight: 600; }
.note {
  border-left: 3px solid var(--unsupported); background: var(--band); padding: 7px 12px;
  border-radius: 0 6px 6px 0; margin: 10px 0;
}
.note ul { margin: 2px 0; padding-left: 20px; }
.totals { display: flex; flex-wrap: wrap; gap: 4px 26px; margin: 6px 0 8px; }
.totals span { color: var(--soft); }
.totals b { font-size: 24px; font-weight: 650; margin-right: 5px; color: var(--kind, var(--ink)); }
.passed { --kind: var(--passed); }
.failed { --kind: var(--failed); }
.unsupported { --kind: var(--unsupported); }
.skipped { --kind: var(--skipped); }
.none { --kind: var(--soft); }
.bar {
  display: flex; height: 10px; border-radius: 5px; overflow: hidden; background: var(--line);
  min-width: 70px;
}
.bar i { background: var(--kind); }
.bar.thin { height: 8px; }
.scroll {
  overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--card);
}
table { border-collapse: collapse; width: 100%; }
th, td { padding: 5px 12px; text-align: left; vertical-align: top; }
th { font-weight: 600; color: var(--soft); font-size: 12.5px; }
tbody tr + tr > *, tbody + tbody > tr:first-child > *, thead + tbody > tr:first-child > *,
tfoot > tr > * { border-top: 1px solid var(--line); }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.areas td { vertical-align: middle; }
.areas td:first-child { white-space: nowrap; }
.areas .number.zero { color: var(--skipped); opacity: 0.7; }
.areas .wide { width: 45%; }
.areas td.failed { color: var(--failed); font-weight: 600; }
tfoot td, tfoot th { font-weight: 650; background: var(--band); color: var(--ink); }
.matrix th[scope=row], .divided th[scope=row] { color: var(--ink); font-size: 14px; }
.matrix th[scope=row] {
  white-space: nowrap; position: sticky; left: 0; background: var(--card); vertical-align: middle;
}
.matrix tfoot th[scope=row] { background: var(--band); }
.matrix .cell {
  text-align: center; vertical-align: middle; white-space: nowrap; min-width: 84px;
  font-variant-numeric: tabular-nums;
  background: hsl(var(--hue) var(--cell-s) var(--cell-l)); color: var(--ink);
  border-left: 1px solid var(--card);
}
.matrix .cell small {
  display: block; color: var(--soft); font-weight: 400; line-height: 1.2;
}
.matrix .cell.empty { background: var(--band); color: var(--soft); }
.matrix thead th, .divided thead th { vertical-align: bottom; }
.matrix thead th + th, .divided > thead th + th, .divided > tbody > tr > td { text-align: center; }
.divided th[scope=row] { font-weight: 400; min-width: 200px; }
.divided th code { font-weight: 600; }
.divided th p { color: var(--soft); font-size: 13px; margin: 0; }
.divided > tbody > tr > td { white-space: nowrap; }
.divided > tbody > .more > td {
  border-top: 0; padding-top: 0; text-align: left; white-space: normal;
}
.divided .more summary { color: var(--soft); font-size: 13px; cursor: pointer; }
.badge {
  display: inline-block; padding: 0 8px; border-radius: 9px; font-size: 12px; line-height: 18px;
  font-weight: 600; color: var(--kind); border: 1px solid var(--kind); white-space: nowrap;
}
.badge.failed { background: var(--failed); color: var(--card); }
details.case {
  background: var(--card); border: 1px solid var(--line); border-left: 3px solid var(--kind);
  border-radius: 8px; margin: 6px 0; padding: 0 12px;
}
details.case > summary { padding: 7px 0; cursor: pointer; }
details.case > summary code { font-weight: 600; }
details.case .title { color: var(--soft); }
details.case[open] { padding-bottom: 9px; }
.why { white-space: pre-wrap; }
.origin { color: var(--soft); font-size: 12.5px; }
.differences { margin: 6px 0; font: 12.5px/1.45 var(--mono); table-layout: fixed; }
.differences th { font: 600 12px/1.5 system-ui, sans-serif; }
.differences td, .differences th { padding: 3px 10px 3px 0; white-space: pre-wrap; }
.differences .expected { color: var(--passed); }
.differences .got { color: var(--failed); }
details.group {
  border: 1px solid var(--line); border-radius: 10px; background: var(--card); margin: 12px 0;
}
details.group > summary { padding: 9px 14px; cursor: pointer; font-weight: 650; }
details.group > summary > .soft { font-weight: 400; }
details.broker > summary { font-size: 16px; }
details.broker > div { padding: 0 14px 14px; border-top: 1px solid var(--line); }
details.broker .facts { margin: 12px 0 8px; }
.list { font-size: 13px; }
.list td:first-child { width: 32%; }
.list td:first-child code { font-weight: 600; }
#filter {
  position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: 6px 16px;
  align-items: center; padding: 9px 0; margin-top: 16px; background: var(--paper);
  border-bottom: 1px solid var(--line);
}
#filter input[type=search] {
  flex: 1 1 180px; min-width: 0; max-width: 380px; padding: 5px 10px; font: inherit;
  color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 7px;
}
#filter label { display: inline-flex; gap: 5px; align-items: center; cursor: pointer; }
#filter input { accent-color: var(--accent); }
[hidden], #filter[hidden] { display: none; }
@media (max-width: 640px) {
  body { padding: 14px 12px 40px; }
  .minor { display: none; }
  th, td { padding: 5px 8px; }
  .areas .wide { width: 30%; }
  .areas td:first-child { white-space: normal; }
  .divided th[scope=row] { min-width: 150px; }
  .matrix th[scope=row] { white-space: normal; overflow-wrap: normal; font-size: 12.5px; }
  .matrix .cell { min-width: 66px; }
  .list td { display: block; width: auto; padding: 1px 12px; }
  .list td:first-child { width: auto; padding-top: 6px; }
  .list td:last-child { padding-bottom: 6px; }
  .list tr td + td { border-top: 0; }
  .differences { table-layout: auto; }
}
@media print {
  #filter { display: none; }
  .scroll { overflow: visible; }
}
)css";

const std::string_view report_filter = R"html(<form id="filter" hidden>
<input type="search" placeholder="Filter by text" aria-label="Filter by text">
<label><input type="checkbox" value="failed" checked> failed</label>
<label><input type="checkbox" value="unsupported" checked> unsupported</label>
<label><input type="checkbox" value="skipped" checked> skipped</label>
<label><input type="checkbox" value="passed" checked> passed</label>
<span class="soft" id="found" aria-live="polite"></span>
</form>
)html";

const std::string_view report_script = R"js(
const form = document.getElementById('filter');
if (form) {
  const cases = [...document.querySelectorAll('.case')];
  const groups = [...document.querySelectorAll('.group, .scroll')]
    .filter((each) => each.querySelector('.case'));
  const texts = new Map();
  const textOf = (each) => {
    if (!texts.has(each)) texts.set(each, each.textContent.toLowerCase());
    return texts.get(each);
  };
  let wasOpen = null;  // Of the groups, before there was a text to look for.
  const filter = () => {
    const wanted = form.querySelector('[type=search]').value.trim().toLowerCase();
    const outcomes = new Set(
      [...form.querySelectorAll('[type=checkbox]:checked')].map((each) => each.value));
    let count = 0;
    for (const each of cases) {
      const isShown = each.dataset.outcome.split(' ').some((outcome) => outcomes.has(outcome)) &&
        (wanted === '' || textOf(each).includes(wanted));
      each.hidden = !isShown;
      count += isShown ? 1 : 0;
    }
    if (wanted !== '' && !wasOpen) wasOpen = new Map(groups.map((each) => [each, each.open]));
    for (const each of groups) {
      each.hidden = !each.querySelector('.case:not([hidden])');
      if (each.tagName !== 'DETAILS' || !wasOpen) continue;
      each.open = wanted === '' ? wasOpen.get(each) : !each.hidden;
    }
    if (wanted === '') wasOpen = null;
    document.getElementById('found').textContent =
      count === cases.length ? '' : `${count} of ${cases.length} entries`;
  };
  form.hidden = false;
  form.oninput = filter;
  form.onsubmit = (event) => event.preventDefault();
}

// A link to something folded unfolds it.
const unfold = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  for (let each = target; each; each = each.parentElement) {
    if (each.tagName === 'DETAILS') each.open = true;
  }
  if (target) target.scrollIntoView();
};
addEventListener('hashchange', unfold);
unfold();
)js";

}  // namespace cohort::conform
