#!/usr/bin/env node
// kafkajs as a user of groups: produce and consume, join, commit, resume, leave, and its admin client. It knows neither
// static membership nor cooperative-sticky (2.2.4).
'use strict'
process.env.KAFKAJS_NO_PARTITIONER_WARNING = '1'
const { Kafka, logLevel } = require('kafkajs')
const { check, names, run, same, suffix, until } = require('./facts')

const bootstrap = process.argv[2]
const kafka = new Kafka({ clientId: 'peer', brokers: [bootstrap], logLevel: logLevel.NOTHING })

/** A running consumer: what it read, what it holds, and how often it joined. */
async function startMember (groupId, topic) {
  const consumer = kafka.consumer({ groupId, heartbeatInterval: 300, sessionTimeout: 6000, rebalanceTimeout: 8000, maxWaitTimeInMs: 200 })
  const member = { consumer, values: [], held: [], joins: 0, crashes: [] }
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    member.joins += 1
    member.held = payload.memberAssignment[topic] || []
  })
  consumer.on(consumer.events.CRASH, ({ payload }) => member.crashes.push(String(payload.error)))
  await consumer.connect()
  await consumer.subscribe({ topics: [topic], fromBeginning: true })
  await consumer.run({ eachMessage: async ({ message }) => { member.values.push(message.value.toString()) } })
  return member
}

function share (...members) {
  const all = members.flatMap(member => member.held)
  return members.every(member => member.held.length > 0) && all.length === 6 && new Set(all).size === 6
}

async function main () {
  const topic = `kafkajs-${suffix()}`
  const group = `kafkajs-${suffix()}`
  const admin = kafka.admin()
  const producer = kafka.producer()
  await Promise.all([admin.connect(), producer.connect()])
  await admin.createTopics({ topics: [{ topic, numPartitions: 6 }], waitForLeaders: true })
  await producer.send({ topic, acks: -1, messages: names('v', 60).map((value, number) => ({ key: `k${number % 12}`, value })) })

  const one = await startMember(group, topic)
  await until(() => one.values.length >= 60)
  check('one member reads all, each once', same(one.values, names('v', 60)), one.values.length)
  const two = await startMember(group, topic)
  check('a second member takes its share', await until(() => share(one, two)), [one.held, two.held])
  const described = (await admin.describeGroups([group])).groups[0]
  check('the admin sees a stable group of two', described.state === 'Stable' && described.members.length === 2, described.state)
  await producer.send({ topic, messages: names('w', 30).map((value, number) => ({ partition: number % 6, value })) })
  const later = () => [...one.values, ...two.values].filter(value => value.startsWith('w'))
  await until(() => later().length >= 30)
  check('later records reach each one member only', same(later(), names('w', 30)), later().length)

  await two.consumer.disconnect()
  check('who leaves gives its share back at once', await until(() => one.held.length === 6, 4), one.held)
  await one.consumer.disconnect()
  const offsets = await admin.fetchOffsets({ groupId: group, topics: [topic] })
  const total = offsets[0].partitions.reduce((sum, { offset }) => sum + Math.max(Number(offset), 0), 0)
  check('all was committed on the way', total === 90, offsets[0].partitions)

  await producer.send({ topic, messages: [{ partition: 2, value: 'resumed' }] })
  const again = await startMember(group, topic)
  await until(() => again.values.length > 0)
  check('a new member resumes after the commits', same(again.values, ['resumed']), again.values)
  again.consumer.seek({ topic, partition: 2, offset: '0' })
  check('a seek reads again', await until(() => again.values.filter(value => value === 'resumed').length === 2), again.values)
  await again.consumer.disconnect()
  check('nothing crashed on the way', [one, two, again].every(member => member.crashes.length === 0), [one.crashes, two.crashes, again.crashes])
  await admin.deleteGroups([group])
  check('a deleted group is gone', !(await admin.listGroups()).groups.some(({ groupId }) => groupId === group))
  await Promise.all([producer.disconnect(), admin.disconnect()])
}

run('kafkajs', main)
