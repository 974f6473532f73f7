import { evictDurableObject } from 'cloudflare:test'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { deviceLimits } from '#contract/terminals/device'
import { bindings } from '../../testing/bindings.ts'
import { openTill, startReaders } from '../../testing/fixtures/terminalFixture.ts'
import type { Till } from '../../testing/fixtures/terminalFixture.ts'

/** What becomes of a payment at a reader as time goes by, and that nothing happens while there is nothing to do. */

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const readers = startReaders()
const { clock, limits, faultPlan, ledger, beforeProcessor } = readers

/** Time goes by, and then the alarm rings. */
const later = async (till: Till, ms: number): Promise<boolean> => {
  clock.advance(ms)
  return till.ring()
}

const { deliveryMs, presentMs, sessionMs } = deviceLimits

describe('a payment that no reader takes in 5 s is declined G10', () => {
  test('where the reader is not connected', async () => {
    const till = await openTill(readers)
    till.line.close()
    await till.line.closed
    const paying = till.pay()
    await till.comesTo({ state: 'queued' })
    await later(till, deliveryMs - 1_000)
    expect(await till.session()).toMatchObject({ state: 'queued' })
    await later(till, 1_000)
    const { json } = await paying
    expect(json).toMatchObject({ responseCode: 'G10', errors: [{ type: 'terminal_declined' }] })
    expect(ledger.find(json.transactionId)).toBeUndefined()
    expect((await till.connect()).payment).toBeNull()
    expect(await till.paid()).toMatchObject({ responseCode: '00' })
  })

  test('where it is, and never says that it has it', async () => {
    const till = await openTill(readers)
    const paying = till.pay()
    const payment = await till.line.next('payment')
    // Of a card that comes before that, nobody takes note.
    till.line.send(await till.card(payment))
    await later(till, deliveryMs)
    expect((await paying).json).toMatchObject({ responseCode: 'G10' })
    expect(await till.line.next('result')).toMatchObject({ state: 'failed', responseCode: 'G10', approved: null })
    // Too late: it is told again how that ended.
    till.say('received', payment)
    expect(await till.line.next('result')).toMatchObject({ session: payment.session, responseCode: 'G10' })
    expect(await till.paid()).toMatchObject({ responseCode: '00' })
    expect(ledger.find(payment.session)).toBeUndefined()
  })

  test('but one that connects in time gets it by its welcome', async () => {
    const till = await openTill(readers)
    till.line.close()
    await till.line.closed
    const paying = till.pay()
    await till.comesTo({ state: 'queued' })
    clock.advance(deliveryMs - 1_000)
    const { payment } = await till.connect()
    expect(payment).toMatchObject({ state: 'sent' })
    expect(payment!.presentWithinMs).toBeLessThanOrEqual(56_000)
    expect(payment!.endsWithinMs).toBeLessThanOrEqual(116_000)
    till.say('received', payment!)
    till.line.send(await till.card(payment!))
    expect((await paying).json).toMatchObject({ responseCode: '00', amount: 12.5 })
  })
})

describe('a payment that takes too long is declined G12', () => {
  test('60 s after the reader had it, where no card was presented', async () => {
    const till = await openTill(readers)
    const paying = till.pay()
    const { session } = await till.received()
    await till.comesTo({ state: 'awaiting_card' })
    await later(till, presentMs - 1_000)
    expect((await till.shown(session)).status).toBe('pending')
    await later(till, 1_000)
    expect((await paying).json).toMatchObject({ responseCode: 'G12' })
    expect(await till.line.next('result')).toMatchObject({ state: 'timed_out', responseCode: 'G12' })
    expect(await till.shown(session)).toMatchObject({ status: 'declined', responseCode: 'G12' })
    expect(ledger.find(session)).toBeUndefined()
    expect(await till.paid()).toMatchObject({ responseCode: '00' })
  })

  test('120 s after its begin, where one was presented and the rest was never answered', async () => {
    const till = await openTill(readers)
    const paying = till.pay()
    const payment = await till.received()
    await till.comesTo({ state: 'awaiting_card' })
    clock.advance(presentMs - 1_000)
    till.say('presented', payment)
    await till.isPresented()
    await later(till, sessionMs - presentMs - 1_000)
    expect(await till.session()).toMatchObject({ state: 'awaiting_card' })
    await later(till, 2_000)
    expect((await paying).json).toMatchObject({ responseCode: 'G12' })
    // What is too late is told so, and moves nothing.
    till.line.send(await till.card(payment))
    expect(await till.line.next('result')).toMatchObject({ state: 'timed_out', responseCode: 'G12' })
    expect(await till.line.next('result')).toMatchObject({ session: payment.session, responseCode: 'G12' })
    expect(ledger.find(payment.session)).toBeUndefined()
    expect(await till.paid()).toMatchObject({ responseCode: '00' })
  })

  test('and a card that comes after that pays nothing, though the alarm is late', async () => {
    const till = await openTill(readers)
    const paying = till.pay()
    const payment = await till.received()
    till.say('presented', payment)
    await till.isPresented()
    clock.advance(sessionMs)
    till.line.send(await till.card(payment))
    expect(await till.line.next('result')).toMatchObject({ state: 'timed_out', responseCode: 'G12' })
    expect((await paying).json).toMatchObject({ responseCode: 'G12' })
    expect(ledger.find(payment.session)).toBeUndefined()
    expect(await till.paid()).toMatchObject({ responseCode: '00' })
  })

  test('but a card that is there 110 s after the begin pays', async () => {
    const till = await openTill(readers)
    const paying = till.pay()
    const payment = await till.received()
    till.say('presented', payment)
    await till.isPresented()
    await later(till, sessionMs - 10_000)
    till.line.send(await till.card(payment))
    expect((await paying).json).toMatchObject({ responseCode: '00' })
  })
})

