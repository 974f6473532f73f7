import { afterAll, describe, expect, test, vi } from 'vitest'
import { deviceLimits } from '#contract/terminals/device'
import { bindings } from '../../testing/bindings.ts'
import { openTerminal, startTerminals } from '../../testing/fixtures/terminalFixture.ts'
import type { OpenTerminal } from '../../testing/fixtures/terminalFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const worker = startTerminals()
const { clock, limits, faultPlan, ledger, beforeProcessor } = worker

/** Advances the clock and fires the object's alarm. */
const fireAlarmAfter = async (terminal: OpenTerminal, ms: number): Promise<boolean> => {
  clock.advance(ms)
  return terminal.runAlarm()
}

const { deliveryMs, presentMs, sessionMs } = deviceLimits

describe('delivery time-out', () => {
  test('a payment at a disconnected terminal is declined with G10 after 5 s', async () => {
    const terminal = await openTerminal(worker)
    terminal.line.close()
    await terminal.line.closed
    const paying = terminal.pay()
    await terminal.waitForSession({ state: 'queued' })
    await fireAlarmAfter(terminal, deliveryMs - 1_000)
    expect(await terminal.session()).toMatchObject({ state: 'queued' })
    await fireAlarmAfter(terminal, 1_000)
    const { json } = await paying
    expect(json).toMatchObject({ responseCode: 'G10', errors: [{ type: 'terminal_declined' }] })
    expect(ledger.find(json.transactionId)).toBeUndefined()
    expect((await terminal.connect()).payment).toBeNull()
    expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
  })

  test('a payment that the device does not confirm is declined with G10 after 5 s', async () => {
    const terminal = await openTerminal(worker)
    const paying = terminal.pay()
    const payment = await terminal.line.next('payment')
    // A card before `received` is ignored.
    terminal.line.send(await terminal.card(payment))
    await fireAlarmAfter(terminal, deliveryMs)
    expect((await paying).json).toMatchObject({ responseCode: 'G10' })
    expect(await terminal.line.next('result')).toMatchObject({ state: 'failed', responseCode: 'G10', approved: null })
    // Too late: the device gets the result again.
    terminal.send('received', payment)
    expect(await terminal.line.next('result')).toMatchObject({ session: payment.session, responseCode: 'G10' })
    expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
    expect(ledger.find(payment.session)).toBeUndefined()
  })

  test('a device that connects within 5 s gets the payment in its welcome message', async () => {
    const terminal = await openTerminal(worker)
    terminal.line.close()
    await terminal.line.closed
    const paying = terminal.pay()
    await terminal.waitForSession({ state: 'queued' })
    clock.advance(deliveryMs - 1_000)
    const { payment } = await terminal.connect()
    expect(payment).toMatchObject({ state: 'sent' })
    expect(payment!.presentWithinMs).toBeLessThanOrEqual(56_000)
    expect(payment!.endsWithinMs).toBeLessThanOrEqual(116_000)
    terminal.send('received', payment!)
    terminal.line.send(await terminal.card(payment!))
    expect((await paying).json).toMatchObject({ responseCode: '00', amount: 12.5 })
  })
})

