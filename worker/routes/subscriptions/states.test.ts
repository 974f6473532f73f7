import { afterAll, expect, test } from 'vitest'
import { now, subscriptionRequests } from '../../testing/fixtures/subscriptionRequests.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

const { call, newPath, update, subscriptionRow, setState } = await subscriptionRequests()

afterAll(resetTestClocks)
const bodies: Record<string, object> = {
  price: { amount: { total: 12 } },
  zero: { amount: { total: 0 } },
  paused: { status: 'paused' },
  active: { status: 'active' },
}
const ended = { price: [], zero: [], paused: [], active: [] }

test.each<[string, Record<string, string | readonly string[]>, string | null]>([
  ['active', { price: 'active', zero: 'paused', paused: 'paused', active: 'active' }, null],
  ['past_due', { price: 'past_due', zero: 'paused', paused: 'paused', active: ['paused'] }, null],
  ['unpaid', { price: 'unpaid', zero: 'paused', paused: 'paused', active: ['paused'] }, null],
  ['paused', { price: 'active', zero: 'paused', paused: 'paused', active: 'active' }, null],
  ['completed', ended, 'invalid_state'],
  ['canceled', ended, 'already_canceled'],
])(
  'updates and cancellation of a subscription in status %s lead to their status or return 409',
  async (state, outcomes, cancelError) => {
    const path = await newPath()
    for (const [name, outcome] of Object.entries(outcomes)) {
      await setState(path, state, ['past_due', 'active'].includes(state) ? now : null)
      const before = await subscriptionRow(path)
      const response = await update(path, bodies[name]!)
      if (typeof outcome === 'string') {
        expect([response.status, response.json.customerSubscriptions?.[0].status], name).toEqual([200, outcome])
        continue
      }
      expect(response.status).toBe(409)
      expect(response.json.errors).toMatchObject([
        { type: 'invalid_state', message: { details: { state, allowed: outcome } } },
      ])
      expect(await subscriptionRow(path)).toEqual(before)
    }
    await setState(path, state, ['past_due', 'active'].includes(state) ? now : null)
    const response = await call('DELETE', path)
    expect([response.status, response.json.errors?.[0].type ?? null]).toEqual([
      cancelError === null ? 200 : 409,
      cancelError,
    ])
    if (cancelError === 'invalid_state')
      expect(response.json.errors[0].message.details).toEqual({ state: 'completed', allowed: [] })
  },
)
