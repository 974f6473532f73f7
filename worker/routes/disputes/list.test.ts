import { afterAll, expect, test, vi } from 'vitest'
import { Meter } from '../../app/meter.ts'
import { recordDispute } from '../../domain/disputes/record.ts'
import { november } from '../../domain/disputes/disputes.fixture.ts'
import { Database } from '../../store/sql/database.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { nextLink } from '../../testing/nextLink.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'
import { disputeFixture } from '../../domain/disputes/disputes.fixture.ts'
import type { DisputeUpdate } from '../../domain/disputes/record.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

/** A merchant with four disputes of two payments: oldest first warning, open, won, and open of the other payment. */
const setUp = async () => {
  const fixture = await disputeFixture()
  const other = await fixture.newCapture(5)
  const ids: string[] = []
  const reports: Partial<DisputeUpdate>[] = [
    { stage: 'warning' },
    { stage: 'open' },
    { stage: 'won' },
    { stage: 'open', operation: Number(other.capture) },
  ]
  for (const [index, update] of reports.entries()) {
    await nextMillisecond()
    ids.push((await fixture.report({ ...update, caseId: `case-${index}` })).dispute!.id)
  }
  const call = startWorker().as(fixture.merchant.secretKey)
  const idsOf = async (query: string) =>
    (await call('GET', `/v1/disputes${query}`)).json.disputes.map(({ id }: { readonly id: string }) => id)
  return { ...fixture, other, ids, call, idsOf }
}

test('disputes are listed newest first, and read one by one as in the list', async () => {
  const { call, ids } = await setUp()
  const { json, status } = await call('GET', '/v1/disputes')
  expect([status, json.errors]).toEqual([200, null])
  expect(json.disputes.map(({ id }: { readonly id: string }) => id)).toEqual(ids.toReversed())
  for (const dispute of json.disputes)
    expect((await call('GET', `/v1/disputes/${dispute.id}`)).json.dispute).toEqual(dispute)
})

test('the list of disputes is filtered by stage, payment and time', async () => {
  const { ids, idsOf, payment, captureId, other } = await setUp()
  const [warning, open, won, ofOther] = ids
  expect(await idsOf('?stage=open')).toEqual([ofOther, open])
  expect(await idsOf('?stage=won,warning')).toEqual([won, warning])
  expect(await idsOf('?stage=lost')).toEqual([])
  expect(await idsOf(`?transactionId=${payment}`)).toEqual([won, open, warning])
  expect(await idsOf(`?transactionId=${captureId}&stage=open`)).toEqual([open])
  expect(await idsOf(`?transactionId=${other.payment}`)).toEqual([ofOther])
  expect(await idsOf('?transactionId=1')).toEqual([])
  expect(await idsOf('?from=2020-01-01&to=2099-12-31')).toHaveLength(4)
  expect(await idsOf('?from=2099-01-01')).toEqual([])
  expect(await idsOf('?to=2020-01-01')).toEqual([])
})

test('pages of disputes follow the links, which keep the filters', async () => {
  const { call, ids } = await setUp()
  const seen: string[] = []
  let path: string | undefined = '/v1/disputes?pageSize=1&stage=open,won&from=2020-01-01'
  while (path !== undefined) {
    const response: Awaited<ReturnType<typeof call>> = await call('GET', path)
    seen.push(...response.json.disputes.map(({ id }: { readonly id: string }) => id))
    path = nextLink(response)
    if (path !== undefined) expect(path).toContain('stage=open%2Cwon&from=2020-01-01')
  }
  expect(seen).toEqual([ids[3], ids[2], ids[1]])
})

test.each([
  'stage=closed',
  'stage=',
  'transactionId=abc',
  'from=today',
  'to=2026-02-30',
  'cursor=unknown-1',
  'pageSize=0',
])('a list of disputes with %s returns 400 query_invalid', async (query) => {
  const { secretKey } = await createMerchant()
  const { status, json } = await startWorker().as(secretKey)('GET', `/v1/disputes?${query}`)
  expect([status, json.errors.map(({ type }: { readonly type: string }) => type)]).toEqual([400, ['query_invalid']])
})

test('another account and live mode see no dispute, by list or by id', async () => {
  const { ids } = await setUp()
  for (const mode of ['test', 'live'] as const) {
    const call = startWorker().as((await createMerchant({ mode })).secretKey)
    expect((await call('GET', '/v1/disputes')).json.disputes).toEqual([])
    for (const [method, path] of [
      ['GET', `/v1/disputes/${ids[0]}`],
      ['POST', `/v1/disputes/${ids[0]}/accept`],
    ] as const) {
      const { status, json } = await call(method, path)
      expect([status, json.errors[0].type]).toEqual([404, 'not_found'])
    }
  }
})

test('the list of payments has the disputes, and disputed=true finds their payments', async () => {
  const { call, payment, other, newCapture, report } = await setUp()
  const undisputed = await newCapture(1)
  const idsOf = async (query: string) =>
    (await call('GET', `/v1/transactions?${query}`)).json.transactions.map(
      ({ transactionId }: { readonly transactionId: string }) => transactionId,
    )
  expect(await idsOf('disputed=true')).toEqual([other.payment, payment])
  expect(await idsOf('disputed=false')).toEqual([undisputed.payment])
  expect(await idsOf('disputed=true&amount=5')).toEqual([other.payment])
  expect((await call('GET', '/v1/transactions?disputed=yes')).json.errors[0].type).toBe('query_invalid')
  const [first, second] = (await call('GET', '/v1/transactions?disputed=true')).json.transactions
  expect(first.disputes).toEqual((await call('GET', `/v1/transactions/${other.payment}`)).json.disputes)
  expect(second.disputes.map(({ stage }: { readonly stage: string }) => stage)).toEqual(['warning', 'open', 'won'])
  await report({ caseId: 'case-1', reason: { code: '10.4' }, at: november(2), stage: 'open' })
  const csv = await call('GET', '/v1/transactions?disputed=true&format=csv')
  expect(
    csv.text
      .split('\r\n')
      .slice(0, 3)
      .map((line) => line.split(',').slice(-3, -1)),
  ).toEqual([
    ['disputes', 'returns'],
    ['"open 5"', ''],
    ['"warning 26.25; open 10.4 26.25; won 26.25"', ''],
  ])
})

test('a payment with disputes is read in as many round trips as one without', async () => {
  const { call, payment, newCapture } = await setUp()
  const undisputed = await newCapture(1)
  const [disputed, other] = [
    await call('GET', `/v1/transactions/${payment}`),
    await call('GET', `/v1/transactions/${undisputed.payment}`),
  ]
  expect([disputed.json.disputes.length, disputed.d1]).toEqual([3, other.d1])
})

test('a report from a processor is recorded in two round trips, and a repeated one in one', async () => {
  const { services, captureId, merchant } = await disputeFixture()
  const { d1, calls } = faultyDatabase(merchant.database, () => 'runs')
  const database = new Database(d1, new Meter())
  const report = { connection: 'simulator', caseId: 'c', operation: Number(captureId), stage: 'open', at: 1 } as const
  await recordDispute(report, services(database))
  expect(calls()).toBe(2)
  await recordDispute(report, services(database))
  expect(calls()).toBe(3)
})
