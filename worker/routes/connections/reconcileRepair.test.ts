import { describe, expect, test } from 'vitest'
import { capabilitySets, keepsReferenceOf } from '../../processors/conformance/capabilitySets.ts'
import type { CapabilitySetName } from '../../processors/conformance/capabilitySets.ts'
import { card } from '../../testing/requestDefaults.ts'
import { differencesOf, losingFixture, reconciliationFixture } from '../../testing/fixtures/reconciliationFixture.ts'

const clean = { differences: [], repairs: [] }
const minute = 60_000

describe('a repair', () => {
  test('a payment that only the processor has is reversed once, shown, announced and audited', async () => {
    const { authorize, forgetting, reconcile, read, book, clock, merchant, call } = await losingFixture()
    const id = await forgetting(() => authorize())
    expect(differencesOf(await reconcile())).toEqual([['missing_here', 'authorize', 'reverse', id]])
    const { repairs, differences } = await reconcile({ repair: true })
    expect(repairs).toEqual([
      {
        result: 'reversed',
        transactionId: id,
        originalTransactionId: id,
        type: 'authorize',
        currency: 840,
        amount: 10,
        reference: 'sim_1',
      },
    ])
    expect(differences).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'reversed', method: 'unknown', amountAuthorized: 0 })
    const { operations } = await book.report({ from: 0, to: clock.now() + 1 }, null, {
      ...capabilitySets.isoLike,
      now: clock.now(),
      outcomeAfterMs: 0,
      settlesAfterMs: null,
      keepsReferenceOf: 'all',
    })
    expect(operations.map(({ state }) => state)).toEqual(['reversed'])
    const { events } = (await call('GET', '/v1/events?type=transaction.reversed')).json
    expect(events).toHaveLength(1)
    expect(await reconcile({ repair: true })).toMatchObject(clean)
    const audit = await merchant.rows(
      "SELECT detail FROM audit WHERE account = ? AND action = 'transaction.reconciled'",
      merchant.id,
    )
    expect(audit).toHaveLength(1)
  })

  test.each(Object.keys(capabilitySets) as CapabilitySetName[])(
    'a lost payment with a capture and a refund is undone as a whole (%s)',
    async (set) => {
      const settings = { keepsReferenceOf: keepsReferenceOf(set) }
      const fixture = await losingFixture(capabilitySets[set], settings)
      const { authorize, capture, refund, forgetting, reconcile, clock, merchant } = fixture
      const id = await forgetting(async () => {
        const lost = await authorize()
        await capture(lost, 4)
        clock.advance(minute)
        await refund(lost, 1)
        return lost
      })
      clock.advance(minute)
      const { repairs, differences } = await reconcile({ repair: true })
      expect([repairs.map(({ transactionId, result }) => [transactionId, result]), differences]).toEqual([
        [[id, 'reversed']],
        [],
      ])
      const [row] = await merchant.rows('SELECT status FROM transactions WHERE id = ?', Number(id))
      expect(row?.['status']).toBe('reversed')
      expect(await reconcile({ repair: true })).toMatchObject(clean)
    },
  )

  test('a lost sale and a lost credit without a payment are reversed', async () => {
    const { sale, post, forgetting, reconcile, read } = await losingFixture()
    const ids = await forgetting(async () => [
      await sale(),
      (await post('credit', { payment: { creditCard: card() }, amount: { value: 3 } })).transactionId as string,
    ])
    const { repairs, differences } = await reconcile({ repair: true })
    expect([repairs.map(({ type, result }) => [type, result]), differences]).toEqual([
      [
        ['authorize', 'reversed'],
        ['credit', 'reversed'],
      ],
      [],
    ])
    for (const id of ids) expect((await read(id))['status']).toBe('reversed')
  })

  test('a lost payment that has settled is left to a person, and so is one whose capture has settled', async () => {
    const { sale, authorize, capture, forgetting, reconcile, book, merchant } = await losingFixture()
    const [sold, held, captured] = await forgetting(async () => {
      const authorized = await authorize()
      return [await sale(), authorized, await capture(authorized, 4)] as const
    })
    await book.change(sold, { state: 'settled' })
    await book.change(captured, { state: 'settled' })
    for (const repair of [false, true]) {
      const found = await reconcile({ repair })
      expect(found.repairs).toEqual([])
      expect(differencesOf(found).toSorted()).toEqual(
        [
          ['missing_here', 'authorize', 'none', held],
          ['missing_here', 'authorize', 'none', sold],
          ['missing_here', 'capture', 'none', captured],
        ].toSorted(),
      )
    }
    expect(await merchant.rows('SELECT id FROM transactions WHERE account = ?', merchant.id)).toEqual([])
  })

  test('a lost capture, refund and void are recorded with their amounts and events', async () => {
    const { authorize, capture, refund, void: cancel, forgetting, reconcile, read, call } = await losingFixture()
    const [captured, voided] = [await authorize(), await authorize()]
    const [lostCapture, lostRefund, lostVoid] = await forgetting(async () => [
      await capture(captured, 4),
      await refund(captured, 1),
      await cancel(voided),
    ])
    expect(await read(captured)).toMatchObject({ status: 'authorized' })
    const { repairs, differences } = await reconcile({ repair: true })
    expect(repairs.map(({ result, transactionId, type, amount }) => [result, transactionId, type, amount])).toEqual([
      ['recorded', lostCapture, 'capture', 4],
      ['recorded', lostRefund, 'credit', 1],
      ['recorded', lostVoid, 'void', 10],
    ])
    expect(differences).toEqual([])
    expect(await read(captured)).toMatchObject({
      status: 'partially_refunded',
      amountCaptured: 4,
      amountCredited: 1,
    })
    expect(await read(voided)).toMatchObject({ status: 'voided' })
    const { events } = (await call('GET', '/v1/events?type=transaction.captured')).json
    // The capture before the restore, and its record.
    expect(events.length).toBeGreaterThan(0)
    expect(await reconcile({ repair: true })).toMatchObject(clean)
  })

  test('a lost void of one capture makes its amount capturable again', async () => {
    const { authorize, capture, void: cancel, forgetting, reconcile, read } = await losingFixture()
    const id = await authorize()
    const captured = await capture(id, 4)
    await forgetting(() => cancel(captured))
    const { repairs, differences } = await reconcile({ repair: true })
    expect([repairs.length, differences]).toEqual([1, []])
    expect(await read(id)).toMatchObject({ status: 'authorized', amountCaptured: 0, amountCapturable: 10 })
  })

  test('a lost capture that was voided as well needs no repair', async () => {
    const { authorize, capture, void: cancel, forgetting, reconcile, read } = await losingFixture()
    const id = await authorize()
    await forgetting(async () => cancel(await capture(id, 4)))
    expect(await reconcile({ repair: true })).toMatchObject(clean)
    expect(await read(id)).toMatchObject({ status: 'authorized', amountCapturable: 10 })
  })

  test('a lost capture that the state of its payment forbids is left to a person', async () => {
    const { authorize, capture, forgetting, reconcile, merchant } = await losingFixture()
    const id = await authorize()
    const captured = await forgetting(() => capture(id, 4))
    await merchant.run("UPDATE transactions SET status = 'expired', released = 1000 WHERE id = ?", Number(id))
    expect(differencesOf(await reconcile())).toEqual([['missing_here', 'capture', 'record', captured]])
    const { repairs, differences } = await reconcile({ repair: true })
    expect([repairs, differences.map(({ repair }) => repair)]).toEqual([[], ['none']])
  })

  test.each(['approved', 'declined'] as const)(
    'a pending capture that is %s there is recorded, also if the processor can neither repeat nor find it',
    async (state) => {
      const { authorize, capture, reconcile, read, merchant, book, clock } = await reconciliationFixture(
        capabilitySets.blind,
      )
      const id = await authorize()
      const captured = await capture(id, 4)
      if (state === 'declined') await book.change(captured, { code: '05', approved: 0n })
      await merchant.run(
        `UPDATE operations SET status = 'pending', due = ?, attention = 1, attentionReason = 'cannot_be_repeated' WHERE id = ?`,
        clock.now(),
        Number(captured),
      )
      await merchant.run('UPDATE transactions SET captured = 0, capturing = 400 WHERE id = ?', Number(id))
      clock.advance(minute)
      const { repairs, differences } = await reconcile({ repair: true })
      expect([repairs.map(({ result }) => result), differences]).toEqual([['recorded'], []])
      expect(await read(id)).toMatchObject({ amountCaptured: state === 'approved' ? 4 : 0, needsAttention: null })
    },
  )

  test.each(['declined', 'failed', 'reversed'] as const)(
    'a payment that is %s here and stands there is reversed',
    async (status) => {
      const { authorize, reconcile, read, merchant } = await reconciliationFixture(capabilitySets.stripeLike)
      const id = await authorize()
      await merchant.run('UPDATE operations SET status = ? WHERE id = ?', status, Number(id))
      await merchant.run('UPDATE transactions SET status = ?, approved = 0 WHERE id = ?', status, Number(id))
      expect(differencesOf(await reconcile())).toEqual([['state', 'authorize', 'reverse', id]])
      const { repairs, differences } = await reconcile({ repair: true })
      expect([repairs.map(({ result }) => result), differences]).toEqual([['reversed'], []])
      expect(await read(id)).toMatchObject({ status })
      expect(await reconcile({ repair: true })).toMatchObject(clean)
    },
  )

  test('a reversal that the processor does not acknowledge stays a difference until the sweep has repeated it', async () => {
    const { authorize, forgetting, reconcile, read, book, clock, worker } = await losingFixture()
    const id = await forgetting(() => authorize())
    const { reverse } = book
    book.reverse = () => Promise.reject(new Error('Connection lost.'))
    const { repairs, differences } = await reconcile({ repair: true })
    expect(repairs.map(({ result }) => result)).toEqual(['reversing'])
    expect(differences).toMatchObject([{ kind: 'state', repair: 'reverse', transactionId: id }])
    book.reverse = reverse
    clock.advance(2 * minute)
    await worker.sweep()
    expect(await read(id)).toMatchObject({ status: 'reversed' })
    expect(await reconcile({ repair: true })).toMatchObject(clean)
  })

  test('concurrent repairs take effect once', async () => {
    const { authorize, capture, forgetting, reconcile, read, merchant, call } = await losingFixture()
    const id = await authorize()
    const lost = await forgetting(async () => {
      await capture(id, 4)
      return authorize()
    })
    const runs = await Promise.all([1, 2, 3].map(() => reconcile({ repair: true })))
    for (const { differences } of runs) expect(differences).toEqual([])
    expect(await read(id)).toMatchObject({ amountCaptured: 4 })
    expect(await read(lost)).toMatchObject({ status: 'reversed' })
    const audit = await merchant.rows(
      "SELECT detail FROM audit WHERE account = ? AND action = 'transaction.reconciled'",
      merchant.id,
    )
    expect(audit).toHaveLength(2)
    const reversed = (await call('GET', '/v1/events?type=transaction.reversed')).json.events
    expect(reversed).toHaveLength(1)
  })

  test('the payments of another account on the same processor are never touched', async () => {
    const mine = await reconciliationFixture()
    const theirs = await mine.beside()
    const id = await theirs.authorize()
    expect(await mine.reconcile({ repair: true })).toMatchObject(clean)
    expect(await theirs.read(id)).toMatchObject({ status: 'authorized' })
  })

  test('of more lost operations than one request repairs, all are repaired', async () => {
    const { authorize, capture, forgetting, reconcile } = await losingFixture()
    const id = await authorize(100)
    await forgetting(async () => {
      for (let count = 0; count < 30; count++) await capture(id, 1)
      for (let count = 0; count < 12; count++) await authorize()
    })
    const { repairs, differences } = await reconcile({ repair: true })
    expect([repairs.length, differences]).toEqual([42, []])
  })
})

