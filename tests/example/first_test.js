const { Kafka } = require('kafkajs')
const assert = require('node:assert')
const { spawn } = require('node:child_process')
const { once } = require('node:events')

async function main () {
  const broker = spawn('cohort', ['serve', '--port', '0', '--clock', 'manual', '--topic', 'orders:4'],
    { stdio: ['ignore', 'pipe', 'inherit'] })
  process.on('exit', () => broker.kill()) // However the test ends.
  await once(broker.stdout, 'readable')
  const [, bootstrap, http] = /bootstrap=(\S+) http=(\S+)/.exec(broker.stdout.read())
  const call = async (path, body) => { // GET without a body, else POST.
    const answer = await fetch(http + path, body && { method: 'POST', body: JSON.stringify(body) })
    const said = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${said.error}`)
    return said
  }

  const anna = new Kafka({ brokers: [bootstrap], clientId: 'anna' }).consumer({ groupId: 'readers' })
  await anna.connect()
  await anna.subscribe({ topic: 'orders' })
  await anna.run({ eachMessage: async () => {} })
  await call('/v1/groups/readers/wait', { state: 'Stable', members: 1 })

  await call('/v1/faults', { match: { client_id: 'anna' }, action: { drop_answer: true } })
  await call('/v1/clock/advance', { ms: 30_001 }) // kafkajs' session timeout passes at once.
  await call('/v1/groups/readers/wait', { state: 'Empty' })

  const { why } = (await call('/v1/groups/readers/timeline')).rebalances.at(-1)
  assert.match(why, /^member anna-.* expired: no heartbeat within the session timeout$/)
}

main().then(() => process.exit(0), error => { console.error(error); process.exit(1) })
