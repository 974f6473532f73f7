import { deviceProtocol, heartbeat } from '#contract/terminals/device'
import type { DeviceMessage, GatewayMessage } from '#contract/terminals/device'

export type GatewayMessageOf<Type extends GatewayMessage['type']> = Extract<GatewayMessage, { type: Type }>

/** A device’s WebSocket connection in Node. */
export class DeviceConnection {
  /** The gateway’s messages, except heartbeats. */
  readonly received: GatewayMessage[] = []
  /** The gateway's close code; 1006 without a close frame. */
  readonly closed: Promise<number>
  readonly #socket: WebSocket
  #read = 0
  #wake: () => void = () => {}
  #isClosed = false
  readonly #heartbeats: (() => void)[] = []

  constructor(url: string) {
    this.#socket = new WebSocket(url, deviceProtocol)
    this.#socket.addEventListener('message', ({ data }) => this.#onMessage(data as string))
    this.closed = new Promise((resolve) =>
      this.#socket.addEventListener('close', ({ code }) => {
        this.#isClosed = true
        this.#wake()
        resolve(code)
      }),
    )
  }

  get opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.addEventListener('open', () => resolve())
      this.#socket.addEventListener('error', () => reject(new Error('The gateway rejected the connection.')))
    })
  }

  send(message: DeviceMessage): void {
    this.#socket.send(JSON.stringify(message))
  }

  /** Returns the next message. @throws if its type differs */
  async next<Type extends GatewayMessage['type']>(type: Type): Promise<GatewayMessageOf<Type>> {
    while (this.#read === this.received.length) {
      if (this.#isClosed) throw new Error(`Closed before ${type} arrived: ${await this.closed}`)
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    const message = this.received[this.#read++]!
    if (message.type !== type) throw new Error(`Expected ${type}, got ${JSON.stringify(message)}`)
    return message as GatewayMessageOf<Type>
  }

  /** Sends a heartbeat and waits for its response. */
  async sendHeartbeat(): Promise<void> {
    const answered = new Promise<void>((resolve) => this.#heartbeats.push(resolve))
    this.#socket.send(heartbeat.request)
    const cutOff = this.closed.then((code) => {
      throw new Error(`Closed before the heartbeat was answered: ${code}`)
    })
    await Promise.race([answered, cutOff])
  }

  close(): void {
    this.#socket.close(1000)
  }

  #onMessage(text: string): void {
    if (text === heartbeat.reply) return this.#heartbeats.shift()?.()
    this.received.push(JSON.parse(text) as GatewayMessage)
    this.#wake()
  }
}