describe('captures and voids of which the processor keeps no reference', () => {
  const can = { ...capabilitySets.nmiLike, visibleAfterMs: 0 }
  const fixtureWith = () => losingFixture(can, { keepsReferenceOf: 'transactions' })

  test('a capture, a refund and a void of both sides agree', async () => {
    const { authorize, sale, capture, refund, void: cancel, reconcile, clock } = await fixtureWith()
    const captured = await authorize()
    await capture(captured, 4)
    await refund(captured, 1)
    await cancel(await authorize())
    await cancel(await sale())
    clock.advance(minute)
    expect(await reconcile()).toMatchObject(clean)
    expect(await reconcile({ repair: true })).toMatchObject(clean)
  })

  test('a void of a refund agrees, and is not taken for the void of its payment', async () => {
    const { sale, refund, void: cancel, reconcile, clock, read } = await fixtureWith()
    const id = await sale()
    await cancel(await refund(id, 1))
    clock.advance(minute)
    expect(await reconcile({ repair: true })).toMatchObject(clean)
    expect(await read(id)).toMatchObject({ status: 'captured', amountCredited: 0 })
  })

  test('a lost capture and a lost void are recorded once under new ids, and agree afterwards', async () => {
    const { authorize, capture, void: cancel, forgetting, reconcile, read, clock } = await fixtureWith()
    const [captured, voided] = [await authorize(), await authorize()]
    const lost = await forgetting(async () => [await capture(captured, 4), await cancel(voided)])
    clock.advance(minute)
    expect(differencesOf(await reconcile())).toEqual([
      // Its void is missing here.
      ['state', 'authorize', 'none', voided],
      ['missing_here', 'capture', 'record', null],
      ['missing_here', 'void', 'record', null],
    ])
    const { repairs, differences } = await reconcile({ repair: true })
    expect(repairs.map(({ result, type, originalTransactionId }) => [result, type, originalTransactionId])).toEqual([
      ['recorded', 'capture', captured],
      ['recorded', 'void', voided],
    ])
    expect(differences).toEqual([])
    for (const { transactionId } of repairs) expect(lost).not.toContain(transactionId)
    expect(await read(captured)).toMatchObject({ status: 'captured', amountCaptured: 4 })
    expect(await read(voided)).toMatchObject({ status: 'voided' })
    expect((await read(repairs[0]!.transactionId!)).operations).toMatchObject([
      { type: 'authorize' },
      { type: 'capture' },
    ])
    expect(await reconcile({ repair: true })).toMatchObject(clean)
  })

  test('concurrent repairs record a lost capture once', async () => {
    const { authorize, capture, forgetting, reconcile, read, merchant } = await fixtureWith()
    const id = await authorize()
    await forgetting(() => capture(id, 4))
    const runs = await Promise.all([1, 2, 3].map(() => reconcile({ repair: true })))
    for (const { differences } of runs) expect(differences).toEqual([])
    expect(runs.flatMap(({ repairs }) => repairs)).toHaveLength(1)
    const { operations } = await read(id)
    expect(operations.map(({ type }: { type: string }) => type)).toEqual(['authorize', 'capture'])
    const audit = "SELECT detail FROM audit WHERE account = ? AND action = 'transaction.reconciled'"
    expect(await merchant.rows(audit, merchant.id)).toHaveLength(1)
  })

  test('a pending capture gets the outcome of the capture that the report shows', async () => {
    const { authorize, capture, reconcile, read, merchant, clock } = await fixtureWith()
    const id = await authorize()
    const captured = await capture(id, 4)
    await merchant.run(
      "UPDATE operations SET status = 'pending', due = ?, released = 0 WHERE id = ?",
      clock.now(),
      Number(captured),
    )
    await merchant.run('UPDATE transactions SET captured = 0, capturing = 400, released = 0 WHERE id = ?', Number(id))
    clock.advance(5 * minute)
    const { repairs, differences } = await reconcile({ repair: true })
    expect([repairs.map(({ transactionId }) => transactionId), differences]).toEqual([[captured], []])
    expect(await read(id)).toMatchObject({ status: 'captured', amountCaptured: 4 })
  })

  test('a capture that the processor has lost is missing there', async () => {
    const { authorize, capture, book, reconcile, clock } = await fixtureWith()
    const captured = await capture(await authorize(), 4)
    await book.forget(captured)
    clock.advance(minute)
    expect(differencesOf(await reconcile({ repair: true }))).toEqual([['missing_there', 'capture', 'none', captured]])
  })

  test('a declined attempt is not taken for the capture that followed it', async () => {
    const { authorize, capture, book, reconcile, read, merchant, clock } = await fixtureWith()
    const id = await authorize()
    const declined = await capture(id, 11)
    expect(declined).toBeUndefined()
    const first = await capture(id, 4)
    await book.change(first, { code: '05', approved: 0n })
    await merchant.run(
      "UPDATE operations SET status = 'declined', settlementCycle = NULL, released = 0 WHERE id = ?",
      Number(first),
    )
    await merchant.run(
      "UPDATE transactions SET status = 'authorized', captured = 0, released = 0 WHERE id = ?",
      Number(id),
    )
    const second = await capture(id, 6)
    clock.advance(minute)
    expect(await reconcile({ repair: true })).toMatchObject(clean)
    expect((await read(second)).operations).toHaveLength(3)
  })
})
