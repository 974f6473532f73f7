import { appendFileSync, mkdirSync } from 'node:fs'
import { boundRateLimits, rateLimitBinding, rateLimits } from '#contract/rateLimits'
import { keptIn, runVariable } from '../leftovers.ts'
import { runVariables } from '../runVariables.ts'
import { sqliteD1 } from '../sqliteD1.ts'
import { builtAssets } from './builtAssets.ts'
import { countingLimiter } from './countingLimiter.ts'
import * as objectsInNode from './objects.ts'
import type { Runtime, TestBindings } from './runtime.ts'

/** The databases are one each for a process, even where a file of tests loads modules anew. */
const shared = globalThis as { databases?: Readonly<Record<'DB_00' | 'DB_01', D1Database>> }

/** The folder of a run whose leftovers are searched. */
const watched = process.env[runVariable]

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const keptFolder = (name: string): string => {
  const folder = `${keptIn(watched!)}/${name}`
  mkdirSync(folder, { recursive: true })
  return folder
}

/** In memory where nobody searches what is left of it. */
const open = (name: string): D1Database =>
  sqliteD1(watched === undefined ? ':memory:' : `${keptFolder('d1')}/${name}-${process.pid}.sqlite`, turn).d1

const databases = (shared.databases ??= { DB_00: open('00'), DB_01: open('01') })

/** Objects of a class of the worker under test. They end with the file of tests. */
const objectsOf = (name: 'Reader' | 'Pairing' | 'WebhookEndpoint') =>
  objectsInNode.objectNamespace({ load: async () => (await import('../entry.ts'))[name], bindings: () => bound })

const objects = { readers: objectsOf('Reader'), pairings: objectsOf('Pairing'), webhooks: objectsOf('WebhookEndpoint') }

const bound: TestBindings = {
  ...databases,
  ASSETS: builtAssets,
  // 32 zero bytes: these databases live as long as the test.
  ROOT_KEYS: `1:${btoa(String.fromCharCode(...new Uint8Array(32)))}`,
  // What one run may be told, see project.ts.
  ...Object.fromEntries(runVariables.map((name) => [name, process.env[name] ?? ''])),
  READERS: objects.readers.namespace,
  PAIRINGS: objects.pairings.namespace,
  WEBHOOK_ENDPOINTS: objects.webhooks.namespace,
  ...Object.fromEntries(boundRateLimits.map((name) => [rateLimitBinding(name), countingLimiter(rateLimits[name])])),
}

const pending = new WeakMap<object, Promise<unknown>[]>()

/** Tests run in Node: D1 is SQLite in this process, and so are Durable Objects. */
const runtime: Runtime = {
  bindings: bound,
  createExecutionContext: () => {
    const work: Promise<unknown>[] = []
    const context = {
      waitUntil: (promise: Promise<unknown>) => {
        // Looked at when the test waits for it.
        promise.catch(() => undefined)
        work.push(promise)
      },
      passThroughOnException: () => undefined,
    }
    pending.set(context, work)
    return context as unknown as ExecutionContext
  },
  waitOnExecutionContext: async (context) => {
    const work = pending.get(context)!
    const failures: unknown[] = []
    while (work.length > 0)
      for (const result of await Promise.allSettled(work.splice(0)))
        if (result.status === 'rejected') failures.push(result.reason)
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures)
  },
  runInDurableObject: objectsInNode.runInDurableObject as never,
  runDurableObjectAlarm: objectsInNode.runDurableObjectAlarm,
  evictDurableObject: objectsInNode.evictDurableObject,
  migrate: async () => undefined,
  keepLeftovers: async (printed) => {
    const stored = Object.values(objects).flatMap(({ endAll }) => endAll())
    if (watched === undefined) return
    appendFileSync(`${keptIn(watched)}/printed.log`, printed)
    for (const bytes of stored) appendFileSync(`${keptIn(watched)}/objects.bin`, bytes)
  },
}

export const {
  bindings,
  createExecutionContext,
  waitOnExecutionContext,
  runInDurableObject,
  runDurableObjectAlarm,
  evictDurableObject,
  migrate,
  keepLeftovers,
} = runtime
