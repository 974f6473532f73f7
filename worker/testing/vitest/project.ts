import { fileURLToPath } from 'node:url'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import type { TestProjectConfiguration } from 'vitest/config'
import { keepLeftovers, searchText, type Search } from '../../proof/leaks/workerRun.ts'
import { runVariables } from './runVariables.ts'

const inRepository = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Tests of the API: all tests in these folders but the long ones. Those that only the platform can run are named `*.workerd.test.ts`. */
export const apiTests =
  'worker/{http,routes,domain,store,pages,vault,processors,terminals,webhooks,proof/recording}/**/!(*.long).test.ts'

export interface WorkerProject {
  readonly name: string
  readonly include: string[]
  /** Whether each file has a runtime and a database of its own. Starting one takes longer than most files' tests. */
  readonly isolate: boolean
}

/**
 * Takes what a file of tests has printed, and keeps that and what the runtime has stored: both are searched for cards and secrets. A test
 * may have a text searched at once.
 */
const leftovers = async (request: { readonly url: string; text(): Promise<string> }): Promise<Response> => {
  if (new URL(request.url).pathname === '/search')
    return Response.json(await searchText(JSON.parse(await request.text()) as Search))
  await keepLeftovers(await request.text())
  return new Response()
}

/** Tests that run inside the worker runtime, against real D1: two shards, migrated, and the built pages. */
export const workerProject = ({ name, include, isolate }: WorkerProject): TestProjectConfiguration => ({
  extends: false,
  plugins: [
    cloudflareTest(async () => ({
      wrangler: { configPath: inRepository('worker/testing/workers/acquirer/wrangler.jsonc') },
      miniflare: {
        d1Databases: { DB_00: 'shard-00', DB_01: 'shard-01' },
        serviceBindings: { LEFTOVERS: leftovers },
        bindings: {
          // 32 zero bytes: these databases live as long as the test.
          ROOT_KEYS: `1:${btoa(String.fromCharCode(...new Uint8Array(32)))}`,
          ...Object.fromEntries(runVariables.map((name) => [name, process.env[name] ?? ''])),
          TEST_MIGRATIONS: await readD1Migrations(inRepository('worker/store/migrations')),
        },
      },
    })),
  ],
  // Generous, since browsers work beside these tests, and a hook may clear away a hundred thousand rows.
  test: {
    name,
    include,
    isolate,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // A million rows of their own are not searched.
    globalSetup: isolate ? [] : [inRepository('worker/proof/leaks/workerRun.ts')],
    setupFiles: [inRepository('worker/testing/vitest/setup.ts')],
  },
})

/** The same tests in Node, on SQLite in this process and without WebSockets: all but `*.workerd.test.ts`. */
export const nodeProject = (
  name: string,
  include: string[],
  globalSetup: string[] = [inRepository('worker/proof/leaks/workerRun.ts')],
): TestProjectConfiguration => ({
  extends: false,
  resolve: { alias: { 'cloudflare:workers': inRepository('worker/testing/runtime/cloudflareWorkers.ts') } },
  test: {
    name,
    include,
    exclude: ['**/*.workerd.test.ts'],
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    globalSetup,
    setupFiles: [inRepository('worker/testing/vitest/setup.ts')],
  },
})
