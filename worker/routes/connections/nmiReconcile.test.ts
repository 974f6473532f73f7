import { describe, expect, test } from 'vitest'
import { bankAccount, minute, nmiFixture } from './nmi.fixture.ts'

type Fixture = Awaited<ReturnType<typeof nmiFixture>>

/** A payment that is captured in part. */
const pay = async ({ authorize, send }: Fixture): Promise<{ id: string; captureId: string }> => {
  const { transactionId: id } = await authorize()
  return { id, captureId: (await send('capture', { transactionId: id, amount: 15 })).transactionId }
}

/** Deletes rows, as the restore of a backup does. @param whole the payment, otherwise one operation of it */
const lose = async ({ merchant }: Fixture, operation: string, whole = false): Promise<void> => {
  await merchant.run(`DELETE FROM operations WHERE ${whole ? 'transactionId' : 'id'} = ?`, Number(operation))
  if (whole) await merchant.run('DELETE FROM transactions WHERE id = ?', Number(operation))
}

describe('reconciliation with NMI', () => {
  test('a day of payments, settled and not, has no differences', async () => {
    const fixture = await nmiFixture('live', { creditsUnsettled: true })
    const { authorize, send, standIn, reconcile, passTime } = fixture
    const { id } = await pay(fixture)
    await send('credit', { referenceTransactionId: Number(id), amount: { value: 5 } })
    await authorize({ payment: { check: bankAccount } })
    await passTime(24)
    await pay(fixture)
    const held = await authorize()
    await send('void', { transactionId: held.transactionId })
    standIn.faults.add({ on: 'auth', fault: { kind: 'result', code: '202' } })
    await authorize()
    await passTime(1)
    expect(await reconcile()).toEqual({ differences: [], repairs: [] })
  })

  test('a capture that a restored database has lost is recorded, although NMI keeps no reference of ours', async () => {
    const fixture = await nmiFixture('live')
    const { get, clock, reconcile, merchant } = fixture
    const { id, captureId } = await pay(fixture)
    await lose(fixture, captureId)
    await merchant.run(
      "UPDATE transactions SET status = 'authorized', captured = 0, released = 0 WHERE id = ?",
      Number(id),
    )
    clock.advance(20 * minute)
    expect((await reconcile()).differences).toMatchObject([{ kind: 'missing_here', type: 'capture', repair: 'record' }])
    expect((await reconcile(true)).repairs).toMatchObject([{ type: 'capture' }])
    expect(await get(id)).toMatchObject({ amountCaptured: 15 })
    expect((await reconcile()).differences).toEqual([])
  })

  test('a payment that only NMI has is reversed, and one that another system has made is left alone', async () => {
    const fixture = await nmiFixture('live')
    const { clock, standIn, reconcile, ledger, securityKey } = fixture
    const { id } = await pay(fixture)
    await lose(fixture, id, true)
    const elsewhere = {
      security_key: securityKey,
      type: 'sale',
      amount: '9.00',
      ccnumber: '4539578763621486',
      ccexp: '1230',
    }
    await standIn.handle(
      'POST',
      '/api/transact.php',
      new URLSearchParams(elsewhere).toString(),
      'application/x-www-form-urlencoded',
    )
    clock.advance(20 * minute)
    expect((await reconcile(true)).repairs.length).toBeGreaterThan(0)
    expect(ledger().map(({ condition }) => condition)).toEqual(['canceled', 'pendingsettlement'])
    expect((await reconcile()).differences).toMatchObject([{ kind: 'foreign' }])
  })
})
