import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { bundles, writePages } from './widget/build.ts'

/** Tests that need a browser: they start Chromium, see widget/testing/. */
const inBrowser = ['widget/{fields,card-frame,embed}/**/*.test.ts']

/** Tests that run inside workerd. */
const inWorker = ['worker/{http,routes,domain,store,vault,processors,pages}/**/*.test.ts']

const projects: TestProjectConfiguration[] = [
  {
    extends: false,
    test: {
      name: 'unit',
      include: ['**/*.test.ts'],
      exclude: [...configDefaults.exclude, 'dist/**', '.wrangler/**', ...inBrowser, ...inWorker],
    },
  },
  {
    extends: false,
    test: {
      name: 'browser',
      include: inBrowser,
      globalSetup: 'widget/testing/globalSetup.ts',
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  },
]

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  environments: bundles,
  builder: { buildApp: writePages },
  test: { projects },
})
