const { Kafka } = require('kafkajs')
const { spawn } = require('node:child_process')
const { once } = require('node:events')

async function main () {
  const broker = spawn('cohort', ['serve', '--port', '0', '--clock', 'manual', '--topic', 'orders:4'])
  const [line] = await once(broker.stdout, 'data')
  const [, bootstrap, http] = /bootstrap=(\S+) http=(\S+)/.exec(line)
  const call = (path, body) => fetch(http + path, { method: 'POST', body: JSON.stringify(body) }).then(r => r.json())

  const anna = new Kafka({ brokers: [bootstrap], clientId: 'anna' }).consumer({ groupId: 'readers' })
  await anna.connect()
  await anna.subscribe({ topic: 'orders' })
  await anna.run({ eachMessage: async () => {} })
  await call('/v1/groups/readers/wait', { state: 'Stable', members: 1 })

  await call('/v1/faults', { match: { client_id: 'anna' }, action: { drop_answer: true } })
  await call('/v1/clock/advance', { ms: 30_001 }) // kafkajs' session timeout passes at once.
  await call('/v1/groups/readers/wait', { state: 'Empty' })

  const timeline = await (await fetch(http + '/v1/groups/readers/timeline')).json()
  console.log(timeline.rebalances.at(-1).why) // member anna-… expired: no heartbeat within the session timeout
  broker.kill()
}

main().then(() => process.exit(0), error => { console.error(error); process.exit(1) })
