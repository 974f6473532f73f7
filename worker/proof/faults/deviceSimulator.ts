import { vi } from 'vitest'
import { deviceAddress, loginSigningInput } from '#contract/terminals/device'
import type { GatewayMessage } from '#contract/terminals/device'
import { cardMessage, deviceProof, connectDevice, requestPairingCode } from '../../testing/device.ts'
import type { DeviceConnection, PairedDevice } from '../../testing/device.ts'
import type { FaultFixture } from './fixture.ts'

/** Longer than any retry takes. */
const timeout = { timeout: 60_000, interval: 5 }

export const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 5))

/** The next message of any type; null if the socket closes first. */
const nextMessage = async (line: DeviceConnection, isStopped: () => boolean): Promise<GatewayMessage | null> => {
  let isClosed = false
  void line.closed.then(() => (isClosed = true))
  while (line.unread.length === 0) {
    if (isClosed || isStopped()) return null
    await pause()
  }
  return line.next(line.unread[0]!.type)
}

interface DeviceOptions {
  /** A device that is already paired. */
  readonly paired?: PairedDevice
  /** The shopper presents no card. */
  readonly presentsNoCard?: true
  /** The number of times that it disconnects before it confirms its key. */
  readonly lostConfirmations?: number
}

/**
 * A device that follows the protocol: it shows a code until it is paired, and again after it is deleted; it reconnects when its socket closes,
 * and repeats unconfirmed messages.
 */
export const startDevice = (
  fixture: FaultFixture,
  { paired = undefined, presentsNoCard, lostConfirmations = 0 }: DeviceOptions,
) => {
  const is = { stopped: false }
  const frames = new Map<string, unknown>()
  const state = { code: null as string | null, device: paired ?? null, isWelcome: false }
  let confirmationsToLose = lostConfirmations

  const pair = async (): Promise<void> => {
    const { line, code } = await requestPairingCode(fixture.fetch)
    state.code = code
    for (;;) {
      const message = await nextMessage(line, () => is.stopped)
      if (message === null) {
        state.code = null
        return line.close()
      }
      if (message.type !== 'paired') continue
      const { reader, key } = message
      state.device = { reader, key, terminal: reader.slice(3) }
      if (confirmationsToLose-- > 0) line.close()
      else line.send({ type: 'stored' })
    }
  }

  const connect = async (device: PairedDevice): Promise<void> => {
    const line = await connectDevice(fixture.fetch, deviceAddress(device.reader))
    const presentCard = async (
      payment: { readonly session: string },
      welcome: { readonly encryptionKey: object },
    ): Promise<void> => {
      line.send({ type: 'received', session: payment.session })
      if (presentsNoCard === true) return
      const frame = frames.get(payment.session) ?? (await cardMessage(payment, welcome))
      frames.set(payment.session, frame)
      line.send(frame as object)
    }
    let welcome: Extract<GatewayMessage, { type: 'welcome' }> | null = null
    for (;;) {
      const message = await nextMessage(line, () => is.stopped)
      if (message === null) break
      if (message.type === 'challenge')
        line.send({
          type: 'login',
          proof: await deviceProof(device.key, loginSigningInput(device.reader, message.nonce)),
        })
      if (message.type === 'welcome') {
        welcome = message
        state.isWelcome = true
        if (message.payment !== null) await presentCard(message.payment, message)
      }
      if (message.type === 'payment' && welcome !== null) await presentCard(message, welcome)
      if (message.type === 'deleted') state.device = null
    }
    state.isWelcome = false
    line.close()
  }

  const run = async (): Promise<void> => {
    while (!is.stopped) {
      await (state.device === null ? pair() : connect(state.device)).catch(() => undefined)
      await pause()
    }
  }
  const running = run()
  return {
    /** Waits for a pairing code other than `previous`. */
    waitForCode: (previous: string | null = null) =>
      vi.waitUntil(() => (state.code === previous ? null : state.code), timeout),
    /** Waits until it is connected as this terminal. */
    waitUntilConnected: (terminal: string) =>
      vi.waitUntil(() => state.isWelcome && state.device?.terminal === terminal, timeout),
    stop: async (): Promise<void> => {
      is.stopped = true
      await running
    },
  }
}
