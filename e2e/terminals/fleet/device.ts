import { createHmac } from 'node:crypto'
import { deviceAddress, devicePath, loginText } from '#contract/terminals/device'
import type { DevicePayment, EntryMode, FromGateway } from '#contract/terminals/device'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import type { GatewayClient } from '../../support/gatewayClient.ts'
import { Line, type Message } from './deviceConnection.ts'

export interface Presented {
  readonly number?: string
  readonly entryMode?: EntryMode
  readonly tipAmount?: string
}

/** A card reader, written by somebody who has nothing but the device protocol. */
export class CardReader {
  /** Its id as a terminal. */
  readonly terminal: string
  readonly #url: string
  readonly #name: string
  readonly #key: string
  readonly #lines: Line[] = []
  #encryptionKey: object = {}

  private constructor(url: string, pair: { readonly terminal: string; readonly reader: string; readonly key: string }) {
    this.#url = url
    this.terminal = pair.terminal
    this.#name = pair.reader
    this.#key = pair.key
  }

  /** Shows a code, which the merchant types in, and keeps the key that comes. It is not connected then. */
  static async pair(gateway: GatewayClient, nickname: string): Promise<CardReader> {
    const url = gateway.url.replace('http', 'ws')
    const line = new Line(url + devicePath)
    await line.opened
    line.say({ type: 'hello', make: 'Acme', model: 'One', serialNumber: nickname })
    const { code } = await line.next('code')
    const registering = gateway.call('POST', '/v1/terminals', { registrationCode: code, nickname })
    const refused = registering.then(({ status, body }) => {
      if (status !== 200) throw new Error(`POST /v1/terminals answered ${status}: ${JSON.stringify(body)}`)
      return new Promise<never>(() => {})
    })
    const { reader, key } = await Promise.race([line.next('paired'), refused])
    line.say({ type: 'stored' })
    const { body } = await registering
    await line.closed
    const { terminals } = body as { terminals: { id: string }[] }
    return new CardReader(url, { terminal: terminals[0]!.id, reader, key })
  }

  /** Connects and proves its key. */
  async connect(): Promise<Message<'welcome'>> {
    const line = new Line(this.#url + deviceAddress(this.#name))
    this.#lines.push(line)
    await line.opened
    const { nonce } = await line.next('challenge')
    const proof = createHmac('sha256', Buffer.from(this.#key, 'base64url')).update(loginText(this.#name, nonce))
    line.say({ type: 'login', proof: proof.digest('base64url') })
    const welcome = await line.next('welcome')
    this.#encryptionKey = welcome.encryptionKey
    return welcome
  }

  get line(): Line {
    const line = this.#lines.at(-1)
    if (line === undefined) throw new Error('It was never connected.')
    return line
  }

  /** All that the gateway said to it since it was paired, but for heartbeats. */
  get heard(): readonly FromGateway[] {
    return this.#lines.flatMap(({ heard }) => heard)
  }

  /** Sends what the shopper has done. */
  async present({ session }: DevicePayment, { number, entryMode, tipAmount }: Presented = {}): Promise<void> {
    const card = { accountNumber: number ?? '4242424242424242', expires: '1230', verificationValue: '123' }
    const bound = { ...card, session, entryMode: entryMode ?? 'tapped' }
    this.line.say({ type: 'presented', session })
    this.line.say({
      type: 'card',
      session,
      card: await encryptCard(bound, { keys: [this.#encryptionKey] }),
      ...(tipAmount !== undefined && { tipAmount }),
    })
  }

  /** Answers the code by which the gateway agrees. */
  async disconnect(): Promise<number> {
    this.line.close()
    return this.line.closed
  }
}
