import { afterAll, expect, test, vi } from 'vitest'
import { readEvents } from '../../testing/events.ts'
import { resetTestClocks } from '../batches/fixtures/settlementFixture.ts'
import { simulatedDisputes } from './fixtures/simulatedDisputes.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())
resetTestClocks()

test('an accepted dispute is over: it has its event, and the test clock brings no further stage', async () => {
  const { payBy, passTo, disputeOf, call, merchant } = await simulatedDisputes()
  const id = await payBy('4000000000003006')
  await passTo(11)
  const { id: dispute } = await disputeOf(id)
  const accepted = await call('POST', `/v1/disputes/${dispute}/accept`)
  expect([accepted.status, accepted.json.dispute.stage, accepted.json.errors]).toEqual([200, 'accepted', null])
  const closed = (await readEvents(merchant)).filter(({ type }) => type === 'dispute.closed')
  expect(closed.map(({ requestId }) => requestId)).toEqual([accepted.json.requestId])
  await passTo(90)
  expect(await disputeOf(id)).toEqual(accepted.json.dispute)
})

test('a repeated acceptance returns the same dispute', async () => {
  const { payBy, disputeOf, passTo, call } = await simulatedDisputes()
  const id = await payBy('4000000000003030')
  await passTo(6)
  const path = `/v1/disputes/${(await disputeOf(id)).id}/accept`
  const first = await call('POST', path, { headers: { 'idempotency-key': 'give-up-1' } })
  for (const key of ['give-up-1', 'give-up-2'])
    expect((await call('POST', path, { headers: { 'idempotency-key': key } })).json.dispute).toEqual(first.json.dispute)
})

test('acceptance of a decided dispute returns 409 invalid_state', async () => {
  const { payBy, disputeOf, passTo, call } = await simulatedDisputes()
  const id = await payBy('4000000000003006')
  await passTo(41)
  const { status, json } = await call('POST', `/v1/disputes/${(await disputeOf(id)).id}/accept`)
  expect([status, json.errors[0].type, json.errors[0].message.details]).toEqual([
    409,
    'invalid_state',
    { state: 'won', allowed: [] },
  ])
})
