#include "trace/trace_page.hpp"

namespace cohort::testing {

const std::string_view page_style = R"css(
:root {
  color-scheme: light dark;
  --paper: #fbfbfa; --card: #ffffff; --ink: #1d2126; --soft: #616a75; --faint: #9aa2ac;
  --line: #e1e4e8; --band-a: #f3f6fa; --band-b: #e7edf5; --hatch: #d9a441; --accent: #2563c9;
  --storm: #8a4bd0; --good: #1c7c4a; --bad: #c8322b; --group: #2563c9; --commit: #1c7c4a;
  --beat: #b06a00; --fetch: #7b8794; --other: #9aa2ac; --bar-s: 52%; --bar-l: 68%;
  --bar-ink: #17191c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --card: #1b1f24; --ink: #e7eaee; --soft: #a3acb7; --faint: #6c7681;
    --line: #2c3239; --band-a: #191e24; --band-b: #202833; --hatch: #b98a36; --accent: #7fb0ff;
    --storm: #c39bf2; --good: #5fc48d; --bad: #ff7b72; --group: #7fb0ff; --commit: #5fc48d;
    --beat: #e0a94c; --fetch: #8a96a3; --other: #6c7681; --bar-s: 42%; --bar-l: 42%;
    --bar-ink: #f4f6f8;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
}
header { padding: 18px 22px 8px; }
h1 { font-size: 20px; margin: 0 0 6px; font-weight: 650; }
#facts { display: flex; flex-wrap: wrap; gap: 4px 18px; color: var(--soft); }
#facts b { color: var(--ink); font-weight: 600; }
#outcome { font-weight: 600; color: var(--good); }
#outcome.broken { color: var(--bad); white-space: pre-wrap; font-weight: 400; }
#outcome.broken::first-line { font-weight: 600; }
#controls {
  display: flex; flex-wrap: wrap; align-items: center; gap: 8px 18px; padding: 8px 22px 12px;
  color: var(--soft);
}
#controls label { display: inline-flex; align-items: center; gap: 5px; cursor: pointer; }
#controls .key { width: 18px; height: 0; border-top: 3px solid; border-radius: 2px; }
.choice {
  display: inline-flex; border: 1px solid var(--line); border-radius: 7px; overflow: hidden;
}
.choice button, .zoom button {
  border: 0; background: var(--card); color: var(--soft); padding: 4px 11px; font: inherit;
  cursor: pointer;
}
.choice button.on { background: var(--accent); color: var(--paper); }
.zoom { display: inline-flex; align-items: center; gap: 6px; }
.zoom button { border: 1px solid var(--line); border-radius: 7px; min-width: 30px; }
input { accent-color: var(--accent); }
#chart {
  display: grid; grid-template-columns: 92px 1fr; margin: 0 22px; background: var(--card);
  border: 1px solid var(--line); border-radius: 10px; overflow: hidden;
}
#lanes { position: relative; border-right: 1px solid var(--line); }
#lanes div { position: absolute; left: 12px; right: 6px; font-weight: 600; font-size: 13px; }
#lanes small { display: block; font-weight: 400; color: var(--faint); font-size: 11px; }
#scroll { overflow-x: auto; overflow-y: hidden; position: relative; cursor: grab; }
#scroll.pulled { cursor: grabbing; user-select: none; }
#scroll svg { position: sticky; left: 0; display: block; }
svg text {
  fill: var(--ink); font-size: 11px; paint-order: stroke; stroke: var(--card); stroke-width: 2.5px;
  stroke-linejoin: round;
}
svg .axis { fill: var(--soft); font-variant-numeric: tabular-nums; }
svg .soft { fill: var(--soft); }
svg .storm { fill: var(--storm); }
svg .bar { fill: var(--bar-ink); font-size: 9px; stroke: none; }
svg .hit { cursor: pointer; }
svg .hit:hover { stroke-width: 3; opacity: 1; }
#tip {
  position: fixed; display: none; max-width: 520px; max-height: 300px; overflow: hidden; z-index: 2;
  background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 8px 11px;
  box-shadow: 0 4px 18px rgb(0 0 0 / 22%); pointer-events: none; overflow-wrap: anywhere;
}
#tip p, #detail p { margin: 2px 0 0; color: var(--soft); white-space: pre-wrap; }
#tip i, #detail i { font-style: normal; color: var(--bad); }
#below { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 16px; }
#below { margin: 16px 22px 28px; }
#below section {
  background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: auto;
  height: 46vh; min-height: 260px;
}
#below h2 {
  position: sticky; top: 0; background: var(--card); margin: 0; padding: 9px 14px; font-size: 13px;
  border-bottom: 1px solid var(--line); font-weight: 650;
}
#detail { padding: 10px 14px; overflow-wrap: anywhere; }
#story { border-spacing: 0; width: 100%; font-size: 12.5px; }
#story td { padding: 2px 8px; vertical-align: top; overflow-wrap: anywhere; }
#story td:first-child {
  text-align: right; color: var(--faint); font-variant-numeric: tabular-nums; white-space: nowrap;
}
#story td:nth-child(2) { font-weight: 600; white-space: nowrap; }
#story td span { color: var(--soft); }
#story tr { cursor: pointer; }
#story tr:hover { background: var(--band-a); }
#story tr.on { background: var(--band-b); }
#story tr.storm td { color: var(--storm); }
@media (max-width: 900px) { #below { grid-template-columns: 1fr; } }
)css";

const std::string_view page_body = R"html(
<div id="facts"></div><div id="outcome"></div></header>
<div id="controls">
  <span class="choice"><button id="by-event">by event</button><button id="by-time">by time</button>
  </span>
  <span class="zoom"><button id="closer" title="closer">+</button>
    <button id="farther" title="farther">&minus;</button>
    <button id="whole" title="all of it in one view">all</button></span>
  <span id="classes"></span>
</div>
<div id="chart"><div id="lanes"></div><div id="scroll"><div id="room"></div></div></div>
<div id="below">
  <section><h2>What happened</h2><table id="story"><tbody></tbody></table></section>
  <section><h2>In full</h2><div id="detail">Click a line, a mark or an arrow. Drag the chart, or
  turn the wheel with Ctrl to come closer.</div></section>
</div>
<div id="tip"></div>
)html";

}  // namespace cohort::testing
