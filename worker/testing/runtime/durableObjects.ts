import { DatabaseSync } from 'node:sqlite'
import { deserialize, serialize } from 'node:v8'
import type { Bindings } from '../../app/env.ts'
import type { SqlValue } from '../../store/sql/database.ts'
import { asInvocation } from '../database/invocation.ts'

/**
 * Durable Objects in Node, as far as the gateway needs them: one instance per name, calls with copied arguments and results, storage on
 * SQLite, alarms by the real clock. There are no WebSockets and no input or output gates: writes take effect immediately, and calls are not
 * serialized. Tests of these run in workerd only.
 */

type Class = new (context: DurableObjectState, bindings: Bindings) => object
type Methods = Readonly<Record<string, (...args: unknown[]) => unknown>>

interface ClassSource {
  /** Loaded at the first call, since few tests use objects. */
  readonly load: () => Promise<Class>
  readonly bindings: () => Bindings
}

/** The original timers, which tests may replace. */
const { setTimeout, clearTimeout } = globalThis

/** The delay before a failed alarm is retried. */
const alarmRetryMs = 2_000
/** The longest delay of setTimeout. */
const longestTimerMs = 2 ** 31 - 1

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

class KeyValueStorage {
  readonly #sqlite: DatabaseSync

  constructor(sqlite: DatabaseSync) {
    sqlite.exec('CREATE TABLE _cf_KV (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID')
    this.#sqlite = sqlite
  }

  get(key: string): unknown {
    const [row] = this.#sqlite.prepare('SELECT value FROM _cf_KV WHERE key = ?').all(key)
    return row === undefined ? undefined : deserialize(row['value'] as Uint8Array)
  }

  put(key: string, value: unknown): void {
    this.#sqlite.prepare('INSERT OR REPLACE INTO _cf_KV VALUES (?, ?)').all(key, serialize(value))
  }

  delete(key: string): boolean {
    return this.#sqlite.prepare('DELETE FROM _cf_KV WHERE key = ? RETURNING key').all(key).length > 0
  }

  list(): [string, unknown][] {
    const rows = this.#sqlite.prepare('SELECT key, value FROM _cf_KV ORDER BY key').all()
    return rows.map(({ key, value }) => [key as string, deserialize(value as Uint8Array)])
  }
}

/** An instance with its context. Once it has ended, its storage throws. */
interface Instance {
  readonly context: DurableObjectState
  readonly instance: Promise<object>
  end(): void
}

/** One object: its storage, its alarm and, after the first call, its instance. */
class TestObject {
  #sqlite = new DatabaseSync(':memory:')
  #kv = new KeyValueStorage(this.#sqlite)
  #alarm: { readonly at: number; readonly timer: ReturnType<typeof setTimeout> } | null = null
  #current: Instance | null = null
  readonly #name: string
  readonly #source: ClassSource

  constructor(name: string, source: ClassSource) {
    this.#name = name
    this.#source = source
  }

  get running(): Instance {
    return (this.#current ??= this.#start())
  }

  /** Ends the object. Returns its storage as the bytes of a SQLite file. */
  destroy(): Uint8Array {
    this.#clearAlarm()
    this.end()
    return this.#sqlite.serialize()
  }

  #clearAlarm(): void {
    if (this.#alarm !== null) clearTimeout(this.#alarm.timer)
    this.#alarm = null
  }

  /** Runs the alarm now. Returns false if none is set. */
  async runAlarm(): Promise<boolean> {
    if (this.#alarm === null) return false
    this.#clearAlarm()
    await this.call('alarm')
    return true
  }

  /** Calls a method, as an invocation of its own. */
  call(method: string, ...args: readonly unknown[]): Promise<unknown> {
    return asInvocation(async () => ((await this.running.instance) as Methods)[method]!(...args))
  }

  /** Ends the instance; the next call starts a new one. */
  end(): void {
    this.#current?.end()
    this.#current = null
  }

  #start(): Instance {
    let hasEnded = false
    const active = (): this => {
      if (hasEnded) throw new Error('This instance of the object has ended.')
      return this
    }
    const storage = {
      get kv() {
        return active().#kv
      },
      sql: { exec: (text: string, ...values: SqlValue[]) => active().#exec(text, values) },
      getAlarm: async () => active().#alarm?.at ?? null,
      setAlarm: async (at: number) => active().#setAlarm(at),
      deleteAlarm: async () => active().#clearAlarm(),
      deleteAll: async () => active().#deleteAll(),
    }
    const abort = (reason: string): never => {
      this.end()
      throw new Error(reason)
    }
    const sockets = { getWebSockets: () => [], setWebSocketAutoResponse: () => undefined }
    const context = { id: { name: this.#name }, storage, abort, ...sockets } as unknown as DurableObjectState
    const { load, bindings } = this.#source
    const instance = load().then((ObjectClass) => new ObjectClass(context, bindings()))
    return { context, instance, end: () => void (hasEnded = true) }
  }

  #setAlarm(at: number): void {
    this.#clearAlarm()
    const run = () => void this.runAlarm().catch(() => this.#alarm ?? this.#setAlarm(Date.now() + alarmRetryMs))
    const timer = setTimeout(run, Math.min(Math.max(0, at - Date.now()), longestTimerMs))
    this.#alarm = { at, timer }
  }

  #exec(text: string, values: readonly SqlValue[]) {
    const isSingle = values.length > 0 || !/;\s*\S/.test(text)
    const rows = isSingle ? this.#sqlite.prepare(text).all(...values) : (this.#sqlite.exec(text), [])
    return { toArray: () => rows, one: () => rows[0], [Symbol.iterator]: () => rows[Symbol.iterator]() }
  }

  #deleteAll(): void {
    this.#clearAlarm()
    this.#sqlite = new DatabaseSync(':memory:')
    this.#kv = new KeyValueStorage(this.#sqlite)
  }
}

const objectOfStub = new WeakMap<object, TestObject>()

/** A namespace binding for a class. */
export const objectNamespace = (source: ClassSource) => {
  const all = new Map<string, TestObject>()
  const getByName = (name: string): object => {
    const object = all.get(name) ?? new TestObject(name, source)
    all.set(name, object)
    const stub = new Proxy(
      {},
      {
        get: (_target, method) =>
          // `await stub` must not treat it as a promise.
          method === 'then'
            ? undefined
            : async (...args: unknown[]) => {
                await turn()
                const result = await object.call(String(method), ...structuredClone(args))
                await turn()
                return structuredClone(result)
              },
      },
    )
    objectOfStub.set(stub, object)
    return stub
  }
  /** Ends all objects and returns their storages. */
  const endAll = (): Uint8Array[] => {
    const ended = [...all.values()]
    all.clear()
    return ended.map((object) => object.destroy())
  }
  return { namespace: { getByName } as never, endAll }
}

/** Runs work with the instance of an object and its context. */
export const runInDurableObject = async <R>(
  stub: object,
  work: (instance: never, context: DurableObjectState) => R | Promise<R>,
): Promise<R> => {
  const { instance, context } = objectOfStub.get(stub)!.running
  return work((await instance) as never, context)
}

/** Runs the alarm of an object now. Returns false if none is set. */
export const runDurableObjectAlarm = (stub: object): Promise<boolean> => objectOfStub.get(stub)!.runAlarm()

/** Ends the instance of an object, as the platform does with an idle one. */
export const evictDurableObject = async (stub: object): Promise<void> => objectOfStub.get(stub)!.end()
