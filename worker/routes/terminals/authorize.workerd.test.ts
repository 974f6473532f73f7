import { expect, test } from 'vitest'
import { cardFrame, logIn, pairDevice } from '../../testing/device.ts'
import { firstError } from '../../testing/firstError.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Call, MerchantOptions } from '../../testing/merchant.ts'

const { as, fetch } = startWorker()

const setUp = async (options: MerchantOptions = {}) => {
  const merchant = await createMerchant(options)
  return { merchant, call: as(merchant.secretKey) }
}

const register = async (call: Call, more: object = {}): Promise<string> => {
  const body = { registrationCode: 'READER', nickname: 'Till 1', ...more }
  return (await call('POST', '/v1/terminals', { body })).json.terminals[0].id
}

const authorize = (call: Call, terminal: object, more: object = {}) =>
  call('POST', '/v1/transactions/authorize', { body: { payment: { terminal }, amount: { value: 12.5 }, ...more } })
const capture = (call: Call, transactionId: string, amount?: number) =>
  call('POST', '/v1/transactions/capture', { body: { transactionId, amount } })
const shown = async (call: Call, id: string) => (await call('GET', `/v1/transactions/${id}`)).json

/** A paired reader that is logged in. */
const readerOf = async (call: Call, body: object = {}) => {
  const device = await pairDevice(fetch, call, body)
  return { device, ...(await logIn(fetch, device)) }
}
type LoggedIn = Awaited<ReturnType<typeof readerOf>>

/** The shopper does all that the next payment asks for. */
const present = async ({ line, welcome }: Pick<LoggedIn, 'line' | 'welcome'>, answers = {}) => {
  const payment = await line.next('payment')
  line.send({ type: 'received', session: payment.session })
  line.send({ type: 'presented', session: payment.session })
  line.send(await cardFrame(payment, welcome, answers))
  await line.next('processing')
  return { payment, result: await line.next('result') }
}

const tips = { promptTip: true, tipAmounts: [1, 2, 3] }

test('waits for the shopper, and answers the amount with the tip', async () => {
  const { call } = await setUp({ settings: { tipAtSale: true } })
  const reader = await readerOf(call)
  const paying = authorize(call, { id: reader.device.terminal, ...tips, promptSignature: true })
  const { payment, result } = await present(reader, { tipAmount: '2' })
  expect(payment).toMatchObject({
    amount: { value: '12.5', currency: 'USD', exponent: 2 },
    prompts: { tipAmounts: ['1', '2', '3'], signature: true, cvv: false },
  })
  expect(result).toMatchObject({ state: 'completed', approved: '14.5' })
  const { json } = await paying
  expect(json).toMatchObject({ responseCode: '00', amount: 14.5, errors: null })
  expect(await shown(call, json.transactionId)).toMatchObject({
    method: 'terminal',
    status: 'authorized',
    amount: 14.5,
    amountAuthorized: 14.5,
    amountCapturable: 14.5,
    tip: 2,
    payment: { terminal: reader.device.terminal, network: 'visa', accountNumber: '************4242' },
  })
})

test('Tip at the terminal raises the ceiling; capture up to the tipped total.', async () => {
  const { call } = await setUp({ settings: { tipAtSale: true } })
  const id = await register(call, { registrationCode: 'SIM007' })
  const tipped = async () => (await authorize(call, { id, ...tips })).json.transactionId as string
  const one = await tipped()
  expect(firstError(await capture(call, one, 14.51))).toEqual([400, 'amount_exceeds_authorized', 'amount'])
  expect((await capture(call, one, 14.5)).json).toMatchObject({ responseCode: '00', amount: 14.5 })
  const two = await tipped()
  expect((await capture(call, two, 12.5)).status).toBe(200)
  expect(await shown(call, two)).toMatchObject({ amountCaptured: 12.5, amountCapturable: 2, tip: 2 })
  expect(firstError(await capture(call, two, 2.01))).toEqual([400, 'amount_exceeds_authorized', 'amount'])
  expect((await capture(call, two, 2)).status).toBe(200)
  const three = await tipped()
  expect((await capture(call, three)).json.amount).toBe(14.5)
})

