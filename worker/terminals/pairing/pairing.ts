import { DurableObject } from 'cloudflare:workers'
import { closeCodes, deviceLimits, heartbeat } from '#contract/terminals/device'
import type { DeviceMessage } from '#contract/terminals/device'
import type { Bindings } from '../../app/env.ts'
import type { PairingClaim, PairingMessage, PairingRpc } from '../../app/objects.ts'
import { closeSocket, parseMessage, sendMessage } from '../connection/messages.ts'
import { parsePairingObjectName } from '../objectNames.ts'
import { decodePairingCode, encodePairingCode } from '../stored/storedPairingCode.ts'
import type { CodeState, PairingCode, StoredPairingCode } from '../stored/storedPairingCode.ts'

const dayMs = 86_400_000
/** How long a claim reserves the code: the longest duration of a registration. */
const claimMs = 30_000

const unclaimed = { device: null, claimedUntil: 0, holder: null, handedOver: null, refused: 0 }

/**
 * One object per pairing code. It connects the device that shows the code with the request that registers it. The code is valid as long as
 * the device's connection, at most ten minutes. For a day it is then rejected as used or expired.
 */
export class Pairing extends DurableObject<Bindings> implements PairingRpc {
  #onConfirmed: ((isKept: boolean) => void) | null = null
  #confirmation: Promise<boolean> | null = null

  constructor(context: DurableObjectState, bindings: Bindings) {
    super(context, bindings)
    // A device shows a code for minutes and checks its connection meanwhile.
    context.setWebSocketAutoResponse(new WebSocketRequestResponsePair(heartbeat.request, heartbeat.reply))
  }

