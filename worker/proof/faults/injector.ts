import type { Processor } from '../../processors/processor.ts'
import type { PlannedFault } from '../acquirer/faultPlan.ts'
import { connectionLost, interceptD1 } from '../../testing/database/interceptD1.ts'
import { interceptProcessor } from '../../testing/doubles/interceptProcessor.ts'
import { interceptStorage } from './interceptStorage.ts'
import type { BeforeWrite } from './interceptStorage.ts'

/** What a worker calls: its database, its objects, the processor and webhook receivers. `storage`: writes and alarms of its objects. */
export type Dependency = 'database' | 'objects' | 'processor' | 'fetch' | 'storage'

/**
 * A failed call: `before` its effect, or `after` it, when the response is lost. In an outage, the following calls fail in the same way and the
 * client does not retry. An object whose storage fails is aborted, as on the platform.
 */
export interface InjectedFault {
  readonly dependency: Dependency
  /** Counted from 1 for each dependency. */
  readonly call: number
  readonly when: 'before' | 'after' | 'outage before' | 'outage after'
}

/** Faults between the gateway and the acquirer, which begin with a call of the processor. */
export interface WireFault {
  readonly dependency: 'wire'
  /** Calls of the processor, counted from 1. */
  readonly call: number
  /** Its name. */
  readonly when: string
  readonly planned: readonly PlannedFault[]
}

export const isOutage = ({ when }: InjectedFault | WireFault): boolean =>
  when === 'outage before' || when === 'outage after'

/** The calls that fail in an outage: more than any request makes, with its repetitions. */
const outageCalls = 100

/** In real time. */
const abandonedAfterMs = 600

/** A reported call. */
export interface Call {
  readonly dependency: Dependency
  /** The method, or the first words of its SQL. */
  readonly description: string
}

const objectLost = (): Error => Object.assign(new Error('Network connection lost.'), { retryable: true })

const errors: Readonly<Record<Dependency, () => Error>> = {
  database: connectionLost,
  objects: objectLost,
  processor: () => new Error('Connection lost.'),
  fetch: () => new TypeError('Connection lost.'),
  storage: () => new Error('The storage failed and its object was aborted.'),
}

interface PendingCall {
  readonly since: number
  /** Whether the object that made the call may be aborted. */
  callerMayBeAborted: boolean
}

/** Calls of an aborted object never return, so they count as pending for a limited time only. */
const isPending = ({ since, callerMayBeAborted }: PendingCall): boolean =>
  !callerMayBeAborted || Date.now() - since < abandonedAfterMs

/** The first words of a statement, on one line. */
const abbreviated = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 60)

/**
 * Counts the calls of a worker and its objects, and makes one of them fail. Calls of the tests themselves are not intercepted.
 *
 * @param planFault plans a fault of the acquirer
 */
