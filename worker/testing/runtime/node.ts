import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'

import { rateLimitsWithBinding, rateLimitBinding, rateLimits } from '#contract/rateLimits'
import { outputFolder, scannedFolderVariable } from '../vitest/scannedFolder.ts'
import { runVariables } from '../vitest/runVariables.ts'
import { limitedD1 } from '../database/limitedD1.ts'
import { sqliteD1 } from '../../cli/sqlite/sqliteD1.ts'
import { builtAssets } from './builtAssets.ts'
import { resolveCryptoInOrder } from './cryptoInOrder.ts'
import { countingLimiter } from './countingLimiter.ts'
import * as objectsInNode from './durableObjects.ts'
import type { Runtime, TestBindings } from './runtime.ts'

/** The folder of a run that is scanned for leaks, if any. */
const scannedFolder = process.env[scannedFolderVariable]

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A database that is empty for each test file, created at its first use. */
const freshDatabase = () => {
  let created: ReturnType<typeof sqliteD1> | null = null
  const d1 = (): D1Database => (created ??= sqliteD1(turn)).d1
  const bound = {
    prepare: (text) => d1().prepare(text),
    batch: (statements) => d1().batch(statements),
    exec: (text) => d1().exec(text),
  } satisfies Partial<D1Database> as D1Database
  /** Empties it and returns its content. */
  const empty = (): Uint8Array[] => {
    const stored = created === null ? [] : [created.bytes()]
    created = null
    return stored
  }
  return { bound: limitedD1(bound).d1, empty }
}

const databases = [freshDatabase(), freshDatabase()] as const

/** Durable Objects of a class of the test worker. They end with the test file. */
const namespaceOf = (
  name:
    | 'TerminalObject'
    | 'Pairing'
    | 'WebhookEndpoint'
    | 'WebhookSender'
    | 'SimulatorBook'
    | 'OutcomeKeeper'
    | 'AccountWork'
    | 'LaneWorker',
) =>
  objectsInNode.objectNamespace({
    load: async () => (await import('../workers/acquirer/entry.ts'))[name],
    bindings: () => bound,
  })

const objects = {
  terminals: namespaceOf('TerminalObject'),
  pairings: namespaceOf('Pairing'),
  webhooks: namespaceOf('WebhookEndpoint'),
  senders: namespaceOf('WebhookSender'),
  books: namespaceOf('SimulatorBook'),
  keepers: namespaceOf('OutcomeKeeper'),
  accountWork: namespaceOf('AccountWork'),
  laneWorkers: namespaceOf('LaneWorker'),
}

const bound: TestBindings = {
  DB_00: databases[0].bound,
  DB_01: databases[1].bound,
  ASSETS: builtAssets,
  // 32 zero bytes: the databases exist only during the run.
  ROOT_KEYS: `1:${btoa(String.fromCharCode(...new Uint8Array(32)))}`,
  CONSOLE_HOST: 'console.pay.test',
  PAYMENT_HOST: 'pay.test',
  ...Object.fromEntries(runVariables.map((name) => [name, process.env[name] ?? ''])),
  TERMINALS: objects.terminals.namespace,
  PAIRINGS: objects.pairings.namespace,
  WEBHOOK_ENDPOINTS: objects.webhooks.namespace,
  WEBHOOK_SENDERS: objects.senders.namespace,
  SIMULATOR_BOOKS: objects.books.namespace,
  OUTCOME_KEEPERS: objects.keepers.namespace,
  ACCOUNT_WORK: objects.accountWork.namespace,
  LANE_WORKERS: objects.laneWorkers.namespace,
  ...Object.fromEntries(
    rateLimitsWithBinding.map((name) => [rateLimitBinding(name), countingLimiter(rateLimits[name])]),
  ),
}

const pending = new WeakMap<object, Promise<unknown>[]>()

/** Tests in Node: D1 and the storage of Durable Objects are SQLite in this process. */
const runtime: Runtime = {
  bindings: bound,
  createExecutionContext: () => {
    const work: Promise<unknown>[] = []
    const context = {
      waitUntil: (promise: Promise<unknown>) => {
        // Errors are thrown by waitOnExecutionContext.
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
  beginFile: async () => resolveCryptoInOrder(),
  endFile: async (output, file) => {
    const stored = databases.flatMap(({ empty }) => empty())
    const storedByObjects = Object.values(objects).flatMap(({ endAll }) => endAll())
    if (scannedFolder === undefined) return
    const folder = outputFolder(scannedFolder)
    appendFileSync(`${folder}/printed.log`, output)
    for (const bytes of storedByObjects) appendFileSync(`${folder}/objects.bin`, bytes)
    mkdirSync(`${folder}/d1`, { recursive: true })
    for (const bytes of stored)
      writeFileSync(`${folder}/d1/${file.replace(/^.*\//, '')}.${crypto.randomUUID()}.sqlite`, bytes)
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
