import { runInDurableObject } from 'cloudflare:test'

/** The intercepted methods of an object's storage: all but reads, which leave nothing unfinished. */
const writeMethods = {
  kv: ['put', 'delete'],
  sql: ['exec'],
  storage: ['setAlarm', 'deleteAlarm', 'deleteAll'],
} as const

type Part = keyof typeof writeMethods
type Methods = Record<string, (this: object, ...args: unknown[]) => unknown>

/** Called in place of an object's write, which `write` performs. */
export type BeforeWrite = (owner: DurableObjectState, description: string, write: () => unknown) => unknown

const storageParts = ({ storage }: DurableObjectState): Record<Part, object> => ({
  kv: storage.kv,
  sql: storage.sql,
  storage,
})

const writesRows = /^\s*(INSERT|UPDATE|DELETE)/

/** Intercepts the storage of Durable Objects. All objects share its prototypes, so this is done once; `watch` adds an object. */
export const interceptStorage = async (anyObject: DurableObjectStub, beforeWrite: BeforeWrite) => {
  const owners = new WeakMap<object, DurableObjectState>()
  const restores: (() => void)[] = []

  await runInDurableObject(anyObject, (_object, context) => {
    for (const [part, names] of Object.entries(writeMethods) as [Part, readonly string[]][]) {
      const prototype = Object.getPrototypeOf(storageParts(context)[part]) as Methods
      for (const name of names) {
        const real = prototype[name]!
        prototype[name] = function (...args) {
          const owner = owners.get(this)
          const write = () => real.apply(this, args)
          const isRead = name === 'exec' && !writesRows.test(String(args[0]))
          return owner === undefined || isRead ? write() : beforeWrite(owner, `${name} ${String(args[0])}`, write)
        }
        restores.push(() => (prototype[name] = real))
      }
    }
  })
  return {
    /** Intercepts the storage of this object from now on. */
    watch: (object: DurableObjectStub): Promise<void> =>
      runInDurableObject(object, (_object, context) => {
        for (const part of Object.values(storageParts(context))) owners.set(part, context)
      }),
    restore: (): void => {
      for (const restore of restores) restore()
    },
  }
}
