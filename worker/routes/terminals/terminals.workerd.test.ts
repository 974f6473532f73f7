import { describe, expect, test } from 'vitest'
import { closeCodes } from '#contract/terminals/device'
import { cardFrame, logIn, openLine, pairDevice } from '../../testing/device.ts'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import type { Answered, Call, MerchantOptions } from '../../testing/merchant.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'

/** Terminals as a merchant has them: listed, read, deleted, and paid at. */

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

/** Status, and what is wrong with which member. */
const refusalOf = ({ status, json }: Answered) => [status, json.errors[0].type, json.errors[0].message.field]

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

describe('a list of terminals', () => {
  test('has pages that lead from one to the next, newest first, without what was deleted', async () => {
    const { call } = await setUp()
    const ids: string[] = []
    for (const nickname of ['1', '2', '3', '4', '5', '6']) ids.unshift(await register(call, { nickname }))
    const [deleted] = ids.splice(3, 1)
    await call('DELETE', `/v1/terminals/${deleted}`)
    const seen: string[][] = []
    let path: string | undefined = '/v1/terminals?pageSize=2'
    while (path !== undefined) {
      const page: Answered = await call('GET', path)
      expect([page.status, page.headers.get('x-total-count')]).toEqual([200, '5'])
      seen.push(page.json.terminals.map(({ id }: { id: string }) => id))
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link')!)?.[1]
    }
    expect(seen).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
    expect((await call('GET', '/v1/terminals?pageNumber=3&pageSize=2')).headers.get('link')).toBe(
      '</v1/terminals?pageNumber=1&pageSize=2>; rel="first", </v1/terminals?pageNumber=2&pageSize=2>; rel="prev"',
    )
  })

  test('has each terminal as it is read alone, with the status that it has now', async () => {
    const { call } = await setUp()
    for (const registrationCode of ['READER', 'SIM003', 'SIM004']) await register(call, { registrationCode })
    await pairDevice(fetch, call)
    const { line } = await readerOf(call)
    const { terminals } = (await call('GET', '/v1/terminals')).json
    expect(terminals.map(({ status }: { status: string }) => status)).toEqual([
      'online',
      'pending',
      'busy',
      'offline',
      'online',
    ])
    for (const terminal of terminals)
      expect((await call('GET', `/v1/terminals/${terminal.id}`)).json).toEqual({
        requestId: expect.any(String),
        terminals: [terminal],
        errors: null,
      })
    line.close()
  })

  test('refuses a cursor of another list', async () => {
    const { call } = await setUp()
    await register(call)
    await call('POST', '/v1/customers', { body: {} })
    await call('POST', '/v1/customers', { body: {} })
    const link = (await call('GET', '/v1/customers?pageSize=1')).headers.get('link')!
    const cursor = /cursor=([^&>]+)/.exec(link)![1]
    expect(refusalOf(await call('GET', `/v1/terminals?cursor=${cursor}`))).toEqual([400, 'query_invalid', 'cursor'])
  })
})

