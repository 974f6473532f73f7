import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints'
import { eventKinds, events } from '#contract/events/events'
import { eventsKeptDays, mostWebhooks, rotationHours } from '#contract/webhooks/webhooks'
import { SluiceWebhookError, verifyWebhook } from '../../widget/client/index.ts'
import { responseTimeoutMs, attemptDelaysMs } from '../../worker/webhooks/delivery/retrySchedule.ts'
import { maxConcurrentDeliveries } from '../../worker/webhooks/delivery/scheduler.ts'
import { chapter, named, tableAfter } from './readmeTables.ts'

/** What receivers are built from: it is held to what the gateway does. */
const document = chapter('Receiving webhooks')

const example = Object.fromEntries(
  tableAfter(document, 'To check yours:').map(([name = '', value]) => [named(name)[0] ?? name, named(value)[0]!]),
)
const { secret = '', body = '', ...headers } = example

beforeAll(() => void vi.useFakeTimers({ now: Number(headers['webhook-timestamp']) * 1000, toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

test('each kind stands there with its types, and no other', () => {
  const kinds = tableAfter(document, 'or null for all kinds:')
  expect(kinds.map(([kind, name, types]) => [Number(kind), name, named(types)])).toEqual(
    eventKinds.map((name, kind) => [
      kind,
      name,
      Object.entries(events)
        .filter(([, itsKind]) => itsKind === kind)
        .map(([type]) => type),
    ]),
  )
})

const units: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600 }

/** `5 minutes` in milliseconds. */
const durationOf = (text: string): number => {
  if (text === 'at once') return 0
  const [, count, unit = ''] = /^(\d+) (\w+?)s$/.exec(text) ?? []
  return Number(count) * units[unit]! * 1000
}

test('each attempt stands there, at its time', () => {
  const attempts = tableAfter(document, '±10 %:')
  expect(attempts.map(([number, after = '']) => [Number(number), durationOf(after)])).toEqual(
    attemptDelaysMs.map((delay, index) => [index + 1, delay]),
  )
})

test('the worked example of a signature is right, for our package as for any library', async () => {
  expect(Object.keys(headers)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(await verifyWebhook(body, headers, secret)).toEqual(JSON.parse(body))
  const wrong = verifyWebhook(`${body} `, headers, ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', secret])
  await expect(wrong).rejects.toBeInstanceOf(SluiceWebhookError)
})

test('each request stands there, and no other', () => {
  const cells = tableAfter(document, '### Inspect, test and replay').map(([request]) => named(request))
  const said = cells.flatMap((names) => {
    const paths = names.map((name) => /\/v1\/\S+/.exec(name)?.[0])
    // A cell may name a path once for several methods: the next path that it names is meant.
    return names.flatMap((name, index) => {
      const [method] = /^(GET|POST|PUT|DELETE)\b/.exec(name) ?? []
      const path = paths.slice(index).find((path) => path !== undefined)
      return method && path ? [`${method} ${path}`] : []
    })
  })
  const served = endpoints
    .filter(({ tag, name }) => ['Webhooks', 'Events'].includes(tag) && name !== 'createWebhook')
    .map(({ method, path }) => `${method} ${path}`)
  expect(said.toSorted()).toEqual(served.toSorted())
})

test.each([
  `within ${responseTimeoutMs / 1000} seconds`,
  `has ${mostWebhooks} in each mode`,
  `both sign for ${rotationHours} hours`,
  `in the last ${eventsKeptDays} days`,
  `older than ${eventsKeptDays} days`,
])('README chapter on webhooks contains "%s"', (words) => {
  expect(document).toContain(words)
})

test('README states the limit of concurrent deliveries', () => {
  expect(maxConcurrentDeliveries).toBe(5)
  expect(document).toContain('at most five deliveries')
})
