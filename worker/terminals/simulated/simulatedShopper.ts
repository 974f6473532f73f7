import type { ActiveSession } from '../session/activeSession.ts'
import type { TerminalAccount } from '../terminalAccount.ts'
import type { Serializer } from '../serializer.ts'
import { behaviourOf, simulatedAnswers } from './behaviours.ts'

interface ShopperDependencies {
  readonly account: TerminalAccount
  readonly session: ActiveSession
  readonly serializer: Serializer
}

/** The device and the shopper of a simulated terminal. */
export class SimulatedShopper {
  readonly #dependencies: ShopperDependencies

  constructor(dependencies: ShopperDependencies) {
    this.#dependencies = dependencies
  }

  /** Receives the payment and runs the behaviour of the terminal's registration code. */
  async act(id: string, code: string): Promise<void> {
    const { serializer, session } = this.#dependencies
    await serializer.run(async () => {
      if (session.current?.id === id && session.current.state === 'sent') await session.progress('received')
    })
    const { action: act } = behaviourOf(code)
    if (act === 'present') await this.present(id)
    if (act === 'cancel') await serializer.run(async () => session.current?.id === id && session.end('cancel'))
  }

  /** Presents the simulated card. False if the session is not waiting for a card. */
  async present(id: string): Promise<boolean> {
    const { account, serializer, session } = this.#dependencies
    const opened = await serializer.run(async () => {
      const waiting = session.awaitingCard(id)
      const record = await account.load()
      if (waiting === null || record === null) return null
      const answers = simulatedAnswers(record.terminal.simulated ?? '', waiting.prompts, account.now(record))
      return session.present(waiting, answers, record)
    })
    if (opened === null) return false
    await session.callProcessor(opened)
    return true
  }
}
