import { SELF, runInDurableObject } from 'cloudflare:test'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deviceLimits } from '#contract/terminals/device'
import { bindings } from '../../testing/bindings.ts'
import { gatewayOrigin } from '../../testing/merchant.ts'
import type { ApiResponse } from '../../testing/merchant.ts'
import { openTerminal, startTerminals } from '../../testing/fixtures/terminalFixture.ts'
import type { OpenTerminal } from '../../testing/fixtures/terminalFixture.ts'
import { TerminalObject } from '../terminalObject.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())
vi.spyOn(console, 'warn').mockReturnValue()

// The real clock plus an offset: the worker that `SELF.fetch` calls has no test clock.
let clockOffsetMs = 0
const clock = { now: () => Date.now() + clockOffsetMs, advance: (ms: number) => void (clockOffsetMs += ms) }
const worker = startTerminals(clock)
const { limits, ledger, beforeProcessor, afterProcessor, books } = worker

beforeEach(async () => {
  clockOffsetMs = 0
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
})

const signature = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='
const prompts = { promptTip: true, tipAmounts: [1, 2, 3], promptSignature: true }
const answers = { tipAmount: '2', signature }

/** Reconnects the device. Returns the payment of its welcome message. */
const reconnect = async (terminal: OpenTerminal) => {
  const { payment } = await terminal.connect()
  return payment!
}

const sendCard = async (terminal: OpenTerminal, payment: { session: string }) =>
  terminal.line.send(await terminal.card(payment, answers))

/** The request returned an approval that includes the tip, after one call to the processor. */
const expectPaid = async (terminal: OpenTerminal, paying: Promise<ApiResponse>) => {
  const { status, json } = await paying
  expect(status).toBe(200)
  expect(json).toMatchObject({ responseCode: '00', amount: 14.5 })
  const id = json.transactionId
  expect(await terminal.readTransaction(id)).toMatchObject({ status: 'authorized', amountAuthorized: 14.5, tip: 2 })
  expect((await terminal.call('GET', `/v1/transactions/${id}/signature`)).json.signature.data).toBe(signature)
  expect(ledger.entries().filter(({ account }) => account === terminal.merchant.id)).toMatchObject([
    { op: id, approved: '1450', state: 'approved', requests: 1, effects: 1, reversals: 0 },
  ])
}

/** The payment has no approved charge at the processor, and the terminal accepts the next payment. */
const expectReversed = async (terminal: OpenTerminal, paying: Promise<ApiResponse>) => {
  const { json } = await paying
  expect(json).toMatchObject({ responseCode: '68', authCode: null })
  expect(await terminal.readTransaction(json.transactionId)).toMatchObject({ status: 'reversed', amountAuthorized: 0 })
  const approved = ledger
    .entries()
    .filter(({ account, state }) => account === terminal.merchant.id && state === 'approved')
  expect(approved).toEqual([])
  terminal.line.close()
  await terminal.connect()
  expect(await terminal.completePayment(20)).toMatchObject({ responseCode: '00', amount: 20 })
}

