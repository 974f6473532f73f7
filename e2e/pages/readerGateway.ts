import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Page, WebSocketRoute } from '@playwright/test'
import { compactDecrypt } from 'jose'
import {
  closeCodes,
  deviceLimits,
  devicePath,
  type DevicePayment,
  type DeviceResult,
  type FromDevice,
  type FromGateway,
  heartbeat,
  loginText,
} from '#contract/terminals/device'

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encryptionKey = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RSA-OAEP-256' }

const name = `00-${crypto.randomUUID()}`

export const code = 'K7XM4P'

/** The gateway's end of the device protocol, at a reader on screen: it says and hears what a test wants. */
export class ReaderGateway {
  /** Whatever the reader has said, over all its connections. */
  readonly heard: FromDevice[] = []
  /** What the next welcome says. */
  payment: DevicePayment | null = null
  result: DeviceResult | null = null
  readonly #key = randomBytes(32)
  #socket: WebSocketRoute | undefined
  #nonce = ''
  #waiting: (() => void)[] = []

  /** Answers in place of a gateway whenever the page connects. */
  async listen(page: Page): Promise<void> {
    await page.routeWebSocket(
      ({ pathname }) => pathname === devicePath,
      (socket) => {
        this.#socket = socket
        socket.onMessage((text) => this.#hear(socket, String(text)))
        this.#nonce = randomBytes(16).toString('base64url')
        if (new URL(socket.url()).searchParams.get('reader') === name)
          this.say({ type: 'challenge', nonce: this.#nonce })
      },
    )
  }

  #hear(socket: WebSocketRoute, text: string): void {
    if (text === heartbeat.ask) return socket.send(heartbeat.answer)
    const message = JSON.parse(text) as FromDevice
    this.heard.push(message)
    if (message.type === 'hello') this.say({ type: 'code', code, expiresInMs: deviceLimits.codeMs })
    if (message.type === 'stored') void socket.close({ code: closeCodes.paired })
    if (message.type === 'login') this.#logIn(socket, message.proof)
    for (const wake of this.#waiting.splice(0)) wake()
  }

  #logIn(socket: WebSocketRoute, proof: string): void {
    const right = createHmac('sha256', this.#key).update(loginText(name, this.#nonce)).digest('base64url')
    if (proof !== right) return void socket.close({ code: closeCodes.loginFailed })
    const { payment, result } = this
    this.say({ type: 'welcome', nickname: 'Front desk', encryptionKey, payment, result })
  }

  say(message: FromGateway): void {
    this.#socket?.send(JSON.stringify(message))
  }

  /** The code was registered. */
  pair(): void {
    this.say({ type: 'paired', reader: name, nickname: 'Front desk', key: this.#key.toString('base64url') })
  }

  pay(payment: DevicePayment): void {
    this.payment = payment
    this.say({ type: 'payment', ...payment })
  }

  end(session: string, state: DeviceResult['state'], approved: string | null = null): void {
    this.payment = null
    this.say({ type: 'result', session, state, responseCode: approved ? '00' : '05', responseText: state, approved })
  }

  /** @param code 1006 is a line that breaks, and no code at all */
  close(code: number): void {
    void this.#socket?.close({ code: code === 1006 ? 1011 : code })
  }

  /** The message of that type which is the first, second … of all. */
  async hears<T extends FromDevice['type']>(type: T, count = 1): Promise<Extract<FromDevice, { type: T }>> {
    for (;;) {
      const found = this.heard.filter((message) => message.type === type)[count - 1]
      if (found) return found as Extract<FromDevice, { type: T }>
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** What is in the JWE of a card. */
  async open(card: string): Promise<Record<string, string>> {
    const { plaintext } = await compactDecrypt(card, pair.privateKey)
    return JSON.parse(new TextDecoder().decode(plaintext)) as Record<string, string>
  }
}

/** A payment as the reader is told of it, with all that can be asked unless a test says otherwise. */
export const payment = (session: string, members: Partial<DevicePayment> = {}): DevicePayment => ({
  session,
  transactionType: 'payment',
  amount: { value: '24.00', currency: 'USD', exponent: 2 },
  prompts: {
    tipAmounts: ['3.00', '4.00', '5.00'],
    cvv: true,
    postalCode: true,
    amountConfirmation: true,
    signature: true,
    keyCard: true,
  },
  state: 'sent',
  presentWithinMs: deviceLimits.presentMs,
  endsWithinMs: deviceLimits.sessionMs,
  ...members,
})
