import { baselines, type Baseline, type BaselineName } from '../../../worker/testing/workers/baseline/baselines.ts'
import { GatewayClient } from '../../support/gatewayClient.ts'
import type { CardReader } from '../../terminals/fleet/device.ts'
import { pairReaders } from '../../terminals/fleet/fleet.ts'
import { shoppers } from '../../terminals/fleet/shoppers.ts'
import { payment } from '../../webhooks/paymentRequest.ts'
import { connections, runLoad, type Connection, type Exercise, type Request } from './load.ts'
import type { Counting } from './countingReceiver.ts'
import type { Server } from './servers.ts'

/** What is measured: a kind of request, and the baseline that it stands on. */
export interface Row {
  readonly baseline: BaselineName
  /** The share of its baseline's rate that was promised. */
  readonly promise?: number
  /** Makes ready what so many seconds of load use up. */
  ready(scene: Scene, seconds: number): Promise<Exercise> | Exercise
}

const authorize: Request = { method: 'POST', path: '/v1/transactions/authorize', body: payment }
const card = { accountNumber: '4242424242424242', expires: '1230', verificationValue: '123' }

/** A request that is the same each time. */
const always = (request: Request): Exercise => ({
  once: async (connection) => {
    await connection.ask(request)
    return true
  },
})

const idOf = async (connection: Connection, request: Request): Promise<string> => {
  const { json } = await connection.ask(request)
  if (json.responseCode !== '00') throw new Error(`Not approved: ${JSON.stringify(json)}`)
  return json.transactionId
}

/** Somebody pays with a card, each time that a payment is on the reader's screen. */
const serveShoppers = async (reader: CardReader): Promise<never> => {
  for (;;) {
    const asked = await reader.line.next('payment')
    reader.line.say({ type: 'received', session: asked.session })
    await shoppers.pays.act(reader, asked)
  }
}

/** A gateway as the rows use it, with what is made once for all loads on it. */
export class Scene {
  readonly server: Server
  readonly receiver: Counting
  /** The secret key of an account whose payments the receiver is told of. */
  readonly #toldKey: string
  #payments: Promise<string[]> | null = null
  #readers: Promise<CardReader[]> | null = null
  #webhook: Promise<unknown> | null = null
  readonly #readerBroke = Promise.withResolvers<never>()

  constructor(server: Server, receiver: Counting, toldKey: string) {
    this.server = server
    this.receiver = receiver
    this.#toldKey = toldKey
    // All of them do when the gateway ends, and then nobody waits.
    this.#readerBroke.promise.catch(() => {})
  }

