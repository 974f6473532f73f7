import { afterAll, expect, test, vi } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import type { Call, Merchant } from '../../testing/merchant.ts'
import { WebhookEndpoint } from '../../webhooks/webhookEndpoint.ts'
import { polling, terminalEventFixture } from './terminalEvents.fixtures.ts'

const { createPaired, createSimulated } = terminalEventFixture()

const wake = vi.spyOn(WebhookEndpoint.prototype, 'wake').mockResolvedValue()
afterAll(async () => {
  wake.mockRestore()
  // These endpoints have no sealed secret, so the sweeps of other tests would fail on them.
  await bindings.DB_00.prepare("DELETE FROM webhooks WHERE sealedSecret = ''").run()
})

/** Inserts an endpoint without the API, so that no object knows it. */
const insertEndpoint = ({ id, run }: Merchant) =>
  run(
    `INSERT INTO webhooks (id, account, mode, url, enabled, sealedSecret, wrappedSecretKey, since, seen, created, updated)
     VALUES (?, ?, 'test', 'https://shop.example/events', 1, '', '', 0, 0, 0, 0)`,
    crypto.randomUUID(),
    id,
  )

const expectWake = async (work: () => Promise<unknown>): Promise<void> => {
  wake.mockClear()
  await work()
  await vi.waitFor(() => expect(wake).toHaveBeenCalled(), polling)
}

test('the end of a payment wakes an endpoint that was registered after the terminal loaded its account', async () => {
  const terminal = await createPaired()
  await terminal.waitForIdle()
  await insertEndpoint(terminal.merchant)
  await expectWake(async () => {
    const paying = terminal.pay()
    terminal.send('cancel', await terminal.receivePayment())
    await paying
  })
})

test.each<[string, (call: Call, id: string) => Promise<unknown>]>([
  [
    'a payment declined by a busy terminal',
    (call, id) =>
      call('POST', '/v1/transactions/authorize', { body: { payment: { terminal: { id } }, amount: { value: 5 } } }),
  ],
  [
    'a terminal that goes offline',
    (call, id) => call('POST', `/v1/terminals/${id}/simulate`, { body: { action: 'offline' } }),
  ],
  ['a deleted terminal', (call, id) => call('DELETE', `/v1/terminals/${id}`)],
])('%s wakes the account’s webhook endpoints', async (_cause, act) => {
  const { merchant, call, registered } = await createSimulated('SIM004')
  await insertEndpoint(merchant)
  await expectWake(() => act(call, registered.terminals[0].id))
})
