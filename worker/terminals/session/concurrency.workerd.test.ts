import { afterAll, describe, expect, test, vi } from 'vitest'
import { closeCodes } from '#contract/terminals/device'
import type { ApiResponse } from '../../testing/merchant.ts'
import { openTerminal, startTerminals } from '../../testing/fixtures/terminalFixture.ts'
import type { OpenTerminal } from '../../testing/fixtures/terminalFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const worker = startTerminals()
const { ledger, beforeProcessor, afterProcessor } = worker

const errorOf = ({ status, json }: ApiResponse) => [status, json.errors?.[0]?.type]
const cancel = (terminal: OpenTerminal) => terminal.call('POST', `/v1/terminals/${terminal.device.terminal}/cancel`)
const remove = (terminal: OpenTerminal) => terminal.call('DELETE', `/v1/terminals/${terminal.device.terminal}`)

/** Starts a payment that waits for its card. */
const startPayment = async (terminal: OpenTerminal) => {
  const paying = terminal.pay()
  const payment = await terminal.receivePayment()
  await terminal.waitForSession({ state: 'awaiting_card' })
  return { paying, payment }
}

/** Starts a payment whose processor call waits at the gate. */
const startProcessing = async (terminal: OpenTerminal, gate = beforeProcessor) => {
  const { paying, payment } = await startPayment(terminal)
  const arrived = gate.shut()
  terminal.line.send(await terminal.card(payment))
  await terminal.line.next('processing')
  await arrived()
  return { paying, payment }
}

const expectCompleted = async (
  terminal: OpenTerminal,
  { paying, payment }: Awaited<ReturnType<typeof startPayment>>,
) => {
  beforeProcessor.open()
  expect((await paying).json).toMatchObject({ responseCode: '00', transactionId: payment.session })
  expect(await terminal.line.next('result')).toMatchObject({ state: 'completed', responseCode: '00', approved: '12.5' })
  expect(ledger.find(payment.session)).toMatchObject({ state: 'approved', requests: 1, effects: 1, reversals: 0 })
}

const expectCanceled = async (
  terminal: OpenTerminal,
  { paying, payment }: Awaited<ReturnType<typeof startPayment>>,
  code: string,
) => {
  expect((await paying).json).toMatchObject({ responseCode: code, transactionId: payment.session })
  expect(await terminal.line.next('result')).toMatchObject({ state: 'canceled', responseCode: code, approved: null })
  expect(await terminal.readTransaction(payment.session)).toMatchObject({ status: 'declined', responseCode: code })
  expect(ledger.find(payment.session)).toBeUndefined()
}

describe('DELETE /v1/terminals/{id}', () => {
  test('deletion of a terminal that waits for a card ends the payment with G14 and closes the connection', async () => {
    const terminal = await openTerminal(worker)
    const started = await startPayment(terminal)
    expect((await remove(terminal)).status).toBe(200)
    await expectCanceled(terminal, started, 'G14')
    await terminal.line.next('deleted')
    expect(await terminal.line.closed).toBe(closeCodes.deleted)
    expect((await terminal.call('GET', `/v1/terminals/${terminal.device.terminal}`)).status).toBe(404)
    expect(errorOf(await terminal.pay())).toEqual([400, 'terminal_not_found'])
  })

  test('deletion of a terminal during the processor call returns 409, and the payment completes', async () => {
    const terminal = await openTerminal(worker)
    const started = await startProcessing(terminal)
    expect(errorOf(await remove(terminal))).toEqual([409, 'terminal_in_use'])
    await expectCompleted(terminal, started)
    expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
  })
})

test('a second payment at a busy terminal is declined with G11, and the first completes', async () => {
  const terminal = await openTerminal(worker)
  const started = await startPayment(terminal)
  expect(await terminal.status()).toBe('busy')
  const second = await terminal.pay(99)
  expect(second.json).toMatchObject({ responseCode: 'G11', amount: 99 })
  expect(await terminal.readTransaction(second.json.transactionId)).toMatchObject({ status: 'declined' })
  expect(terminal.line.unread).toEqual([])
  const arrived = beforeProcessor.shut()
  terminal.line.send(await terminal.card(started.payment))
  await terminal.line.next('processing')
  await arrived()
  expect((await terminal.pay(99)).json.responseCode).toBe('G11')
  await expectCompleted(terminal, started)
  expect(await terminal.status()).toBe('online')
  expect(await terminal.completePayment(99)).toMatchObject({ responseCode: '00' })
})

