import { expect, test } from 'vitest'
import { closeCodes } from '#contract/terminals/device'
import { logIn, openLine, pairDevice } from '../../testing/device.ts'
import { firstError } from '../../testing/firstError.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
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
const shown = async (call: Call, id: string) => (await call('GET', `/v1/transactions/${id}`)).json

/** A paired reader that is logged in. */
const readerOf = async (call: Call, body: object = {}) => {
  const device = await pairDevice(fetch, call, body)
  return { device, ...(await logIn(fetch, device)) }
}

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
    expect(firstError(await call(method, path + more, body && { body }))).toEqual([404, 'not_found', null])
  expect(firstError(await authorize(call, { id: device.terminal }))).toEqual([
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
