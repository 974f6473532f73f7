import { runInDurableObject } from 'cloudflare:test'
import { terminalObjectName } from '../../../terminals/objectNames.ts'
import type { StoredSession } from '../../../terminals/stored/storedSession.ts'
import { bindings } from '../../../testing/bindings.ts'
import { pairDevice } from '../../../testing/device.ts'
import { assertInvariant } from '../../models/kernel/invariant.ts'
import { pause, startDevice } from '../deviceSimulator.ts'
import { shard } from '../fixture.ts'
import type { MerchantClient } from '../merchantClient.ts'
import { flow } from './flow.ts'
import type { Flow } from './flow.ts'
import { preconditions } from './preconditions.ts'

/** A paired device with a socket. */
const connectDevice = async (client: MerchantClient, options: { readonly presentsNoCard?: true } = {}) => {
  const { fixture } = client
  const call = async (method: string, path: string, { body }: { body?: unknown } = {}) =>
    client.send({ method, path, body, key: null })
  const paired = await pairDevice(fixture.fetch, call as never)
  client.terminalObjects.add(paired.reader)
  return { terminal: paired.terminal, device: startDevice(fixture, { paired, ...options }) }
}

/**
 * Registers a device by its code, again with a new code while the code is rejected. After success the account has exactly this terminal; after
 * a rejection it has none, and the device shows a new code.
 */
const pairTerminal = async (client: MerchantClient, options: { readonly lostConfirmations?: number } = {}) => {
  const device = startDevice(client.fixture, options)
  try {
    for (let code = await device.waitForCode(); ; code = await device.waitForCode(code)) {
      const body = { registrationCode: code, nickname: 'Till 1' }
      const response = await client.request('POST', '/v1/terminals', body, {
        allowedError: 'registration_code_invalid',
      })
      const { merchant } = client
      const rows = await merchant.rows('SELECT id FROM terminals WHERE account = ? AND deleted IS NULL', merchant.id)
      const returned = response.terminals ?? []
      assertInvariant(rows.length === returned.length, 'response and rows have the same terminals', () =>
        JSON.stringify({ rows, returned }),
      )
      if (returned.length === 0) continue
      client.terminalObjects.add(terminalObjectName(shard, returned[0].id))
      await device.waitUntilConnected(returned[0].id)
      return
    }
  } finally {
    await device.stop()
  }
}

/** The payment that waits for a card at a terminal, or null. */
const waitingPayment = (terminal: string): Promise<string | null> =>
  runInDurableObject(bindings.TERMINALS.getByName(terminalObjectName(shard, terminal)), (_terminal, { storage }) => {
    const session = storage.kv.get<StoredSession>('session')
    return session?.state === 'awaiting_card' ? session.id : null
  })

/**
 * Starts a payment at a terminal, and calls `act` when it waits for a card: once for each payment, since a reversed payment is repeated.
 *
 * @param code the expected response code of the payment
 */
const actWhileWaiting = async (
  client: MerchantClient,
  terminal: string,
  code: string,
  act: (transactionId: string) => Promise<unknown>,
): Promise<void> => {
  const is = { over: false }
  const paying = client
    .pay(() => ({ payment: { terminal: { id: terminal } }, amount: { value: 12.5 } }), 'authorize', code)
    .finally(() => (is.over = true))
  paying.catch(() => undefined)
  const handled = new Set<string>()
  while (!is.over) {
    const id = await waitingPayment(terminal)
    if (id === null || handled.has(id)) await pause()
    else
      await act(id).catch(async (error: unknown) => {
        // In an outage, the client does not retry the action, and the payment times out.
        while (!is.over) await client.advanceTerminals()
        throw error
      })
    if (id !== null) handled.add(id)
  }
  await paying
}

export const terminalFlows: readonly Flow[] = [
  flow('pair a terminal', ['createTerminal', 'device protocol'], preconditions.none, (client) => pairTerminal(client)),
  flow(
    'pair a terminal that disconnects before it confirms its key',
    ['createTerminal', 'device protocol'],
    preconditions.none,
    (client) => pairTerminal(client, { lostConfirmations: 1 }),
  ),
  flow('register a simulated terminal', ['createTerminal'], preconditions.none, async (client) => {
    const body = { registrationCode: 'SIM001', nickname: 'Till 1' }
    const { terminals } = await client.request('POST', '/v1/terminals', body)
    client.terminalObjects.add(terminalObjectName(shard, terminals[0].id))
  }),
  flow(
    'pay at a simulated terminal',
    ['authorizeTransaction'],
    (client) => client.registerTerminal(),
    (client, id) => client.pay(() => ({ payment: { terminal: { id } }, amount: { value: 12.5 } })),
  ),
  flow(
    'cancel a waiting payment by API',
    ['cancelTerminal'],
    (client) => client.registerTerminal('SIM005'),
    (client, id) => actWhileWaiting(client, id, 'G15', () => client.request('POST', `/v1/terminals/${id}/cancel`)),
  ),
  ...(
    [
      ['present a card to', 'present', '00'],
      ['cancel at the simulated device of', 'cancel', 'G13'],
    ] as const
  ).map(([verb, action, code]) =>
    flow(
      `${verb} a waiting payment`,
      ['simulateTerminal'],
      (client) => client.registerTerminal('SIM005'),
      (client, id) =>
        actWhileWaiting(client, id, code, () =>
          client.request('POST', `/v1/terminals/${id}/simulate`, { action }, { isDone: 'invalid_state' }),
        ),
    ),
  ),
  flow(
    'delete a terminal with a waiting payment',
    ['deleteTerminal'],
    (client) => client.registerTerminal('SIM005'),
    (client, id) =>
      actWhileWaiting(client, id, 'G14', () =>
        client.request('DELETE', `/v1/terminals/${id}`, undefined, { isDone: 'not_found' }),
      ),
  ),
  flow(
    'void a waiting payment at a connected terminal',
    ['voidTransaction', 'device protocol'],
    (client) => connectDevice(client, { presentsNoCard: true }),
    async (client, { terminal, device }) => {
      try {
        await actWhileWaiting(client, terminal, 'G15', (transactionId) => client.pay(() => ({ transactionId }), 'void'))
      } finally {
        await device.stop()
      }
    },
  ),
  flow(
    'pay at a connected terminal',
    ['authorizeTransaction', 'device protocol'],
    (client) => connectDevice(client),
    async (client, { terminal, device }) => {
      try {
        await client.pay(() => ({ payment: { terminal: { id: terminal } }, amount: { value: 12.5 } }))
      } finally {
        await device.stop()
      }
    },
  ),
]
