#include "trace/trace_page.hpp"

namespace cohort::testing {

const std::string_view page_model = R"js(
const trace = JSON.parse(document.getElementById('trace').textContent);
const byId = (id) => document.getElementById(id);
const escapes = {'<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&#39;'};
const escaped = (text) => String(text).replace(/[<>&"']/g, (c) => escapes[c]);
const seconds = (at) => (at / 1000).toFixed(3) + ' s';

// Which requests there are, and whether they are shown. Errors always are.
const classes = [
  {name: 'group', color: 'var(--group)', shown: true,
   apis: ['JoinGroup', 'SyncGroup', 'LeaveGroup']},
  {name: 'offsets', color: 'var(--commit)', shown: true, apis: ['OffsetCommit', 'OffsetFetch']},
  {name: 'heartbeats', color: 'var(--beat)', shown: false, apis: ['Heartbeat']},
  {name: 'fetches', color: 'var(--fetch)', shown: false, apis: ['Fetch']},
  {name: 'others', color: 'var(--other)', shown: false, apis: null},
];
const classOf = (api) => classes.find((c) => !c.apis || c.apis.includes(api));

trace.messages.forEach((message, number) => {
  message.number = number;
  message.class = classOf(message.api);
  message.isAnswer = message.request !== null;
  if (message.isAnswer) trace.messages[message.request].answer = message;
});
const hasError = (message) =>
  message.isAnswer ? message.error !== '' : Boolean(message.answer && message.answer.error);
const isShown = (message) => message.class.shown || hasError(message) || !message.arrived;

// Lanes: one for each member's place, whichever process has it.
const members = [...new Set(trace.processes.map((each) => each.member))];
const memberOf = new Map(trace.processes.map((each) => [each.name, each.member]));
const compare = (a, b) => a.localeCompare(b, 'en', {numeric: true});
const partitions =
  [...new Set(trace.ownerships.flatMap((each) => each.partitions))].sort(compare);
const topics = [...new Set(partitions.map((each) => each.replace(/-\d+$/, '')))];
const colorOf = (partition) => {
  const topic = topics.indexOf(partition.replace(/-\d+$/, ''));
  const number = Number(partition.match(/\d+$/)[0]);
  const hue = (205 + topic * 360 / Math.max(topics.length, 1) + number * 23) % 360;
  return `hsl(${hue.toFixed(0)} var(--bar-s) var(--bar-l))`;
};

const barHeight = partitions.length <= 8 ? 11 : partitions.length <= 16 ? 8 : 5;
const rows = {axis: 26, storm: 52, generations: 26, broker: 106, label: 40};
const laneHeight = rows.label + barHeight * partitions.length + 14;
const places = {storm: rows.axis, generations: rows.axis + rows.storm};
places.broker = places.generations + rows.generations;
members.forEach((member, i) => {
  places[member] = places.broker + rows.broker + i * laneHeight;
});
const height = places.broker + rows.broker + members.length * laneHeight;
const brokerLine = places.broker + 64;
const memberLine = (process) => places[memberOf.get(process)] + 18;

// Where a moment stands: by its time, or each thing that is shown as far from the next.
const scale = {byEvent: true, step: 16, perMs: 0.05, orders: [], times: []};
const pad = 24;

function collectMoments() {
  const moments = [];
  const add = (moment) => moment && moments.push(moment);
  for (const entry of trace.entries) add(entry.at);
  for (const each of trace.processes) [each.from, each.until].forEach(add);
  for (const each of trace.ownerships) [each.from, each.until].forEach(add);
  for (const message of trace.messages) {
    if (isShown(message)) [message.sent, message.arrived].forEach(add);
  }
  add(trace.end);
  moments.sort((a, b) => a[1] - b[1]);
  scale.orders = moments.map((moment) => moment[1]);
  scale.times = moments.map((moment) => moment[0]);
}

function rankOf(order) {
  let low = 0;
  let high = scale.orders.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scale.orders[middle] < order) low = middle + 1; else high = middle;
  }
  return low;
}

const xOf = (moment) =>
  pad + (scale.byEvent ? rankOf(moment[1]) * scale.step : moment[0] * scale.perMs);
const width = () => xOf(trace.end) + pad * 3;

// The moments to write times at, so that two of them have room.
function ticks(from, until) {
  const found = [];
  if (!scale.byEvent) {
    const units = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 30000, 60000];
    const unit = units.find((each) => each * scale.perMs >= 84) || 120000;
    const first = Math.max(0, Math.floor((from - pad) / scale.perMs / unit));
    for (let at = first * unit; pad + at * scale.perMs <= until; at += unit) {
      found.push({x: pad + at * scale.perMs, at});
    }
    return found;
  }
  let last = -Infinity;
  let lastAt = -1;
  for (let i = 0; i < scale.orders.length; ++i) {
    const x = pad + i * scale.step;
    if (x > until) break;
    const at = scale.times[i];
    if (x - last < 72 || at === lastAt) continue;
    if (x >= from - 80) found.push({x, at});
    last = x;
    lastAt = at;
  }
  return found;
}

const generationName = (each) => (each.number < 0 ? 'no generation' : `generation ${each.number}`);
)js";

}  // namespace cohort::testing
