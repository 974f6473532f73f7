import { deviceLimits } from '#contract/device'
import type { Connections } from './connections.ts'

/** What was told last of whether the reader is there. */
type Told = 'online' | 'offline'

/**
 * Whether the reader is there, and what was told of that: it is gone once it was not heard of for a minute, so one that is back sooner was
 * never gone. Milliseconds since 1970, by the platform's own clock.
 *
 * A reader that is there costs nothing: no alarm asks for it. A line that ends wakes its object, which looks again when the minute is
 * over. A line that nobody closes, because its reader has lost power or network, is closed by the platform: it ends connections that carry
 * nothing for some minutes (https://developers.cloudflare.com/fundamentals/reference/connection-limits/), and no heartbeats come. Whoever
 * asks how the reader is finds it gone before that; and where the object itself has ended, and its lines with it, that is found so, too.
 */
export class Presence {
  readonly #storage: DurableObjectStorage
  readonly #connections: Connections

  constructor({ storage }: Pick<DurableObjectState, 'storage'>, connections: Connections) {
    this.#storage = storage
    this.#connections = connections
  }

  get isOnline(): boolean {
    const { heard } = this.#connections
    return heard !== null && Date.now() - heard < deviceLimits.silenceMs
  }

  /** The reader's line is at its end. `heard`: when it was heard of last. */
  lost(heard: number): void {
    if (this.#told === 'online') this.#storage.kv.put('lost', heard)
  }

  /**
   * Looks whether something is to be told that was not, and takes it for told from then on. `lost`: nothing, but its line is gone, and there
   * is somebody to look again by `due`.
   */
  look(): Told | 'lost' | null {
    const { kv } = this.#storage
    if (this.isOnline) {
      if (this.#lostSince !== undefined) kv.delete('lost')
      if (this.#told === 'online') return null
      kv.put<Told>('told', 'online')
      return 'online'
    }
    if (this.#told !== 'online') return null
    const heard = this.#connections.heard ?? this.#lostSince
    if (heard === undefined) {
      kv.put('lost', Date.now())
      return 'lost'
    }
    if (heard + deviceLimits.silenceMs > Date.now()) return null
    kv.put<Told>('told', 'offline')
    kv.delete('lost')
    return 'offline'
  }

  /** When to look again; Infinity while nothing happens by itself. */
  get due(): number {
    if (this.#told !== 'online' || this.#connections.ready !== null) return Infinity
    return (this.#lostSince ?? Date.now()) + deviceLimits.silenceMs
  }

  get #told(): Told | undefined {
    return this.#storage.kv.get<Told>('told')
  }

  get #lostSince(): number | undefined {
    return this.#storage.kv.get<number>('lost')
  }
}
