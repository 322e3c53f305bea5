#include "trace/trace_page.hpp"

namespace cohort::testing {

const std::string_view page_drawing = R"js(
const scroll = byId('scroll');
let selected = null;  // The moment that is looked at.
let drawn = [];       // What can be pointed at, by its number in the drawing.

// Words beside each other in some rows; what has no room is left out, and its mark remains.
function labels(count, top, rowHeight) {
  const ends = new Array(count).fill(-Infinity);
  return (x, text, style) => {
    const row = ends.findIndex((end) => end < x);
    if (row < 0) return '';
    ends[row] = x + text.length * 6.1 + 10;
    return `<text x="${x}" y="${top + row * rowHeight}" ${style}>${escaped(text)}</text>`;
  };
}

const hit = (shown) => `class="hit" data-hit="${drawn.push(shown) - 1}"`;
const cut = (text, room) =>
  text.length * 6.2 <= room ? text
    : room < 30 ? '' : text.slice(0, Math.floor(room / 6.2) - 1) + '…';

function drawGenerations(view) {
  let under = '';
  let over = '';
  trace.generations.forEach((each, i) => {
    const formed = each.formed && view.x(each.formed);
    const end = view.x(each.until || trace.end);
    const top = places.generations;
    if (formed !== null && view.sees(formed, end)) {
      under += `<rect x="${formed}" y="${top}" width="${Math.max(end - formed, 1)}" ` +
        `height="${height - top}" fill="var(--band-${i % 2 ? 'b' : 'a'})"/>`;
      const left = Math.max(formed, 0) + 6;
      over += `<g ${hit({generation: each})}><rect x="${formed}" y="${top}" ` +
        `width="${Math.max(end - formed, 1)}" height="24" fill="transparent"/>` +
        `<text x="${left}" y="${top + 16}"><tspan font-weight="650">` +
        `${escaped(cut(generationName(each), end - left))}</tspan>` +
        `<tspan class="soft" dx="6">${escaped(cut(each.why, end - left - 90))}</tspan></text></g>`;
    }
    const started = view.x(each.started);
    const settled = view.x(each.assigned || each.until || trace.end);
    if (view.sees(started, settled)) {
      under += `<rect x="${started}" y="${top}" width="${Math.max(settled - started, 2)}" ` +
        `height="${height - top}" fill="url(#hatch)"/>`;
    }
  });
  return [under, over];
}

function drawProcesses(view) {
  let out = '';
  for (const each of trace.processes) {
    const from = view.x(each.from);
    const until = view.x(each.until || trace.end);
    if (!view.sees(from - 100, until)) continue;
    const y = memberLine(each.name);
    out += `<line x1="${from}" y1="${y}" x2="${until}" y2="${y}" stroke="var(--soft)" ` +
      `stroke-width="1.5"/><circle cx="${from}" cy="${y}" r="3" fill="var(--ink)"/>`;
    if (!each.until) continue;
    const cross = `M${until - 4} ${y - 4}l8 8m0 -8l-8 8`;
    out += each.has_crashed
      ? `<path d="${cross}" stroke="var(--bad)" stroke-width="2"/>`
      : `<circle cx="${until}" cy="${y}" r="3.5" fill="var(--card)" stroke="var(--ink)"/>`;
  }
  return out;
}

function drawOwners(view) {
  let out = '';
  for (const each of trace.ownerships) {
    const from = view.x(each.from);
    const until = view.x(each.until || trace.end);
    if (!view.sees(from, until)) continue;
    const top = places[memberOf.get(each.process)] + rows.label;
    for (const partition of each.partitions) {
      const y = top + partitions.indexOf(partition) * barHeight;
      const left = Math.max(from, 0);
      out += `<g ${hit({owner: each, partition})}><rect x="${from}" y="${y}" rx="2" ` +
        `width="${Math.max(until - from, 2)}" height="${barHeight - 1}" ` +
        `style="fill:${colorOf(partition)}"/>`;
      if (barHeight >= 8 && until - left > 34) {
        out += `<text class="bar" x="${left + 4}" y="${y + barHeight - 2.5}">` +
          `${escaped(partition)}</text>`;
      }
      out += '</g>';
    }
  }
  return out;
}

function drawMessages(view) {
  let out = '';
  const rowsOf = new Map(members.map((each) => [each, labels(1, places[each] + 33, 0)]));
  for (const each of trace.messages) {
    if (!isShown(each)) continue;
    const from = view.x(each.sent);
    const until = each.arrived ? view.x(each.arrived) : from + 14;
    if (!view.sees(Math.min(from, until) - 140, Math.max(from, until))) continue;
    const process = each.isAnswer ? each.to : each.from;
    const y1 = each.isAnswer ? brokerLine : memberLine(process);
    let y2 = each.isAnswer ? memberLine(process) : brokerLine;
    if (!each.arrived) y2 = (y1 * 2 + y2) / 3;
    const isBad = !each.arrived || (each.isAnswer && each.error);
    const color = isBad ? 'var(--bad)' : each.class.color;
    const dash = each.isAnswer ? 'stroke-dasharray="5 3"' : '';
    out += `<g ${hit({message: each})} stroke="${color}" fill="none" opacity="0.8">` +
      `<line x1="${from}" y1="${y1}" x2="${until}" y2="${y2}" stroke="transparent" ` +
      `stroke-width="7"/><line x1="${from}" y1="${y1}" x2="${until}" y2="${y2}" ${dash}/>`;
    if (each.arrived) {
      const turn = Math.atan2(y2 - y1, until - from) * 180 / Math.PI;
      out += `<path d="M0 0l-7 -3v6z" fill="${color}" stroke="none" ` +
        `transform="translate(${until} ${y2}) rotate(${turn.toFixed(1)})"/>`;
    } else {
      out += `<path d="M${until - 3} ${y2 - 3}l6 6m0 -6l-6 6" stroke-width="2"/>`;
    }
    out += '</g>';
    const text = each.isAnswer ? each.error : each.arrived ? each.api : `${each.api} is lost`;
    if (text) {
      const x = each.isAnswer ? until : from;
      out += rowsOf.get(memberOf.get(process))(x + 4, text, `style="fill:${color}"`);
    }
  }
  return out;
}

function drawEntries(view) {
  let out = '';
  const above = (lane, count, top) => labels(count, top, 14);
  const rowsOf = {storm: above('storm', 3, places.storm + 13),
                  broker: above('broker', 4, places.broker + 13)};
  for (const each of members) rowsOf[each] = labels(1, places[each] + 13, 0);
  for (const each of trace.entries) {
    const x = view.x(each.at);
    if (!view.sees(x - 240, x)) continue;
    const lane = each.kind === 'member' ? memberOf.get(each.lane) : each.lane;
    const y = each.kind === 'member' ? memberLine(each.lane)
      : each.kind === 'broker' ? brokerLine : places.storm + rows.storm - 5;
    const color = {storm: 'var(--storm)', broker: 'var(--ink)', member: 'var(--accent)'}[each.kind];
    const mark = each.kind === 'storm'
      ? `<path d="M${x - 4} ${y - 5}h8l-4 8z" fill="${color}"/>`
      : `<circle cx="${x}" cy="${y}" r="3" fill="${color}"/>`;
    if (each.kind === 'storm') {
      out += `<line x1="${x}" y1="${y}" x2="${x}" y2="${height}" stroke="var(--storm)" ` +
        'stroke-opacity="0.25"/>';
    }
    out += `<g ${hit({entry: each})}>${mark}<circle cx="${x}" cy="${y}" r="7" ` +
      'fill="transparent"/></g>';
    const words = each.kind === 'member'
      ? `${each.lane} ${each.text}` : each.text.replace(/ \(generation \d+\)$/, '');
    out += rowsOf[lane](x + (each.kind === 'member' ? 4 : -4), words,
                        each.kind === 'storm' ? 'class="storm"' : 'class="soft"');
  }
  return out;
}

function drawAxis(view) {
  let out = `<line x1="0" y1="${rows.axis}" x2="${view.width}" y2="${rows.axis}" ` +
    'stroke="var(--line)"/>';
  for (const each of ticks(view.left, view.left + view.width)) {
    const x = each.x - view.left;
    out += `<line x1="${x}" y1="${rows.axis - 6}" x2="${x}" y2="${rows.axis}" ` +
      `stroke="var(--faint)"/><text class="axis" x="${x + 3}" y="${rows.axis - 8}">` +
      `${seconds(each.at)}</text>`;
  }
  return out;
}

function draw() {
  drawn = [];
  const view = {left: scroll.scrollLeft, width: scroll.clientWidth};
  view.x = (moment) => Math.round((xOf(moment) - view.left) * 10) / 10;
  view.sees = (from, until) => until >= -20 && from <= view.width + 20;
  let lines = '';
  for (const each of ['storm', 'generations', 'broker', ...members.slice(1)]) {
    lines += `<line x1="0" y1="${places[each]}" x2="${view.width}" y2="${places[each]}" ` +
      'stroke="var(--line)"/>';
  }
  const [bands, names] = drawGenerations(view);
  const broker = `<line x1="0" y1="${brokerLine}" x2="${view.width}" y2="${brokerLine}" ` +
    'stroke="var(--soft)" stroke-width="1.5"/>';
  const cursor = selected === null ? '' : `<line x1="${view.x(selected)}" y1="0" ` +
    `x2="${view.x(selected)}" y2="${height}" stroke="var(--accent)" stroke-dasharray="2 3"/>`;
  room.innerHTML = `<svg width="${view.width}" height="${height}" role="img" ` +
    'aria-label="the members\' lanes over time">' +
    '<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" ' +
    'patternTransform="rotate(45)"><line x1="0" y1="0" x2="0" y2="7" stroke="var(--hatch)" ' +
    'stroke-opacity="0.45" stroke-width="2"/></pattern></defs>' +
    bands + lines + drawOwners(view) + broker + drawProcesses(view) + drawMessages(view) +
    drawEntries(view) + names + drawAxis(view) + cursor + '</svg>';
}

const room = byId('room');
let isAsked = false;
function drawSoon() {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => { isAsked = false; draw(); });
}

// Lets `at` of the old scale stand where it stood.
function rescale(change, at = scroll.clientWidth / 2) {
  const before = width();
  const share = (scroll.scrollLeft + at) / before;
  change();
  room.style.width = Math.max(width(), scroll.clientWidth) + 'px';
  room.style.height = height + 'px';
  scroll.scrollLeft = share * width() - at;
  byId('by-event').classList.toggle('on', scale.byEvent);
  byId('by-time').classList.toggle('on', !scale.byEvent);
  draw();
}
)js";

}  // namespace cohort::testing
