import type { ActiveSession } from '../session/activeSession.ts'
import type { TerminalAccount } from '../terminalAccount.ts'
import type { Serializer } from '../serializer.ts'
import { behaviourOf, simulatedAnswers } from './behaviours.ts'

interface ShopperParts {
  readonly account: TerminalAccount
  readonly session: ActiveSession
  readonly serializer: Serializer
}

/** The device and the shopper of a simulated terminal. */
export class SimulatedShopper {
  readonly #parts: ShopperParts

  constructor(parts: ShopperParts) {
    this.#parts = parts
  }

  /** Takes the payment, and does with it what the code of the terminal stands for. */
  async act(id: string, code: string): Promise<void> {
    const { serializer, session } = this.#parts
    await serializer.run(async () => {
      if (session.current?.id === id && session.current.state === 'sent') await session.progress('received')
    })
    const { act } = behaviourOf(code)
    if (act === 'present') await this.present(id)
    if (act === 'cancel') await serializer.run(async () => session.current?.id === id && session.end('cancel'))
  }

  /** Presents the card of the terminal. False where the session does not wait for one. */
  async present(id: string): Promise<boolean> {
    const { account, serializer, session } = this.#parts
    const opened = await serializer.run(async () => {
      const waiting = session.awaitingCard(id)
      const known = await account.load()
      if (waiting === null || known === null) return null
      const answers = simulatedAnswers(known.terminal.simulated ?? '', waiting.prompts, account.now(known))
      return session.present(waiting, answers, known)
    })
    if (opened === null) return false
    await session.callProcessor(opened)
    return true
  }
}