test('asks for no tip where the account takes none at sale, and still refuses tips that are none', async () => {
  const { call } = await setUp()
  const id = await register(call, { registrationCode: 'SIM007', configuration: tips })
  const { transactionId, amount } = (await authorize(call, { id, ...tips })).json
  expect(amount).toBe(12.5)
  expect(await shown(call, transactionId)).toMatchObject({ amountAuthorized: 12.5, tip: 0 })
  const field = 'payment.terminal.tipAmounts'
  expect(firstError(await authorize(call, { id, promptTip: true }))).toEqual([400, 'tip_amounts_required', field])
  expect(firstError(await authorize(call, { id, promptTip: true, tipAmounts: [1, 2] }))).toEqual([
    400,
    'tip_amounts_required',
    field,
  ])
})

test('refuses tips of a hundredth of a yen, and passes over configured ones', async () => {
  const { call } = await setUp({ settings: { tipAtSale: true } })
  const configuration = { promptTip: true, tipAmounts: [1.5, 2.5, 3.5] }
  const id = await register(call, { registrationCode: 'SIM007', configuration })
  const yen = { amount: { value: 1000, currency: 392 } }
  const tipAmounts = [100, 200, 300.5]
  expect(firstError(await authorize(call, { id, promptTip: true, tipAmounts }, yen))).toEqual([
    400,
    'amount_precision_invalid',
    'payment.terminal.tipAmounts[2]',
  ])
  expect((await authorize(call, { id, promptTip: true, tipAmounts: [100, 200, 300] }, yen)).json.amount).toBe(1200)
  expect((await authorize(call, { id }, yen)).json.amount).toBe(1000)
  expect((await authorize(call, { id })).json.amount).toBe(15)
})

test('is answered again under its Idempotency-Key, without another look at the reader', async () => {
  const { call } = await setUp({ settings: { tipAtSale: true } })
  const reader = await readerOf(call)
  const pay = (value: number) =>
    call('POST', '/v1/transactions/authorize', {
      body: { payment: { terminal: { id: reader.device.terminal, ...tips } }, amount: { value } },
      headers: { 'idempotency-key': 'till-1' },
    })
  const paying = pay(12.5)
  await present(reader, { tipAmount: '3' })
  const first = await paying
  const again = await pay(12.5)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.json).toEqual(first.json)
  expect(first.json.amount).toBe(15.5)
  expect(firstError(await pay(12.51))).toEqual([422, 'idempotency_mismatch', null])
  expect(reader.line.unread).toEqual([])
  reader.line.close()
})

test('that waits refuses a repetition until it has ended', async () => {
  const { call } = await setUp()
  const { device, line } = await readerOf(call)
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

test('goes to the reader that was named, and a second one on it is G11', async () => {
  const { call } = await setUp()
  const [here, there] = [await readerOf(call), await readerOf(call)]
  const paying = authorize(call, { id: here.device.terminal })
  const { session } = await here.line.next('payment')
  expect((await authorize(call, { id: here.device.terminal })).json).toMatchObject({
    responseCode: 'G11',
    errors: [{ type: 'terminal_declined' }],
  })
  const other = authorize(call, { id: there.device.terminal })
  await present(there)
  expect((await other).json.responseCode).toBe('00')
  here.line.send({ type: 'cancel', session })
  expect((await paying).json.responseCode).toBe('G13')
})

test('is declined where the card is, and no tip is left of it', async () => {
  const { call } = await setUp({ settings: { tipAtSale: true } })
  const reader = await readerOf(call)
  const paying = authorize(call, { id: reader.device.terminal, ...tips })
  const { result } = await present(reader, { tipAmount: '2', card: card('4000000000009995') })
  expect(result).toMatchObject({ state: 'declined', responseCode: '51', approved: null })
  const { transactionId, responseCode } = (await paying).json
  expect(responseCode).toBe('51')
  expect(await shown(call, transactionId)).toMatchObject({ status: 'declined', tip: 0, amountCapturable: 0 })
})
