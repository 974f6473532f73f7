import { describe, expect, test } from 'vitest'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { replayWebhook } from './replay.ts'
import { hourMs, dayMs, iso, period, webhookFixture } from './webhook.fixture.ts'

/** The date of a time, YYYY-MM-DD. */
const day = (ms: number) => iso(ms).slice(0, 10)

describe('replay to a webhook', () => {
  test('a replay is sent to the endpoint with until at the end of its day, and at most now', async () => {
    const { needs, register, clock, endpoints } = await webhookFixture()
    const { id } = await register()
    const now = Math.floor(clock.now() / dayMs) * dayMs + 20 * hourMs
    const at = { ...needs(), clock: { now: () => now } }
    const midnight = Math.floor(now / dayMs) * dayMs
    const cases = [
      [{ since: iso(now - hourMs) }, now - hourMs, now],
      [{ since: iso(now - 3 * hourMs), until: iso(now - hourMs) }, now - 3 * hourMs, now - hourMs],
      [{ since: iso(now - hourMs), until: iso(now + hourMs) }, now - hourMs, now],
      [{ since: day(now - 2 * dayMs), until: day(now - dayMs) }, midnight - 2 * dayMs, midnight],
      [{ since: day(now), until: day(now) }, midnight, now],
      [{ since: iso(now - 30 * dayMs) }, now - 30 * dayMs, now],
    ] as const
    for (const [requested, since, until] of cases)
      expect(await replayWebhook(id, period(requested), at)).toEqual({
        replay: { since: iso(since), until: iso(until), undelivered: false },
        errors: null,
      })
    expect(endpoints.calls).toEqual(cases.map(([, since, until]) => ['replayRange', id, since, until]))
  })

  test('a replay of undelivered events is sent to the endpoint as such, and is in the audit log', async () => {
    const { needs, register, clock, endpoints, audit } = await webhookFixture()
    const { id } = await register()
    const now = clock.now()
    const since = now - hourMs
    const { replay } = await replayWebhook(id, period({ since: iso(since), undelivered: true }), {
      ...needs(),
      clock: { now: () => now },
    })
    expect(replay.undelivered).toBe(true)
    expect(endpoints.calls).toEqual([['replayUndelivered', id, since, now]])
    expect((await audit()).at(-1)).toEqual([
      'webhook.replayed',
      {
        webhook: id,
        mode: 'test',
        changes: {
          since: { old: null, new: iso(since) },
          until: { old: null, new: iso(now) },
          undelivered: { old: null, new: true },
        },
      },
    ])
  })

  test('a replay before the retention, in the future, or of an empty period is rejected with out_of_range', async () => {
    const { needs, register, endpoints } = await webhookFixture()
    const { id } = await register()
    const now = Date.UTC(2026, 10, 22, 12)
    const at = { ...needs(), clock: { now: () => now } }
    const range = { min: iso(now - 30 * dayMs), max: iso(now) }
    for (const since of [now - 30 * dayMs - 1, now, now + 1])
      expect(await thrownErrors(replayWebhook(id, period({ since: iso(since) }), at))).toEqual([
        { type: 'out_of_range', field: 'since', details: range },
      ])
    const since = iso(now - hourMs)
    for (const until of [since, iso(now - 2 * hourMs)])
      expect(await thrownErrors(replayWebhook(id, period({ since, until }), at))).toEqual([
        { type: 'out_of_range', field: 'until', details: { min: since } },
      ])
    expect(endpoints.calls).toEqual([])
  })

  test('a replay to a disabled webhook is rejected with webhook_disabled', async () => {
    const { needs, register, clock } = await webhookFixture()
    const { id } = await register({ enabled: false })
    expect(await thrownErrors(replayWebhook(id, period({ since: iso(clock.now() - hourMs) }), needs()))).toEqual([
      { type: 'webhook_disabled', details: { webhook: id } },
    ])
  })
})
