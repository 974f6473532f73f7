import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import { logIn, pairDevice } from '../../testing/device.ts'
import { firstError } from '../../testing/firstError.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Call, MerchantOptions } from '../../testing/merchant.ts'

const { as, fetch } = startWorker()

const setUp = async (options: MerchantOptions = {}) => {
  const merchant = await createMerchant(options)
  return { merchant, call: as(merchant.secretKey) }
}

const authorize = (call: Call, terminal: object, more: object = {}) =>
  call('POST', '/v1/transactions/authorize', { body: { payment: { terminal }, amount: { value: 12.5 }, ...more } })
const shown = async (call: Call, id: string) => (await call('GET', `/v1/transactions/${id}`)).json

/** A paired reader that is logged in. */
const readerOf = async (call: Call, body: object = {}) => {
  const device = await pairDevice(fetch, call, body)
  return { device, ...(await logIn(fetch, device)) }
}

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
  expect(firstError(await voided(session))[0]).toBe(409)

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
