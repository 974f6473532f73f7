import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints'
import { eventKinds, kindsByType } from '#contract/events/events'
import { eventRetentionDays, maxWebhooks, secretOverlapHours } from '#contract/webhooks/webhooks'
import { SluiceWebhookError, verifyWebhook } from '../../widget/client/index.ts'
import { responseTimeoutMs, attemptDelaysMs } from '../../worker/webhooks/delivery/retrySchedule.ts'
import { maxConcurrentDeliveries } from '../../worker/webhooks/delivery/scheduler.ts'
import { chapter, codeSpans, tableAfter } from './readmeTables.ts'

/** The document for receivers, compared with the code. */
const document = chapter('Receiving webhooks')

const example = Object.fromEntries(
  tableAfter(document, 'To check yours:').map(([name = '', value]) => [
    codeSpans(name)[0] ?? name,
    codeSpans(value)[0]!,
  ]),
)
const { secret = '', body = '', ...headers } = example

beforeAll(() => void vi.useFakeTimers({ now: Number(headers['webhook-timestamp']) * 1000, toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

test('README.md, webhooks: lists exactly the event kinds with their types', () => {
  const kinds = tableAfter(document, 'or null for all kinds:')
  expect(kinds.map(([kind, name, types]) => [Number(kind), name, codeSpans(types)])).toEqual(
    eventKinds.map((name, kind) => [
      kind,
      name,
      Object.entries(kindsByType)
        .filter(([, itsKind]) => itsKind === kind)
        .map(([type]) => type),
    ]),
  )
})

const units: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600 }

/** `5 minutes` in milliseconds. */
const parseDuration = (text: string): number => {
  if (text === 'at once') return 0
  const [, count, unit = ''] = /^(\d+) (\w+?)s$/.exec(text) ?? []
  return Number(count) * units[unit]! * 1000
}

test('README.md, webhooks: lists each attempt with its delay', () => {
  const attempts = tableAfter(document, '±10 %:')
  expect(attempts.map(([number, after = '']) => [Number(number), parseDuration(after)])).toEqual(
    attemptDelaysMs.map((delay, index) => [index + 1, delay]),
  )
})

test('README.md, webhooks: the example signature is verified by standardwebhooks and by verifyWebhook', async () => {
  expect(Object.keys(headers)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(await verifyWebhook(body, headers, secret)).toEqual(JSON.parse(body))
  const wrong = verifyWebhook(`${body} `, headers, ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', secret])
  await expect(wrong).rejects.toBeInstanceOf(SluiceWebhookError)
})

test('README.md, webhooks: lists exactly the endpoints of webhooks and events', () => {
  const cells = tableAfter(document, '### Inspect, test and replay').map(([request]) => codeSpans(request))
  const documented = cells.flatMap((names) => {
    const paths = names.map((name) => /\/v1\/\S+/.exec(name)?.[0])
    // A cell may name several methods for the path that follows them.
    return names.flatMap((name, index) => {
      const [method] = /^(GET|POST|PUT|DELETE)\b/.exec(name) ?? []
      const path = paths.slice(index).find((path) => path !== undefined)
      return method && path ? [`${method} ${path}`] : []
    })
  })
  const served = endpoints
    .filter(({ tag, name }) => ['Webhooks', 'Events'].includes(tag) && name !== 'createWebhook')
    .map(({ method, path }) => `${method} ${path}`)
  expect(documented.toSorted()).toEqual(served.toSorted())
})

test.each([
  `within ${responseTimeoutMs / 1000} seconds`,
  `has ${maxWebhooks} in each mode`,
  `both sign for ${secretOverlapHours} hours`,
  `in the last ${eventRetentionDays} days`,
  `older than ${eventRetentionDays} days`,
])('README.md, webhooks: contains "%s"', (words) => {
  expect(document).toContain(words)
})

test('README.md, webhooks: the number of concurrent deliveries matches the scheduler', () => {
  expect(maxConcurrentDeliveries).toBe(5)
  expect(document).toContain('at most five deliveries')
})
