import { closeCodes, deviceErrors, loginSigningInput } from '#contract/terminals/device'
import type { DeviceError, DeviceResult, DeviceMessage } from '#contract/terminals/device'
import { shopperInputError } from '../../domain/terminals/acceptPresentedCard.ts'
import type { ShopperInput } from '../../domain/terminals/acceptPresentedCard.ts'
import { confirmTerminal } from '../../store/terminals/terminals.ts'
import type { TerminalWithAccount } from '../../store/terminals/terminals.ts'
import type { ActiveSession } from '../session/activeSession.ts'
import { closeConnection, connectionOf } from './connections.ts'
import type { Connections } from './connections.ts'
import { parseMessage, sendMessage } from './messages.ts'
import type { TerminalAccount } from '../terminalAccount.ts'
import type { Serializer } from '../serializer.ts'
import { devicePayment } from '../session/session.ts'
import type { Session } from '../session/session.ts'
import type { TerminalStorage } from '../stored/terminalStorage.ts'

/** How long a device that reconnects still gets the result of its last session. */
const lastResultMs = 60_000

export interface MessageDependencies {
  /** The name that the device logs in with. */
  readonly name: string
  readonly storage: TerminalStorage
  readonly account: TerminalAccount
  readonly connections: Connections
  readonly session: ActiveSession
  readonly serializer: Serializer
  /** Publishes that the device is online. */
  checkPresence(): void
  setAlarm(): Promise<void>
  /** Closes a connection and checks the presence of the device. */
  close(socket: WebSocket, code: number, reason: string): Promise<void>
}

type SessionUpdate = Exclude<DeviceMessage, { type: 'card' | 'login' | 'hello' | 'stored' }>

/** Handles messages of authenticated and unauthenticated connections. */
export class DeviceMessages {
  readonly #dependencies: MessageDependencies

  constructor(dependencies: MessageDependencies) {
    this.#dependencies = dependencies
  }

  async onMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const { serializer, setAlarm, close } = this.#dependencies
    const message = parseMessage(data)
    const connection = connectionOf(socket)
    if (message?.type === 'login' && connection.state === 'challenged')
      return serializer.run(async () => {
        // A newer connection may have closed this one while it waited in the serializer.
        if (connectionOf(socket).state === 'challenged') await this.#logIn(socket, message.proof, connection.nonce)
        await setAlarm()
      })
    if (connection.state === 'closed') return
    if (message === null || !('session' in message) || connection.state !== 'ready')
      return close(socket, closeCodes.messageInvalid, 'invalid or unexpected message')
    if (message.type === 'card') return this.#acceptCard(socket, message)
    await serializer.run(() => this.#progress(socket, message))
  }

  async #logIn(socket: WebSocket, proof: string, nonce: string): Promise<void> {
    const { account, connections, name, session, storage, checkPresence } = this.#dependencies
    // The account's settings may have changed since they were loaded.
    account.cache(null)
    const record = await account.load()
    if (record === null || record.isDeleted) return connections.closeDeleted()
    const { terminalVault, encryptedCards } = account.services(record)
    const isProven = await terminalVault.verifyDeviceProof(record.terminal.id, loginSigningInput(name, nonce), proof)
    if (!isProven || record.account.suspended) return closeConnection(socket, closeCodes.loginFailed, 'login failed')
    if (!(await this.#confirm(record))) return connections.closeDeleted()
    const encryptionKey = await encryptedCards.deviceKey()
    connections.authenticate(socket)
    storage.recordLogin()
    checkPresence()
    const open = session.deliver()
    sendMessage(socket, {
      type: 'welcome',
      nickname: record.terminal.nickname,
      encryptionKey,
      payment: open === null ? null : devicePayment(open, account.now(record)),
      result: this.#recentResult(record),
    })
  }

  /** A login proves that the device stores its key, so the registration is confirmed. False if it was withdrawn meanwhile. */
  async #confirm(record: TerminalWithAccount): Promise<boolean> {
    const { isConfirmed, terminal, account } = record
    if (isConfirmed) return true
    return confirmTerminal(
      this.#dependencies.account.scopeOf(account),
      terminal.id,
      this.#dependencies.account.now(record),
    )
  }

  #recentResult(record: TerminalWithAccount): DeviceResult | null {
    const last = this.#dependencies.storage.lastResult
    return last === null || this.#dependencies.account.now(record) - last.at > lastResultMs ? null : last.result
  }

  async #progress(socket: WebSocket, message: SessionUpdate): Promise<void> {
    const { session } = this.#dependencies
    if (session.current?.id !== message.session) return this.#sendLastResult(socket, message.session)
    if (message.type === 'cancel' || message.type === 'failure') return void (await session.end(message.type))
    await session.progress(message.type)
  }

  /** Handles the card and the shopper's answers. Returns after the processor call. */
  async #acceptCard(socket: WebSocket, message: Extract<DeviceMessage, { type: 'card' }>): Promise<void> {
    const { account, serializer, session } = this.#dependencies
    const opened = await serializer.run(async () => {
      const waiting = session.awaitingCard(message.session)
      const record = await account.load()
      if (waiting === null || record === null) {
        this.#sendLastResult(socket, message.session)
        return null
      }
      if (await session.expireIfDue(waiting, record)) return null
      const card = await account.services(record).encryptedCards.openFromDevice(message.card, waiting.id)
      if (card === null) return this.#sendError(socket, waiting, 'card_invalid')
      const answers: ShopperInput = {
        card,
        tipAmount: message.tipAmount ?? null,
        amountConfirmed: message.amountConfirmed ?? false,
        signature: message.signature ?? null,
      }
      const fault = shopperInputError(answers, waiting.prompts)
      if (fault !== null) return this.#sendError(socket, waiting, fault)
      return session.present(waiting, answers, record)
    })
    if (opened !== null) await session.callProcessor(opened)
  }

  #sendError(socket: WebSocket, { id }: Session, error: DeviceError): null {
    sendMessage(socket, { type: 'error', session: id, error, text: deviceErrors[error] })
    return null
  }

  /** Repeats the result of the last session to a device that sends a late message about it. */
  #sendLastResult(socket: WebSocket, id: string): void {
    const last = this.#dependencies.storage.lastResult
    if (last?.result.session === id) sendMessage(socket, { type: 'result', ...last.result })
  }
}
