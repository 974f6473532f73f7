import { fileURLToPath } from 'node:url'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import type { TestProjectConfiguration } from 'vitest/config'
import { storeArtifacts, searchText, type Search } from '../../proof/leaks/workerdArtifacts.ts'
import { runVariables } from './runVariables.ts'

const inRepository = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Tests of the gateway: all short tests in these folders. Tests that need workerd are named `*.workerd.test.ts`. */
export const apiTests =
  'worker/{app,http,outcomes,routes,domain,store,pages,vault,processors,terminals,webhooks,work,proof/recording}/**/!(*.long).test.ts'

/** The module that replaces `cloudflare:workers` in Node. */
export const workersInNode = inRepository('worker/testing/runtime/cloudflareWorkers.ts')

const requireBuild = inRepository('worker/testing/vitest/requireBuild.ts')
const scanForLeaks = inRepository('worker/proof/leaks/workerdArtifacts.ts')

export interface WorkerProject {
  readonly name: string
  readonly include: string[]
  /** Whether each file has its own runtime and database. Their start takes longer than the tests of most files. */
  readonly isolate: boolean
}

/**
 * Receives the output of a test file, and stores it with the files of the runtime for the scan for cards and secrets. `/search` scans a text
 * at once.
 */
const receiveOutput = async (request: { readonly url: string; text(): Promise<string> }): Promise<Response> => {
  if (new URL(request.url).pathname === '/search')
    return Response.json(await searchText(JSON.parse(await request.text()) as Search))
  await storeArtifacts(await request.text())
  return new Response()
}

/** Tests in workerd, with two migrated D1 shards and the built assets. */
export const workerProject = ({ name, include, isolate }: WorkerProject): TestProjectConfiguration => ({
  extends: false,
  plugins: [
    cloudflareTest(async () => ({
      wrangler: { configPath: inRepository('worker/testing/workers/acquirer/wrangler.jsonc') },
      miniflare: {
        d1Databases: { DB_00: 'shard-00', DB_01: 'shard-01' },
        serviceBindings: { LEFTOVERS: receiveOutput },
        bindings: {
          // 32 zero bytes: the databases exist only during the run.
          ROOT_KEYS: `1:${btoa(String.fromCharCode(...new Uint8Array(32)))}`,
          CONSOLE_HOST: 'console.pay.test',
          PAYMENT_HOST: 'pay.test',
          ...Object.fromEntries(runVariables.map((name) => [name, process.env[name] ?? ''])),
          TEST_MIGRATIONS: await readD1Migrations(inRepository('worker/store/migrations')),
        },
      },
    })),
  ],
  // Generous: browser tests run at the same time, and a hook may delete a hundred thousand rows.
  test: {
    name,
    include,
    isolate,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Isolated files store up to a million rows, which are not scanned.
    globalSetup: isolate ? [requireBuild] : [requireBuild, scanForLeaks],
    setupFiles: [inRepository('worker/testing/vitest/setup.ts')],
  },
})

/** The same tests in Node, on SQLite and without WebSockets: all except `*.workerd.test.ts`. */
export const nodeProject = (
  name: string,
  include: string[],
  globalSetup: string[] = [requireBuild, scanForLeaks],
): TestProjectConfiguration => ({
  extends: false,
  resolve: { alias: { 'cloudflare:workers': workersInNode } },
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
