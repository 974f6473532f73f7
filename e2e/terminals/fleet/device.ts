import { createHmac } from 'node:crypto'
import { deviceAddress, devicePath, loginSigningInput } from '#contract/terminals/device'
import type { DevicePayment, EntryMode, GatewayMessage } from '#contract/terminals/device'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import type { GatewayClient } from '../../support/gatewayClient.ts'
import { DeviceConnection, type GatewayMessageOf } from './deviceConnection.ts'

export interface PresentedCard {
  readonly number?: string
  readonly entryMode?: EntryMode
  readonly tipAmount?: string
}

/** A simulated device, written from the protocol’s documentation only. */
export class SimulatedDevice {
  /** The terminal’s id. */
  readonly terminal: string
  readonly #url: string
  readonly #name: string
  readonly #key: string
  readonly #connections: DeviceConnection[] = []
  #encryptionKey: object = {}

  private constructor(url: string, pair: { readonly terminal: string; readonly reader: string; readonly key: string }) {
    this.#url = url
    this.terminal = pair.terminal
    this.#name = pair.reader
    this.#key = pair.key
  }

  /** Pairs a device: the code is registered through the API, and the device stores its key. Leaves it disconnected. */
  static async pair(gateway: GatewayClient, nickname: string): Promise<SimulatedDevice> {
    const url = gateway.url.replace('http', 'ws')
    const connection = new DeviceConnection(url + devicePath)
    await connection.opened
    connection.send({ type: 'hello', make: 'Acme', model: 'One', serialNumber: nickname })
    const { code } = await connection.next('code')
    const registering = gateway.call('POST', '/v1/terminals', { registrationCode: code, nickname })
    const rejected = registering.then(({ status, body }) => {
      if (status !== 200) throw new Error(`POST /v1/terminals returned ${status}: ${JSON.stringify(body)}`)
      return new Promise<never>(() => {})
    })
    const { reader, key } = await Promise.race([connection.next('paired'), rejected])
    connection.send({ type: 'stored' })
    const { body } = await registering
    await connection.closed
    const { terminals } = body as { terminals: { id: string }[] }
    return new SimulatedDevice(url, { terminal: terminals[0]!.id, reader, key })
  }

  /** Connects and logs in. */
  async connect(): Promise<GatewayMessageOf<'welcome'>> {
    const connection = new DeviceConnection(this.#url + deviceAddress(this.#name))
    this.#connections.push(connection)
    await connection.opened
    const { nonce } = await connection.next('challenge')
    const proof = createHmac('sha256', Buffer.from(this.#key, 'base64url')).update(loginSigningInput(this.#name, nonce))
    connection.send({ type: 'login', proof: proof.digest('base64url') })
    const welcome = await connection.next('welcome')
    this.#encryptionKey = welcome.encryptionKey
    return welcome
  }

  get connection(): DeviceConnection {
    const connection = this.#connections.at(-1)
    if (connection === undefined) throw new Error('The device was never connected.')
    return connection
  }

  /** The gateway’s messages since the pairing, except heartbeats. */
  get received(): readonly GatewayMessage[] {
    return this.#connections.flatMap(({ received }) => received)
  }

  /** Sends a card with an optional tip. */
  async presentCard({ session }: DevicePayment, { number, entryMode, tipAmount }: PresentedCard = {}): Promise<void> {
    const card = { accountNumber: number ?? '4242424242424242', expires: '1230', verificationValue: '123' }
    const bound = { ...card, session, entryMode: entryMode ?? 'tapped' }
    this.connection.send({ type: 'presented', session })
    this.connection.send({
      type: 'card',
      session,
      card: await encryptCard(bound, { keys: [this.#encryptionKey] }),
      ...(tipAmount !== undefined && { tipAmount }),
    })
  }

  /** @returns the gateway’s close code */
  async disconnect(): Promise<number> {
    this.connection.close()
    return this.connection.closed
  }
}
