import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { bundles, writePages } from './widget/build.ts'
import { writeDocs } from './worker/cli/docsAssets.ts'
import { workerProject } from './worker/testing/project.ts'

/** Tests that need a browser: they start Chromium, see widget/testing/. */
const inBrowser = ['widget/{fields,card-frame,embed}/**/*.test.ts']

/** Tests that run inside workerd: those of pure code share one, those that write to the database have their own. */
const pureInWorker = ['worker/{vault,processors}/**/*.test.ts']
const inWorker = ['worker/{http,routes,domain,store,pages}/**/*.test.ts']

const projects: TestProjectConfiguration[] = [
  workerProject({ name: 'worker', include: inWorker, isolate: false }),
  workerProject({ name: 'pure', include: pureInWorker, isolate: false }),
  {
    extends: false,
    test: {
      name: 'unit',
      include: ['**/*.test.ts'],
      exclude: [...configDefaults.exclude, 'dist/**', '.wrangler/**', ...inBrowser, ...inWorker, ...pureInWorker],
    },
  },
  {
    extends: false,
    test: {
      name: 'browser',
      include: inBrowser,
      globalSetup: 'widget/testing/globalSetup.ts',
      testTimeout: 40_000,
      hookTimeout: 60_000,
    },
  },
]

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  environments: bundles,
  builder: {
    buildApp: async (builder) => {
      await writePages(builder)
      await writeDocs(resolve(builder.config.root, builder.config.build.outDir))
    },
  },
  test: { projects },
})
