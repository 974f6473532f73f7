import { deviceLimits } from '#contract/terminals/device'
import type { Connections } from './connections.ts'
import type { PresenceState, TerminalStorage } from '../stored/terminalStorage.ts'

/**
 * Whether the device is connected, and which presence was announced last: it is offline after a minute of silence, so a shorter gap is not
 * announced. Milliseconds since 1970, by the platform's own clock.
 *
 * A connected device costs nothing: no alarm polls it. A connection that ends wakes the object, which checks again after a minute. One that
 * ends without a close, because the device lost power or network, is closed by the platform after some minutes without traffic
 * (https://developers.cloudflare.com/fundamentals/reference/connection-limits/), and a status request before that finds the heartbeats
 * missing. The same check finds connections that ended together with the object.
 */
export class Presence {
  readonly #storage: TerminalStorage
  readonly #connections: Connections

  constructor(storage: TerminalStorage, connections: Connections) {
    this.#storage = storage
    this.#connections = connections
  }

  get isOnline(): boolean {
    const { lastSeen: heard } = this.#connections
    return heard !== null && Date.now() - heard < deviceLimits.silenceMs
  }

  /** The device's connection has ended. @param heard when the device was heard of last */
  recordLoss(heard: number): void {
    if (this.#storage.announcedPresence === 'online') this.#storage.lostSince = heard
  }

  /**
   * Returns a presence that is to be announced, and stores it as announced. `lost`: nothing to announce yet, but the connection is gone, and
   * `due` says when to check again.
   */
  check(): PresenceState | 'lost' | null {
    const storage = this.#storage
    if (this.isOnline) {
      if (storage.lostSince !== null) storage.lostSince = null
      if (storage.announcedPresence === 'online') return null
      return (storage.announcedPresence = 'online')
    }
    if (storage.announcedPresence !== 'online') return null
    const heard = this.#connections.lastSeen ?? storage.lostSince
    if (heard === null) {
      storage.lostSince = Date.now()
      return 'lost'
    }
    if (heard + deviceLimits.silenceMs > Date.now()) return null
    storage.announcedPresence = 'offline'
    storage.lostSince = null
    return 'offline'
  }

  /** When to check again; Infinity while no connection is lost. */
  get due(): number {
    if (this.#storage.announcedPresence !== 'online' || this.#connections.authenticated !== null) return Infinity
    return (this.#storage.lostSince ?? Date.now()) + deviceLimits.silenceMs
  }
}
