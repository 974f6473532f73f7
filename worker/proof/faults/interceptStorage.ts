import { runInDurableObject } from 'cloudflare:test'

/** What an object asks of its storage: everything but reads, which cannot leave anything half done. */
const changes = {
  kv: ['put', 'delete'],
  sql: ['exec'],
  storage: ['setAlarm', 'deleteAlarm', 'deleteAll'],
} as const

type Part = keyof typeof changes
type Verbs = Record<string, (this: object, ...given: unknown[]) => unknown>

/** Says what follows for a change that an object is about to make. */
export type BeforeChange = (owner: DurableObjectState, what: string, make: () => unknown) => unknown

const partsOf = ({ storage }: DurableObjectState): Record<Part, object> => ({
  kv: storage.kv,
  sql: storage.sql,
  storage,
})

const changesRows = /^\s*(INSERT|UPDATE|DELETE)/

/**
 * Puts somebody between objects and their storage. The platform gives all objects the same ones to call, so that it is done once, and none of
 * the product has to know of it; whose storage it is they know from `know` on.
 */
export const watchStorage = async (anyObject: DurableObjectStub, beforeChange: BeforeChange) => {
  const owners = new WeakMap<object, DurableObjectState>()
  const restores: (() => void)[] = []

  await runInDurableObject(anyObject, (_object, context) => {
    for (const [part, verbs] of Object.entries(changes) as [Part, readonly string[]][]) {
      const shared = Object.getPrototypeOf(partsOf(context)[part]) as Verbs
      for (const verb of verbs) {
        const real = shared[verb]!
        shared[verb] = function (...given) {
          const owner = owners.get(this)
          const make = () => real.apply(this, given)
          const isRead = verb === 'exec' && !changesRows.test(String(given[0]))
          return owner === undefined || isRead ? make() : beforeChange(owner, `${verb} ${String(given[0])}`, make)
        }
        restores.push(() => (shared[verb] = real))
      }
    }
  })
  return {
    /** An object whose storage is watched from now on. */
    know: (object: DurableObjectStub): Promise<void> =>
      runInDurableObject(object, (_object, context) => {
        for (const part of Object.values(partsOf(context))) owners.set(part, context)
      }),
    restore: (): void => {
      for (const restore of restores) restore()
    },
  }
}
