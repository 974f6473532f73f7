import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import { firstError } from '../../testing/firstError.ts'
import { startWorker } from '../../testing/merchant.ts'
import { authorizeAtTerminal, getTransaction, terminalRequests } from '../../testing/fixtures/terminalRequests.ts'

const { connectTerminal, setUp } = terminalRequests()

test('a void or a cancellation ends a waiting terminal payment with G15; a second void returns 409', async () => {
  const { call } = await setUp()
  const { device, line } = await connectTerminal(call)
  const cancel = () => call('POST', `/v1/terminals/${device.terminal}/cancel`)
  const voided = (transactionId: string) => call('POST', '/v1/transactions/void', { body: { transactionId } })

  const first = authorizeAtTerminal(call, { id: device.terminal })
  const { session } = await line.next('payment')
  expect((await voided(session)).json).toMatchObject({ responseCode: '00', errors: null })
  expect((await first).json).toMatchObject({ transactionId: session, responseCode: 'G15' })
  expect((await line.next('result')).responseCode).toBe('G15')
  expect(firstError(await voided(session))[0]).toBe(409)

  const second = authorizeAtTerminal(call, { id: device.terminal })
  await line.next('payment')
  expect((await cancel()).json.terminals[0]).toMatchObject({ id: device.terminal, status: 'online' })
  const { transactionId, responseCode } = (await second).json
  expect(responseCode).toBe('G15')
  expect((await getTransaction(call, transactionId)).operations).toHaveLength(1)
  expect((await cancel()).status).toBe(200)
  line.close()
})

test('of two concurrent voids of a waiting terminal payment, one returns 200 and one 409', async () => {
  const { call } = await setUp()
  const { device, line } = await connectTerminal(call)
  const paying = authorizeAtTerminal(call, { id: device.terminal })
  const { session } = await line.next('payment')
  const voided = () => call('POST', '/v1/transactions/void', { body: { transactionId: session } })
  const responses = await Promise.all([voided(), voided()])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await paying).json.responseCode).toBe('G15')
  const { status, operations } = await getTransaction(call, session)
  expect([status, operations.map(({ type }: { type: string }) => type)]).toEqual(['declined', ['authorize', 'void']])
  line.close()
})

test.each(['fails before', 'fails after'] as const)(
  'a void of a waiting terminal payment returns 503 when the database %s the write, and its repetition returns the void',
  async (failure) => {
    const { merchant, call } = await setUp()
    const { device, line } = await connectTerminal(call)
    const paying = authorizeAtTerminal(call, { id: device.terminal })
    const { session } = await line.next('payment')
    let isBroken = true
    const { d1 } = faultyDatabase(bindings.DB_00, async () => {
      const [row] = await merchant.rows('SELECT status FROM transactions WHERE id = ?', Number(session))
      return isBroken && row!['status'] === 'declined' ? failure : 'runs'
    })
    const failingCall = startWorker({}, { DB_00: d1 }).as(merchant.secretKey)
    const voided = () =>
      failingCall('POST', '/v1/transactions/void', {
        body: { transactionId: session },
        headers: { 'idempotency-key': 'stop' },
      })
    expect((await voided()).status).toBe(503)
    expect((await paying).json.responseCode).toBe('G15')
    isBroken = false
    const first = await voided()
    expect(first.json).toMatchObject({ responseCode: '00', errors: null })
    expect((await voided()).json).toEqual(first.json)
    expect((await getTransaction(call, session)).operations).toHaveLength(2)
    line.close()
  },
)
