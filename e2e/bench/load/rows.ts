import { baselines, type Baseline, type BaselineName } from '../../../worker/testing/workers/baseline/baselines.ts'
import { GatewayClient } from '../../support/gatewayClient.ts'
import type { SimulatedDevice } from '../../terminals/fleet/device.ts'
import { pairDevices } from '../../terminals/fleet/fleet.ts'
import { shoppers } from '../../terminals/fleet/shoppers.ts'
import { paymentRequest } from '../../webhooks/paymentRequest.ts'
import { connections, runLoad, type Connection, type Workload, type Request } from './load.ts'
import type { CountingReceiver } from './countingReceiver.ts'
import type { Server } from './servers.ts'

/** A measured kind of request with its baseline. */
export interface Row {
  readonly baseline: BaselineName
  /** The targeted share of the baseline's rate. */
  readonly target?: number
  /** Prepares data for a load of some seconds. */
  prepare(gateway: GatewayUnderLoad, seconds: number): Promise<Workload> | Workload
}

const authorize: Request = { method: 'POST', path: '/v1/transactions/authorize', body: paymentRequest }
const card = { accountNumber: '4242424242424242', expires: '1230', verificationValue: '123' }

/** A workload of identical requests. */
const repeatRequest = (request: Request): Workload => ({
  runOnce: async (connection) => {
    await connection.request(request)
    return true
  },
})

const approvedId = async (connection: Connection, request: Request): Promise<string> => {
  const { json } = await connection.request(request)
  if (!json.approved) throw new Error(`Not approved: ${JSON.stringify(json)}`)
  return json.transactionId
}

/** Presents a card for every payment on the device. */
const serveShoppers = async (device: SimulatedDevice): Promise<never> => {
  for (;;) {
    const payment = await device.connection.next('payment')
    device.connection.send({ type: 'received', session: payment.session })
    await shoppers.pays.act(device, payment)
  }
}

/** A gateway under load, with data shared by its rows. */
export class GatewayUnderLoad {
  readonly server: Server
  readonly receiver: CountingReceiver
  /** The secret key of an account with a webhook to the receiver. */
  readonly #subscribedKey: string
  #payments: Promise<string[]> | null = null
  #devices: Promise<SimulatedDevice[]> | null = null
  #webhook: Promise<unknown> | null = null
  readonly #deviceFailed = Promise.withResolvers<never>()

  constructor(server: Server, receiver: CountingReceiver, subscribedKey: string) {
    this.server = server
    this.receiver = receiver
    this.#subscribedKey = subscribedKey
    // All devices fail when the gateway stops, when nothing awaits this promise.
    this.#deviceFailed.promise.catch(() => {})
  }

