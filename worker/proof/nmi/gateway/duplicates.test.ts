import { expect, test } from 'vitest'
import { compareBooks } from './books.ts'
import { nmiGateway } from './nmiGateway.fixture.ts'

/** An account whose duplicate check is on, as new accounts have it. */
const options = { duplicateSeconds: 1200 }

const sale = ({ call, cardPayment }: Awaited<ReturnType<typeof nmiGateway>>, key?: string) =>
  call('POST', '/v1/transactions/sale', {
    body: cardPayment(),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })

test('a direct request without dup_seconds is refused as a duplicate by the same account', async () => {
  const gateway = await nmiGateway(options)
  expect((await sale(gateway)).json).toMatchObject({ responseCode: '00' })
  const body = new URLSearchParams({
    security_key: gateway.securityKey,
    type: 'sale',
    amount: '10.50',
    ccnumber: gateway.pan,
    ccexp: '1230',
  })
  const { handle } = gateway.standIn
  const answer = await handle('POST', '/api/transact.php', String(body), 'application/x-www-form-urlencoded')
  expect(answer).toMatchObject({ text: expect.stringContaining('Duplicate') })
})

test('two purchases of the same amount with the same card within a minute are both charged', async () => {
  const gateway = await nmiGateway(options)
  expect((await sale(gateway, 'first')).json).toMatchObject({ responseCode: '00' })
  gateway.clock.advance(20_000)
  expect((await sale(gateway, 'second')).json).toMatchObject({ responseCode: '00' })
  expect((await sale(gateway)).json).toMatchObject({ responseCode: '00' })
  expect(gateway.sums()).toMatchObject({ captured: 3150n })
  expect(await compareBooks(gateway)).toEqual([])
})

test('a request that is repeated with its Idempotency-Key, also at the same time, is charged once', async () => {
  const gateway = await nmiGateway(options)
  await Promise.all([1, 2, 3].map(() => sale(gateway, 'order')))
  const { transactionId } = (await sale(gateway, 'order')).json
  expect((await sale(gateway, 'order')).json).toMatchObject({ transactionId, responseCode: '00' })
  expect(gateway.entries()).toMatchObject([{ orderId: transactionId, condition: 'pendingsettlement' }])
  expect(await compareBooks(gateway)).toEqual([])
})

test.each(['dropBefore', 'dropAfter', 'half'] as const)(
  'a request whose first answer was lost (%s) is repeated with its Idempotency-Key and never sent again, and a new one is charged once',
  async (kind) => {
    const gateway = await nmiGateway(options)
    gateway.standIn.faults.add({ on: 'sale', fault: { kind } })
    const first = (await sale(gateway, 'order')).json
    expect(first).toMatchObject({ responseCode: '68' })
    expect((await sale(gateway, 'order')).json).toMatchObject({
      transactionId: first.transactionId,
      responseCode: '68',
    })
    await gateway.passTwoHours()
    expect((await sale(gateway, 'order')).json).toMatchObject({
      transactionId: first.transactionId,
      responseCode: '68',
    })
    expect(gateway.sums()).toMatchObject({ captured: 0n })
    expect((await sale(gateway, 'another-try')).json).toMatchObject({ responseCode: '00' })
    expect(gateway.sums()).toMatchObject({ captured: 1050n })
    expect(await compareBooks(gateway)).toEqual([])
  },
)

test('a bill whose answers are lost is charged again only after each lost charge was voided', async () => {
  const gateway = await nmiGateway({ ...options, visibleAfterMs: 600_000 })
  gateway.standIn.faults.add({ on: 'sale', times: 2, fault: { kind: 'dropAfter' } })
  await gateway.subscribe(await gateway.makePlan(), {}, gateway.pan)
  await gateway.pass(1)
  await gateway.passTwoHours()
  const conditions = gateway.entries().map(({ condition }) => condition)
  expect(conditions).toEqual(['canceled', 'canceled', 'pendingsettlement'])
  expect(gateway.sums()).toMatchObject({ captured: 1000n })
  expect(await compareBooks(gateway)).toEqual([])
})
