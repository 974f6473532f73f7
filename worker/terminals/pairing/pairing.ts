import { DurableObject } from 'cloudflare:workers'
import { closeCodes, deviceLimits, heartbeat } from '#contract/terminals/device'
import type { FromDevice } from '#contract/terminals/device'
import type { Bindings } from '../../app/env.ts'
import type { CodeClaimed, PairingMessage, PairingRpc } from '../../app/objects.ts'
import { closeSocket, readFrame, sendFrame } from '../connection/frames.ts'
import { parsePairingObjectName } from '../objectNames.ts'
import { decodePairingCode, encodePairingCode } from '../stored/storedPairingCode.ts'
import type { CodeState, PairingCode, StoredPairingCode } from '../stored/storedPairingCode.ts'

const dayMs = 86_400_000
/** As long as a registration may take. */
const claimMs = 30_000

const unclaimed = { device: null, claimedUntil: 0, holder: null, handedOver: null }

/**
 * A pairing code: one object each, where the device that shows it and the merchant who types it in meet. It lives as long as the device's
 * connection, ten minutes at most, and remembers for a day that the code was shown.
 */
export class Pairing extends DurableObject<Bindings> implements PairingRpc {
  #onConfirmed: ((isKept: boolean) => void) | null = null
  #confirmation: Promise<boolean> | null = null

  constructor(context: DurableObjectState, bindings: Bindings) {
    super(context, bindings)
    // A code is shown for minutes: the device checks meanwhile whether its connection still stands.
    context.setWebSocketAutoResponse(new WebSocketRequestResponsePair(heartbeat.ask, heartbeat.answer))
  }

  /** The device's connection. 409 where the code is taken: the caller tries another. */
  override async fetch(): Promise<Response> {
    if (this.#code !== null) return new Response(null, { status: 409 })
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    await this.#enter('reserved', deviceLimits.loginMs, unclaimed)
    return new Response(null, { status: 101, webSocket: client })
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const frame = readFrame(data)
    if (frame?.type === 'hello' && this.#code?.state === 'reserved') return this.#show(socket, frame)
    if (frame?.type === 'stored' && this.#isUnconfirmed) return this.#confirm(true)
    closeSocket(socket, closeCodes.messageInvalid, 'hello or stored, each in its turn')
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    // The platform leaves the closing handshake to the object: without it the device waits for its own timeout.
    closeSocket(socket, 1000, 'closed by the reader')
    if (this.#isUnconfirmed) return this.#confirm(false)
    if (this.#code?.state === 'reserved') await this.ctx.storage.deleteAll()
    if (this.#code?.state === 'shown') await this.#enter('expired', dayMs, unclaimed)
  }

  override async alarm(): Promise<void> {
    if (this.#code?.state === 'shown') {
      await this.#enter('expired', dayMs, unclaimed)
      return this.#closeAll(closeCodes.codeExpired, 'nobody has registered the code')
    }
    this.#closeAll(closeCodes.tryAgain, 'hello did not come')
    await this.ctx.storage.deleteAll()
  }

  /**
   * Reserves the code for the request that typed it in. The same request, repeated because a response was lost, has it still, or gets the
   * outcome.
   */
  async claim(holder: string): Promise<CodeClaimed> {
    const code = this.#code
    if (code === null || code.state === 'reserved') return 'unknown'
    if (code.handedOver !== null)
      return code.holder === holder ? { reader: code.handedOver.reader, isKept: await this.#isKept() } : 'invalid'
    const now = Date.now()
    const isFree = code.state === 'shown' && code.until > now && (code.claimedUntil <= now || code.holder === holder)
    if (!isFree || code.device === null || this.#socket === null) return 'invalid'
    this.#persist({ ...code, claimedUntil: now + claimMs, holder })
    return { device: code.device }
  }

  async release(): Promise<void> {
    const code = this.#code
    if (code?.state === 'shown' && code.handedOver === null) this.#persist({ ...code, claimedUntil: 0 })
  }

  /**
   * Hands the key over, once, and waits until the device confirms that it stores it. Either way the code is used: a device that has not
   * shows another. A repeated call returns the same.
   */
  async handOver(pair: PairingMessage): Promise<boolean> {
    const code = this.#code
    if (code !== null && code.handedOver !== null) return code.handedOver.reader === pair.reader && this.#isKept()
    const socket = this.#socket
    if (code?.state !== 'shown' || socket === null) return false
    this.#persist({ ...code, handedOver: { reader: pair.reader, isKept: null } })
    sendFrame(socket, { type: 'paired', ...pair })
    return this.#isKept()
  }

  /** Whether the key was handed over, and the device has not confirmed yet that it stores it. */
  get #isUnconfirmed(): boolean {
    return this.#code?.handedOver?.isKept === null
  }

  /** The device has confirmed, or has gone. The caller may be gone as well. */
  async #confirm(isKept: boolean): Promise<void> {
    if (this.#onConfirmed !== null) this.#onConfirmed(isKept)
    else await this.#use(isKept)
  }

  async #isKept(): Promise<boolean> {
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
    await this.#use(isKept)
    return isKept
  }

  async #use(isKept: boolean): Promise<void> {
    const code = this.#code
    if (code === null || code.handedOver === null) return
    await this.#enter('used', dayMs, { ...code, claimedUntil: 0, handedOver: { ...code.handedOver, isKept } })
    this.#closeAll(isKept ? closeCodes.paired : closeCodes.codeExpired, isKept ? 'paired' : 'the key was not stored')
  }

  async #show(socket: WebSocket, { make, model, serialNumber, deviceId }: Extract<FromDevice, { type: 'hello' }>) {
    const code = parsePairingObjectName(this.ctx.id.name ?? '')
    const device = { make, model, serialNumber, deviceId: deviceId ?? null }
    await this.#enter('shown', deviceLimits.codeMs, { ...unclaimed, device })
    sendFrame(socket, { type: 'code', code, expiresInMs: deviceLimits.codeMs })
  }

  get #code(): PairingCode | null {
    const stored = this.ctx.storage.kv.get<StoredPairingCode>('shown')
    return stored === undefined ? null : decodePairingCode(stored)
  }

  get #socket(): WebSocket | null {
    return this.ctx.getWebSockets()[0] ?? null
  }

  async #enter(state: CodeState, ms: number, code: Omit<PairingCode, 'state' | 'until'>): Promise<void> {
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
