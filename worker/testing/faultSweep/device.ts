import type { FromGateway } from '#contract/device'
import { cardFrame, logIn } from '../device.ts'
import type { Line, PairedDevice } from '../device.ts'
import type { World } from './world.ts'

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 5))

/** The next message of whatever type; null where the line closes first. */
const nextOf = async (line: Line, isOver: () => boolean): Promise<FromGateway | null> => {
  let isClosed = false
  void line.closed.then(() => (isClosed = true))
  while (line.unread.length === 0) {
    if (isClosed || isOver()) return null
    await pause()
  }
  return line.next(line.unread[0]!.type)
}

/** A device that does as the protocol tells it: it connects again as often as its line breaks, and says again what was not heard. */
export const startDevice = (world: World, device: PairedDevice) => {
  const is = { over: false }
  const frames = new Map<string, unknown>()

  const talk = async (): Promise<void> => {
    const { line, welcome } = await logIn(world.fetch, device)
    const take = async (payment: { readonly session: string }): Promise<void> => {
      line.send({ type: 'received', session: payment.session })
      const frame = frames.get(payment.session) ?? (await cardFrame(payment, welcome))
      frames.set(payment.session, frame)
      line.send(frame as object)
    }
    if (welcome.payment !== null) await take(welcome.payment)
    for (;;) {
      const message = await nextOf(line, () => is.over)
      if (message === null) return line.close()
      if (message.type === 'deleted') is.over = true
      if (message.type === 'payment') await take(message)
    }
  }

  const run = async (): Promise<void> => {
    while (!is.over) {
      await talk().catch(() => undefined)
      await pause()
    }
  }
  const running = run()
  return {
    stop: async (): Promise<void> => {
      is.over = true
      await running
    },
  }
}