describe('POST /v1/transactions/void', () => {
  test('void of a payment that waits for a card declines it with G15 and records an operation of type void', async () => {
    const terminal = await openTerminal(worker)
    const started = await startPayment(terminal)
    const voided = await terminal.void(started.payment.session)
    expect([voided.status, voided.json.responseCode]).toEqual([200, '00'])
    await expectCanceled(terminal, started, 'G15')
    expect((await terminal.readTransaction(started.payment.session)).operations).toMatchObject([
      { type: 'authorize', status: 'declined', responseCode: 'G15' },
      { transactionId: voided.json.transactionId, type: 'void', status: 'approved' },
    ])
    expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
  })

  test('void during the processor call returns 409 operation_in_progress, and the payment completes', async () => {
    const terminal = await openTerminal(worker)
    const started = await startProcessing(terminal)
    expect(errorOf(await terminal.void(started.payment.session))).toEqual([409, 'operation_in_progress'])
    await expectCompleted(terminal, started)
    // A void after completion is sent to the processor.
    expect((await terminal.void(started.payment.session)).json).toMatchObject({ responseCode: '00' })
    expect(ledger.find(started.payment.session)).toMatchObject({ state: 'voided' })
  })

  test('a void repeated with its Idempotency-Key returns the stored response and does not cancel the next payment', async () => {
    const terminal = await openTerminal(worker)
    const started = await startPayment(terminal)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await terminal.void(started.payment.session, key)
    await expectCanceled(terminal, started, 'G15')
    const next = await startPayment(terminal)
    const again = await terminal.void(started.payment.session, key)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await terminal.session()).toMatchObject({ id: next.payment.session, state: 'awaiting_card' })
    terminal.line.send(await terminal.card(next.payment))
    await terminal.line.next('processing')
    await expectCompleted(terminal, next)
  })

  test('void of a canceled payment returns 409 and does not cancel the next payment', async () => {
    const terminal = await openTerminal(worker)
    const one = await startPayment(terminal)
    await terminal.void(one.payment.session)
    await expectCanceled(terminal, one, 'G15')
    const two = await startPayment(terminal)
    terminal.send('cancel', two.payment)
    await expectCanceled(terminal, two, 'G13')
    const next = await startPayment(terminal)
    for (const { payment } of [one, two]) expect((await terminal.void(payment.session)).status).toBe(409)
    terminal.line.send(await terminal.card(next.payment))
    await terminal.line.next('processing')
    await expectCompleted(terminal, next)
  })

  test('void, cancel and delete by another account return not found, and the payment completes', async () => {
    const [terminal, stranger] = await Promise.all([openTerminal(worker), openTerminal(worker)])
    const started = await startPayment(terminal)
    expect(errorOf(await stranger.void(started.payment.session))).toEqual([400, 'reference_not_found'])
    const path = `/v1/terminals/${terminal.device.terminal}`
    expect((await stranger.call('POST', `${path}/cancel`)).status).toBe(404)
    expect((await stranger.call('DELETE', path)).status).toBe(404)
    terminal.line.send(await terminal.card(started.payment))
    await terminal.line.next('processing')
    await expectCompleted(terminal, started)
  })
})