describe('a deleted terminal', () => {
  test('is not found any more, takes no payment, and its reader is told to forget it', async () => {
    const { call } = await setUp()
    const { device, line } = await readerOf(call)
    const path = `/v1/terminals/${device.terminal}`
    const deleted = await call('DELETE', path)
    expect([deleted.status, deleted.json]).toEqual([200, { requestId: expect.any(String), errors: null }])
    await line.next('deleted')
    expect(await line.closed).toBe(closeCodes.deleted)
    for (const [method, more, body] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/cancel'],
      ['POST', '/simulate', { action: 'present' }],
    ] as const)
      expect(refusalOf(await call(method, path + more, body && { body }))).toEqual([404, 'not_found', null])
    expect(refusalOf(await authorize(call, { id: device.terminal }))).toEqual([
      400,
      'terminal_not_found',
      'payment.terminal.id',
    ])
    const back = await openLine(fetch, `/device?reader=${device.reader}`)
    await back.next('deleted')
    expect(await back.closed).toBe(closeCodes.deleted)
  })

  test('ends the payment that waited on it with G14, and the processor is not asked', async () => {
    const { call } = await setUp()
    const { device, line } = await readerOf(call)
    const paying = authorize(call, { id: device.terminal })
    await line.next('payment')
    expect((await call('DELETE', `/v1/terminals/${device.terminal}`)).status).toBe(200)
    const { transactionId, responseCode } = (await paying).json
    expect(responseCode).toBe('G14')
    expect(await shown(call, transactionId)).toMatchObject({ status: 'declined', payment: { network: null } })
    expect((await line.next('result')).responseCode).toBe('G14')
  })

  test('was deleted once, by one of two who do so at once', async () => {
    const { merchant, call } = await setUp()
    await register(call)
    const id = await register(call)
    const answers = await Promise.all([call('DELETE', `/v1/terminals/${id}`), call('DELETE', `/v1/terminals/${id}`)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const notes = await merchant.rows('SELECT action FROM audit WHERE account = ?', merchant.id)
    expect(notes.filter(({ action }) => action === 'terminal.deleted')).toHaveLength(1)
    expect((await call('GET', '/v1/terminals')).headers.get('x-total-count')).toBe('1')
  })

  test('can be registered again, as another one', async () => {
    const { call } = await setUp()
    const first = await pairDevice(fetch, call)
    await call('DELETE', `/v1/terminals/${first.terminal}`)
    const second = await pairDevice(fetch, call)
    expect(second.terminal).not.toBe(first.terminal)
    const { line } = await logIn(fetch, second)
    line.close()
  })
})

describe('ids of terminals that are not there', () => {
  test.each(['12345678', crypto.randomUUID()])('%s', async (id) => {
    const { call } = await setUp()
    expect(refusalOf(await call('GET', `/v1/terminals/${id}`))).toEqual([404, 'not_found', null])
    expect(refusalOf(await authorize(call, { id }))).toEqual([400, 'terminal_not_found', 'payment.terminal.id'])
    expect(
      refusalOf(
        await call('POST', '/v1/transactions/credit', {
          body: { payment: { terminal: { id } }, amount: { value: 1 } },
        }),
      ),
    ).toEqual([400, 'terminal_not_found', 'payment.terminal.id'])
  })

  test('an id that can be none is refused as such', async () => {
    const { call } = await setUp()
    expect(refusalOf(await call('GET', '/v1/terminals/short'))).toEqual([400, 'id_invalid', 'Terminal'])
  })
})

test('nobody acts as the shopper in live mode', async () => {
  const { call } = await setUp({ mode: 'live' })
  const { device, line } = await readerOf(call)
  for (const id of [device.terminal, crypto.randomUUID()])
    expect(refusalOf(await call('POST', `/v1/terminals/${id}/simulate`, { body: { action: 'present' } }))).toEqual([
      403,
      'mode_mismatch',
      null,
    ])
  line.close()
})

describe('a payment at a reader', () => {
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
    expect(refusalOf(await capture(call, one, 14.51))).toEqual([400, 'amount_exceeds_authorized', 'amount'])
    expect((await capture(call, one, 14.5)).json).toMatchObject({ responseCode: '00', amount: 14.5 })
    const two = await tipped()
    expect((await capture(call, two, 12.5)).status).toBe(200)
    expect(await shown(call, two)).toMatchObject({ amountCaptured: 12.5, amountCapturable: 2, tip: 2 })
    expect(refusalOf(await capture(call, two, 2.01))).toEqual([400, 'amount_exceeds_authorized', 'amount'])
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
    expect(refusalOf(await authorize(call, { id, promptTip: true }))).toEqual([400, 'tip_amounts_required', field])
    expect(refusalOf(await authorize(call, { id, promptTip: true, tipAmounts: [1, 2] }))).toEqual([
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
    expect(refusalOf(await authorize(call, { id, promptTip: true, tipAmounts }, yen))).toEqual([
      400,
      'amount_precision_invalid',
      'payment.terminal.tipAmounts[2]',
    ])
    expect((await authorize(call, { id, promptTip: true, tipAmounts: [100, 200, 300] }, yen)).json.amount).toBe(1200)
    expect((await authorize(call, { id }, yen)).json.amount).toBe(1000)
    expect((await authorize(call, { id })).json.amount).toBe(15)
  })

  test('is stopped by a void or a cancel while it waits, and by neither a second time', async () => {
    const { call } = await setUp()
    const { device, line } = await readerOf(call)
    const cancel = () => call('POST', `/v1/terminals/${device.terminal}/cancel`)
    const voided = (transactionId: string) => call('POST', '/v1/transactions/void', { body: { transactionId } })

    const first = authorize(call, { id: device.terminal })
    const { session } = await line.next('payment')
    expect((await voided(session)).json).toMatchObject({ responseCode: '00', errors: null })
    expect((await first).json).toMatchObject({ transactionId: session, responseCode: 'G15' })
    expect((await line.next('result')).responseCode).toBe('G15')
    expect(refusalOf(await voided(session))[0]).toBe(409)

    const second = authorize(call, { id: device.terminal })
    await line.next('payment')
    expect((await cancel()).json.terminals[0]).toMatchObject({ id: device.terminal, status: 'online' })
    const { transactionId, responseCode } = (await second).json
    expect(responseCode).toBe('G15')
    expect((await shown(call, transactionId)).operations).toHaveLength(1)
    expect((await cancel()).status).toBe(200)
    line.close()
  })

  test('is stopped by one of two voids at once', async () => {
    const { call } = await setUp()
    const { device, line } = await readerOf(call)
    const paying = authorize(call, { id: device.terminal })
    const { session } = await line.next('payment')
    const voided = () => call('POST', '/v1/transactions/void', { body: { transactionId: session } })
    const answers = await Promise.all([voided(), voided()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await paying).json.responseCode).toBe('G15')
    const { status, operations } = await shown(call, session)
    expect([status, operations.map(({ type }: { type: string }) => type)]).toEqual(['declined', ['authorize', 'void']])
    line.close()
  })

  test.each(['fails before', 'fails after'] as const)(
    'that a void has stopped stays so where the database %s, and the void is answered when it is repeated',
    async (failure) => {
      const { merchant, call } = await setUp()
      const { device, line } = await readerOf(call)
      const paying = authorize(call, { id: device.terminal })
      const { session } = await line.next('payment')
      let isBroken = true
      const { d1 } = brokenDatabase(bindings.DB_00, async () => {
        const [row] = await merchant.rows('SELECT status FROM transactions WHERE id = ?', Number(session))
        return isBroken && row!['status'] === 'declined' ? failure : 'runs'
      })
      const hurt = startWorker({}, { DB_00: d1 }).as(merchant.secretKey)
      const voided = () =>
        hurt('POST', '/v1/transactions/void', {
          body: { transactionId: session },
          headers: { 'idempotency-key': 'stop' },
        })
      expect((await voided()).status).toBe(503)
      expect((await paying).json.responseCode).toBe('G15')
      isBroken = false
      const first = await voided()
      expect(first.json).toMatchObject({ responseCode: '00', errors: null })
      expect((await voided()).json).toEqual(first.json)
      expect((await shown(call, session)).operations).toHaveLength(2)
      line.close()
    },
  )

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
    expect(refusalOf(await pay(12.51))).toEqual([422, 'idempotency_mismatch', null])
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
})

test('acting as the shopper is refused at a reader that is a real one', async () => {
  const { call } = await setUp()
  const { terminal } = await pairDevice(fetch, call)
  for (const action of ['present', 'cancel', 'remove', 'offline']) {
    const refused = await call('POST', `/v1/terminals/${terminal}/simulate`, { body: { action } })
    expect(refusalOf(refused)).toEqual([409, 'invalid_state', null])
    expect(refused.json.errors[0].message.details).toMatchObject({ state: 'pending' })
  }
})
