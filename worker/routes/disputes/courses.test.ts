import { afterAll, expect, test, vi } from 'vitest'
import { eventResource, readEvents } from '../../testing/events.ts'
import { resetTestClocks } from '../batches/fixtures/settlementFixture.ts'
import { simulatedDisputes } from './fixtures/simulatedDisputes.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())
resetTestClocks()

/** Stages of a dispute with their dates. */
const datesOf = ({ stages }: { readonly stages: readonly { readonly stage: string; readonly at: string }[] }) =>
  stages.map(({ stage, at }) => `${stage} ${at.slice(0, 10)}`)

test.each([
  ['4000000000000259', 'fraud', ['open 2026-11-20', 'lost 2026-12-20']],
  ['4000000000003006', 'not_received', ['open 2026-11-30', 'won 2026-12-30']],
  ['4000000000003014', 'not_as_described', ['open 2026-11-30', 'lost 2026-12-30']],
  ['4000000000003022', 'duplicate', ['open 2026-11-30', 'accepted 2026-12-02']],
  ['4000000000003030', 'fraud', ['warning 2026-11-25', 'won 2026-12-25']],
  ['4000000000003048', 'canceled', ['warning 2026-11-25', 'open 2026-12-05', 'lost 2027-01-04']],
  ['4000000000003055', 'canceled', ['open 2026-11-30', 'won 2026-12-30', 'open 2027-01-09', 'lost 2027-02-08']],
])('a payment by %s is disputed for %s and goes through %j', async (number, category, dates) => {
  const { payBy, passTo, disputeOf } = await simulatedDisputes()
  const id = await payBy(number)
  await passTo(90)
  const dispute = await disputeOf(id)
  expect(datesOf(dispute)).toEqual(dates)
  expect(dispute.reason.category).toBe(category)
})

test('each stage of a dispute is seen at its time by the test clock, with its events and the member of the payment', async () => {
  const { payBy, passTo, disputeOf, getTransaction, eventTypes } = await simulatedDisputes()
  const id = await payBy('4000000000003048')
  const seen = []
  let types: string[] = []
  for (const days of [4, 6, 16, 30]) {
    await passTo(days)
    const [short] = (await getTransaction(id)).disputes
    const dispute = await disputeOf(id)
    expect(short?.stage).toBe(dispute?.stage)
    const { length } = types
    types = await eventTypes()
    seen.push([
      days,
      short?.stage,
      short?.amountWithdrawn,
      short?.evidenceDueBy?.slice(0, 10),
      types.slice(length).join(' '),
    ])
  }
  expect(seen).toEqual([
    [4, undefined, undefined, undefined, ''],
    [6, 'warning', 0, '2026-12-09', 'dispute.created'],
    [16, 'open', 10.5, '2026-12-19', 'dispute.updated transaction.disputed'],
    [30, 'open', 10.5, '2026-12-19', ''],
  ])
  await passTo(46)
  expect((await disputeOf(id)).stage).toBe('lost')
  expect((await eventTypes()).at(-1)).toBe('dispute.closed')
})

test('one long passage of the test clock applies the stages that a passage by days applies', async () => {
  const [atOnce, daily] = [await simulatedDisputes(), await simulatedDisputes()]
  const histories = []
  for (const client of [atOnce, daily]) {
    const id = await client.payBy('4000000000003055')
    for (let days = client === daily ? 1 : 90; days <= 90; days++) await client.passTo(days)
    const { created: _created, ...dispute } = await client.disputeOf(id)
    histories.push([datesOf(dispute), dispute.updated.slice(0, 10), await client.eventTypes()])
  }
  expect(histories[0]).toEqual(histories[1])
}, 60_000)

test('an event of a dispute has the dispute as it was then', async () => {
  const { payBy, passTo, disputeOf, merchant, call } = await simulatedDisputes()
  const id = await payBy('4000000000003022')
  await passTo(11)
  const opened = await disputeOf(id)
  await passTo(13)
  const events = (await readEvents(merchant)).filter(({ type }) => type.startsWith('dispute.'))
  expect(events.map(({ type, kind, requestId }) => [type, kind, requestId])).toEqual([
    ['dispute.created', 4, null],
    ['dispute.closed', 4, null],
  ])
  expect(eventResource(events[0]!)).toEqual(opened)
  expect(eventResource(events[1]!)).toEqual(await disputeOf(id))
  const listed = await call('GET', '/v1/events?type=dispute.created')
  expect(listed.json.events).toMatchObject([{ id: events[0]!.id, data: { dispute: { id: opened.id } } }])
})

test('a payment of several captures has a dispute of each', async () => {
  const { authorize, capture, closeBatch, passTo, getTransaction, list } = await simulatedDisputes()
  const id = await authorize({
    payment: { creditCard: { accountNumber: '4000000000003006', expires: '1230' } },
    amount: { value: 10 },
  })
  const captures = [await capture(id, 4), await capture(id, 6)]
  await closeBatch()
  await passTo(11)
  const { disputes, status, amountSettled } = await getTransaction(id)
  expect(disputes.map(({ transactionId }: { readonly transactionId: string }) => transactionId).toSorted()).toEqual(
    captures,
  )
  expect([status, amountSettled]).toEqual(['settled', 10])
  expect(await list(`?transactionId=${captures[0]}`)).toHaveLength(2)
})
