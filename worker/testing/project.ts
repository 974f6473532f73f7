import { fileURLToPath } from 'node:url'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import type { TestProjectConfiguration } from 'vitest/config'

const inRepository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Tests that run inside the worker runtime, against real D1: two shards, migrated, and the built pages. */
export const workerProject = (include: string[]): TestProjectConfiguration => ({
  extends: false,
  plugins: [
    cloudflareTest(async () => ({
      wrangler: { configPath: inRepository('wrangler.jsonc') },
      miniflare: {
        d1Databases: { DB_00: 'shard-00', DB_01: 'shard-01' },
        bindings: {
          // 32 zero bytes: these databases live as long as the test.
          ROOT_KEYS: `1:${btoa(String.fromCharCode(...new Uint8Array(32)))}`,
          TEST_MIGRATIONS: await readD1Migrations(inRepository('worker/store/migrations')),
        },
      },
    })),
  ],
  test: { name: 'worker', include, setupFiles: [inRepository('worker/testing/setup.ts')] },
})
