import { closeCodes, deviceErrors, loginText } from '#contract/terminals/device'
import type { DeviceError, DeviceResult, FromDevice } from '#contract/terminals/device'
import { faultOf } from '../../domain/terminals/acceptPresentedCard.ts'
import type { Answers } from '../../domain/terminals/acceptPresentedCard.ts'
import { confirmTerminal } from '../../store/terminals/terminals.ts'
import type { TerminalOfAccount } from '../../store/terminals/terminals.ts'
import type { ActiveSession } from '../session/activeSession.ts'
import { closeConnection, connectionOf } from './connections.ts'
import type { Connections } from './connections.ts'
import { readFrame, sendFrame } from './frames.ts'
import type { TerminalAccount } from '../terminalAccount.ts'
import type { Serializer } from '../serializer.ts'
import { devicePayment } from '../session/session.ts'
import type { Session } from '../session/session.ts'
import type { TerminalStorage } from '../stored/terminalStorage.ts'

/** A device that was not connected gets the result of its last session for so long. */
const rememberMs = 60_000

export interface MessageParts {
  /** Of the device, as it logs in. */
  readonly name: string
  readonly storage: TerminalStorage
  readonly account: TerminalAccount
  readonly connections: Connections
  readonly session: ActiveSession
  readonly serializer: Serializer
  /** Announces that the device is connected. */
  checkPresence(): void
  setAlarm(): Promise<void>
  /** Closes a connection, and checks whether the device is gone with it. */
  close(socket: WebSocket, code: number, reason: string): Promise<void>
}

type SessionMessage = Exclude<FromDevice, { type: 'card' | 'login' | 'hello' | 'stored' }>

/** What the device sends, over a connection of its own or an unauthenticated one. */
export class DeviceMessages {
  readonly #parts: MessageParts

  constructor(parts: MessageParts) {
    this.#parts = parts
  }

  async onMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const { serializer, setAlarm, close } = this.#parts
    const frame = readFrame(data)
    const connection = connectionOf(socket)
    if (frame?.type === 'login' && connection.state === 'challenged')
      return serializer.run(async () => {
        // Newer connections may have closed it while it waited for its turn.
        if (connectionOf(socket).state === 'challenged') await this.#logIn(socket, frame.proof, connection.nonce)
        await setAlarm()
      })
    if (connection.state === 'closed') return
    if (frame === null || !('session' in frame) || connection.state !== 'ready')
      return close(socket, closeCodes.messageInvalid, 'not a message of this protocol, or out of turn')
    if (frame.type === 'card') return this.#takeCard(socket, frame)
    await serializer.run(() => this.#progress(socket, frame))
  }

  async #logIn(socket: WebSocket, proof: string, nonce: string): Promise<void> {
    const { account, connections, name, session, storage, checkPresence } = this.#parts
    // Settings may have changed since this instance has read them.
    account.cache(null)
    const known = await account.load()
    if (known === null || known.isDeleted) return connections.closeDeleted()
    const { readerVault, encryptedCards } = account.services(known)
    const proves = await readerVault.provesDevice(known.terminal.id, loginText(name, nonce), proof)
    if (!proves || known.account.suspended) return closeConnection(socket, closeCodes.loginFailed, 'login failed')
    if (!(await this.#confirm(known))) return connections.closeDeleted()
    const [encryptionKey] = await encryptedCards.publicKeys()
    connections.authenticate(socket)
    storage.recordLogin()
    checkPresence()
    const open = session.deliver()
    sendFrame(socket, {
      type: 'welcome',
      nickname: known.terminal.nickname,
      encryptionKey: encryptionKey!,
      payment: open === null ? null : devicePayment(open, account.now(known)),
      result: this.#recentResult(known),
    })
  }

  /** A device that logs in keeps its key, so its terminal stays. False where the registration was withdrawn meanwhile. */
  async #confirm(known: TerminalOfAccount): Promise<boolean> {
    const { isConfirmed, terminal, account } = known
    if (isConfirmed) return true
    return confirmTerminal(this.#parts.account.scopeOf(account), terminal.id, this.#parts.account.now(known))
  }

  #recentResult(known: TerminalOfAccount): DeviceResult | null {
    const last = this.#parts.storage.lastResult
    return last === null || this.#parts.account.now(known) - last.at > rememberMs ? null : last.result
  }

  async #progress(socket: WebSocket, frame: SessionMessage): Promise<void> {
    const { session } = this.#parts
    if (session.current?.id !== frame.session) return this.#sendLastResult(socket, frame.session)
    if (frame.type === 'cancel' || frame.type === 'failure') return void (await session.end(frame.type))
    await session.progress(frame.type)
  }

  /** The card, and all else that the shopper was asked. Lasts until the processor has responded. */
  async #takeCard(socket: WebSocket, frame: Extract<FromDevice, { type: 'card' }>): Promise<void> {
    const { account, serializer, session } = this.#parts
    const opened = await serializer.run(async () => {
      const waiting = session.awaitingCard(frame.session)
      const known = await account.load()
      if (waiting === null || known === null) {
        this.#sendLastResult(socket, frame.session)
        return null
      }
      if (await session.expireIfDue(waiting, known)) return null
      const card = await account.services(known).encryptedCards.openFromDevice(frame.card, waiting.id)
      if (card === null) return this.#sendError(socket, waiting, 'card_invalid')
      const answers: Answers = {
        card,
        tipAmount: frame.tipAmount ?? null,
        amountConfirmed: frame.amountConfirmed ?? false,
        signature: frame.signature ?? null,
      }
      const fault = faultOf(answers, waiting.prompts)
      if (fault !== null) return this.#sendError(socket, waiting, fault)
      return session.present(waiting, answers, known)
    })
    if (opened !== null) await session.callProcessor(opened)
  }

  #sendError(socket: WebSocket, { id }: Session, error: DeviceError): null {
    sendFrame(socket, { type: 'error', session: id, error, text: deviceErrors[error] })
    return null
  }

  /** A device that sends a message of the last session gets its result. */
  #sendLastResult(socket: WebSocket, id: string): void {
    const last = this.#parts.storage.lastResult
    if (last?.result.session === id) sendFrame(socket, { type: 'result', ...last.result })
  }
}
