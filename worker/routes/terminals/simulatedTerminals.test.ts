import { runDurableObjectAlarm, runInDurableObject } from '#runtime'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { AuthorizeOp, Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { terminalStub } from '../../testing/device.ts'
import type { ApiResponse, MerchantOptions } from '../../testing/merchant.ts'
import { createMerchant, startWorker, testClock } from '../../testing/merchant.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

const simulated = simulator()
const authorizations: AuthorizeOp[] = []
const processor: Processor = {
  ...simulated,
  authorize: (op, ref) => {
    authorizations.push(op)
    return simulated.authorize(op, ref)
  },
}
/** Authorizations of a payment that the processor received. */
const authorizationsOf = (transactionId: string): AuthorizeOp[] =>
  authorizations.filter(({ op }) => op === transactionId)

const clock = testClock()
const { as } = startWorker({ clock, processor })

afterAll(resetTestClocks)

const setUp = async (registrationCode: string, more: object = {}, options: MerchantOptions = {}) => {
  const merchant = await createMerchant(options)
  const call = as(merchant.secretKey)
  const registered = await call('POST', '/v1/terminals', { body: { registrationCode, nickname: 'Till 1', ...more } })
  const { id, status, make, model } = registered.json.terminals[0]
  const object = terminalStub({ reader: `00-${id}` })
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
    /** Waits until the payment waits for its shopper. */
    waits: () =>
      vi.waitFor(async () =>
        expect(
          await runInDurableObject(
            object,
            (_object, { storage }) => storage.kv.get<{ state: string }>('session')?.state,
          ),
        ).toBe('awaiting_card'),
      ),
  }
}

const refusalOf = ({ status, json }: ApiResponse) => [status, json.errors[0].type, json.errors[0].message.field]
const tips = { promptTip: true, tipAmounts: [1, 2, 3] }