describe('crash of the object before the processor call', () => {
  test('a payment after a crash completes', async () => {
    const terminal = await openTerminal(worker)
    await terminal.crash()
    const paying = terminal.pay(12.5, prompts)
    const payment = await reconnect(terminal).then((open) => open ?? terminal.line.next('payment'))
    terminal.send('received', payment)
    await sendCard(terminal, payment)
    await expectPaid(terminal, paying)
  })

  test('a payment completes after a crash in state sent', async () => {
    const terminal = await openTerminal(worker)
    const paying = terminal.pay(12.5, prompts)
    const { session } = await terminal.line.next('payment')
    await terminal.crash()
    const payment = await reconnect(terminal)
    expect(payment).toMatchObject({ session, state: 'sent' })
    terminal.send('received', payment)
    await sendCard(terminal, payment)
    await expectPaid(terminal, paying)
  })

  test('a payment completes after a crash in state awaiting_card', async () => {
    const terminal = await openTerminal(worker)
    const paying = terminal.pay(12.5, prompts)
    const { session } = await terminal.receivePayment()
    await terminal.waitForSession({ state: 'awaiting_card' })
    await terminal.crash()
    const payment = await reconnect(terminal)
    expect(payment).toMatchObject({ session, state: 'awaiting_card' })
    await sendCard(terminal, payment)
    await expectPaid(terminal, paying)
  })

  test('the waiting request calls the object again after a crash and continues the same payment', async () => {
    const payCall = vi.spyOn(TerminalObject.prototype, 'pay')
    const terminal = await openTerminal(worker)
    const paying = terminal.pay(12.5, prompts)
    await terminal.receivePayment()
    await terminal.waitForSession({ state: 'awaiting_card' })
    await terminal.crash()
    const payment = await reconnect(terminal)
    await vi.waitFor(() => expect(payCall).toHaveBeenCalledTimes(2), 5_000)
    payCall.mockRestore()
    expect(await terminal.session()).toMatchObject({ id: payment.session, state: 'awaiting_card' })
    expect(terminal.line.unread).toEqual([])
    await sendCard(terminal, payment)
    await terminal.line.next('processing')
    expect(await terminal.line.next('result')).toMatchObject({ state: 'completed', approved: '14.5' })
    await expectPaid(terminal, paying)
  })

  test('a payment completes after a crash that lost the card', async () => {
    const terminal = await openTerminal(worker)
    const paying = terminal.pay(12.5, prompts)
    const sent = await terminal.receivePayment()
    terminal.send('presented', sent)
    await terminal.waitForPresentedCard()
    const frame = await terminal.card(sent, answers)
    // The database is down, so the card is not stored.
    books.areClosed = true
    terminal.line.send(frame)
    await terminal.crash()
    books.areClosed = false
    const payment = await reconnect(terminal)
    expect(payment).toMatchObject({ session: sent.session, state: 'awaiting_card' })
    terminal.line.send(frame)
    await expectPaid(terminal, paying)
  })

  test('an approval that could not be recorded is recorded after the crash', async () => {
    const terminal = await openTerminal(worker)
    const paying = terminal.pay(12.5, prompts)
    const sent = await terminal.receivePayment()
    const arrived = afterProcessor.shut()
    await sendCard(terminal, sent)
    await arrived()
    books.areClosed = true
    afterProcessor.open()
    await terminal.waitForSession({ state: 'completed' })
    await terminal.crash()
    expect((await terminal.readTransaction(sent.session)).status).toBe('pending')
    books.areClosed = false
    // The session has a decision that is not recorded yet.
    expect((await terminal.connect()).payment).toBeNull()
    await terminal.runAlarm()
    expect(await terminal.line.next('result')).toMatchObject({
      state: 'completed',
      responseCode: '00',
      approved: '14.5',
    })
    await sendCard(terminal, sent)
    expect(await terminal.line.next('result')).toMatchObject({ session: sent.session, approved: '14.5' })
    await expectPaid(terminal, paying)
  })

  test('a card repeated after a completed payment and a crash is not charged again', async () => {
    const terminal = await openTerminal(worker)
    const paying = terminal.pay(12.5, prompts)
    const sent = await terminal.receivePayment()
    await sendCard(terminal, sent)
    await terminal.line.next('processing')
    await terminal.line.next('result')
    await terminal.crash()
    const welcome = await terminal.connect()
    expect(welcome.payment).toBeNull()
    expect(welcome.result).toMatchObject({ session: sent.session, state: 'completed', approved: '14.5' })
    await sendCard(terminal, sent)
    expect(await terminal.line.next('result')).toMatchObject({ session: sent.session, approved: '14.5' })
    await expectPaid(terminal, paying)
  })

  test('a payment completes after three crashes in consecutive states', async () => {
    const terminal = await openTerminal(worker)
    const paying = terminal.pay(12.5, prompts)
    await terminal.line.next('payment')
    await terminal.crash()
    terminal.send('received', await reconnect(terminal))
    await terminal.waitForSession({ state: 'awaiting_card' })
    await terminal.crash()
    terminal.send('presented', await reconnect(terminal))
    await terminal.waitForPresentedCard()
    await terminal.crash()
    await sendCard(terminal, await reconnect(terminal))
    await expectPaid(terminal, paying)
  })
})

