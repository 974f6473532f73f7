import { DurableObject } from 'cloudflare:workers'
import { closeCodes, deviceLimits, heartbeat } from '#contract/device'
import type { FromDevice } from '#contract/device'
import type { Bindings } from '../env.ts'
import { closeSocket, readFrame, sendFrame } from './frames.ts'
import { codeOfPairing } from './names.ts'

/** What a reader says of itself. */
export interface AboutDevice {
  readonly make: string
  readonly model: string
  readonly serialNumber: string
  readonly deviceId: string | null
}

/**
 * A code in its life: `reserved` for a connection that has not said hello yet, `shown` on a screen, then `used` or `expired`. Times are
 * milliseconds since 1970.
 */
interface Shown {
  readonly state: 'reserved' | 'shown' | 'used' | 'expired'
  /** When the state ends by itself: the reservation, the code, or the memory of it. */
  readonly until: number
  readonly device: AboutDevice | null
  /** Until when somebody who has typed it in has it for themselves. */
  readonly claimedUntil: number
}

const dayMs = 86_400_000
/** As long as registering may take. */
const claimMs = 30_000

/**
 * The meeting point of a reader that shows a code and the merchant who types it in: one object a code. It lives as long as the reader's
 * connection, ten minutes at most, and for a day it remembers that the code was shown.
 */
export class Pairing extends DurableObject<Bindings> {
  #stored: ((kept: boolean) => void) | null = null

  constructor(context: DurableObjectState, bindings: Bindings) {
    super(context, bindings)
    // A code is shown for minutes: the reader asks meanwhile whether the line still stands.
    context.setWebSocketAutoResponse(new WebSocketRequestResponsePair(heartbeat.ask, heartbeat.answer))
  }

  /** The reader's connection. 409 where the code is taken: the caller tries another. */
  override async fetch(): Promise<Response> {
    if (this.#shown !== null) return new Response(null, { status: 409 })
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    await this.#become('reserved', deviceLimits.loginMs)
    return new Response(null, { status: 101, webSocket: client })
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const frame = readFrame(data)
    if (frame?.type === 'hello' && this.#shown?.state === 'reserved') return this.#show(socket, frame)
    if (frame?.type === 'stored' && this.#stored !== null) return this.#stored(true)
    closeSocket(socket, closeCodes.messageInvalid, 'hello or stored, each in its turn')
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    // The platform leaves the answer to us: without it the reader waits for its own time-out.
    closeSocket(socket, 1000, 'closed by the reader')
    this.#stored?.(false)
    if (this.#shown?.state === 'reserved') await this.ctx.storage.deleteAll()
    if (this.#shown?.state === 'shown') await this.#become('expired', dayMs)
  }

  override async alarm(): Promise<void> {
    const state = this.#shown?.state
    if (state === 'shown') {
      await this.#become('expired', dayMs)
      return this.#closeAll(closeCodes.codeExpired, 'nobody has registered the code')
    }
    this.#closeAll(closeCodes.tryAgain, 'hello did not come')
    await this.ctx.storage.deleteAll()
  }

  /** Whoever has typed the code in has it for a moment, and nobody else. `unknown` where no reader has shown it. */
  async claim(): Promise<AboutDevice | 'unknown' | 'invalid'> {
    const shown = this.#shown
    if (shown === null || shown.state === 'reserved') return 'unknown'
    const now = Date.now()
    const isFree = shown.state === 'shown' && shown.until > now && shown.claimedUntil <= now
    if (!isFree || shown.device === null || this.#socket === null) return 'invalid'
    this.ctx.storage.kv.put('shown', { ...shown, claimedUntil: now + claimMs })
    return shown.device
  }

  async release(): Promise<void> {
    const shown = this.#shown
    if (shown?.state === 'shown') this.ctx.storage.kv.put('shown', { ...shown, claimedUntil: 0 })
  }

  /**
   * Hands the key over, and waits until the reader says that it has kept it. Either way the code is used up: a reader that has not shows
   * another.
   */
  async handOver(pair: { readonly reader: string; readonly nickname: string; readonly key: string }): Promise<boolean> {
    const socket = this.#socket
    if (this.#shown?.state !== 'shown' || socket === null) return false
    const kept = await new Promise<boolean>((resolve) => {
      this.#stored = resolve
      setTimeout(resolve, deviceLimits.storedMs, false)
      sendFrame(socket, { type: 'paired', ...pair })
    })
    this.#stored = null
    await this.#become('used', dayMs)
    this.#closeAll(kept ? closeCodes.paired : closeCodes.codeExpired, kept ? 'paired' : 'the key was not stored')
    return kept
  }

  async #show(socket: WebSocket, { make, model, serialNumber, deviceId }: Extract<FromDevice, { type: 'hello' }>) {
    const code = codeOfPairing(this.ctx.id.name ?? '')
    await this.#become('shown', deviceLimits.codeMs, { make, model, serialNumber, deviceId: deviceId ?? null })
    sendFrame(socket, { type: 'code', code, expiresInMs: deviceLimits.codeMs })
  }

  get #shown(): Shown | null {
    return this.ctx.storage.kv.get<Shown>('shown') ?? null
  }

  get #socket(): WebSocket | null {
    return this.ctx.getWebSockets()[0] ?? null
  }

  async #become(state: Shown['state'], ms: number, device: AboutDevice | null = null): Promise<void> {
    const until = Date.now() + ms
    this.ctx.storage.kv.put<Shown>('shown', { state, until, device, claimedUntil: 0 })
    await this.ctx.storage.setAlarm(until)
  }

  #closeAll(code: number, reason: string): void {
    for (const socket of this.ctx.getWebSockets()) closeSocket(socket, code, reason)
  }
}
