import { DurableObject } from 'cloudflare:workers'
import { closeCodes, deviceLimits, heartbeat } from '#contract/device'
import type { FromDevice } from '#contract/device'
import type { Bindings } from '../app/env.ts'
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
  /** Until when somebody who has typed it in has it for themselves, and who that is. */
  readonly claimedUntil: number
  readonly holder?: string
  /** What it was used for, from the moment on in which the reader may know its key. */
  readonly handed?: HandedOver
}

/** The name that a reader was given, and whether it has said that it keeps its key; null as long as that is open. */
interface HandedOver {
  readonly reader: string
  readonly isKept: boolean | null
}

/** What whoever types a code in gets: the reader that shows it, or what came of it where they were here before. */
export type Claim =
  | { readonly device: AboutDevice }
  | { readonly reader: string; readonly isKept: boolean }
  /** No reader has shown it. */
  | 'unknown'
  /** One has, but does so no longer, or somebody else has it. */
  | 'invalid'

const dayMs = 86_400_000
/** As long as registering may take. */
const claimMs = 30_000

/**
 * The meeting point of a reader that shows a code and the merchant who types it in: one object a code. It lives as long as the reader's
 * connection, ten minutes at most, and for a day it remembers that the code was shown.
 */
export class Pairing extends DurableObject<Bindings> {
  #stored: ((isKept: boolean) => void) | null = null
  #keeping: Promise<boolean> | null = null

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
    if (frame?.type === 'stored' && this.#isOpen) return this.#said(true)
    closeSocket(socket, closeCodes.messageInvalid, 'hello or stored, each in its turn')
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    // The platform leaves the answer to us: without it the reader waits for its own time-out.
    closeSocket(socket, 1000, 'closed by the reader')
    if (this.#isOpen) return this.#said(false)
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

  /**
   * Whoever has typed the code in has it for a moment, and nobody else. Who asks again, because an answer was lost, has it still, or learns
   * what came of it.
   *
   * @param holder who asks, which a repetition of the same request says again, and nobody else can
   */
  async claim(holder: string): Promise<Claim> {
    const shown = this.#shown
    if (shown === null || shown.state === 'reserved') return 'unknown'
    if (shown.handed !== undefined)
      return shown.holder === holder ? { reader: shown.handed.reader, isKept: await this.#kept() } : 'invalid'
    const now = Date.now()
    const isFree =
      shown.state === 'shown' && shown.until > now && (shown.claimedUntil <= now || shown.holder === holder)
    if (!isFree || shown.device === null || this.#socket === null) return 'invalid'
    this.ctx.storage.kv.put<Shown>('shown', { ...shown, claimedUntil: now + claimMs, holder })
    return { device: shown.device }
  }

  async release(): Promise<void> {
    const shown = this.#shown
    if (shown?.state === 'shown' && shown.handed === undefined)
      this.ctx.storage.kv.put<Shown>('shown', { ...shown, claimedUntil: 0 })
  }

  /**
   * Hands the key over, once, and waits until the reader says that it has kept it. Either way the code is used up: a reader that has not
   * shows another. Who asks again, because an answer was lost, gets the same answer.
   */
  async handOver(pair: { readonly reader: string; readonly nickname: string; readonly key: string }): Promise<boolean> {
    const shown = this.#shown
    if (shown?.handed !== undefined) return shown.handed.reader === pair.reader && this.#kept()
    const socket = this.#socket
    if (shown?.state !== 'shown' || socket === null) return false
    this.ctx.storage.kv.put<Shown>('shown', { ...shown, handed: { reader: pair.reader, isKept: null } })
    sendFrame(socket, { type: 'paired', ...pair })
    return this.#kept()
  }

  /** Whether the key was handed over, and its reader has not said yet that it keeps it. */
  get #isOpen(): boolean {
    return this.#shown?.handed?.isKept === null
  }

  /** The reader has said so, or can no longer. Also where nobody waits for it any more. */
  async #said(isKept: boolean): Promise<void> {
    if (this.#stored !== null) this.#stored(isKept)
    else await this.#use(isKept)
  }

  async #kept(): Promise<boolean> {
    if (!this.#isOpen) return this.#shown?.handed?.isKept === true
    return (this.#keeping ??= this.#waitForReader().finally(() => (this.#keeping = null)))
  }

  async #waitForReader(): Promise<boolean> {
    const isKept =
      this.#socket !== null &&
      (await new Promise<boolean>((resolve) => {
        this.#stored = resolve
        setTimeout(resolve, deviceLimits.storedMs, false)
      }))
    this.#stored = null
    await this.#use(isKept)
    return isKept
  }

  /** The code is used up. */
  async #use(isKept: boolean): Promise<void> {
    const shown = this.#shown
    if (shown?.handed === undefined) return
    await this.#become('used', dayMs, { ...shown, handed: { ...shown.handed, isKept } })
    this.#closeAll(isKept ? closeCodes.paired : closeCodes.codeExpired, isKept ? 'paired' : 'the key was not stored')
  }

  async #show(socket: WebSocket, { make, model, serialNumber, deviceId }: Extract<FromDevice, { type: 'hello' }>) {
    const code = codeOfPairing(this.ctx.id.name ?? '')
    const device = { make, model, serialNumber, deviceId: deviceId ?? null }
    await this.#become('shown', deviceLimits.codeMs, { device })
    sendFrame(socket, { type: 'code', code, expiresInMs: deviceLimits.codeMs })
  }

  get #shown(): Shown | null {
    return this.ctx.storage.kv.get<Shown>('shown') ?? null
  }

  get #socket(): WebSocket | null {
    return this.ctx.getWebSockets()[0] ?? null
  }

  async #become(
    state: Shown['state'],
    ms: number,
    known: Pick<Shown, 'device' | 'holder' | 'handed'> = { device: null },
  ) {
    const until = Date.now() + ms
    this.ctx.storage.kv.put<Shown>('shown', { ...known, state, until, claimedUntil: 0 })
    await this.ctx.storage.setAlarm(until)
  }

  #closeAll(code: number, reason: string): void {
    for (const socket of this.ctx.getWebSockets()) closeSocket(socket, code, reason)
  }
}