  /** Pays at the terminal of a connection. */
  async payAtTerminal(connection: Connection): Promise<void> {
    const { terminal: id } = (await this.devices)[connection.number]!
    const body = { payment: { terminal: { id } }, amount: { value: 10.05 } }
    await Promise.race([approvedId(connection, { ...authorize, body }), this.#deviceFailed.promise])
  }

  /** Ids of authorized payments, about enough for some seconds of captures. */
  async authorized(seconds: number): Promise<string[]> {
    const ids: string[] = []
    const runOnce = async (connection: Connection) => {
      ids.push(await approvedId(connection, authorize))
      return true
    }
    await runLoad({ runOnce }, this.server.connections, seconds)
    return ids
  }

  /** Ids of payments to read. */
  get payments(): Promise<string[]> {
    this.#payments ??= this.authorized(0.5)
    return this.#payments
  }

  /** A device per connection, which presents a card at once. */
  get devices(): Promise<SimulatedDevice[]> {
    this.#devices ??= this.#openDevices()
    return this.#devices
  }

  async #openDevices(): Promise<SimulatedDevice[]> {
    const client = new GatewayClient(this.server.url)
    const devices = await pairDevices(client, connections)
    for (const device of devices) {
      await device.connect()
      // A failed device rejects the waiting payments.
      serveShoppers(device).catch(this.#deviceFailed.reject)
    }
    return devices
  }

  /** Registers the webhook once. @returns its account’s key */
  async subscribedKey(): Promise<string> {
    const registration = { url: this.receiver.url, enabled: true, subscribedEvents: null, headers: null }
    const headers = { 'x-api-key': this.#subscribedKey }
    this.#webhook ??= this.server.connections[0]!.request({
      method: 'POST',
      path: '/v1/webhook',
      body: registration,
      headers,
    })
    await this.#webhook
    return this.#subscribedKey
  }
}

const get = async (gateway: GatewayUnderLoad, headers: Readonly<Record<string, string>> = {}): Promise<Workload> => {
  const ids = await gateway.payments
  let nth = 0
  return {
    runOnce: async (connection) => {
      await connection.request({ method: 'GET', path: `/v1/transactions/${ids[nth++ % ids.length]}`, headers })
      return true
    },
  }
}

/** A workload that ends when each request has its delivery. */
const countingDeliveries = (
  receiver: CountingReceiver,
  send: (connection: Connection) => Promise<unknown>,
): Workload => {
  let due = receiver.received
  return {
    runOnce: async (connection) => {
      await send(connection)
      due += 1
      return true
    },
    drain: () => receiver.waitForCount(due),
  }
}

const withoutKeyCache = { 'x-forget-keys': '1' }

export const rows = {
  authorize: { baseline: 'authorize', target: 0.6, prepare: () => repeatRequest(authorize) },
  'authorize in test mode': {
    baseline: 'authorize',
    prepare: () => repeatRequest({ ...authorize, headers: withoutKeyCache }),
  },
  capture: {
    baseline: 'capture',
    prepare: async (gateway, seconds) => {
      const ids = await gateway.authorized(1.2 * seconds)
      return {
        runOnce: async (connection) => {
          const transactionId = ids.pop()
          if (transactionId === undefined) return false
          await approvedId(connection, { method: 'POST', path: '/v1/transactions/capture', body: { transactionId } })
          return true
        },
      }
    },
  },
  get: { baseline: 'get', target: 0.8, prepare: (gateway) => get(gateway) },
  'get in test mode': { baseline: 'get', prepare: (gateway) => get(gateway, withoutKeyCache) },
  list: { baseline: 'list', prepare: () => repeatRequest({ method: 'GET', path: '/v1/transactions?pageSize=10' }) },
  token: {
    baseline: 'token',
    prepare: () => repeatRequest({ method: 'POST', path: '/v1/tokens', body: { creditCard: card } }),
  },
  checkout: {
    baseline: 'checkout',
    prepare: () => repeatRequest({ method: 'POST', path: '/v1/dynamiccheckout', body: { total: 26.25 } }),
  },
  webhook: {
    baseline: 'webhook',
    prepare: async (gateway) => {
      const headers = { 'x-api-key': await gateway.subscribedKey() }
      return countingDeliveries(gateway.receiver, (connection) => approvedId(connection, { ...authorize, headers }))
    },
  },
  terminal: {
    baseline: 'terminal',
    prepare: async (gateway) => {
      await gateway.devices
      return {
        runOnce: async (connection) => {
          await gateway.payAtTerminal(connection)
          return true
        },
      }
    },
  },
} as const satisfies Readonly<Record<string, Row>>

export type RowName = keyof typeof rows

/** The baseline worker under load. */
export class BaselineUnderLoad {
  readonly server: Server
  readonly receiver: CountingReceiver
  readonly #connections: WebSocket[] = []

  constructor(server: Server, receiver: CountingReceiver) {
    this.server = server
    this.receiver = receiver
  }

  async prepare(name: BaselineName): Promise<Workload> {
    const { method, sideCall }: Baseline = baselines[name]
    const send = (connection: Connection, query = '') =>
      connection.request({ method, path: `/${name}${query}`, body: method === 'POST' ? paymentRequest : undefined })
    if (sideCall === 'receiver') {
      const query = `?receiver=${encodeURIComponent(this.receiver.url)}`
      return countingDeliveries(this.receiver, (connection) => send(connection, query))
    }
    if (sideCall === 'reader') await this.#openConnections()
    return {
      runOnce: async (connection) => {
        await send(connection, sideCall === 'reader' ? `?reader=${connection.number}` : '')
        return true
      },
    }
  }

  /** Opens devices that echo each message. */
  async #openConnections(): Promise<void> {
    while (this.#connections.length < connections) {
      const socket = new WebSocket(`${this.server.url.replace('http', 'ws')}/line/${this.#connections.length}`)
      socket.addEventListener('message', ({ data }) => socket.send(data as string))
      await new Promise((opened) => socket.addEventListener('open', opened))
      this.#connections.push(socket)
    }
  }
}
