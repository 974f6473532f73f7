import { afterAll, expect, test, vi } from 'vitest'
import { openTerminal, startTerminals } from '../../testing/fixtures/terminalFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const worker = startTerminals()
const { faultPlan, ledger } = worker

test('a declined card ends the payment, and the device receives the response code', async () => {
  const terminal = await openTerminal(worker)
  faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
  const paying = terminal.pay()
  terminal.line.send(await terminal.card(await terminal.receivePayment()))
  await terminal.line.next('processing')
  expect(await terminal.line.next('result')).toMatchObject({ state: 'declined', responseCode: '51', approved: null })
  expect((await paying).json).toMatchObject({ responseCode: '51', errors: [{ type: 'terminal_declined' }] })
  expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
})

test('a failure of the device ends the payment with 96 without a processor call', async () => {
  const terminal = await openTerminal(worker)
  const paying = terminal.pay()
  const payment = await terminal.receivePayment()
  terminal.send('failure', payment)
  expect(await terminal.line.next('result')).toMatchObject({ state: 'failed', responseCode: '96' })
  expect((await paying).json).toMatchObject({ responseCode: '96' })
  expect(ledger.find(payment.session)).toBeUndefined()
  expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
})
