import { afterAll, expect, test } from 'vitest'
import { idOf, subscriptionRequests } from '../../testing/fixtures/subscriptionRequests.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

const { call, customer, newPath, update, list, subscriptionRow, audit } = await subscriptionRequests()

afterAll(resetTestClocks)

/** What an answer and the list show of a change. */
const shownMembers = ['status', 'totalAmount', 'resumesAt']
const pick = (shown: any) => Object.fromEntries(shownMembers.map((member) => [member, shown[member]]))

test.each([0, 1, 3])('come to a state that an order of them explains, %i of them cancellations', async (cancels) => {
  const path = await newPath()
  const initial = { status: 'active', totalAmount: 10, resumesAt: null }
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => {
      if (at % 10 === 7 && at / 10 < cancels) return call('DELETE', path)
      return update(path, [{ status: 'paused' }, { amount: { total: 20 + at } }, { status: 'active' }][at % 3]!)
    }),
  )
  // The audit has them in the order in which they were made: each builds on the one before, and was answered as it was made.
  const states = [initial]
  const notes = await audit(path)
  for (const { requestId, detail } of notes) {
    const after = pick({ ...states.at(-1), ...detail })
    const answer = answers.find(({ headers }) => headers.get('x-request-id') === requestId)!
    expect(pick(answer.json.customerSubscriptions[0])).toEqual(after)
    states.push(after as typeof initial)
  }
  const done = answers.filter(({ status }) => status === 200)
  for (const { json } of done) expect(states).toContainEqual(pick(json.customerSubscriptions[0]))
  const listed = (await list(customer)).json.customerSubscriptions.find(
    ({ customerSubscriptionId }: any) => customerSubscriptionId === idOf(path),
  )
  expect(pick(listed)).toEqual(states.at(-1))
  expect((await subscriptionRow(path))['version']).toBe(notes.length)
  const canceled = notes.filter(({ action }) => action === 'subscription.canceled')
  expect(canceled.length).toBe(cancels === 0 ? 0 : 1)
  // Nobody is told of a failure of ours: the others hear that it is canceled.
  const refused = answers.filter((answer) => !done.includes(answer))
  expect(new Set(refused.map(({ status }) => status))).toEqual(
    new Set(cancels === 0 || refused.length === 0 ? [] : [409]),
  )
  if (cancels > 0) expect(listed.status).toBe('canceled')
})
