#!/usr/bin/env node
// kafkajs in transactions over three brokers, while coordinators and leaders move and a broker stops and comes back.
'use strict'
const { check, control, run } = require('./facts')
const { Processor, admin, finished, makeWorld, plain } = require('./exactly_once')

const call = control(process.argv[3])
const RECORDS = 48

/** Where Kafka keeps a transactional id, or a group: by Java's String.hashCode(). */
function partitionOf (name) {
  let code = 0
  for (const letter of name) code = (Math.imul(31, code) + letter.charCodeAt(0)) | 0
  return (code & 0x7fffffff) % 50
}

const leaderOf = async (topic, partition) => (await call(`/v1/topics/${topic}`)).partitions[partition].leader

/** The next broker leads; answers whether it does. */
async function move (topic, partition) {
  const broker = await leaderOf(topic, partition) % 3 + 1
  await call(`/v1/topics/${topic}/partitions/${partition}/leader`, { broker })
  return await leaderOf(topic, partition) === broker
}

const MOVES = {
  "the transaction's coordinator": world => move('__transaction_state', partitionOf(`${world.group}-one`)),
  "the group's coordinator": world => move('__consumer_offsets', partitionOf(world.group)),
  'a leader of the target': world => move(world.target, 1),
  'a leader of the source': world => move(world.source, 1)
}

/** Something happens before each step of a transaction in turn, one step a transaction. */
class Disturbed extends Processor {
  constructor (world, disturb) {
    // Short: after a connection that broke kafkajs joins as another member, and waits for the one that it was to be expelled.
    super(world, 'one', 500)
    Object.assign(this, { disturb, happened: [] })
  }

  async transact (...batch) {
    let step = 0
    const begin = this.producer.transaction
    const chosen = this.happened.length % 3
    const before = act => async words => {
      if (step++ === chosen && this.happened.length < 6) this.happened.push(await this.disturb(this.world))
      return act(words)
    }
    this.producer.transaction = async () => {
      const { send, sendOffsets, commit, abort, isActive } = await begin()
      return { send: before(send), sendOffsets: before(sendOffsets), commit: before(commit), abort, isActive }
    }
    try {
      await super.transact(...batch)
    } finally {
      this.producer.transaction = begin
    }
  }
}

async function moving (name) {
  const world = await makeWorld('moving', RECORDS)
  const one = await new Disturbed(world, MOVES[name]).start()
  const isOnce = await finished(world, one)
  check(`${name} moves at each step: it does`, one.happened.length === 6 && one.happened.every(Boolean), one.happened)
  check(`${name} moves at each step: each result is there once`, isOnce, [one.failures, one.crashes])
}

/** Its processor is never disconnected, only the end of this process ends it: see exactly_once.js for why. */
async function stopping () {
  const world = await makeWorld('stopping', RECORDS)
  const stopped = []
  const one = await new Disturbed(world, async () => {
    const broker = await leaderOf('__transaction_state', partitionOf(`${world.group}-one`))
    for (const other of stopped.splice(0)) await call(`/v1/brokers/${other}/start`, {})
    await call(`/v1/brokers/${broker}/stop`, {})
    stopped.push(broker)
    return true
  }).start()
  const isOnce = await finished(world)
  for (const broker of stopped) await call(`/v1/brokers/${broker}/start`, {})
  check('the coordinator stops at each step: it does', one.happened.length === 6, one.happened)
  check('the coordinator stops at each step: each result is there once', isOnce, [one.failures, one.crashes])
}

run('kafkajs_transactions_cluster', async () => {
  await Promise.all([admin.connect(), plain.connect()])
  for (const name of Object.keys(MOVES)) await moving(name)
  await stopping()
})
