import { DatabaseSync } from 'node:sqlite'
import { deserialize, serialize } from 'node:v8'
import type { Bindings } from '../../app/env.ts'
import type { SqlValue } from '../../store/sql/database.ts'

/**
 * Durable Objects in Node, as far as the business needs them: one instance a name, calls that copy what they are given and what they
 * return, storage on SQLite, alarms by the real clock. There are no WebSockets, and no gates: a write stands as soon as it is called, and an
 * object goes on with other calls while one waits. Tests of these run inside workerd alone.
 */

type Class = new (context: DurableObjectState, bindings: Bindings) => object
type Verbs = Readonly<Record<string, (...given: unknown[]) => unknown>>

interface Making {
  /** Loaded when the first is called, since few tests call any. */
  readonly load: () => Promise<Class>
  readonly bindings: () => Bindings
}

/** As they are where no test has replaced them. */
const { setTimeout, clearTimeout } = globalThis

/** An alarm that failed rings again. */
const alarmRetryMs = 2_000
/** Timers take no more. */
const longestTimerMs = 2 ** 31 - 1

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

class KeyValues {
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

/** An instance and what it is given: what it stores once it has ended is refused. */
interface Life {
  readonly context: DurableObjectState
  readonly instance: Promise<object>
  end(): void
}

/** One object: its storage, its alarm, and its instance once somebody has called it. */
class Kept {
  #sqlite = new DatabaseSync(':memory:')
  #kv = new KeyValues(this.#sqlite)
  #alarm: { readonly at: number; readonly timer: ReturnType<typeof setTimeout> } | null = null
  #life: Life | null = null
  readonly #name: string
  readonly #making: Making

  constructor(name: string, making: Making) {
    this.#name = name
    this.#making = making
  }

  get life(): Life {
    return (this.#life ??= this.#begin())
  }

  /** Ends the object. Returns everything that it has stored, as the bytes of a SQLite file. */
  endForGood(): Uint8Array {
    this.#clearAlarm()
    this.end()
    return this.#sqlite.serialize()
  }

  #clearAlarm(): void {
    if (this.#alarm !== null) clearTimeout(this.#alarm.timer)
    this.#alarm = null
  }

  /** Rings the alarm now, if one is set. */
  async ring(): Promise<boolean> {
    if (this.#alarm === null) return false
    this.#clearAlarm()
    await ((await this.life.instance) as Verbs)['alarm']!()
    return true
  }

  /** Ends the instance: the next call begins another. */
  end(): void {
    this.#life?.end()
    this.#life = null
  }

  #begin(): Life {
    let isOver = false
    const living = (): this => {
      if (isOver) throw new Error('This instance of the object has ended.')
      return this
    }
    const storage = {
      get kv() {
        return living().#kv
      },
      sql: { exec: (text: string, ...values: SqlValue[]) => living().#exec(text, values) },
      getAlarm: async () => living().#alarm?.at ?? null,
      setAlarm: async (at: number) => living().#setAlarm(at),
      deleteAlarm: async () => living().#clearAlarm(),
      deleteAll: async () => living().#deleteAll(),
    }
    const abort = (reason: string): never => {
      this.end()
      throw new Error(reason)
    }
    const sockets = { getWebSockets: () => [], setWebSocketAutoResponse: () => undefined }
    const context = { id: { name: this.#name }, storage, abort, ...sockets } as unknown as DurableObjectState
    const { load, bindings } = this.#making
    const instance = load().then((Made) => new Made(context, bindings()))
    return { context, instance, end: () => void (isOver = true) }
  }

  #setAlarm(at: number): void {
    this.#clearAlarm()
    const ring = () => void this.ring().catch(() => this.#alarm ?? this.#setAlarm(Date.now() + alarmRetryMs))
    const timer = setTimeout(ring, Math.min(Math.max(0, at - Date.now()), longestTimerMs))
    this.#alarm = { at, timer }
  }

  #exec(text: string, values: readonly SqlValue[]) {
    const isOne = values.length > 0 || !/;\s*\S/.test(text)
    const rows = isOne ? this.#sqlite.prepare(text).all(...values) : (this.#sqlite.exec(text), [])
    return { toArray: () => rows, one: () => rows[0], [Symbol.iterator]: () => rows[Symbol.iterator]() }
  }

  #deleteAll(): void {
    this.#clearAlarm()
    this.#sqlite = new DatabaseSync(':memory:')
    this.#kv = new KeyValues(this.#sqlite)
  }
}

const keptOf = new WeakMap<object, Kept>()

/** A binding of objects of a class. */
export const objectNamespace = (making: Making) => {
  const all = new Map<string, Kept>()
  const getByName = (name: string): object => {
    const kept = all.get(name) ?? new Kept(name, making)
    all.set(name, kept)
    const stub = new Proxy(
      {},
      {
        get: (_target, verb) =>
          // Who awaits it finds no promise.
          verb === 'then'
            ? undefined
            : async (...given: unknown[]) => {
                await turn()
                const answer = await ((await kept.life.instance) as Verbs)[String(verb)]!(...structuredClone(given))
                await turn()
                return structuredClone(answer)
              },
      },
    )
    keptOf.set(stub, kept)
    return stub
  }
  /** Ends all objects, and returns what each has stored. */
  const endAll = (): Uint8Array[] => {
    const ended = [...all.values()]
    all.clear()
    return ended.map((kept) => kept.endForGood())
  }
  return { namespace: { getByName } as never, endAll }
}

/** Works on the instance of an object and its storage. */
export const runInDurableObject = async <R>(
  stub: object,
  work: (instance: never, context: DurableObjectState) => R | Promise<R>,
): Promise<R> => {
  const { instance, context } = keptOf.get(stub)!.life
  return work((await instance) as never, context)
}

/** Rings the alarm of an object now. False where none is set. */
export const runDurableObjectAlarm = (stub: object): Promise<boolean> => keptOf.get(stub)!.ring()

/** Ends an object's instance, as the platform does with one that has nothing to do. */
export const evictDurableObject = async (stub: object): Promise<void> => keptOf.get(stub)!.end()