/** As far as the question to the processor, after so many milliseconds of the session. */
const askedOfSilent = async (till: Till, afterMs: number) => {
  faultPlan.add({ fault: { kind: 'silent' }, on: 'authorize' })
  faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'reverse' })
  const paying = till.pay()
  const payment = await till.received()
  till.say('presented', payment)
  await till.isPresented()
  clock.advance(afterMs)
  till.line.send(await till.card(payment))
  await till.line.next('processing')
  return { paying, id: payment.session }
}

const isReversedLater = async (till: Till, id: string) => {
  expect(await till.shown(id)).toMatchObject({ status: 'pending', amountAuthorized: 0 })
  clock.advance(limits.reversalLeaseMs)
  await readers.sweep()
  expect(await till.shown(id)).toMatchObject({ status: 'reversed', amountAuthorized: 0 })
  expect(ledger.find(id)).toMatchObject({ state: 'reversed', requests: 1, reversals: 1 })
}

describe('a processor that never answers', () => {
  test('until the session is over: G12, and what it may have approved is reversed', async () => {
    await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
    const till = await openTill(readers)
    const { paying, id } = await askedOfSilent(till, sessionMs - 2_000)
    expect(await till.shown(id)).toMatchObject({ status: 'pending' })
    expect(await till.status()).toBe('busy')
    expect((await paying).json).toMatchObject({ responseCode: 'G12', authCode: null })
    expect(await till.line.next('result')).toMatchObject({ state: 'failed', responseCode: 'G12', approved: null })
    await isReversedLater(till, id)
    expect(await till.paid()).toMatchObject({ responseCode: '00' })
  })

  test('until its own time is over: 68, and the same', async () => {
    await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
    const till = await openTill(readers)
    limits.processorTimeoutMs = 60
    const { paying, id } = await askedOfSilent(till, 0)
    expect((await paying).json).toMatchObject({ responseCode: '68', authCode: null })
    limits.processorTimeoutMs = 20_000
    expect(await till.line.next('result')).toMatchObject({ state: 'failed', responseCode: '68', approved: null })
    await isReversedLater(till, id)
  })

  test('is waited for by whoever asks, and by nobody else: the alarm in between changes nothing', async () => {
    const till = await openTill(readers)
    const paying = till.pay()
    const payment = await till.received()
    const came = beforeProcessor.shut()
    till.line.send(await till.card(payment))
    await came()
    expect(await till.alarm()).not.toBeNull()
    await later(till, 30_000)
    expect(await till.session()).toMatchObject({ state: 'processing', judged: null })
    beforeProcessor.open()
    expect((await paying).json).toMatchObject({ responseCode: '00' })
  })
})

test('a card that is declined ends the payment, and the reader hears why', async () => {
  const till = await openTill(readers)
  faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
  const paying = till.pay()
  till.line.send(await till.card(await till.received()))
  await till.line.next('processing')
  expect(await till.line.next('result')).toMatchObject({ state: 'declined', responseCode: '51', approved: null })
  expect((await paying).json).toMatchObject({ responseCode: '51', errors: [{ type: 'terminal_declined' }] })
  expect(await till.paid()).toMatchObject({ responseCode: '00' })
})

test('a reader that cannot go on says so: 96, and nothing at the processor', async () => {
  const till = await openTill(readers)
  const paying = till.pay()
  const payment = await till.received()
  till.say('failure', payment)
  expect(await till.line.next('result')).toMatchObject({ state: 'failed', responseCode: '96' })
  expect((await paying).json).toMatchObject({ responseCode: '96' })
  expect(ledger.find(payment.session)).toBeUndefined()
  expect(await till.paid()).toMatchObject({ responseCode: '00' })
})

describe('an idle reader', () => {
  test('has no alarm: after login, after a payment, a minute after it is gone, after it was deleted', async () => {
    const till = await openTill(readers)
    await till.rests()
    await till.paid()
    await till.line.next('processing')
    await till.line.next('result')
    await till.rests()
    till.line.close()
    await till.line.closed
    // It may be back at once. Whether it is, is looked at once, when the minute is over.
    const due = await vi.waitFor(async () => {
      const alarm = await till.alarm()
      expect(alarm).not.toBeNull()
      return alarm!
    })
    const wall = vi.spyOn(Date, 'now').mockReturnValue(due)
    expect(await till.ring()).toBe(true)
    wall.mockRestore()
    await till.rests()
    await till.connect()
    await till.rests()
    till.line.close()
    await till.line.closed
    await till.connect()
    await till.rests()
    await till.call('DELETE', `/v1/terminals/${till.device.terminal}`)
    expect(await till.alarm()).toBeNull()
  })

  test('is asleep, and a ping is answered without waking it', async () => {
    const till = await openTill(readers)
    await till.rests()
    await evictDurableObject(till.object())
    till.line.send('ping')
    await vi.waitFor(() => expect(till.line.unread).toEqual(['pong']))
    // Nobody ran who could be evicted.
    await expect(evictDurableObject(till.object())).rejects.toThrow('not currently running')
  })

  test('keeps its connection while it sleeps, and takes the next payment', async () => {
    const till = await openTill(readers)
    const paying = till.pay()
    till.say('cancel', await till.received())
    expect((await paying).json).toMatchObject({ responseCode: 'G13' })
    expect(await till.line.next('result')).toMatchObject({ responseCode: 'G13' })
    await evictDurableObject(till.object())
    expect(await till.status()).toBe('online')
    await evictDurableObject(till.object())
    expect(await till.paid()).toMatchObject({ responseCode: '00' })
  })
})