describe('simulated terminals', () => {
  test.each(['SIM001', 'any code', 'x', '234567', 'ÄÖÜ'])(
    'a terminal with code %s is online and approves',
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

  test('a terminal with code SIM002, in any case, returns the cents of the amount as response code', async () => {
    const { pay } = await setUp('sim002')
    const codes: string[] = []
    for (const value of [10, 10.05, 10.51, 10.91]) codes.push((await pay(value)).json.responseCode)
    expect(codes).toEqual(['00', '05', '51', '91'])
  })

  test.each([
    ['SIM003', 'offline', 'G10'],
    ['SIM004', 'busy', 'G11'],
  ])(
    'a terminal with code %s is %s and declines with %s without the processor',
    async (registrationCode, status, responseCode) => {
      const terminal = await setUp(registrationCode)
      expect(terminal.registered.status).toBe(status)
      const { json } = await terminal.pay()
      expect(json).toMatchObject({ responseCode, authCode: null, errors: [{ type: 'terminal_declined' }] })
      expect(await terminal.shown(json.transactionId)).toMatchObject({ status: 'declined', payment: { network: null } })
      expect(authorizationsOf(json.transactionId)).toEqual([])
      expect(await terminal.status()).toBe(status)
    },
  )

  test('a payment at a terminal with code SIM005 is declined with G12 after a minute without a shopper', async () => {
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

  test('a payment at a terminal with code SIM005 is declined with G12 after a minute of the test clock', async () => {
    const { call, pay, waits, shown } = await setUp('SIM005')
    const paying = pay()
    await waits()
    const advanced = await call('POST', '/v1/testclock/advance', { body: { seconds: 61 } })
    expect(advanced.json.complete).toBe(true)
    const { transactionId, responseCode } = (await paying).json
    expect([responseCode, (await shown(transactionId)).status]).toEqual(['G12', 'declined'])
  })

  test('a terminal with code SIM006 declines with G13, canceled by the shopper', async () => {
    const { pay, status } = await setUp('SIM006')
    expect((await pay()).json).toMatchObject({ responseCode: 'G13', errors: [{ type: 'terminal_declined' }] })
    expect(await status()).toBe('online')
  })

  test('a terminal with code SIM007 adds the second tip amount to a payment with a tip prompt', async () => {
    const { pay, shown } = await setUp('SIM007', {}, { settings: { tipAtSale: true } })
    const tipped = (await pay(12.5, { promptTip: true, tipAmounts: [1, 2.25, 3] })).json
    expect(tipped.amount).toBe(14.75)
    expect(await shown(tipped.transactionId)).toMatchObject({ tip: 2.25, amountAuthorized: 14.75 })
    expect((await pay()).json.amount).toBe(12.5)
    expect((await pay(12.5, { promptTip: false, tipAmounts: [1, 2, 3] })).json.amount).toBe(12.5)
  })

  test('a sale at a terminal captures the amount with its tip', async () => {
    const { call, id, shown } = await setUp('SIM007', {}, { settings: { tipAtSale: true } })
    const { json } = await call('POST', '/v1/transactions/sale', {
      body: { payment: { terminal: { id, ...tips } }, amount: { value: 12.5 } },
    })
    expect(json).toMatchObject({ responseCode: '00', amount: 14.5 })
    expect(await shown(json.transactionId)).toMatchObject({ status: 'captured', tip: 2, amountCaptured: 14.5 })
  })

  test('a payment at a terminal with code SIM008 has an unknown outcome, returns 68 and is reversed', async () => {
    const { pay, shown, status } = await setUp('SIM008')
    const { json } = await pay()
    expect(json).toMatchObject({ responseCode: '68', authCode: null })
    expect(await shown(json.transactionId)).toMatchObject({ status: 'reversed', amountCapturable: 0 })
    expect(await status()).toBe('online')
  })
})

describe('POST /v1/terminals/{Terminal}/simulate', () => {
  test.each([
    ['present', '00', 'authorized'],
    ['cancel', 'G13', 'declined'],
    ['remove', '96', 'declined'],
  ])('simulating %s ends a waiting payment with %s and status %s', async (action, responseCode, expectedStatus) => {
    const { pay, waits, simulate, shown, id } = await setUp('SIM005')
    const paying = pay()
    await waits()
    const response = await simulate(action)
    expect([response.status, response.json.terminals[0]]).toMatchObject([200, { id, status: 'online' }])
    const { json } = await paying
    expect(json.responseCode).toBe(responseCode)
    expect((await shown(json.transactionId)).status).toBe(expectedStatus)
  })

  test('simulating offline makes the terminal offline until the next other action', async () => {
    const { pay, simulate, status } = await setUp('READER')
    expect((await simulate('offline')).json.terminals[0].status).toBe('offline')
    expect((await pay()).json.responseCode).toBe('G10')
    expect((await simulate('present')).json.terminals[0].status).toBe('online')
    expect((await simulate('present')).status).toBe(409)
    expect(await status()).toBe('online')
    expect((await pay()).json.responseCode).toBe('00')
  })

  test('simulating a shopper without a waiting payment returns 409 invalid_state', async () => {
    const { simulate } = await setUp('SIM005')
    for (const action of ['present', 'cancel', 'remove']) {
      const rejected = await simulate(action)
      expect(refusalOf(rejected)).toEqual([409, 'invalid_state', null])
      expect(rejected.json.errors[0].message.details).toMatchObject({ state: 'online' })
    }
  })

  test('simulating an unknown action returns 400 enum_invalid', async () => {
    const { simulate } = await setUp('SIM005')
    expect(refusalOf(await simulate('dance'))).toEqual([400, 'enum_invalid', 'action'])
  })
})

describe('prompts of simulated terminals', () => {
  test('a simulated terminal answers prompts for security code, postal code, amount and signature', async () => {
    const { call, pay } = await setUp('READER', { configuration: { promptAmountConfirmation: true } })
    const unprompted = (await pay()).json
    const prompted = (await pay(12.5, { promptCvv: true, promptPostalCode: true, promptSignature: true })).json
    expect([unprompted.cvv, prompted.cvv]).toMatchObject([{ code: 'P' }, { code: 'M' }])
    expect([unprompted, prompted].map(({ transactionId }) => authorizationsOf(transactionId)[0]!.avs)).toEqual([
      {},
      { postal: '10001' },
    ])
    const signature = (transactionId: string) => call('GET', `/v1/transactions/${transactionId}/signature`)
    expect((await signature(unprompted.transactionId)).status).toBe(404)
    expect((await signature(prompted.transactionId)).json.signature).toMatchObject({ type: 'image/png' })
  })

  test('the configuration of a terminal sets the prompts that a payment does not override', async () => {
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

describe('credits at simulated terminals', () => {
  test('an unreferenced credit at a terminal waits for the card', async () => {
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

  test('a referenced credit may name the terminal of its payment without a card; another terminal returns 400 payment_method_ambiguous', async () => {
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
