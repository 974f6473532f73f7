import { runDurableObjectAlarm, runInDurableObject } from '#runtime'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { AuthorizeOp, Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { readerObject } from '../../testing/device.ts'
import type { Answered, MerchantOptions } from '../../testing/merchant.ts'
import { createMerchant, startWorker, testClock } from '../../testing/merchant.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

/** Readers of test mode that no device is behind: what a shop is tested with before it has one. */

const ships = simulator()
const asked: AuthorizeOp[] = []
const processor: Processor = {
  ...ships,
  authorize: (op, ref) => {
    asked.push(op)
    return ships.authorize(op, ref)
  },
}
/** What the processor was asked of a payment. */
const askedOf = (transactionId: string): AuthorizeOp[] => asked.filter(({ op }) => op === transactionId)

const clock = testClock()
const { as } = startWorker({ clock, processor })

afterAll(resetTestClocks)

const setUp = async (registrationCode: string, more: object = {}, options: MerchantOptions = {}) => {
  const merchant = await createMerchant(options)
  const call = as(merchant.secretKey)
  const registered = await call('POST', '/v1/terminals', { body: { registrationCode, nickname: 'Till 1', ...more } })
  const { id, status, make, model } = registered.json.terminals[0]
  const object = readerObject({ reader: `00-${id}` })
  return {
    merchant,
    call,
    id: id as string,
    registered: { status, make, model },
    object,
    pay: (value = 12.5, terminal: object = {}) =>
      call('POST', '/v1/transactions/authorize', {
        body: { payment: { terminal: { id, ...terminal } }, amount: { value } },
      }),
    simulate: (action: string) => call('POST', `/v1/terminals/${id}/simulate`, { body: { action } }),
    status: async () => (await call('GET', `/v1/terminals/${id}`)).json.terminals[0].status,
    shown: async (transactionId: string) => (await call('GET', `/v1/transactions/${transactionId}`)).json,
    /** Until the payment waits for its shopper. */
    waits: () =>
      vi.waitFor(async () =>
        expect(
          await runInDurableObject(
            object,
            (_reader, { storage }) => storage.kv.get<{ state: string }>('session')?.state,
          ),
        ).toBe('awaiting_card'),
      ),
  }
}

const refusalOf = ({ status, json }: Answered) => [status, json.errors[0].type, json.errors[0].message.field]
const tips = { promptTip: true, tipAmounts: [1, 2, 3] }

describe('a code that no reader shows', () => {
  test.each(['SIM001', 'any code', 'x', '234567', 'ÄÖÜ'])(
    '%s is a reader that is online and approves',
    async (code) => {
      const { registered, pay, shown, id } = await setUp(code)
      expect(registered).toEqual({ status: 'online', make: 'Sluice', model: 'Simulated reader' })
      const { json } = await pay()
      expect(json).toMatchObject({ responseCode: '00', amount: 12.5, avs: null, errors: null })
      expect(await shown(json.transactionId)).toMatchObject({
        status: 'authorized',
        method: 'terminal',
        payment: { terminal: id, network: 'visa', accountNumber: '************4242' },
      })
    },
  )

  test('SIM002, in any case: the cents decide', async () => {
    const { pay } = await setUp('sim002')
    const codes: string[] = []
    for (const value of [10, 10.05, 10.51, 10.91]) codes.push((await pay(value)).json.responseCode)
    expect(codes).toEqual(['00', '05', '51', '91'])
  })

  test.each([
    ['SIM003', 'offline', 'G10'],
    ['SIM004', 'busy', 'G11'],
  ])('%s is %s: %s, and the processor is not asked', async (registrationCode, status, responseCode) => {
    const reader = await setUp(registrationCode)
    expect(reader.registered.status).toBe(status)
    const { json } = await reader.pay()
    expect(json).toMatchObject({ responseCode, authCode: null, errors: [{ type: 'terminal_declined' }] })
    expect(await reader.shown(json.transactionId)).toMatchObject({ status: 'declined', payment: { network: null } })
    expect(askedOf(json.transactionId)).toEqual([])
    expect(await reader.status()).toBe(status)
  })

  test('SIM005: nobody comes, and after a minute it is G12', async () => {
    const { pay, waits, status, object, shown } = await setUp('SIM005')
    const paying = pay()
    await waits()
    expect(await status()).toBe('busy')
    clock.advance(50_000)
    await runDurableObjectAlarm(object)
    expect(await status()).toBe('busy')
    clock.advance(10_000)
    expect(await runDurableObjectAlarm(object)).toBe(true)
    const { transactionId, responseCode } = (await paying).json
    expect([responseCode, (await shown(transactionId)).status, await status()]).toEqual(['G12', 'declined', 'online'])
  })

  test("SIM005 by the account's own clock: 61 seconds on, it is G12", async () => {
    const { call, pay, waits, shown } = await setUp('SIM005')
    const paying = pay()
    await waits()
    const advanced = await call('POST', '/v1/testclock/advance', { body: { seconds: 61 } })
    expect(advanced.json.complete).toBe(true)
    const { transactionId, responseCode } = (await paying).json
    expect([responseCode, (await shown(transactionId)).status]).toEqual(['G12', 'declined'])
  })

  test('SIM006: the shopper does not want to, G13', async () => {
    const { pay, status } = await setUp('SIM006')
    expect((await pay()).json).toMatchObject({ responseCode: 'G13', errors: [{ type: 'terminal_declined' }] })
    expect(await status()).toBe('online')
  })

  test('SIM007: the second of the tips is added where a tip is asked for', async () => {
    const { pay, shown } = await setUp('SIM007', {}, { settings: { tipAtSale: true } })
    const tipped = (await pay(12.5, { promptTip: true, tipAmounts: [1, 2.25, 3] })).json
    expect(tipped.amount).toBe(14.75)
    expect(await shown(tipped.transactionId)).toMatchObject({ tip: 2.25, amountAuthorized: 14.75 })
    expect((await pay()).json.amount).toBe(12.5)
    expect((await pay(12.5, { promptTip: false, tipAmounts: [1, 2, 3] })).json.amount).toBe(12.5)
  })

  test('SIM008: the answer is lost after the approval, which is reversed', async () => {
    const { pay, shown, status } = await setUp('SIM008')
    const { json } = await pay()
    expect(json).toMatchObject({ responseCode: '68', authCode: null })
    expect(await shown(json.transactionId)).toMatchObject({ status: 'reversed', amountCapturable: 0 })
    expect(await status()).toBe('online')
  })
})

describe('acting as the shopper', () => {
  test.each([
    ['present', '00', 'authorized'],
    ['cancel', 'G13', 'declined'],
    ['remove', '96', 'declined'],
  ])('%s: %s', async (action, responseCode, becomes) => {
    const { pay, waits, simulate, shown, id } = await setUp('SIM005')
    const paying = pay()
    await waits()
    const acted = await simulate(action)
    expect([acted.status, acted.json.terminals[0]]).toMatchObject([200, { id, status: 'online' }])
    const { json } = await paying
    expect(json.responseCode).toBe(responseCode)
    expect((await shown(json.transactionId)).status).toBe(becomes)
  })

  test('offline takes the reader off the network until the next other action', async () => {
    const { pay, simulate, status } = await setUp('READER')
    expect((await simulate('offline')).json.terminals[0].status).toBe('offline')
    expect((await pay()).json.responseCode).toBe('G10')
    expect((await simulate('present')).json.terminals[0].status).toBe('online')
    expect((await simulate('present')).status).toBe(409)
    expect(await status()).toBe('online')
    expect((await pay()).json.responseCode).toBe('00')
  })

  test('is refused where nothing waits for a shopper', async () => {
    const { simulate } = await setUp('SIM005')
    for (const action of ['present', 'cancel', 'remove']) {
      const refused = await simulate(action)
      expect(refusalOf(refused)).toEqual([409, 'invalid_state', null])
      expect(refused.json.errors[0].message.details).toMatchObject({ state: 'online' })
    }
  })

  test('knows four actions', async () => {
    const { simulate } = await setUp('SIM005')
    expect(refusalOf(await simulate('dance'))).toEqual([400, 'enum_invalid', 'action'])
  })
})

describe('what is asked of the shopper', () => {
  test('is answered: security code, postal code, amount and signature', async () => {
    const { call, pay } = await setUp('READER', { configuration: { promptAmountConfirmation: true } })
    const bare = (await pay()).json
    const asking = (await pay(12.5, { promptCvv: true, promptPostalCode: true, promptSignature: true })).json
    expect([bare.cvv, asking.cvv]).toMatchObject([{ code: 'P' }, { code: 'M' }])
    expect([bare, asking].map(({ transactionId }) => askedOf(transactionId)[0]!.avs)).toEqual([{}, { postal: '10001' }])
    const signature = (transactionId: string) => call('GET', `/v1/transactions/${transactionId}/signature`)
    expect((await signature(bare.transactionId)).status).toBe(404)
    expect((await signature(asking.transactionId)).json.signature).toMatchObject({ type: 'image/png' })
  })

  test('is what the terminal was configured with, where the payment does not say', async () => {
    const configuration = { ...tips, promptCvv: true }
    const { pay } = await setUp('SIM007', { configuration }, { settings: { tipAtSale: true } })
    expect((await pay()).json).toMatchObject({ amount: 14.5, cvv: { code: 'M' } })
    expect((await pay(12.5, { promptTip: false, promptCvv: false })).json).toMatchObject({
      amount: 12.5,
      cvv: { code: 'P' },
    })
    expect((await pay(12.5, { promptTip: true, tipAmounts: [5, 6, 7] })).json.amount).toBe(18.5)
  })
})

describe('a credit', () => {
  test('without a payment waits for the card that it goes to', async () => {
    const { call, id, pay, waits, simulate, shown } = await setUp('SIM005', {}, { settings: { tipAtSale: true } })
    const crediting = call('POST', '/v1/transactions/credit', {
      body: { payment: { terminal: { id, ...tips } }, amount: { value: 7 } },
    })
    await waits()
    expect((await pay()).json.responseCode).toBe('G11')
    await simulate('present')
    const { json } = await crediting
    expect(json).toMatchObject({ responseCode: '00', amount: 7 })
    expect(await shown(json.transactionId)).toMatchObject({
      type: 'credit',
      status: 'refunded',
      method: 'terminal',
      tip: 0,
      payment: { terminal: id, accountNumber: '************4242' },
    })
  })

  test('of a payment at a reader may name that reader, and no other; nobody is asked for a card', async () => {
    const { call, id, pay, waits, simulate } = await setUp('SIM005')
    const registered = await call('POST', '/v1/terminals', { body: { registrationCode: 'SIM005', nickname: 'Till 2' } })
    const another: string = registered.json.terminals[0].id
    const paying = pay()
    await waits()
    await simulate('present')
    const { transactionId } = (await paying).json
    await call('POST', '/v1/transactions/capture', { body: { transactionId } })
    const credit = (terminal: string) =>
      call('POST', '/v1/transactions/credit', {
        body: {
          referenceTransactionId: Number(transactionId),
          payment: { terminal: { id: terminal } },
          amount: { value: 5 },
        },
      })
    expect(refusalOf(await credit(another))).toEqual([400, 'payment_method_ambiguous', 'payment'])
    expect((await credit(id)).json).toMatchObject({ responseCode: '00', amount: 5 })
  })
})