  /** Accepts the device's connection. 409 if the code is in use: the caller retries with another code. */
  override async fetch(): Promise<Response> {
    if (this.#code !== null) return new Response(null, { status: 409 })
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    await this.#setState('reserved', deviceLimits.loginMs, unclaimed)
    return new Response(null, { status: 101, webSocket: client })
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const message = parseMessage(data)
    if (message?.type === 'hello' && this.#code?.state === 'reserved') return this.#showCode(socket, message)
    if (message?.type === 'stored' && this.#isUnconfirmed) return this.#confirm(true)
    closeSocket(socket, closeCodes.messageInvalid, 'invalid or unexpected message')
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    // The platform leaves the closing handshake to the object. Without it the device waits for its own time-out.
    closeSocket(socket, 1000, 'closed by the device')
    if (this.#isUnconfirmed) return this.#confirm(false)
    if (this.#code?.state === 'reserved') await this.ctx.storage.deleteAll()
    if (this.#code?.state === 'shown') await this.#setState('expired', dayMs, unclaimed)
  }

  override async alarm(): Promise<void> {
    if (this.#code?.state === 'shown') {
      await this.#setState('expired', dayMs, unclaimed)
      return this.#closeAll(closeCodes.codeExpired, 'the code has expired')
    }
    this.#closeAll(closeCodes.tryAgain, 'hello timed out')
    await this.ctx.storage.deleteAll()
  }

  /**
   * Reserves the code for a registration request. If the same request is repeated, because a response was lost, it keeps the reservation or
   * gets the stored outcome.
   *
   * A wrong device id looks like the code of no device, and a few of them end the code: else it could be found first, and its device id then.
   */
  async claim(holder: string, deviceId: string | null): Promise<PairingClaim> {
    const code = this.#code
    if (code === null || code.state === 'reserved') return 'unknown'
    if (code.handedOver !== null)
      return code.holder === holder
        ? { reader: code.handedOver.reader, isKept: await this.#awaitConfirmation() }
        : 'invalid'
    const now = Date.now()
    const isFree = code.state === 'shown' && code.until > now && (code.claimedUntil <= now || code.holder === holder)
    if (!isFree || code.device === null || this.#socket === null) return 'invalid'
    const { deviceId: known } = code.device
    if (deviceId !== null && known !== null && deviceId.toUpperCase() !== known.toUpperCase()) return this.#refuse(code)
    this.#persist({ ...code, claimedUntil: now + claimMs, holder })
    return { device: code.device }
  }

  async #refuse(code: PairingCode): Promise<'unknown'> {
    const refused = code.refused + 1
    if (refused < deviceLimits.codeTries) this.#persist({ ...code, refused })
    else {
      await this.#setState('expired', dayMs, unclaimed)
      this.#closeAll(closeCodes.codeExpired, 'the code has expired')
    }
    return 'unknown'
  }

  async release(): Promise<void> {
    const code = this.#code
    if (code?.state === 'shown' && code.handedOver === null) this.#persist({ ...code, claimedUntil: 0 })
  }

  /**
   * Sends the key to the device, once, and waits until the device confirms that it is stored. The code is used either way: an unconfirmed
   * device shows another. A repeated call returns the same result.
   */
  async handOver(pair: PairingMessage): Promise<boolean> {
    const code = this.#code
    if (code !== null && code.handedOver !== null)
      return code.handedOver.reader === pair.reader && this.#awaitConfirmation()
    const socket = this.#socket
    if (code?.state !== 'shown' || socket === null) return false
    this.#persist({ ...code, handedOver: { reader: pair.reader, isKept: null } })
    sendMessage(socket, { type: 'paired', ...pair })
    return this.#awaitConfirmation()
  }

  /** Whether the key was sent and the device has not confirmed yet. */
  get #isUnconfirmed(): boolean {
    return this.#code?.handedOver?.isKept === null
  }

  /** Called when the device confirms or disconnects. The waiting request may be gone by then. */
  async #confirm(isKept: boolean): Promise<void> {
    if (this.#onConfirmed !== null) this.#onConfirmed(isKept)
    else await this.#markUsed(isKept)
  }

  async #awaitConfirmation(): Promise<boolean> {
    if (!this.#isUnconfirmed) return this.#code?.handedOver?.isKept === true
    return (this.#confirmation ??= this.#waitForDevice().finally(() => (this.#confirmation = null)))
  }

  async #waitForDevice(): Promise<boolean> {
    const isKept =
      this.#socket !== null &&
      (await new Promise<boolean>((resolve) => {
        this.#onConfirmed = resolve
        setTimeout(resolve, deviceLimits.storedMs, false)
      }))
    this.#onConfirmed = null
    await this.#markUsed(isKept)
    return isKept
  }

  async #markUsed(isKept: boolean): Promise<void> {
    const code = this.#code
    if (code === null || code.handedOver === null) return
    await this.#setState('used', dayMs, { ...code, claimedUntil: 0, handedOver: { ...code.handedOver, isKept } })
    this.#closeAll(isKept ? closeCodes.paired : closeCodes.codeExpired, isKept ? 'paired' : 'the key was not stored')
  }

  async #showCode(
    socket: WebSocket,
    { make, model, serialNumber, deviceId }: Extract<DeviceMessage, { type: 'hello' }>,
  ) {
    const code = parsePairingObjectName(this.ctx.id.name ?? '')
    const device = { make, model, serialNumber, deviceId: deviceId ?? null }
    await this.#setState('shown', deviceLimits.codeMs, { ...unclaimed, device })
    sendMessage(socket, { type: 'code', code, expiresInMs: deviceLimits.codeMs })
  }

  get #code(): PairingCode | null {
    const stored = this.ctx.storage.kv.get<StoredPairingCode>('shown')
    return stored === undefined ? null : decodePairingCode(stored)
  }

  get #socket(): WebSocket | null {
    return this.ctx.getWebSockets()[0] ?? null
  }

  async #setState(state: CodeState, ms: number, code: Omit<PairingCode, 'state' | 'until'>): Promise<void> {
    const until = Date.now() + ms
    this.#persist({ ...code, state, until })
    await this.ctx.storage.setAlarm(until)
  }

  #persist(code: PairingCode): void {
    this.ctx.storage.kv.put('shown', encodePairingCode(code))
  }

  #closeAll(code: number, reason: string): void {
    for (const socket of this.ctx.getWebSockets()) closeSocket(socket, code, reason)
  }
}
