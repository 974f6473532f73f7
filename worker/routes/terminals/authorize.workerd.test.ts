import { expect, test } from 'vitest'
import { cardMessage } from '../../testing/device.ts'
import { firstError } from '../../testing/firstError.ts'
import { card } from '../../testing/merchant.ts'
import type { Call } from '../../testing/merchant.ts'
import {
  authorizeAtTerminal,
  getTransaction,
  registerTerminal,
  terminalRequests,
} from '../../testing/fixtures/terminalRequests.ts'
import type { ConnectedTerminal } from '../../testing/fixtures/terminalRequests.ts'

const { connectTerminal, setUp } = terminalRequests()

const capture = (call: Call, transactionId: string, amount?: number) =>
  call('POST', '/v1/transactions/capture', { body: { transactionId, amount } })

/** The shopper presents a card and answers all prompts of the next payment. */
const present = async ({ line, welcome }: Pick<ConnectedTerminal, 'line' | 'welcome'>, shopperAnswers = {}) => {
  const payment = await line.next('payment')
  line.send({ type: 'received', session: payment.session })
  line.send({ type: 'presented', session: payment.session })
  line.send(await cardMessage(payment, welcome, shopperAnswers))
  await line.next('processing')
  return { payment, result: await line.next('result') }
}

const tips = { promptTip: true, tipAmounts: [1, 2, 3] }

test('authorize at a terminal waits for the shopper and returns the amount with the tip', async () => {
  const { call } = await setUp({ settings: { tipAtSale: true } })
  const connected = await connectTerminal(call)
  const paying = authorizeAtTerminal(call, { id: connected.device.terminal, ...tips, promptSignature: true })
  const { payment, result } = await present(connected, { tipAmount: '2' })
  expect(payment).toMatchObject({
    amount: { value: '12.5', currency: 'USD', exponent: 2 },
    prompts: { tipAmounts: ['1', '2', '3'], signature: true, cvv: false },
  })
  expect(result).toMatchObject({ state: 'completed', approved: '14.5' })
  const { json } = await paying
  expect(json).toMatchObject({ responseCode: '00', amount: 14.5, errors: null })
  expect(await getTransaction(call, json.transactionId)).toMatchObject({
    method: 'terminal',
    status: 'authorized',
    amount: 14.5,
    amountAuthorized: 14.5,
    amountCapturable: 14.5,
    tip: 2,
    payment: { terminal: connected.device.terminal, network: 'visa', accountNumber: '************4242' },
  })
})

test('a payment with a tip can be captured up to the total with the tip; more returns 400 amount_exceeds_authorized', async () => {
  const { call } = await setUp({ settings: { tipAtSale: true } })
  const id = await registerTerminal(call, { registrationCode: 'SIM007' })
  const tipped = async () => (await authorizeAtTerminal(call, { id, ...tips })).json.transactionId as string
  const one = await tipped()
  expect(firstError(await capture(call, one, 14.51))).toEqual([400, 'amount_exceeds_authorized', 'amount'])
  expect((await capture(call, one, 14.5)).json).toMatchObject({ responseCode: '00', amount: 14.5 })
  const two = await tipped()
  expect((await capture(call, two, 12.5)).status).toBe(200)
  expect(await getTransaction(call, two)).toMatchObject({ amountCaptured: 12.5, amountCapturable: 2, tip: 2 })
  expect(firstError(await capture(call, two, 2.01))).toEqual([400, 'amount_exceeds_authorized', 'amount'])
  expect((await capture(call, two, 2)).status).toBe(200)
  const three = await tipped()
  expect((await capture(call, three)).json.amount).toBe(14.5)
})

test('authorize at a terminal of an account without tips has no tip prompt; promptTip without three amounts returns 400', async () => {
  const { call } = await setUp()
  const id = await registerTerminal(call, { registrationCode: 'SIM007', configuration: tips })
  const { transactionId, amount } = (await authorizeAtTerminal(call, { id, ...tips })).json
  expect(amount).toBe(12.5)
  expect(await getTransaction(call, transactionId)).toMatchObject({ amountAuthorized: 12.5, tip: 0 })
  const field = 'payment.terminal.tipAmounts'
  expect(firstError(await authorizeAtTerminal(call, { id, promptTip: true }))).toEqual([
    400,
    'tip_amounts_required',
    field,
  ])
  expect(firstError(await authorizeAtTerminal(call, { id, promptTip: true, tipAmounts: [1, 2] }))).toEqual([
    400,
    'tip_amounts_required',
    field,
  ])
})