describe('POST /v1/terminals/{id}/cancel', () => {
  test('cancel of a payment that waits for a card declines it with G15 and records no void', async () => {
    const terminal = await openTerminal(worker)
    const started = await startPayment(terminal)
    expect((await cancel(terminal)).json.terminals[0].status).toBe('online')
    await expectCanceled(terminal, started, 'G15')
    expect((await terminal.readTransaction(started.payment.session)).operations).toHaveLength(1)
    expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
  })

  test('cancel during the processor call returns 409 terminal_in_use, and the payment completes', async () => {
    const terminal = await openTerminal(worker)
    const started = await startProcessing(terminal)
    expect(errorOf(await cancel(terminal))).toEqual([409, 'terminal_in_use'])
    await expectCompleted(terminal, started)
  })

  test('cancel of an idle terminal returns 200 and sends nothing to the device', async () => {
    const terminal = await openTerminal(worker)
    expect((await cancel(terminal)).status).toBe(200)
    expect(terminal.line.unread).toEqual([])
  })
})

describe('cancellation by the shopper', () => {
  test('a cancellation before the card ends the payment with G13 without a processor call', async () => {
    const terminal = await openTerminal(worker)
    const started = await startPayment(terminal)
    terminal.send('cancel', started.payment)
    await expectCanceled(terminal, started, 'G13')
    expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
  })

  test.each([
    ['before', beforeProcessor],
    ['after', afterProcessor],
  ])('a cancellation during the processor call, %s the approval, has no effect', async (_when, gate) => {
    const terminal = await openTerminal(worker)
    const started = await startProcessing(terminal, gate)
    terminal.send('cancel', started.payment)
    terminal.send('failure', started.payment)
    gate.open()
    await expectCompleted(terminal, started)
  })

  test('a cancellation after the payment completed returns its result', async () => {
    const terminal = await openTerminal(worker)
    const started = await startPayment(terminal)
    terminal.line.send(await terminal.card(started.payment))
    await terminal.line.next('processing')
    await expectCompleted(terminal, started)
    terminal.send('cancel', started.payment)
    expect(await terminal.line.next('result')).toMatchObject({ state: 'completed', approved: '12.5' })
    expect(ledger.find(started.payment.session)).toMatchObject({ state: 'approved', reversals: 0 })
  })
})

/** mulberry32, a seeded random number generator. */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

test('a random race of card and cancellation either charges the card once or cancels without a processor call', async () => {
  const terminal = await openTerminal(worker)
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = randomFrom(seed)
  const outcomes = new Set<string>()
  for (let round = 0; round < 20; round++) {
    const { paying, payment } = await startPayment(terminal)
    const frame = await terminal.card(payment)
    const pause = () => new Promise((resolve) => setTimeout(resolve, random() * 6))
    const card = async () => {
      await pause()
      terminal.line.send(frame)
    }
    let isVoided = false
    const cancelRandomly = async () => {
      await pause()
      const choice = random()
      if (choice < 0.5) terminal.send('cancel', payment)
      else if (choice < 0.75) isVoided = (await terminal.void(payment.session)).status === 200
      else await cancel(terminal)
    }
    await Promise.all(random() < 0.5 ? [card(), cancelRandomly()] : [cancelRandomly(), card()])
    const { json } = await paying
    const transaction = await terminal.readTransaction(payment.session)
    const context = { seed, round, code: json.responseCode }
    const entry = ledger.find(payment.session)
    if (json.responseCode === '00') {
      // A void after the approval is an ordinary void.
      const [status, state] = isVoided ? ['voided', 'voided'] : ['authorized', 'approved']
      expect({ ...context, status: transaction.status, entry }).toMatchObject({
        status,
        entry: { state, requests: 1, effects: 1, reversals: 0 },
      })
    } else {
      expect({ ...context, status: transaction.status, entry }).toEqual({
        ...context,
        status: 'declined',
        entry: undefined,
      })
      expect(['G13', 'G15']).toContain(json.responseCode)
    }
    outcomes.add(json.responseCode === '00' ? 'paid' : 'canceled')
    // Every result that the device receives has the same response code.
    await vi.waitFor(() => expect(terminal.line.unread.some(({ type }) => type === 'result')).toBe(true))
    for (const message of terminal.line.unread)
      if (message.type === 'result') expect({ ...context, code: message.responseCode }).toEqual(context)
    await terminal.connect()
  }
  expect([...outcomes].toSorted()).toEqual(['canceled', 'paid'])
})
