import { runInDurableObject } from 'cloudflare:test'
import { afterAll, expect, test, vi } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { openTerminal, startTerminals } from '../../testing/fixtures/terminalFixture.ts'
import type { OpenTerminal } from '../../testing/fixtures/terminalFixture.ts'

/** The database goes back to an earlier moment while the terminal's object keeps its storage. */

vi.spyOn(console, 'log').mockReturnValue()
const warnings = vi.spyOn(console, 'warn').mockReturnValue()
afterAll(() => vi.restoreAllMocks())
const worker = startTerminals()
const database = bindings.DB_00
const polling = { timeout: 5_000, interval: 20 }

/** Removes the payment of the open session, as a restore to the moment before it does. */
const losePayment = async (terminal: OpenTerminal): Promise<string> => {
  const { id } = (await terminal.session())!
  await database.batch([
    database.prepare('DELETE FROM operations WHERE transactionId = ?').bind(Number(id)),
    database.prepare('DELETE FROM transactions WHERE id = ?').bind(Number(id)),
  ])
  return id
}

const loseTerminal = ({ device: { terminal } }: OpenTerminal) =>
  database.prepare('DELETE FROM terminals WHERE id = ?').bind(terminal).run()

const warned = () => warnings.mock.calls.map(([text]) => JSON.parse(String(text)))

test('a terminal whose open payment is lost by a restore takes the next payment at once', async () => {
  const terminal = await openTerminal(worker)
  const lost = terminal.pay(12.5)
  await terminal.receivePayment()
  await terminal.waitForSession({ state: 'awaiting_card' })
  const id = await losePayment(terminal)
  const next = terminal.pay(20)
  expect(await terminal.line.next('result')).toMatchObject({ session: id, state: 'failed', approved: null })
  terminal.line.send(await terminal.card(await terminal.receivePayment()))
  expect((await next).json).toMatchObject({ responseCode: '00', amount: 20 })
  expect((await lost).json.errors).toMatchObject([{ type: 'processor_timeout' }])
  expect(warned()).toContainEqual({ terminal: 'database restored', missing: 'payment', transactionId: id })
})

test('a terminal with an open payment that the database has declines another as busy', async () => {
  const terminal = await openTerminal(worker)
  const open = terminal.pay(12.5)
  const payment = await terminal.receivePayment()
  await terminal.waitForSession({ state: 'awaiting_card' })
  expect((await terminal.pay(20)).json).toMatchObject({ responseCode: 'G11' })
  terminal.line.send(await terminal.card(payment))
  expect((await open).json).toMatchObject({ responseCode: '00', amount: 12.5 })
})

test('a card for a payment that a restore has lost is not charged, and the terminal takes the next payment', async () => {
  const terminal = await openTerminal(worker)
  const lost = terminal.pay(12.5)
  const payment = await terminal.receivePayment()
  await terminal.waitForSession({ state: 'awaiting_card' })
  await losePayment(terminal)
  terminal.line.send(await terminal.card(payment))
  expect(await terminal.line.next('result')).toMatchObject({ session: payment.session, state: 'failed' })
  expect((await lost).status).toBe(504)
  expect(worker.ledger.entries().filter(({ account }) => account === terminal.merchant.id)).toEqual([])
  expect(await terminal.completePayment(20)).toMatchObject({ responseCode: '00', amount: 20 })
})

test('an approval of a payment that a restore has lost is no approval on the device', async () => {
  const terminal = await openTerminal(worker)
  const reached = worker.beforeProcessor.shut()
  const lost = terminal.pay(12.5)
  const payment = await terminal.receivePayment()
  terminal.line.send(await terminal.card(payment))
  await reached()
  await losePayment(terminal)
  worker.beforeProcessor.open()
  await terminal.line.next('processing')
  expect(await terminal.line.next('result')).toMatchObject({
    session: payment.session,
    state: 'failed',
    approved: null,
  })
  expect((await lost).status).toBe(504)
  expect(await terminal.completePayment(20)).toMatchObject({ responseCode: '00', amount: 20 })
})

test('a terminal that a restore has lost ends its payment, forgets it and sends its device to pairing', async () => {
  const terminal = await openTerminal(worker)
  void terminal.pay(12.5)
  const payment = await terminal.receivePayment()
  await terminal.waitForSession({ state: 'awaiting_card' })
  await losePayment(terminal)
  await loseTerminal(terminal)
  // An evicted object knows only its storage.
  await terminal.crash()
  await vi.waitFor(async () => {
    await terminal.runAlarm()
    expect(await terminal.session()).toBeNull()
  }, polling)
  expect(warned()).toContainEqual({
    terminal: 'database restored',
    missing: 'terminal',
    transactionId: payment.session,
  })
  await vi.waitFor(async () => {
    const stored = await runInDurableObject(terminal.object(), (_object, { storage }) => [...storage.kv.list()])
    expect(stored).toEqual([])
    expect(await terminal.alarm()).toBeNull()
  }, polling)
})
