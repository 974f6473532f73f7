import type { Processor } from '../../processors/processor.ts'
import { rememberTexts } from '../statementTexts.ts'

/** What a worker asks outside of itself: its database, its objects, the processor, and receivers of webhooks. */
export const outsideKinds = ['database', 'objects', 'processor', 'fetch'] as const
export type OutsideKind = (typeof outsideKinds)[number]

/** One call that fails: it is never made, or it is, and its answer is lost. */
export interface Fault {
  readonly kind: OutsideKind
  /** Counted from 1, among the calls of its kind. */
  readonly call: number
  readonly when: 'before' | 'after'
}

/** A call as it is reported: which it was, in words of the source. */
export interface Called {
  readonly kind: OutsideKind
  readonly what: string
}

/** What an object's caller is told when the way to it breaks. */
const objectLost = (): Error => Object.assign(new Error('Network connection lost.'), { retryable: true })

const lost: Readonly<Record<OutsideKind, () => Error>> = {
  database: () => new Error('D1_ERROR: Network connection lost.'),
  objects: objectLost,
  processor: () => new Error('Connection lost.'),
  fetch: () => new TypeError('Connection lost.'),
}

/** The beginning of a statement that writes or asks, on one line. */
const inShort = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 60)

/**
 * Counts the calls that a worker and its objects make, and lets one of them fail. What tests do themselves goes to the real parts and is
 * not counted.
 */
export const watchOutside = () => {
  const counts: Record<OutsideKind, number> = { database: 0, objects: 0, processor: 0, fetch: 0 }
  let calls: Called[] = []
  let fault: Fault | null = null
  let met: Called | null = null
  let isCounting = false
  let failing: string | null = null
  let begun = 0
  let going = 0

  const pass = async <T>(called: Called, work: () => Promise<T>): Promise<T> => {
    const { kind } = called
    begun++
    if (failing !== null && called.what.includes(failing)) throw lost[kind]()
    const call = isCounting ? ++counts[kind] : 0
    if (isCounting) calls.push(called)
    const when = isCounting && fault !== null && fault.kind === kind && fault.call === call ? fault.when : null
    if (when !== null) met = called
    if (when === 'before') throw lost[kind]()
    going++
    try {
      const result = await work()
      if (when === 'after') throw lost[kind]()
      return result
    } finally {
      going--
    }
  }

  const database = (real: D1Database): D1Database => {
    const { prepare, textOf } = rememberTexts(real)
    return new Proxy(real, {
      get: (target, member) => {
        if (member === 'prepare') return prepare
        if (member === 'batch')
          return (statements: D1PreparedStatement[]) =>
            pass({ kind: 'database', what: statements.map((one) => inShort(textOf(one))).join('; ') }, () =>
              target.batch(statements),
            )
        const value: unknown = Reflect.get(target, member)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  const stub = (real: object): object =>
    new Proxy(real, {
      get: (target, member) => {
        // Not taken out first: what a stub has is itself a way to the object.
        if (typeof member !== 'string' || member === 'then') return undefined
        return (...given: unknown[]) =>
          pass({ kind: 'objects', what: member }, async () =>
            (target as Record<string, (...given: unknown[]) => unknown>)[member]!(...given),
          )
      },
    })

  const objects = <T extends Rpc.DurableObjectBranded | undefined>(
    real: DurableObjectNamespace<T>,
  ): DurableObjectNamespace<T> =>
    ({ getByName: (name: string) => stub(real.getByName(name)) }) as unknown as DurableObjectNamespace<T>

  const asked =
    <Args extends unknown[], Result>(what: string, verb: (...args: Args) => Promise<Result>) =>
    (...args: Args) =>
      pass({ kind: 'processor', what }, () => verb(...args))

  const processor = (real: Processor): Processor => ({
    ...real,
    authorize: asked('authorize', real.authorize),
    capture: asked('capture', real.capture),
    void: asked('void', real.void),
    credit: asked('credit', real.credit),
    reverse: asked('reverse', real.reverse),
  })

  return {
    database,
    objects,
    processor,
    fetch: (real: (request: Request) => Promise<Response>) => (request: Request) =>
      pass({ kind: 'fetch', what: 'a delivery' }, () => real(request)),
    /** Counts from here on, and lets one call fail. */
    begin: (wanted: Fault | null): void => {
      Object.assign(counts, { database: 0, objects: 0, processor: 0, fetch: 0 })
      calls = []
      met = null
      fault = wanted
      isCounting = true
    },
    /** Counts no more; everything works again. Answers the calls that were counted. */
    end: (): readonly Called[] => {
      isCounting = false
      fault = null
      return calls
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
        calm = going === 0 && begun === seen ? calm + 1 : 0
        seen = begun
      }
    },
    /** How many calls have begun, and how many of them have not ended: what a test waits by. */
    get traffic(): { readonly begun: number; readonly going: number } {
      return { begun, going }
    },
  }
}

export type Outside = ReturnType<typeof watchOutside>
