#!/usr/bin/env node
// kafkajs as a user of transactions: consume-transform-produce exactly once, aborts, fencing, a time that runs out, and what
// goes wrong at each step. The broker's transaction.abort.timed.out.transaction.cleanup.interval.ms has to be short.
// The limits of kafkajs are told in exactly_once.js.
'use strict'
const { check, control, names, run, same, suffix, until } = require('./facts')
const { Processor, admin, committed, finished, kafka, makeWorld, plain, transactional, typeOf, valuesOf } = require('./exactly_once')

const [, http] = process.argv.slice(2)
const call = control(http)
const STEPS = ['InitProducerId', 'AddPartitionsToTxn', 'Produce', 'AddOffsetsToTxn', 'TxnOffsetCommit', 'EndTxn']
const BREAKS = { before: { disconnect: 'before' }, after: { disconnect: 'after' }, unanswered: { drop_answer: true } }
const ERRORS = {
  InitProducerId: ['COORDINATOR_NOT_AVAILABLE', 'NOT_COORDINATOR', 'COORDINATOR_LOAD_IN_PROGRESS', 'CONCURRENT_TRANSACTIONS'],
  AddPartitionsToTxn: ['COORDINATOR_NOT_AVAILABLE', 'NOT_COORDINATOR', 'CONCURRENT_TRANSACTIONS', 'INVALID_PRODUCER_EPOCH'],
  Produce: ['NOT_LEADER_OR_FOLLOWER', 'OUT_OF_ORDER_SEQUENCE_NUMBER', 'INVALID_PRODUCER_EPOCH'],
  AddOffsetsToTxn: ['COORDINATOR_NOT_AVAILABLE', 'NOT_COORDINATOR', 'CONCURRENT_TRANSACTIONS'],
  TxnOffsetCommit: ['COORDINATOR_NOT_AVAILABLE', 'NOT_COORDINATOR', 'COORDINATOR_LOAD_IN_PROGRESS', 'UNKNOWN_TOPIC_OR_PARTITION'],
  EndTxn: ['COORDINATOR_NOT_AVAILABLE', 'NOT_COORDINATOR', 'CONCURRENT_TRANSACTIONS', 'INVALID_PRODUCER_EPOCH']
}

async function recipe () {
  const world = await makeWorld('recipe', 24)
  const one = await new Processor(world).start()
  check('recipe: each result is there once', await finished(world, one), one)
  check('recipe: in several transactions', one.commits >= 6 && one.done === 24 && one.failures.length === 0, [one.commits, one.failures])
  check('recipe: the offsets moved with them', same(await committed(world), [8, 8, 8]), await committed(world))
  check('recipe: and nothing crashed', one.crashes.length === 0, one.crashes)
}

async function aborts () {
  const world = await makeWorld('abort', 3)
  const producer = await transactional(`${world.group}-one`)
  const write = async () => {
    const transaction = await producer.transaction()
    await transaction.send({ topic: world.target, acks: -1, messages: world.expected.map((value, partition) => ({ value, partition })) })
    const partitions = [0, 1, 2].map(partition => ({ partition, offset: '1' }))
    await transaction.sendOffsets({ consumerGroupId: world.group, topics: [{ topic: world.source, partitions }] })
    return transaction
  }
  let transaction = await write()
  check('abort: open, it is read by read_uncommitted', same(await valuesOf(world.target, true), world.expected))
  check('abort: and not by read_committed', same(await valuesOf(world.target), []))
  check('abort: there is one transaction at a time', await typeOf(producer.transaction()) === 'KafkaJSNonRetriableError')
  await transaction.abort()
  check('abort: aborted, it is still read by read_uncommitted', same(await valuesOf(world.target, true), world.expected))
  check('abort: and never by read_committed', same(await valuesOf(world.target), []))
  check('abort: the offsets did not move', same(await committed(world), [0, 0, 0]), await committed(world))
  check('abort: it is over', !transaction.isActive() && await typeOf(transaction.commit()) === 'KafkaJSNonRetriableError')
  transaction = await write()
  await transaction.commit()
  check('abort: written again and committed, it is read once', same(await valuesOf(world.target), world.expected))
  check('abort: now the offsets moved', same(await committed(world), [1, 1, 1]), await committed(world))
  await producer.disconnect()
}