export const createFaultInjector = (planFault: (planned: PlannedFault) => void) => {
  const none: Readonly<Record<Dependency, number>> = { database: 0, objects: 0, processor: 0, fetch: 0, storage: 0 }
  const counts = { ...none }
  let calls: Call[] = []
  let fault: InjectedFault | WireFault | null = null
  let failedCall: Call | null = null
  let isCounting = false
  let failingText: string | null = null
  let started = 0
  const pendingCalls = new Set<PendingCall>()
  const countPending = (): number => [...pendingCalls].filter(isPending).length

  /** Counts a call. Returns when it fails, or null. */
  const countCall = (call: Call): 'before' | 'after' | null => {
    if (!isCounting) return null
    const { dependency } = call
    const number = ++counts[dependency]
    calls.push(call)
    if (fault?.dependency === 'wire') {
      if (dependency !== 'processor' || number !== fault.call) return null
      failedCall = call
      for (const planned of fault.planned) planFault(planned)
      return null
    }
    if (fault?.dependency !== dependency || number < fault.call) return null
    if (number >= fault.call + (isOutage(fault) ? outageCalls : 1)) return null
    failedCall ??= call
    return fault.when === 'after' || fault.when === 'outage after' ? 'after' : 'before'
  }

  const intercept = async <T>(call: Call, run: () => Promise<T>): Promise<T> => {
    const { dependency } = call
    started++
    if (failingText !== null && call.description.includes(failingText)) throw errors[dependency]()
    const when = countCall(call)
    if (when === 'before') throw errors[dependency]()
    const pending: PendingCall = { since: Date.now(), callerMayBeAborted: false }
    pendingCalls.add(pending)
    try {
      const result = await run()
      if (when === 'after') throw errors[dependency]()
      return result
    } finally {
      pendingCalls.delete(pending)
    }
  }

  const database = (real: D1Database): D1Database =>
    interceptD1(real, {
      around: ({ sql }, run) =>
        intercept({ dependency: 'database', description: sql.map(abbreviated).join('; ') }, run),
    })

  const abort = (owner: DurableObjectState): void => {
    for (const pending of pendingCalls) pending.callerMayBeAborted = true
    owner.abort('its storage failed')
  }

  /** Aborts the object before a write, or after the write is durable. */
  const beforeWrite: BeforeWrite = (owner, description, write) => {
    started++
    const when = countCall({ dependency: 'storage', description })
    if (when === 'before') {
      abort(owner)
      throw errors.storage()
    }
    const result = write()
    if (when === 'after') void owner.storage.sync().then(() => abort(owner))
    return result
  }
  let watchObject: ((object: DurableObjectStub) => Promise<void>) | null = null
  let countsStorage = false

  const stub = (real: DurableObjectStub): object =>
    new Proxy(real, {
      get: (target, member) => {
        // The method is read at the call: reading a member of a stub is a remote access.
        if (typeof member !== 'string' || member === 'then') return undefined
        return (...args: unknown[]) =>
          intercept({ dependency: 'objects', description: member }, async () => {
            if (countsStorage) await watchObject?.(target)
            try {
              return await (target as unknown as Record<string, (...args: unknown[]) => unknown>)[member]!(...args)
            } catch (error) {
              // The error that the platform throws when it resets an object: https://developers.cloudflare.com/durable-objects/best-practices/error-handling/
              throw failedCall?.dependency === 'storage' ? objectLost() : error
            }
          })
      },
    })

  const objects = <T extends Rpc.DurableObjectBranded | undefined>(
    real: DurableObjectNamespace<T>,
  ): DurableObjectNamespace<T> =>
    ({ getByName: (name: string) => stub(real.getByName(name)) }) as unknown as DurableObjectNamespace<T>

  const processor = (real: Processor): Processor =>
    interceptProcessor(real, (verb, run) => intercept({ dependency: 'processor', description: verb }, run))

  return {
    database,
    objects,
    processor,
    fetch: (real: (request: Request) => Promise<Response>) => (request: Request) =>
      intercept({ dependency: 'fetch', description: 'a delivery' }, () => real(request)),
    /** Intercepts the storage of objects. Returns a function that restores it. */
    interceptStorage: async (anyObject: DurableObjectStub): Promise<() => void> => {
      const { watch, restore } = await interceptStorage(anyObject, beforeWrite)
      watchObject = watch
      return restore
    },
    /**
     * Starts counting, and makes one call fail.
     *
     * @param withStorage whether to count writes to the storage of objects
     */
    begin: (injected: InjectedFault | WireFault | null, withStorage: boolean): void => {
      countsStorage = withStorage
      Object.assign(counts, none)
      calls = []
      failedCall = null
      fault = injected
      isCounting = true
    },
    /** Stops counting and all faults. Returns the counted calls. */
    end: (): readonly Call[] => {
      isCounting = false
      countsStorage = false
      fault = null
      return calls
    },
    /** Whether the client does not retry: an outage has begun. */
    get isClientGone(): boolean {
      return fault !== null && isOutage(fault) && failedCall !== null
    },
    /** The call that failed; null if none has. */
    get failedCall(): Call | null {
      return failedCall
    },
    /** Makes each call whose description contains `text` fail while `run` runs, to leave its work unfinished. */
    whileFailing: async (text: string, run: () => Promise<unknown>): Promise<void> => {
      failingText = text
      await run().finally(() => (failingText = null))
    },
    /** Resolves when no call is pending and none follows. */
    idle: async (): Promise<void> => {
      let startedBefore = -1
      for (let calm = 0; calm < 3;) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        calm = countPending() === 0 && started === startedBefore ? calm + 1 : 0
        startedBefore = started
      }
    },
    /** The number of started calls, and of calls that are pending. */
    get traffic(): { readonly started: number; readonly pending: number } {
      return { started, pending: countPending() }
    },
  }
}
