// What the JavaScript peers share: facts that hold or don't, waiting for one, and the broker's control interface.
'use strict'
const crypto = require('crypto')

const began = Date.now()
const counts = { passed: 0, failed: 0 }

/** Makes a name this run's own. */
const suffix = () => crypto.randomBytes(4).toString('hex')
const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))

function check (fact, holds, seen) {
  counts[holds ? 'passed' : 'failed'] += 1
  const seconds = ((Date.now() - began) / 1000).toFixed(2).padStart(6)
  const detail = holds || seen === undefined ? '' : `  -- seen: ${JSON.stringify(seen)}`
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${seconds} s  ${fact}${detail}`)
}

/** Whether `holds()` came true in time. */
async function until (holds, seconds = 12) {
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    if (holds()) return true
    await pause(20)
  }
  return holds()
}

const sorted = list => [...list].sort()
const same = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
const names = (prefix, count) => Array.from({ length: count }, (_, number) => `${prefix}${number}`)

/** A client of the broker's HTTP: a GET without a body, a POST with one. */
function control (http) {
  return async (path, body) => {
    const answer = await fetch(http + path, body && { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
}

/** Runs the peer, closes with the count and ends the process. */
function run (name, main) {
  main().catch(error => check('no step throws', false, String(error && error.stack))).finally(() => {
    console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed`)
    process.exit(counts.passed > 0 && counts.failed === 0 ? 0 : 1)
  })
}

module.exports = { check, control, names, run, same, suffix, until }
