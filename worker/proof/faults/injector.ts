import type { Processor } from '../../processors/processor.ts'
import { connectionLost, interceptD1 } from '../../testing/database/interceptD1.ts'
import { interceptProcessor } from '../../testing/doubles/interceptProcessor.ts'
import { watchStorage } from './interceptStorage.ts'
import type { BeforeChange } from './interceptStorage.ts'

/**
 * What a worker asks outside of itself: its database, its objects, the processor, and receivers of webhooks; and what its objects ask of
 * their storage, alarms among it.
 */
export type OutsideKind = 'database' | 'objects' | 'processor' | 'fetch' | 'storage'

/**
 * One call that fails: it is never made, or it is, and its answer is lost. Or it is the first of some that fail in one of these ways, and the
 * client does not come back: what stood by then is all that there is. An object whose storage fails ends with it, as the platform has it.
 */
export interface Fault {
  readonly kind: OutsideKind
  /** Counted from 1, among the calls of its kind. */
  readonly call: number
  readonly when: 'before' | 'after' | 'away' | 'unheard'
}

/** Whether a fault lasts: whoever asked goes away. */
export const lasts = ({ when }: Fault): boolean => when === 'away' || when === 'unheard'

/** How many calls fail where the other side is away: more than any request tries. */
const callsAway = 10

/** In real time. */
const givenUpMs = 600

/** A call as it is reported: which it was, in words of the source. */
export interface Called {
  readonly kind: OutsideKind
  readonly what: string
}

/** What an object's caller is told when the way to it breaks. */
const objectLost = (): Error => Object.assign(new Error('Network connection lost.'), { retryable: true })

const lost: Readonly<Record<OutsideKind, () => Error>> = {
  database: connectionLost,
  objects: objectLost,
  processor: () => new Error('Connection lost.'),
  fetch: () => new TypeError('Connection lost.'),
  storage: () => new Error('The storage has failed, and its object with it.'),
}

/** A call that has not ended: when it began, and whether the object that made it may have ended. */
interface Going {
  readonly since: number
  isOfDead: boolean
}

/** What an object had asked that ended never answers anybody: it is given up after a while. */
const isUnderWay = ({ since, isOfDead }: Going): boolean => !isOfDead || Date.now() - since < givenUpMs

/** The beginning of a statement that writes or asks, on one line. */
const inShort = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 60)

/**
 * Counts the calls that a worker and its objects make, and lets one of them fail. What tests do themselves goes to the real parts and is
 * not counted.
 */
