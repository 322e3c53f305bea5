// The exactly-once recipe with kafkajs (2.2.4): consume, transform, produce, and send the offsets with the same transaction.
// And what a topic holds for readers of each isolation level.
//
// Of what the other peers' recipe does kafkajs can't do this:
// - It sends TxnOffsetCommit below version 3, without the member: nobody refuses the offsets of one that was expelled (KIP-447).
// - It asks for offsets without require_stable, and does not wait for those of an open transaction.
// - It tries again by itself only to send. Another failure is the user's, and one of commit() or abort() leaves a producer that
//   can do neither again: a new one of the same transactional id takes its place (see `recover`).
// - It has no admin calls for transactions.
// - Its consumer can't be disconnected safely once a broker has come or gone. Then it replaces its fetchers (FetchManager.start), and
//   the new ones don't hear of a stop that came while the old ones ended: as the consumer no longer runs there is nothing that they
//   wait for (Runner.fetch), so they turn for ever within one microtask queue, and no timer of the process can end that.
'use strict'
process.env.KAFKAJS_NO_PARTITIONER_WARNING = '1'
const { Kafka, logLevel } = require('kafkajs')
const { names, same, suffix, until } = require('./facts')

const PARTITIONS = 3
const brokers = process.argv[2].split(',')

const kafkaOf = clientId => new Kafka({
  clientId, brokers, logLevel: logLevel.NOTHING, requestTimeout: 1500, retry: { initialRetryTime: 30, maxRetryTime: 200 }
})
const kafka = kafkaOf('peer')
const admin = kafka.admin()
const plain = kafka.producer()

async function transactional (transactionalId, transactionTimeout = 60000) {
  const producer = kafkaOf(transactionalId).producer({ transactionalId, transactionTimeout, idempotent: true, maxInFlightRequests: 1 })
  await producer.connect()
  return producer
}

const typeOf = promise => promise.then(() => 'nothing', error => error.type || (error.cause && error.cause.type) || error.name)

/** What readers of the isolation level see up to the end: nothing more came with three answers to Fetch of each leader. */
async function valuesOf (topic, readUncommitted = false) {
  const [{ partitions }] = (await admin.fetchTopicMetadata({ topics: [topic] })).topics
  const leaders = [...new Set(partitions.map(({ leader }) => leader))]
  const consumer = kafka.consumer({ groupId: `values-${suffix()}`, readUncommitted, maxWaitTimeInMs: 50, retry: { retries: 5 } })
  const values = []
  let idle = {}
  consumer.on(consumer.events.FETCH, ({ payload: { nodeId } }) => { idle[nodeId] = (idle[nodeId] || 0) + 1 })
  await consumer.connect()
  await consumer.subscribe({ topics: [topic], fromBeginning: true })
  await consumer.run({
    eachMessage: async ({ message }) => {
      values.push(message.value.toString())
      idle = {}
    }
  })
  await until(() => leaders.every(leader => idle[leader] >= 3), 20)
  await consumer.disconnect()
  return values
}

/** A source and a target, and a group between them. */
async function makeWorld (name, count, partitions = PARTITIONS) {
  const group = `${name}-${suffix()}`
  const expected = names(`${group}-`, count).map(value => `${value}!`)
  const world = { group, source: `${group}-in`, target: `${group}-out`, partitions, expected }
  const topics = [world.source, world.target].map(topic => ({ topic, numPartitions: partitions }))
  await admin.createTopics({ topics, waitForLeaders: true })
  const messages = names(`${group}-`, count).map((value, number) => ({ value, partition: number % partitions }))
  if (count) await plain.send({ topic: world.source, messages })
  return world
}

/** The group's offsets, 0 where there is none. */
async function committed (world, attempts = 10) {
  const options = { groupId: world.group, topics: [world.source] }
  // Its coordinator may move between the question for it and this one.
  const told = await admin.fetchOffsets(options).catch(error => { if (attempts === 0) throw error })
  if (!told) return committed(world, attempts - 1)
  const [{ partitions }] = told
  return partitions.sort((one, other) => one.partition - other.partition).map(({ offset }) => Math.max(Number(offset), 0))
}

/** A member of the group that turns each `value` of the source into `value!` in the same partition of the target. */
class Processor {
  constructor (world, name = 'one', rebalanceTimeout = 8000) {
    Object.assign(this, { world, id: `${world.group}-${name}`, rebalanceTimeout, done: 0, commits: 0, failures: [], crashes: [] })
  }

  async start () {
    this.producer = await transactional(this.id)
    this.consumer = kafka.consumer({
      groupId: this.world.group, heartbeatInterval: 100, sessionTimeout: 10000, rebalanceTimeout: this.rebalanceTimeout, maxWaitTimeInMs: 100
    })
    this.consumer.on(this.consumer.events.CRASH, ({ payload }) => this.crashes.push(String(payload.error)))
    await this.consumer.connect()
    await this.consumer.subscribe({ topics: [this.world.source], fromBeginning: true })
    await this.consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: payload => this.process(payload) })
    return this
  }

  /** Four records a transaction. */
  async process ({ batch, resolveOffset, heartbeat, isRunning, isStale }) {
    for (let at = 0; at < batch.messages.length && isRunning() && !isStale(); at += 4) {
      const messages = batch.messages.slice(at, at + 4)
      const last = messages[messages.length - 1].offset
      try {
        await this.transact(batch.partition, messages, String(Number(last) + 1))
      } catch (error) {
        this.failures.push(error.type || error.name)
        await this.recover()
        const offset = String((await committed(this.world))[batch.partition])
        this.consumer.seek({ topic: batch.topic, partition: batch.partition, offset })
        return
      }
      this.commits += 1
      this.done += messages.length
      resolveOffset(last)
      await heartbeat()
    }
  }

  async transact (partition, messages, offset) {
    this.transaction = await this.producer.transaction()
    const results = messages.map(({ value }) => ({ value: `${value}!`, partition }))
    await this.transaction.send({ topic: this.world.target, acks: -1, messages: results })
    const topics = [{ topic: this.world.source, partitions: [{ partition, offset }] }]
    await this.transaction.sendOffsets({ consumerGroupId: this.world.group, topics })
    await this.transaction.commit()
  }

  /** Aborts; what can't be aborted by this producer is ended by the next one's InitProducerId. */
  async recover () {
    if (this.transaction && this.transaction.isActive() && await typeOf(this.transaction.abort()) === 'nothing') return
    await this.producer.disconnect()
    this.producer = await transactional(this.id)
  }

  async stop () {
    await this.consumer.disconnect()
    await this.producer.disconnect()
  }
}

async function finished (world, ...processors) {
  const count = world.expected.length
  const total = async () => (await committed(world)).reduce((sum, offset) => sum + offset, 0)
  const end = Date.now() + 40000
  while (Date.now() < end && await total() < count) await new Promise(resolve => setTimeout(resolve, 50))
  for (const processor of processors) await processor.stop()
  return await total() === count && same(await valuesOf(world.target), world.expected)
}

module.exports = { Processor, admin, committed, finished, kafka, makeWorld, plain, transactional, typeOf, valuesOf }
