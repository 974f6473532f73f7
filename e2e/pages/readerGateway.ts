import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Page, WebSocketRoute } from '@playwright/test'
import { compactDecrypt } from 'jose'
import {
  closeCodes,
  deviceLimits,
  devicePath,
  type DevicePayment,
  type DeviceResult,
  type DeviceMessage,
  type GatewayMessage,
  heartbeat,
  loginSigningInput,
} from '#contract/terminals/device'

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encryptionKey = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RSA-OAEP-256' }

const name = `00-${crypto.randomUUID()}`

export const pairingCode = 'K7XM4P'

/** A fake gateway for the demo’s reader page: the test sends and receives messages of the device protocol. */
export class FakeDeviceGateway {
  /** The device’s messages over all connections. */
  readonly received: DeviceMessage[] = []
  /** Members of the next welcome message. */
  payment: DevicePayment | null = null
  result: DeviceResult | null = null
  readonly #key = randomBytes(32)
  #socket: WebSocketRoute | undefined
  #nonce = ''
  #waiting: (() => void)[] = []

  /** Intercepts the page’s connections. */
  async listen(page: Page): Promise<void> {
    await page.routeWebSocket(
      ({ pathname }) => pathname === devicePath,
      (socket) => {
        this.#socket = socket
        socket.onMessage((text) => this.#onMessage(socket, String(text)))
        this.#nonce = randomBytes(16).toString('base64url')
        if (new URL(socket.url()).searchParams.get('reader') === name)
          this.send({ type: 'challenge', nonce: this.#nonce })
      },
    )
  }

  #onMessage(socket: WebSocketRoute, text: string): void {
    if (text === heartbeat.request) return socket.send(heartbeat.reply)
    const message = JSON.parse(text) as DeviceMessage
    this.received.push(message)
    if (message.type === 'hello') this.send({ type: 'code', code: pairingCode, expiresInMs: deviceLimits.codeMs })
    if (message.type === 'stored') void socket.close({ code: closeCodes.paired })
    if (message.type === 'login') this.#logIn(socket, message.proof)
    for (const wake of this.#waiting.splice(0)) wake()
  }

  #logIn(socket: WebSocketRoute, proof: string): void {
    const expected = createHmac('sha256', this.#key).update(loginSigningInput(name, this.#nonce)).digest('base64url')
    if (proof !== expected) return void socket.close({ code: closeCodes.loginFailed })
    const { payment, result } = this
    this.send({ type: 'welcome', nickname: 'Front desk', encryptionKey, payment, result })
  }

  send(message: GatewayMessage): void {
    this.#socket?.send(JSON.stringify(message))
  }

  /** Completes the pairing. */
  pair(): void {
    this.send({ type: 'paired', reader: name, nickname: 'Front desk', key: this.#key.toString('base64url') })
  }

  sendPayment(payment: DevicePayment): void {
    this.payment = payment
    this.send({ type: 'payment', ...payment })
  }

  sendResult(session: string, state: DeviceResult['state'], approved: string | null = null): void {
    this.payment = null
    this.send({ type: 'result', session, state, responseCode: approved ? '00' : '05', responseText: state, approved })
  }

  /** @param code 1006 simulates a broken connection, which has no close code */
  close(code: number): void {
    void this.#socket?.close({ code: code === 1006 ? 1011 : code })
  }

  /** Waits for the count-th message of a type. */
  async waitForMessage<T extends DeviceMessage['type']>(
    type: T,
    count = 1,
  ): Promise<Extract<DeviceMessage, { type: T }>> {
    for (;;) {
      const found = this.received.filter((message) => message.type === type)[count - 1]
      if (found) return found as Extract<DeviceMessage, { type: T }>
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Decrypts a card’s JWE. */
  async decryptCard(card: string): Promise<Record<string, string>> {
    const { plaintext } = await compactDecrypt(card, pair.privateKey)
    return JSON.parse(new TextDecoder().decode(plaintext)) as Record<string, string>
  }
}

/** A payment message with every prompt, unless overridden. */
export const devicePayment = (session: string, members: Partial<DevicePayment> = {}): DevicePayment => ({
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
