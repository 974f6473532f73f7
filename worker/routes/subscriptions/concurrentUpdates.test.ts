import { afterAll, expect, test } from 'vitest'
import { idOf, subscriptionRequests } from '../../testing/fixtures/subscriptionRequests.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

const { call, customer, newPath, update, list, subscriptionRow, audit } = await subscriptionRequests()

afterAll(resetTestClocks)

/** Members that an update changes. */
const changedMembers = ['status', 'totalAmount', 'resumesAt']
const pick = (subscription: any) => Object.fromEntries(changedMembers.map((member) => [member, subscription[member]]))

test.each([0, 1, 3])(
  'thirty concurrent updates (cancellations: %i) end in a state that an order of them explains',
  async (cancels) => {
    const path = await newPath()
    const { version } = await subscriptionRow(path)
    const initial = { status: 'active', totalAmount: 10, resumesAt: null }
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, at) => {
        if (at % 10 === 7 && at / 10 < cancels) return call('DELETE', path)
        return update(path, [{ status: 'paused' }, { amount: { total: 20 + at } }, { status: 'active' }][at % 3]!)
      }),
    )
    // The audit has the updates in order: each builds on the one before, and its response shows the result.
    const states = [initial]
    const entries = await audit(path)
    for (const { requestId, detail } of entries) {
      const before: Record<string, unknown> = { ...states.at(-1) }
      const changes = Object.entries<{ old: unknown; new: unknown }>(detail.changes)
      for (const [member, { old }] of changes.filter(([member]) => changedMembers.includes(member)))
        expect([member, before[member]]).toEqual([member, old])
      const after = pick({ ...before, ...Object.fromEntries(changes.map(([member, value]) => [member, value.new])) })
      const response = responses.find(({ headers }) => headers.get('x-request-id') === requestId)!
      expect(pick(response.json.customerSubscriptions[0])).toEqual(after)
      states.push(after as typeof initial)
    }
    const succeeded = responses.filter(({ status }) => status === 200)
    for (const { json } of succeeded) expect(states).toContainEqual(pick(json.customerSubscriptions[0]))
    const listed = (await list(customer)).json.customerSubscriptions.find(
      ({ customerSubscriptionId }: any) => customerSubscriptionId === idOf(path),
    )
    expect(pick(listed)).toEqual(states.at(-1))
    expect((await subscriptionRow(path))['version']).toBe(version + entries.length)
    const canceled = entries.filter(({ action }) => action === 'subscription.canceled')
    expect(canceled.length).toBe(cancels === 0 ? 0 : 1)
    // The other requests return 409, none returns a server error.
    const rejected = responses.filter((response) => !succeeded.includes(response))
    expect(new Set(rejected.map(({ status }) => status))).toEqual(
      new Set(cancels === 0 || rejected.length === 0 ? [] : [409]),
    )
    if (cancels > 0) expect(listed.status).toBe('canceled')
  },
)
