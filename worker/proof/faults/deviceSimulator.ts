import { vi } from 'vitest'
import { deviceAddress, loginSigningInput } from '#contract/terminals/device'
import type { GatewayMessage } from '#contract/terminals/device'
import { cardMessage, deviceProof, connectDevice, requestPairingCode } from '../../testing/device.ts'
import type { DeviceConnection, PairedDevice } from '../../testing/device.ts'
import type { World } from './fixture.ts'

/** As long as a person would look at a screen. */
const patience = { timeout: 60_000, interval: 5 }

export const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 5))

/** The next message of whatever type; null where the line closes first. */
const nextOf = async (line: DeviceConnection, isOver: () => boolean): Promise<GatewayMessage | null> => {
  let isClosed = false
  void line.closed.then(() => (isClosed = true))
  while (line.unread.length === 0) {
    if (isClosed || isOver()) return null
    await pause()
  }
  return line.next(line.unread[0]!.type)
}

/** What a device is: out of its box, or a reader that was paired before, and what its shopper and its owner do. */
interface Kind {
  readonly paired?: PairedDevice
  /** The shopper stands there, and presents no card. */
  readonly waits?: true
  /** It loses its line before it can say that it keeps its key, so many times. */
  readonly losesWord?: number
}

/**
 * A device that does as the protocol tells it: it shows a code until it is paired, and again once it was deleted; it connects again as often
 * as its line breaks, and says again what was not heard.
 */
export const startDevice = (world: World, { paired = undefined, waits, losesWord = 0 }: Kind) => {
  const is = { over: false }
  const frames = new Map<string, unknown>()
  /** What is on its screen, and which reader it takes itself for. */
  const has = { code: null as string | null, reader: paired ?? null, isWelcome: false }
  let wordsToLose = losesWord

  const pair = async (): Promise<void> => {
    const { line, code } = await requestPairingCode(world.fetch)
    has.code = code
    for (;;) {
      const message = await nextOf(line, () => is.over)
      if (message === null) {
        has.code = null
        return line.close()
      }
      if (message.type !== 'paired') continue
      const { reader, key } = message
      has.reader = { reader, key, terminal: reader.slice(3) }
      if (wordsToLose-- > 0) line.close()
      else line.send({ type: 'stored' })
    }
  }

  const talk = async (device: PairedDevice): Promise<void> => {
    const line = await connectDevice(world.fetch, deviceAddress(device.reader))
    const hear = () => nextOf(line, () => is.over)
    const take = async (
      payment: { readonly session: string },
      welcome: { readonly encryptionKey: object },
    ): Promise<void> => {
      line.send({ type: 'received', session: payment.session })
      if (waits === true) return
      const frame = frames.get(payment.session) ?? (await cardMessage(payment, welcome))
      frames.set(payment.session, frame)
      line.send(frame as object)
    }
    let welcome: Extract<GatewayMessage, { type: 'welcome' }> | null = null
    for (;;) {
      const message = await hear()
      if (message === null) break
      if (message.type === 'challenge')
        line.send({
          type: 'login',
          proof: await deviceProof(device.key, loginSigningInput(device.reader, message.nonce)),
        })
      if (message.type === 'welcome') {
        welcome = message
        has.isWelcome = true
        if (message.payment !== null) await take(message.payment, message)
      }
      if (message.type === 'payment' && welcome !== null) await take(message, welcome)
      if (message.type === 'deleted') has.reader = null
    }
    has.isWelcome = false
    line.close()
  }

  const run = async (): Promise<void> => {
    while (!is.over) {
      await (has.reader === null ? pair() : talk(has.reader)).catch(() => undefined)
      await pause()
    }
  }
  const running = run()
  return {
    /** The code on its screen that is another one than this, once it has one. */
    code: (other: string | null = null) => vi.waitUntil(() => (has.code === other ? null : has.code), patience),
    /** Until it is there as the reader of this terminal. */
    isReader: (terminal: string) => vi.waitUntil(() => has.isWelcome && has.reader?.terminal === terminal, patience),
    stop: async (): Promise<void> => {
      is.over = true
      await running
    },
  }
}
