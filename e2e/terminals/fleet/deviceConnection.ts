import { deviceProtocol, heartbeat } from '#contract/terminals/device'
import type { FromDevice, FromGateway } from '#contract/terminals/device'

export type Message<Type extends FromGateway['type']> = Extract<FromGateway, { type: Type }>

/** A connection of a card reader in Node. */
export class Line {
  /** All that the gateway said, but for heartbeats. */
  readonly heard: FromGateway[] = []
  /** The code of the gateway's last frame; 1006 where there was none. */
  readonly closed: Promise<number>
  readonly #socket: WebSocket
  #read = 0
  #wake: () => void = () => {}
  #isClosed = false
  readonly #beats: (() => void)[] = []

  constructor(url: string) {
    this.#socket = new WebSocket(url, deviceProtocol)
    this.#socket.addEventListener('message', ({ data }) => this.#hear(data as string))
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
      this.#socket.addEventListener('error', () => reject(new Error('The gateway takes no connection.')))
    })
  }

  say(message: FromDevice): void {
    this.#socket.send(JSON.stringify(message))
  }

  /** The next message, which must be of this type. */
  async next<Type extends FromGateway['type']>(type: Type): Promise<Message<Type>> {
    while (this.#read === this.heard.length) {
      if (this.#isClosed) throw new Error(`Closed before ${type} came: ${await this.closed}`)
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    const message = this.heard[this.#read++]!
    if (message.type !== type) throw new Error(`Expected ${type}, got ${JSON.stringify(message)}`)
    return message as Message<Type>
  }

  /** Resolves when the heartbeat was answered. */
  async beat(): Promise<void> {
    const answered = new Promise<void>((resolve) => this.#beats.push(resolve))
    this.#socket.send(heartbeat.ask)
    const cutOff = this.closed.then((code) => {
      throw new Error(`Closed before the heartbeat was answered: ${code}`)
    })
    await Promise.race([answered, cutOff])
  }

  close(): void {
    this.#socket.close(1000)
  }

  #hear(text: string): void {
    if (text === heartbeat.answer) return this.#beats.shift()?.()
    this.heard.push(JSON.parse(text) as FromGateway)
    this.#wake()
  }
}
