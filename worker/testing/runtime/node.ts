import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'

import { boundRateLimits, rateLimitBinding, rateLimits } from '#contract/rateLimits'
import { keptIn, runVariable } from '../vitest/scannedFolder.ts'
import { runVariables } from '../vitest/runVariables.ts'
import { sqliteD1 } from '../database/sqliteD1.ts'
import { builtAssets } from './builtAssets.ts'
import { answerCryptoInOrder } from './cryptoInOrder.ts'
import { countingLimiter } from './countingLimiter.ts'
import * as objectsInNode from './durableObjects.ts'
import type { Runtime, TestBindings } from './runtime.ts'

/** The folder of a run whose leftovers are searched. */
const watched = process.env[runVariable]

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A database that each file of tests finds empty, made when it is asked for first. */
const freshDatabase = () => {
  let made: ReturnType<typeof sqliteD1> | null = null
  const d1 = (): D1Database => (made ??= sqliteD1(turn)).d1
  const bound = {
    prepare: (text) => d1().prepare(text),
    batch: (statements) => d1().batch(statements),
    exec: (text) => d1().exec(text),
  } satisfies Partial<D1Database> as D1Database
  /** Empties it, and returns what was stored. */
  const empty = (): Uint8Array[] => {
    const stored = made === null ? [] : [made.bytes()]
    made = null
    return stored
  }
  return { bound, empty }
}

const databases = [freshDatabase(), freshDatabase()] as const

/** Objects of a class of the worker under test. They end with the file of tests. */
const objectsOf = (name: 'TerminalObject' | 'Pairing' | 'WebhookEndpoint') =>
  objectsInNode.objectNamespace({
    load: async () => (await import('../workers/acquirer/entry.ts'))[name],
    bindings: () => bound,
  })

const objects = {
  terminals: objectsOf('TerminalObject'),
  pairings: objectsOf('Pairing'),
  webhooks: objectsOf('WebhookEndpoint'),
}

const bound: TestBindings = {
  DB_00: databases[0].bound,
  DB_01: databases[1].bound,
  ASSETS: builtAssets,
  // 32 zero bytes: these databases live as long as the test.
  ROOT_KEYS: `1:${btoa(String.fromCharCode(...new Uint8Array(32)))}`,
  // What one run may be told, see project.ts.
  ...Object.fromEntries(runVariables.map((name) => [name, process.env[name] ?? ''])),
  TERMINALS: objects.terminals.namespace,
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
  beginFile: async () => answerCryptoInOrder(),
  endFile: async (printed, file) => {
    const stored = databases.flatMap(({ empty }) => empty())
    const storedByObjects = Object.values(objects).flatMap(({ endAll }) => endAll())
    if (watched === undefined) return
    const kept = keptIn(watched)
    appendFileSync(`${kept}/printed.log`, printed)
    for (const bytes of storedByObjects) appendFileSync(`${kept}/objects.bin`, bytes)
    mkdirSync(`${kept}/d1`, { recursive: true })
    for (const bytes of stored)
      writeFileSync(`${kept}/d1/${file.replace(/^.*\//, '')}.${crypto.randomUUID()}.sqlite`, bytes)
  },
}

export const {
  bindings,
  createExecutionContext,
  waitOnExecutionContext,
  runInDurableObject,
  runDurableObjectAlarm,
  evictDurableObject,
  beginFile,
  endFile,
} = runtime