export const watchOutside = () => {
  const none: Readonly<Record<OutsideKind, number>> = { database: 0, objects: 0, processor: 0, fetch: 0, storage: 0 }
  const counts = { ...none }
  let calls: Called[] = []
  let fault: Fault | null = null
  let met: Called | null = null
  let isCounting = false
  let failing: string | null = null
  let begun = 0
  /** Calls that have not ended. */
  const open = new Set<Going>()
  const goingNow = (): number => [...open].filter(isUnderWay).length

  /** Counts a call, and says when it fails; null where it does not. */
  const counted = (called: Called): 'before' | 'after' | null => {
    if (!isCounting) return null
    const { kind } = called
    const call = ++counts[kind]
    calls.push(called)
    if (fault?.kind !== kind || call < fault.call) return null
    if (call >= fault.call + (lasts(fault) ? callsAway : 1)) return null
    met ??= called
    return fault.when === 'after' || fault.when === 'unheard' ? 'after' : 'before'
  }

  const pass = async <T>(called: Called, work: () => Promise<T>): Promise<T> => {
    const { kind } = called
    begun++
    if (failing !== null && called.what.includes(failing)) throw lost[kind]()
    const when = counted(called)
    if (when === 'before') throw lost[kind]()
    const going: Going = { since: Date.now(), isOfDead: false }
    open.add(going)
    try {
      const result = await work()
      if (when === 'after') throw lost[kind]()
      return result
    } finally {
      open.delete(going)
    }
  }

  const database = (real: D1Database): D1Database =>
    interceptD1(real, {
      around: ({ sql }, run) => pass({ kind: 'database', what: sql.map(inShort).join('; ') }, run),
    })

  const end = (owner: DurableObjectState): void => {
    for (const going of open) going.isOfDead = true
    owner.abort('its storage has failed')
  }

  /** An object ends before a change of its storage, which is not made then, or once it is made for good. */
  const beforeChange: BeforeChange = (owner, what, make) => {
    begun++
    const called: Called = { kind: 'storage', what }
    const when = counted(called)
    if (when === 'before') {
      end(owner)
      throw lost.storage()
    }
    const made = make()
    if (when === 'after') void owner.storage.sync().then(() => end(owner))
    return made
  }
  let know: ((object: DurableObjectStub) => Promise<void>) | null = null
  let isOfStorage = false

  const stub = (real: DurableObjectStub): object =>
    new Proxy(real, {
      get: (target, member) => {
        // Not taken out first: what a stub has is itself a way to the object.
        if (typeof member !== 'string' || member === 'then') return undefined
        return (...given: unknown[]) =>
          pass({ kind: 'objects', what: member }, async () => {
            if (isOfStorage) await know?.(target)
            try {
              return await (target as unknown as Record<string, (...given: unknown[]) => unknown>)[member]!(...given)
            } catch (thrown) {
              // An object that has ended by the platform's fault is reported as one: https://developers.cloudflare.com/durable-objects/best-practices/error-handling/
              throw met?.kind === 'storage' ? objectLost() : thrown
            }
          })
      },
    })

  const objects = <T extends Rpc.DurableObjectBranded | undefined>(
    real: DurableObjectNamespace<T>,
  ): DurableObjectNamespace<T> =>
    ({ getByName: (name: string) => stub(real.getByName(name)) }) as unknown as DurableObjectNamespace<T>

  const processor = (real: Processor): Processor =>
    interceptProcessor(real, (verb, run) => pass({ kind: 'processor', what: verb }, run))

  return {
    database,
    objects,
    processor,
    fetch: (real: (request: Request) => Promise<Response>) => (request: Request) =>
      pass({ kind: 'fetch', what: 'a delivery' }, () => real(request)),
    /** Watches the storage of objects, too. Answers how to stop that. */
    storageOf: async (anyObject: DurableObjectStub): Promise<() => void> => {
      const watched = await watchStorage(anyObject, beforeChange)
      ;({ know } = watched)
      return watched.restore
    },
    /**
     * Counts from here on, and lets one call fail.
     *
     * @param hasStorage whether what objects ask of their storage counts
     */
    begin: (wanted: Fault | null, hasStorage: boolean): void => {
      isOfStorage = hasStorage
      Object.assign(counts, none)
      calls = []
      met = null
      fault = wanted
      isCounting = true
    },
    /** Counts no more; everything works again. Answers the calls that were counted. */
    end: (): readonly Called[] => {
      isCounting = false
      isOfStorage = false
      fault = null
      return calls
    },
    /** Whether whoever asks now goes away once nothing can be told. */
    get isAway(): boolean {
      return fault !== null && lasts(fault) && met !== null
    },
    /** The call that failed; null while none has. */
    get met(): Called | null {
      return met
    },
    /** Every call whose words have these fails, until it is over: for a step that prepares something half done. */
    whileFailing: async (words: string, work: () => Promise<unknown>): Promise<void> => {
      failing = words
      await work().finally(() => (failing = null))
    },
    /** Until nothing is under way, and nothing follows from what was. */
    rests: async (): Promise<void> => {
      let seen = -1
      for (let calm = 0; calm < 3;) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        calm = goingNow() === 0 && begun === seen ? calm + 1 : 0
        seen = begun
      }
    },
    /** How many calls have begun, and how many of them have not ended: what a test waits by. */
    get traffic(): { readonly begun: number; readonly going: number } {
      return { begun, going: goingNow() }
    },
  }
}