test('a fraction of a yen as tip amount returns 400 amount_precision_invalid, and as configured amount is ignored', async () => {
  const { call } = await setUp({ settings: { tipAtSale: true } })
  const configuration = { promptTip: true, tipAmounts: [1.5, 2.5, 3.5] }
  const id = await registerTerminal(call, { registrationCode: 'SIM007', configuration })
  const yen = { amount: { value: 1000, currency: 392 } }
  const tipAmounts = [100, 200, 300.5]
  expect(firstError(await authorizeAtTerminal(call, { id, promptTip: true, tipAmounts }, yen))).toEqual([
    400,
    'amount_precision_invalid',
    'payment.terminal.tipAmounts[2]',
  ])
  expect((await authorizeAtTerminal(call, { id, promptTip: true, tipAmounts: [100, 200, 300] }, yen)).json.amount).toBe(
    1200,
  )
  expect((await authorizeAtTerminal(call, { id }, yen)).json.amount).toBe(1000)
  expect((await authorizeAtTerminal(call, { id })).json.amount).toBe(15)
})

test('repeating a terminal payment under its Idempotency-Key returns the same response without a new session', async () => {
  const { call } = await setUp({ settings: { tipAtSale: true } })
  const connected = await connectTerminal(call)
  const pay = (value: number) =>
    call('POST', '/v1/transactions/authorize', {
      body: { payment: { terminal: { id: connected.device.terminal, ...tips } }, amount: { value } },
      headers: { 'idempotency-key': 'till-1' },
    })
  const paying = pay(12.5)
  await present(connected, { tipAmount: '3' })
  const first = await paying
  const repeated = await pay(12.5)
  expect(repeated.headers.get('idempotent-replayed')).toBe('true')
  expect(repeated.json).toEqual(first.json)
  expect(first.json.amount).toBe(15.5)
  expect(firstError(await pay(12.51))).toEqual([422, 'idempotency_mismatch', null])
  expect(connected.line.unread).toEqual([])
  connected.line.close()
})

test('repeating a waiting terminal payment under its Idempotency-Key returns 409 idempotency_in_progress', async () => {
  const { call } = await setUp()
  const { device, line } = await connectTerminal(call)
  const pay = () =>
    call('POST', '/v1/transactions/authorize', {
      body: { payment: { terminal: { id: device.terminal } }, amount: { value: 5 } },
      headers: { 'idempotency-key': 'till-1' },
    })
  const paying = pay()
  const { session } = await line.next('payment')
  const early = await pay()
  expect([early.status, early.json.errors[0].type]).toEqual([409, 'idempotency_in_progress'])
  line.send({ type: 'cancel', session })
  expect((await paying).json.responseCode).toBe('G13')
  expect((await pay()).json).toMatchObject({ transactionId: session, responseCode: 'G13' })
  line.close()
})

test('a second payment at a busy terminal is declined with G11, and another terminal is not affected', async () => {
  const { call } = await setUp()
  const [here, there] = [await connectTerminal(call), await connectTerminal(call)]
  const paying = authorizeAtTerminal(call, { id: here.device.terminal })
  const { session } = await here.line.next('payment')
  expect((await authorizeAtTerminal(call, { id: here.device.terminal })).json).toMatchObject({
    responseCode: 'G11',
    errors: [{ type: 'terminal_declined' }],
  })
  const other = authorizeAtTerminal(call, { id: there.device.terminal })
  await present(there)
  expect((await other).json.responseCode).toBe('00')
  here.line.send({ type: 'cancel', session })
  expect((await paying).json.responseCode).toBe('G13')
})

test('a declined card at a terminal declines the payment without a tip', async () => {
  const { call } = await setUp({ settings: { tipAtSale: true } })
  const connected = await connectTerminal(call)
  const paying = authorizeAtTerminal(call, { id: connected.device.terminal, ...tips })
  const { result } = await present(connected, { tipAmount: '2', card: card('4000000000009995') })
  expect(result).toMatchObject({ state: 'declined', responseCode: '51', approved: null })
  const { transactionId, responseCode } = (await paying).json
  expect(responseCode).toBe('51')
  expect(await getTransaction(call, transactionId)).toMatchObject({ status: 'declined', tip: 0, amountCapturable: 0 })
})
