#include "trace/trace_page.hpp"

namespace cohort::testing {

const std::string_view page_reader = R"js(
const zoomBy = (factor) => () => {
  scale.step = Math.min(Math.max(scale.step * factor, 0.5), 120);
  scale.perMs = Math.min(Math.max(scale.perMs * factor, 0.002), 40);
};

function fit() {
  const wide = scroll.clientWidth - pad * 4;
  scale.step = Math.max(wide / Math.max(rankOf(trace.end[1]), 1), 0.5);
  scale.perMs = wide / Math.max(trace.end[0], 1);
}

function momentOf(shown) {
  if (shown.entry) return shown.entry.at;
  if (shown.message) return shown.message.sent;
  if (shown.owner) return shown.owner.from;
  return shown.generation.started;
}

const span = (from, until) =>
  `${seconds(from[0])} to ${until ? seconds(until[0]) : 'the end'}`;

function told(shown, isInFull) {
  if (shown.entry) {
    const {at, lane, text, reason} = shown.entry;
    return `<b>${escaped(lane)}</b> ${escaped(text)}<p>${escaped(reason)}</p>` +
      `<p>${seconds(at[0])}</p>`;
  }
  if (shown.message) {
    const each = shown.message;
    const text = isInFull || each.text.length < 400 ? each.text : each.text.slice(0, 400) + '…';
    const when = each.arrived
      ? `${seconds(each.sent[0])}, ${(each.arrived[0] - each.sent[0]).toFixed(1)} ms under way`
      : `${seconds(each.sent[0])}, never arrives`;
    let out = `<b>${escaped(each.from)} to ${escaped(each.to)}</b> ${each.api} v${each.version}` +
      ` ${each.isAnswer ? 'answer' : 'request'}`;
    if (each.isAnswer && each.error) out += ` <i>${escaped(each.error)}</i>`;
    out += `<p>${when}</p><p>${escaped(text)}</p>`;
    if (isInFull && each.answer) out += `<hr>${told({message: each.answer}, true)}`;
    return out;
  }
  if (shown.owner) {
    const {process, generation, from, until} = shown.owner;
    return `<b>${escaped(process)}</b> owns ${escaped(shown.partition)}` +
      `<p>in generation ${generation}, ${span(from, until)}</p>`;
  }
  const each = shown.generation;
  return `<b>${generationName(each)}</b><p>${escaped(each.why)}</p>` +
    `<p>rebalance ${span(each.started, each.assigned || each.until)}</p>` +
    (each.formed ? `<p>formed ${seconds(each.formed[0])}</p>` : '');
}

const hitAt = (event) => {
  const found = event.target.closest('[data-hit]');
  return found ? drawn[Number(found.dataset.hit)] : null;
};

function select(shown, shouldScroll) {
  selected = momentOf(shown);
  byId('detail').innerHTML = told(shown, true);
  for (const row of story.rows) row.classList.toggle('on', row.shown === shown.entry);
  if (shouldScroll) scroll.scrollLeft = xOf(selected) - scroll.clientWidth / 3;
  const row = [...story.rows].find((each) => each.shown.at[1] >= selected[1]);
  if (row && !shouldScroll) row.scrollIntoView({block: 'nearest'});
  draw();
}

const story = byId('story').tBodies[0];
for (const entry of trace.entries) {
  const row = story.insertRow();
  row.shown = entry;
  row.className = entry.kind;
  row.innerHTML = `<td>${seconds(entry.at[0])}</td><td>${escaped(entry.lane)}</td>` +
    `<td>${escaped(entry.text)} <span>${escaped(entry.reason)}</span></td>`;
  row.onclick = () => select({entry}, true);
}

const lanes = byId('lanes');
lanes.style.height = height + 'px';
const lane = (name, top, note) => {
  lanes.innerHTML +=
    `<div style="top:${top}px">${escaped(name)}<small>${escaped(note)}</small></div>`;
};
lane('storm', places.storm + 6, 'its steps');
lane('group', places.generations + 3, '');
lane('broker', places.broker + 46, 'what it notes');
for (const member of members) {
  const count = trace.processes.filter((each) => each.member === member).length;
  lane(member, places[member] + rows.label - 6, count > 1 ? `${count} processes` : '');
}

const steps = trace.entries.filter((each) => each.text.startsWith('step ')).length;
const formed = trace.generations.filter((each) => each.number >= 0).length;
const fact = (value, what) => `<span><b>${value}</b> ${what}</span>`;
byId('facts').innerHTML = fact(seconds(trace.end[0]), '') + fact(steps, 'steps') +
  fact(formed, 'generations') + fact(trace.messages.length, 'messages') +
  fact(trace.events, 'events') + `<span>digest <b>${trace.digest}</b></span>`;
byId('outcome').className = trace.violation ? 'broken' : '';
byId('outcome').textContent = trace.violation
  ? `breaks "${trace.violation.checker}": ${trace.violation.what}`
  : 'settled, and every rule was kept';

for (const each of classes) {
  const label = document.createElement('label');
  label.innerHTML = `<input type="checkbox"><span class="key" style="color:${each.color}"></span>` +
    each.name;
  label.style.marginRight = '14px';
  label.firstChild.checked = each.shown;
  label.firstChild.onchange = (event) => rescale(() => {
    each.shown = event.target.checked;
    collectMoments();
  });
  byId('classes').append(label);
}

byId('by-event').onclick = () => rescale(() => { scale.byEvent = true; });
byId('by-time').onclick = () => rescale(() => { scale.byEvent = false; });
byId('closer').onclick = () => rescale(zoomBy(1.6));
byId('farther').onclick = () => rescale(zoomBy(1 / 1.6));
byId('whole').onclick = () => rescale(fit);
scroll.onscroll = drawSoon;
window.onresize = () => rescale(() => {});
scroll.addEventListener('wheel', (event) => {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  const at = event.clientX - scroll.getBoundingClientRect().left;
  rescale(zoomBy(event.deltaY < 0 ? 1.25 : 0.8), at);
}, {passive: false});

let pull = null;
scroll.onpointerdown = (event) => { pull = {x: event.clientX, left: scroll.scrollLeft, by: 0}; };
window.onpointerup = () => { pull = null; scroll.classList.remove('pulled'); };
scroll.onpointermove = (event) => {
  const tip = byId('tip');
  if (pull) {
    pull.by = Math.max(pull.by, Math.abs(event.clientX - pull.x));
    if (pull.by > 3) {
      scroll.classList.add('pulled');
      scroll.scrollLeft = pull.left - (event.clientX - pull.x);
    }
  }
  const shown = pull && pull.by > 3 ? null : hitAt(event);
  tip.style.display = shown ? 'block' : 'none';
  if (!shown) return;
  tip.innerHTML = told(shown, false);
  tip.style.left = Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8) + 'px';
  tip.style.top = Math.min(event.clientY + 14, window.innerHeight - tip.offsetHeight - 8) + 'px';
};
scroll.onpointerleave = () => { byId('tip').style.display = 'none'; };
scroll.onclick = (event) => {
  const shown = hitAt(event);
  if (shown) select(shown, false);
};

collectMoments();
rescale(() => {});
scroll.scrollLeft = 0;
)js";

}  // namespace cohort::testing
