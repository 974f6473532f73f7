import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { bundles, writePages } from './widget/build.ts'
import { packageBundle, writePackage } from './widget/package.ts'
import { apiTests, nodeProject, workerProject, workersInNode } from './worker/testing/vitest/project.ts'

/** Long tests are named *.long.test.ts. npm run test:long includes them, in their own database. */
const long = process.env.SLUICE_LONG === '1'
const inWorkerForLong = [
  'worker/{http,outcomes,routes,domain,store,pages,terminals,webhooks,work}/**/*.long.test.ts',
  'worker/proof/**/*.workerd.long.test.ts',
]
const inNodeForLong = ['{worker/testing,worker/proof,e2e}/**/!(*.workerd).long.test.ts']
const short = '!(*.long).test.ts'

/** Tests in Chromium, see widget/testing/. */
const inBrowser = [`widget/{fields,card-frame,checkout,embed,console}/**/${short}`]

/** Tests inside workerd, in one instance: starting another takes as long as a hundred tests. */
const inWorker = [apiTests, 'worker/proof/**/*.workerd.test.ts']

/** Hundreds of histories of hours over the API: in workerd they take minutes, and nothing in them depends on the runtime. */
const inNodeAlone = ['worker/proof/nmi/gateway/*.test.ts']

/** Model-based tests and attack simulations. They take minutes of one core, so they are not part of npm test. */
const models = [
  `worker/proof/{models,soak}/**/!(*.long|*.workerd).test.ts`,
  'worker/testing/cardTesting/cardTesting.test.ts',
]

/** Samples in languages that not every machine has. */
const inCiOnly = ['worker/proof/examples/*.ci.test.ts']

const projects: TestProjectConfiguration[] = [
  workerProject({ name: 'worker', include: inWorker, isolate: false }),
  nodeProject('node', [...inWorker, ...inNodeAlone]),
  {
    extends: false,
    // The recorded examples of the API are played by a gateway in Node.
    resolve: { alias: { 'cloudflare:workers': workersInNode } },
    test: {
      name: 'unit',
      // One process for all files: starting one takes longer than most files' tests.
      isolate: false,
      unstubGlobals: true,
      include: [`**/${short}`],
      exclude: [
        ...configDefaults.exclude,
        'dist/**',
        '.wrangler/**',
        ...inBrowser,
        ...inWorker,
        ...inNodeAlone,
        ...models,
        ...inCiOnly,
      ],
    },
  },
  {
    extends: false,
    resolve: { alias: { 'cloudflare:workers': workersInNode } },
    test: { name: 'examplesInCi', isolate: false, include: inCiOnly },
  },
  { extends: false, test: { name: 'models', isolate: false, unstubGlobals: true, include: models } },
  {
    extends: false,
    test: {
      name: 'browser',
      isolate: false,
      include: inBrowser,
      globalSetup: 'widget/testing/globalSetup.ts',
      testTimeout: 40_000,
      hookTimeout: 60_000,
      // On a busy machine a reloaded frame can take longer than the default of one second.
      expect: { poll: { timeout: 10_000 } },
    },
  },
  ...(long
    ? [
        workerProject({ name: 'long', include: inWorkerForLong, isolate: true }),
        // Sequential: each file uses a whole core.
        { extends: false, test: { name: 'longInNode', include: inNodeForLong, fileParallelism: false } } as const,
      ]
    : []),
]

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  environments: { ...bundles, ...packageBundle },
  builder: {
    buildApp: async (builder) => {
      await writePages(builder)
      await writePackage(builder)
      // Loaded on demand: it imports the whole contract, and every test run reads this file.
      const staticPages = resolve(builder.config.root, 'worker/cli/build/staticPages.ts')
      const { module } = await runnerImport<typeof import('./worker/cli/build/staticPages.ts')>(staticPages)
      await module.writeStaticPages(resolve(builder.config.root, builder.config.build.outDir))
    },
  },
  test: { projects },
})