describe('session time-out', () => {
  test('a payment without a card is declined with G12 60 s after the device received it', async () => {
    const terminal = await openTerminal(worker)
    const paying = terminal.pay()
    const { session } = await terminal.receivePayment()
    await terminal.waitForSession({ state: 'awaiting_card' })
    await fireAlarmAfter(terminal, presentMs - 1_000)
    expect((await terminal.readTransaction(session)).status).toBe('pending')
    await fireAlarmAfter(terminal, 1_000)
    expect((await paying).json).toMatchObject({ responseCode: 'G12' })
    expect(await terminal.line.next('result')).toMatchObject({ state: 'timed_out', responseCode: 'G12' })
    expect(await terminal.readTransaction(session)).toMatchObject({ status: 'declined', responseCode: 'G12' })
    expect(ledger.find(session)).toBeUndefined()
    expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
  })

  test('a payment with a presented card and no answers is declined with G12 120 s after its start', async () => {
    const terminal = await openTerminal(worker)
    const paying = terminal.pay()
    const payment = await terminal.receivePayment()
    await terminal.waitForSession({ state: 'awaiting_card' })
    clock.advance(presentMs - 1_000)
    terminal.send('presented', payment)
    await terminal.waitForPresentedCard()
    await fireAlarmAfter(terminal, sessionMs - presentMs - 1_000)
    expect(await terminal.session()).toMatchObject({ state: 'awaiting_card' })
    await fireAlarmAfter(terminal, 2_000)
    expect((await paying).json).toMatchObject({ responseCode: 'G12' })
    // A late card gets the result again and has no effect.
    terminal.line.send(await terminal.card(payment))
    expect(await terminal.line.next('result')).toMatchObject({ state: 'timed_out', responseCode: 'G12' })
    expect(await terminal.line.next('result')).toMatchObject({ session: payment.session, responseCode: 'G12' })
    expect(ledger.find(payment.session)).toBeUndefined()
    expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
  })

  test('a card after the session time-out is not charged even if the alarm is late', async () => {
    const terminal = await openTerminal(worker)
    const paying = terminal.pay()
    const payment = await terminal.receivePayment()
    terminal.send('presented', payment)
    await terminal.waitForPresentedCard()
    clock.advance(sessionMs)
    terminal.line.send(await terminal.card(payment))
    expect(await terminal.line.next('result')).toMatchObject({ state: 'timed_out', responseCode: 'G12' })
    expect((await paying).json).toMatchObject({ responseCode: 'G12' })
    expect(ledger.find(payment.session)).toBeUndefined()
    expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
  })

  test('a card 110 s after the start of the session is charged', async () => {
    const terminal = await openTerminal(worker)
    const paying = terminal.pay()
    const payment = await terminal.receivePayment()
    terminal.send('presented', payment)
    await terminal.waitForPresentedCard()
    await fireAlarmAfter(terminal, sessionMs - 10_000)
    terminal.line.send(await terminal.card(payment))
    expect((await paying).json).toMatchObject({ responseCode: '00' })
  })
})

/** Starts a payment and sends its card after this time, to a processor that does not respond. */
const payWithSilentProcessor = async (terminal: OpenTerminal, afterMs: number) => {
  faultPlan.add({ fault: { kind: 'silent' }, on: 'authorize' })
  faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'reverse' })
  const paying = terminal.pay()
  const payment = await terminal.receivePayment()
  terminal.send('presented', payment)
  await terminal.waitForPresentedCard()
  clock.advance(afterMs)
  terminal.line.send(await terminal.card(payment))
  await terminal.line.next('processing')
  return { paying, id: payment.session }
}

const expectReversal = async (terminal: OpenTerminal, id: string) => {
  expect(await terminal.readTransaction(id)).toMatchObject({ status: 'pending', amountAuthorized: 0 })
  clock.advance(limits.reversalLeaseMs)
  await worker.sweep()
  expect(await terminal.readTransaction(id)).toMatchObject({ status: 'reversed', amountAuthorized: 0 })
  expect(ledger.find(id)).toMatchObject({ state: 'reversed', requests: 1, reversals: 1 })
}

describe('processor time-out', () => {
  test('a payment without a processor response by the end of the session returns G12 and is reversed', async () => {
    await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
    const terminal = await openTerminal(worker)
    const { paying, id } = await payWithSilentProcessor(terminal, sessionMs - 2_000)
    expect(await terminal.readTransaction(id)).toMatchObject({ status: 'pending' })
    expect(await terminal.status()).toBe('busy')
    expect((await paying).json).toMatchObject({ responseCode: 'G12', authCode: null })
    expect(await terminal.line.next('result')).toMatchObject({ state: 'failed', responseCode: 'G12', approved: null })
    await expectReversal(terminal, id)
    expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
  })

  test('a payment without a processor response within the processor time-out returns 68 and is reversed', async () => {
    await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
    const terminal = await openTerminal(worker)
    limits.processorTimeoutMs = 60
    const { paying, id } = await payWithSilentProcessor(terminal, 0)
    expect((await paying).json).toMatchObject({ responseCode: '68', authCode: null })
    limits.processorTimeoutMs = 20_000
    expect(await terminal.line.next('result')).toMatchObject({ state: 'failed', responseCode: '68', approved: null })
    await expectReversal(terminal, id)
  })

  test('an alarm during the processor call does not change the payment', async () => {
    const terminal = await openTerminal(worker)
    const paying = terminal.pay()
    const payment = await terminal.receivePayment()
    const arrived = beforeProcessor.shut()
    terminal.line.send(await terminal.card(payment))
    await arrived()
    expect(await terminal.alarm()).not.toBeNull()
    await fireAlarmAfter(terminal, 30_000)
    expect(await terminal.session()).toMatchObject({ state: 'processing', judged: null })
    beforeProcessor.open()
    expect((await paying).json).toMatchObject({ responseCode: '00' })
  })
})