const crashDuringProcessorCall = async (terminal: OpenTerminal, gate: typeof beforeProcessor) => {
  const paying = terminal.pay(12.5, prompts)
  const sent = await terminal.receivePayment()
  const arrived = gate.shut()
  await sendCard(terminal, sent)
  await arrived()
  await terminal.crash()
  // The call that waits at the gate ended with the object.
  gate.open()
  const payment = await reconnect(terminal)
  expect(payment).toMatchObject({ session: sent.session, state: 'processing' })
  // A repeated card is ignored.
  await sendCard(terminal, payment)
  // So is a cancellation.
  terminal.send('cancel', payment)
  await terminal.runAlarm()
  expect(await terminal.line.next('result')).toMatchObject({ state: 'failed', responseCode: '68', approved: null })
  return paying
}

test('a crash during the deletion of a terminal ends its payment with G12 without a charge', async () => {
  const terminal = await openTerminal(worker)
  const paying = terminal.pay(12.5, prompts)
  const payment = await terminal.receivePayment()
  await terminal.waitForSession({ state: 'awaiting_card' })
  // The first step of a deletion.
  await terminal.merchant.run('UPDATE terminals SET deleted = ? WHERE id = ?', clock.now(), terminal.device.terminal)
  await terminal.crash()
  await expect(terminal.connect()).rejects.toThrow('deleted')
  clock.advance(deviceLimits.presentMs)
  await terminal.runAlarm()
  expect((await paying).json).toMatchObject({ transactionId: payment.session, responseCode: 'G12' })
  expect(ledger.find(payment.session)).toBeUndefined()
  expect(await terminal.session()).toBeNull()
  expect(await terminal.alarm()).toBeNull()
})

test.each([
  ['sent', 'G10'],
  ['processing', '68'],
])(
  'a payment in state %s ends with %s after a crash that lost the alarm, once the status is requested',
  async (state, code) => {
    const terminal = await openTerminal(worker)
    const paying = terminal.pay()
    if (code === '68') {
      const arrived = beforeProcessor.shut()
      terminal.line.send(await terminal.card(await terminal.receivePayment()))
      await arrived()
    } else await terminal.line.next('payment')
    await runInDurableObject(terminal.object(), (_object, { storage }) => storage.deleteAlarm())
    await terminal.crash()
    beforeProcessor.open()
    expect(await terminal.status(), state).toBe('busy')
    clock.advance(deviceLimits.deliveryMs)
    await terminal.runAlarm()
    expect((await paying).json).toMatchObject({ responseCode: code })
    expect(await terminal.status()).toBe('offline')
  },
)

test('a card during a database failure closes the connection with 1013, and is charged when the device repeats it', async () => {
  const terminal = await openTerminal(worker)
  const paying = terminal.pay(12.5, prompts)
  const sent = await terminal.receivePayment()
  await terminal.waitForSession({ state: 'awaiting_card' })
  const frame = await terminal.card(sent, answers)
  books.areClosed = true
  terminal.line.send(frame)
  expect(await terminal.line.closed).toBe(1013)
  books.areClosed = false
  expect(await reconnect(terminal)).toMatchObject({ session: sent.session, state: 'awaiting_card' })
  terminal.line.send(frame)
  await expectPaid(terminal, paying)
})

describe('crash of the object during the processor call', () => {
  test('a payment is reversed after a crash before the request reaches the processor', async () => {
    const terminal = await openTerminal(worker)
    await expectReversed(terminal, crashDuringProcessorCall(terminal, beforeProcessor))
  })

  test('a payment is reversed after a crash that lost the approval', async () => {
    const terminal = await openTerminal(worker)
    const paying = crashDuringProcessorCall(terminal, afterProcessor)
    await expectReversed(terminal, paying)
    expect(ledger.find((await paying).json.transactionId)).toMatchObject({ state: 'reversed', effects: 1, requests: 1 })
  })
})

