import { expect, test } from 'vitest'
import { closeCodes } from '#contract/terminals/device'
import { logInDevice, connectDevice, pairDevice } from '../../testing/device.ts'
import { firstError } from '../../testing/firstError.ts'
import {
  authorizeAtTerminal,
  getTransaction,
  registerTerminal,
  terminalRequests,
} from '../../testing/fixtures/terminalRequests.ts'

const { connectTerminal, fetch, setUp } = terminalRequests()

test('a deleted terminal returns 404, accepts no payment, and its device receives deleted', async () => {
  const { call } = await setUp()
  const { device, line } = await connectTerminal(call)
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
  expect(firstError(await authorizeAtTerminal(call, { id: device.terminal }))).toEqual([
    400,
    'terminal_not_found',
    'payment.terminal.id',
  ])
  const reconnected = await connectDevice(fetch, `/device?reader=${device.reader}`)
  await reconnected.next('deleted')
  expect(await reconnected.closed).toBe(closeCodes.deleted)
})

test('deleting a terminal declines its waiting payment with G14, without the processor', async () => {
  const { call } = await setUp()
  const { device, line } = await connectTerminal(call)
  const paying = authorizeAtTerminal(call, { id: device.terminal })
  await line.next('payment')
  expect((await call('DELETE', `/v1/terminals/${device.terminal}`)).status).toBe(200)
  const { transactionId, responseCode } = (await paying).json
  expect(responseCode).toBe('G14')
  expect(await getTransaction(call, transactionId)).toMatchObject({ status: 'declined', payment: { network: null } })
  expect((await line.next('result')).responseCode).toBe('G14')
})

test('of two concurrent deletions of a terminal, one returns 200 and one 404', async () => {
  const { merchant, call } = await setUp()
  await registerTerminal(call)
  const id = await registerTerminal(call)
  const responses = await Promise.all([call('DELETE', `/v1/terminals/${id}`), call('DELETE', `/v1/terminals/${id}`)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404])
  const entries = await merchant.rows('SELECT action FROM audit WHERE account = ?', merchant.id)
  expect(entries.filter(({ action }) => action === 'terminal.deleted')).toHaveLength(1)
  expect((await call('GET', '/v1/terminals')).headers.get('x-total-count')).toBe('1')
})

test('the device of a deleted terminal can be registered again as another terminal', async () => {
  const { call } = await setUp()
  const first = await pairDevice(fetch, call)
  await call('DELETE', `/v1/terminals/${first.terminal}`)
  const second = await pairDevice(fetch, call)
  expect(second.terminal).not.toBe(first.terminal)
  const { line } = await logInDevice(fetch, second)
  line.close()
})