async function fencing () {
  const world = await makeWorld('fencing', 0)
  const [one, two] = [await transactional(`${world.group}-one`), await transactional(`${world.group}-one`)]
  const sent = value => ({ topic: world.target, acks: -1, messages: [{ value, partition: 0 }] })
  const first = await one.transaction()
  await first.send(sent('first'))
  const second = await two.transaction()
  const fenced = ['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH']
  const told = await typeOf(first.commit())
  check('fencing: a second producer of the same id fences the first', fenced.includes(told), told)
  await second.send(sent('second'))
  await second.commit()
  check('fencing: what the first one wrote is aborted', same(await valuesOf(world.target), ['second']))
  const third = await (await transactional(`${world.group}-one`)).transaction()
  await third.send(sent('third'))
  await third.commit()
  const late = await two.transaction()
  const refused = await typeOf(late.send(sent('late')))
  check('fencing: also between two transactions', fenced.includes(refused), refused)
  check('fencing: nothing of it is read', same(await valuesOf(world.target), ['second', 'third']))
  await Promise.all([one.disconnect(), two.disconnect()])
}

async function timeout () {
  const world = await makeWorld('timeout', 0, 1)
  const gone = await transactional(`${world.group}-gone`, 300)
  const forgotten = await gone.transaction()
  await forgotten.send({ topic: world.target, acks: -1, messages: [{ value: 'gone', partition: 0 }] })
  await plain.send({ topic: world.target, acks: -1, messages: [{ value: 'behind', partition: 0 }] })
  const consumer = kafka.consumer({ groupId: world.group, maxWaitTimeInMs: 1000 })
  const values = []
  await consumer.connect()
  await consumer.subscribe({ topics: [world.target], fromBeginning: true })
  await consumer.run({ eachMessage: async ({ message }) => { values.push(message.value.toString()) } })
  check('timeout: readers go on when its time is over', await until(() => values.length > 0) && same(values, ['behind']), values)
  const told = await typeOf(forgotten.commit())
  check('timeout: and its commit is refused', ['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH'].includes(told), told)
  await Promise.all([consumer.disconnect(), gone.disconnect()])
}

async function twoProcessors () {
  const world = await makeWorld('two', 240, 6)
  const one = await new Processor(world).start()
  await until(() => one.commits > 2)
  const two = await new Processor(world, 'two').start()
  const more = names('more-', 240)
  await until(() => two.consumer && one.done > 20)
  for (let at = 0; at < 240; at += 24) {
    await plain.send({ topic: world.source, messages: more.slice(at, at + 24).map((value, number) => ({ value, partition: number % 6 })) })
    await until(() => one.done + two.done >= 200 + at)
  }
  world.expected.push(...more.map(value => `${value}!`))
  check('two: each result is there once', await finished(world, two, one), [one.failures, two.failures])
  check('two: both took part', one.done > 0 && two.done > 0 && one.done + two.done === 480, [one.done, two.done])
}

async function sizes () {
  const world = await makeWorld('sizes', 0)
  const producer = await transactional(`${world.group}-one`)
  await (await producer.transaction()).commit()
  await (await producer.transaction()).abort()
  check('sizes: empty transactions leave nothing', same(await valuesOf(world.target, true), []))
  const large = await producer.transaction()
  const values = names('v', 10000)
  await large.send({ topic: world.target, acks: -1, messages: values.map((value, number) => ({ value, partition: number % 3 })) })
  await large.commit()
  check('sizes: 10,000 records are one transaction', same(await valuesOf(world.target), values))
  for (let number = 0; number < 40; number += 1) {
    const small = await producer.transaction()
    await small.send({ topic: world.target, acks: -1, messages: [{ value: `small-${number}`, partition: number % 3 }] })
    await (number % 4 === 3 ? small.abort() : small.commit())
  }
  const seen = (await valuesOf(world.target)).filter(value => value.startsWith('small'))
  check('sizes: forty of one record each, every fourth aborted', same(seen, names('small-', 40).filter((_, number) => number % 4 !== 3)), seen)
  await producer.disconnect()
}

async function faulty (api, label, times, action) {
  const world = await makeWorld(`fault-${api}`, 12)
  const { id } = await call('/v1/faults', { match: { api, transactional_id: `${world.group}-one` }, times, action })
  const one = await new Processor(world).start()
  const isOnce = await finished(world, one)
  const { hits } = await call(`/v1/faults/${id}`)
  check(`${api} ${label}: it went wrong ${times}x`, hits === times, [hits, one.failures])
  check(`${api} ${label}: each result is there once`, isOnce, [one.failures, one.crashes, await committed(world)])
}

async function faults () {
  for (const api of STEPS) {
    await Promise.all(Object.keys(BREAKS).map(how => faulty(api, how, 1, BREAKS[how])))
    await Promise.all(ERRORS[api].map(error => faulty(api, error, 1, { error })))
  }
}

run('kafkajs_transactions', async () => {
  await Promise.all([admin.connect(), plain.connect()])
  for (const part of [recipe, aborts, fencing, timeout, twoProcessors, sizes, faults]) await part()
})