describe('disconnect of the merchant', () => {
  const key = { 'idempotency-key': 'the-same' }

  /** Requests whose response is not received. */
  const disconnects: Record<string, (terminal: OpenTerminal, body: object) => Promise<void>> = {
    'is not awaited': async (terminal, body) => {
      void terminal.call('POST', '/v1/transactions/authorize', { body, headers: key })
    },
    'is aborted': async (terminal, body) => {
      const abortController = new AbortController()
      const request = SELF.fetch(`${gatewayOrigin}/v1/transactions/authorize`, {
        method: 'POST',
        headers: { 'x-api-key': terminal.merchant.secretKey, 'content-type': 'application/json', ...key },
        body: JSON.stringify(body),
        signal: abortController.signal,
      })
      await terminal.waitForSession({ state: 'sent' })
      abortController.abort()
      await expect(request).rejects.toThrow('aborted')
    },
  }

  test.each(Object.keys(disconnects))(
    'a payment whose request %s continues, and a repeated request returns its response',
    async (disconnect) => {
      const terminal = await openTerminal(worker)
      const body = terminal.body(12.5, prompts)
      await disconnects[disconnect]!(terminal, body)
      const repeat = () => terminal.call('POST', '/v1/transactions/authorize', { body, headers: key })
      const payment = await terminal.receivePayment()
      await terminal.waitForSession({ state: 'awaiting_card' })
      const meanwhile = await repeat()
      expect([meanwhile.status, meanwhile.json.errors[0].type]).toEqual([409, 'idempotency_in_progress'])
      expect((await terminal.readTransaction(payment.session)).status).toBe('pending')

      await sendCard(terminal, payment)
      await terminal.line.next('processing')
      expect(await terminal.line.next('result')).toMatchObject({ state: 'completed', approved: '14.5' })
      const replayed = await repeat()
      expect(replayed.headers.get('idempotent-replayed')).toBe('true')
      expect(replayed.json.transactionId).toBe(payment.session)
      await expectPaid(terminal, Promise.resolve(replayed))
      expect(terminal.line.unread).toEqual([])
    },
  )
})

describe('sweep', () => {
  test('a sweep does not change an open payment', async () => {
    const terminal = await openTerminal(worker)
    const paying = terminal.pay(12.5, prompts)
    const payment = await terminal.receivePayment()
    terminal.send('presented', payment)
    await terminal.waitForPresentedCard()
    // Shortly before the session time-out.
    clock.advance(deviceLimits.sessionMs - 10_000)
    await worker.sweep()
    const arrived = beforeProcessor.shut()
    await sendCard(terminal, payment)
    await arrived()
    clock.advance(limits.processorTimeoutMs)
    await worker.sweep()
    beforeProcessor.open()
    await expectPaid(terminal, paying)
  })

  test('a sweep reverses a payment whose object lost its storage, and a later card is not charged', async () => {
    const terminal = await openTerminal(worker)
    const paying = terminal.pay(12.5, prompts)
    const { session: id } = await terminal.receivePayment()
    await terminal.waitForSession({ state: 'awaiting_card' })
    await runInDurableObject(terminal.object(), async (_object, state) => {
      await state.storage.deleteAll()
      state.abort('lost')
    }).catch(() => undefined)
    await terminal.line.closed
    // The waiting request starts the payment again in the empty object.
    await terminal.waitForSession({ state: 'queued' })
    clock.advance(deviceLimits.sessionMs + limits.abandonAfterMs)
    expect((await terminal.readTransaction(id)).status).toBe('pending')
    await worker.sweep()
    expect(await terminal.readTransaction(id)).toMatchObject({ status: 'reversed', amountAuthorized: 0 })
    clockOffsetMs = 0
    const payment = await reconnect(terminal)
    terminal.send('received', payment)
    await sendCard(terminal, payment)
    expect(await terminal.line.next('result')).toMatchObject({ state: 'failed', responseCode: '68', approved: null })
    expect((await paying).json).toMatchObject({ transactionId: id, responseCode: '68' })
    expect(await terminal.readTransaction(id)).toMatchObject({ status: 'reversed', amountAuthorized: 0 })
    expect(ledger.find(id)).toMatchObject({ requests: 0, effects: 0 })
    expect(await terminal.completePayment(20)).toMatchObject({ responseCode: '00' })
  })
})
