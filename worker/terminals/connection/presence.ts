import { deviceLimits } from '#contract/terminals/device'
import type { Connections } from './connections.ts'
import type { PresenceState, TerminalStorage } from '../stored/terminalStorage.ts'

/**
 * Whether the device is online, and which presence was published last. A device is offline after a minute of silence, so a shorter gap
 * sends no event. Times are milliseconds since 1970, by the platform's clock.
 *
 * No alarm polls a connected device. A closed connection wakes the object, which checks again after a minute. A connection that ends without
 * a close (power or network loss) is closed by the platform after some minutes without traffic
 * (https://developers.cloudflare.com/fundamentals/reference/connection-limits/); until then a status request detects the missing heartbeats.
 * The same check detects connections that ended together with the object.
 */
export class Presence {
  readonly #storage: TerminalStorage
  readonly #connections: Connections

  constructor(storage: TerminalStorage, connections: Connections) {
    this.#storage = storage
    this.#connections = connections
  }

  get isOnline(): boolean {
    const { lastSeen } = this.#connections
    return lastSeen !== null && Date.now() - lastSeen < deviceLimits.silenceMs
  }

  /** Records the end of the device's connection. @param lastSeen when it last sent anything */
  recordDisconnect(lastSeen: number): void {
    if (this.#storage.publishedPresence === 'online') this.#storage.disconnectedSince = lastSeen
  }

  /**
   * Returns the presence to publish and stores it as published. Returns `lost` if the connection is gone for less than a minute: check
   * again at `due`.
   */
  check(): PresenceState | 'lost' | null {
    const storage = this.#storage
    if (this.isOnline) {
      if (storage.disconnectedSince !== null) storage.disconnectedSince = null
      if (storage.publishedPresence === 'online') return null
      return (storage.publishedPresence = 'online')
    }
    if (storage.publishedPresence !== 'online') return null
    const lastSeen = this.#connections.lastSeen ?? storage.disconnectedSince
    if (lastSeen === null) {
      storage.disconnectedSince = Date.now()
      return 'lost'
    }
    if (lastSeen + deviceLimits.silenceMs > Date.now()) return null
    storage.publishedPresence = 'offline'
    storage.disconnectedSince = null
    return 'offline'
  }

  /** When to check again; Infinity unless a connection is lost. */
  get due(): number {
    if (this.#storage.publishedPresence !== 'online' || this.#connections.authenticated !== null) return Infinity
    return (this.#storage.disconnectedSince ?? Date.now()) + deviceLimits.silenceMs
  }
}