  /** Pays at the reader of a connection. */
  async payAtReader(connection: Connection): Promise<void> {
    const { terminal: id } = (await this.readers)[connection.number]!
    const body = { payment: { terminal: { id } }, amount: { value: 10.05 } }
    await Promise.race([idOf(connection, { ...authorize, body }), this.#readerBroke.promise])
  }

  /** Authorized payments that nothing was done with yet, about as many as so many seconds of captures need. */
  async authorized(seconds: number): Promise<string[]> {
    const ids: string[] = []
    const once = async (connection: Connection) => {
      ids.push(await idOf(connection, authorize))
      return true
    }
    await runLoad({ once }, this.server.connections, seconds)
    return ids
  }

  /** Payments to be read. */
  get payments(): Promise<string[]> {
    this.#payments ??= this.authorized(0.5)
    return this.#payments
  }

  /** A card reader for each connection, at which each payment is paid at once. */
  get readers(): Promise<CardReader[]> {
    this.#readers ??= this.#openReaders()
    return this.#readers
  }

  async #openReaders(): Promise<CardReader[]> {
    const client = new GatewayClient(this.server.url)
    const readers = await pairReaders(client, connections)
    for (const reader of readers) {
      await reader.connect()
      // A payment at a reader that does not serve it would be waited for in vain.
      serveShoppers(reader).catch(this.#readerBroke.reject)
    }
    return readers
  }

  /** The key of the account that tells the receiver. */
  async told(): Promise<string> {
    const registration = { url: this.receiver.url, enabled: true, subscribedEvents: null, headers: null }
    const headers = { 'x-api-key': this.#toldKey }
    this.#webhook ??= this.server.connections[0]!.ask({
      method: 'POST',
      path: '/v1/webhook',
      body: registration,
      headers,
    })
    await this.#webhook
    return this.#toldKey
  }
}

const get = async (scene: Scene, headers: Readonly<Record<string, string>> = {}): Promise<Exercise> => {
  const ids = await scene.payments
  let nth = 0
  return {
    once: async (connection) => {
      await connection.ask({ method: 'GET', path: `/v1/transactions/${ids[nth++ % ids.length]}`, headers })
      return true
    },
  }
}

/** Heard of as often as paid, before the time is stopped. */
const untilTold = (receiver: Counting, once: (connection: Connection) => Promise<unknown>): Exercise => {
  let due = receiver.heard
  return {
    once: async (connection) => {
      await once(connection)
      due += 1
      return true
    },
    rest: () => receiver.until(due),
  }
}

const keysForgotten = { 'x-forget-keys': '1' }

export const rows = {
  authorize: { baseline: 'authorize', promise: 0.6, ready: () => always(authorize) },
  'authorize in test mode': {
    baseline: 'authorize',
    ready: () => always({ ...authorize, headers: keysForgotten }),
  },
  capture: {
    baseline: 'capture',
    ready: async (scene, seconds) => {
      const ids = await scene.authorized(1.2 * seconds)
      return {
        once: async (connection) => {
          const transactionId = ids.pop()
          if (transactionId === undefined) return false
          await idOf(connection, { method: 'POST', path: '/v1/transactions/capture', body: { transactionId } })
          return true
        },
      }
    },
  },
  get: { baseline: 'get', promise: 0.8, ready: (scene) => get(scene) },
  'get in test mode': { baseline: 'get', ready: (scene) => get(scene, keysForgotten) },
  list: { baseline: 'list', ready: () => always({ method: 'GET', path: '/v1/transactions?pageSize=10' }) },
  token: {
    baseline: 'token',
    ready: () => always({ method: 'POST', path: '/v1/tokens', body: { creditCard: card } }),
  },
  checkout: {
    baseline: 'checkout',
    ready: () => always({ method: 'POST', path: '/v1/dynamiccheckout', body: { total: 26.25 } }),
  },
  webhook: {
    baseline: 'webhook',
    ready: async (scene) => {
      const headers = { 'x-api-key': await scene.told() }
      return untilTold(scene.receiver, (connection) => idOf(connection, { ...authorize, headers }))
    },
  },
  terminal: {
    baseline: 'terminal',
    ready: async (scene) => {
      await scene.readers
      return {
        once: async (connection) => {
          await scene.payAtReader(connection)
          return true
        },
      }
    },
  },
} as const satisfies Readonly<Record<string, Row>>

export type RowName = keyof typeof rows

/** What a baseline is asked, over and over. */
export class BaselineScene {
  readonly server: Server
  readonly receiver: Counting
  readonly #lines: WebSocket[] = []

  constructor(server: Server, receiver: Counting) {
    this.server = server
    this.receiver = receiver
  }

  async ready(name: BaselineName): Promise<Exercise> {
    const { method, sideCall: besides }: Baseline = baselines[name]
    const ask = (connection: Connection, query = '') =>
      connection.ask({ method, path: `/${name}${query}`, body: method === 'POST' ? payment : undefined })
    if (besides === 'receiver') {
      const query = `?receiver=${encodeURIComponent(this.receiver.url)}`
      return untilTold(this.receiver, (connection) => ask(connection, query))
    }
    if (besides === 'reader') await this.#openLines()
    return {
      once: async (connection) => {
        await ask(connection, besides === 'reader' ? `?reader=${connection.number}` : '')
        return true
      },
    }
  }

  /** Card readers that say again what they hear. */
  async #openLines(): Promise<void> {
    while (this.#lines.length < connections) {
      const line = new WebSocket(`${this.server.url.replace('http', 'ws')}/line/${this.#lines.length}`)
      line.addEventListener('message', ({ data }) => line.send(data as string))
      await new Promise((opened) => line.addEventListener('open', opened))
      this.#lines.push(line)
    }
  }
}
