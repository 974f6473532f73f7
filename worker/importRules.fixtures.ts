/**
 * Import rules. They restrict the code that can read card numbers, and keep the domain independent of HTTP and SQL.
 *
 * A module may import code from `runs` and types from `types`, always itself and the contract. A module with `forTests` may only be imported
 * by tests, and its own tests must follow its rule. The most specific rule applies to a file.
 */
export interface ImportRule {
  readonly runs: readonly string[]
  readonly types?: readonly string[]
  readonly forTests?: true
}

const workerModules = [
  'app',
  'domain',
  'http',
  'outcomes',
  'processors',
  'store',
  'terminals',
  'vault',
  'webhooks',
  'work',
].map((name) => `worker/${name}`)

export const importRules: Readonly<Record<string, ImportRule>> = {
  'worker/contract': { runs: [] },
  'worker/domain': { runs: [], types: ['worker/processors', 'worker/store', 'worker/vault'] },
  'worker/store': { runs: [], types: ['worker/processors'] },
  'worker/vault': { runs: [] },
  'worker/processors': { runs: [] },
  // The composition root.
  'worker/app': {
    runs: [
      'worker/domain',
      'worker/http',
      'worker/outcomes',
      'worker/pages',
      'worker/processors',
      'worker/routes',
      'worker/store',
      'worker/terminals',
      'worker/vault',
      'worker/webhooks',
      'worker/work',
    ],
  },
  'worker/outcomes': { runs: ['worker/app', 'worker/domain', 'worker/store'], types: ['worker/processors'] },
  'worker/work': { runs: ['worker/app', 'worker/domain', 'worker/http', 'worker/store'] },
  'worker/webhooks': { runs: ['worker/app', 'worker/domain', 'worker/store'], types: ['worker/vault'] },
  'worker/terminals': { runs: ['worker/app', 'worker/domain', 'worker/store'], types: ['worker/processors'] },
  // dist has data from the build of the pages.
  'worker/pages': { runs: ['dist'], types: ['widget/locales'] },
  'worker/http': { runs: ['worker/app', 'worker/domain', 'worker/pages', 'worker/store'] },
  'worker/routes': { runs: ['worker/domain', 'worker/http', 'worker/pages', 'worker/terminals'] },
  'widget/embed': { runs: [], types: ['widget/locales'] },
  'widget/encrypt': { runs: [] },
  'widget/client': { runs: [] },
  'widget/card-frame': {
    runs: ['widget/fields', 'widget/card', 'widget/theme', 'widget/locales', 'widget/frame'],
  },
  'widget/checkout': {
    runs: ['widget/fields', 'widget/card', 'widget/theme', 'widget/locales', 'widget/frame'],
  },
  'widget/console': { runs: ['widget/fields'], types: ['widget/client'] },
  'widget/frame': { runs: [] },
  'widget/fields': { runs: ['widget/card', 'widget/theme', 'widget/locales'] },
  'widget/card': { runs: [] },
  'widget/theme': { runs: [] },
  'widget/locales': { runs: [] },
  demo: { runs: ['widget/client', 'widget/encrypt'] },
  // Shows the card form in its states.
  'demo/gallery': { runs: ['demo', 'widget/card-frame', 'widget/fields', 'widget/locales', 'widget/theme'] },
  // Operators read and change rows by the statements of the gateway.
  'worker/cli': {
    runs: ['demo', 'worker/domain', 'worker/pages', 'worker/store', 'worker/vault'],
  },
  // Runs the gateway's domain to fill the database of the demo shop.
  'worker/cli/dev/year': { runs: [...workerModules, 'demo', 'worker/cli', 'worker/pages'] },
  // Prints documents from the code that they describe. Only tests and npm run docs:print run it.
  'worker/cli/docs': {
    runs: [
      'worker/importRules.fixtures.ts',
      ...workerModules,
      'worker/cli',
      'worker/routes',
      'worker/testing',
      'widget',
      'demo',
      'docs/.vitepress',
      '.oxfmtrc.json',
    ],
    forTests: true,
  },
  'worker/index.ts': {
    runs: ['worker/app', 'worker/outcomes', 'worker/processors', 'worker/terminals', 'worker/webhooks', 'worker/work'],
  },
  'widget/build.ts': {
    runs: [
      'widget/addressRules.ts',
      'widget/buildConsole.ts',
      'widget/buildFiles.ts',
      'widget/card-frame',
      'widget/checkout',
      'widget/locales',
      'widget/paymentPages.ts',
      'widget/withoutShadowStyles.ts',
    ],
  },
  'widget/addressRules.ts': { runs: [] },
  'widget/buildConsole.ts': { runs: ['widget/buildFiles.ts', 'widget/console', 'widget/withoutShadowStyles.ts'] },
  'widget/buildFiles.ts': { runs: [] },
  'widget/withoutShadowStyles.ts': { runs: [] },
  'widget/manifest.ts': { runs: [] },
  'widget/package.ts': { runs: ['widget/manifest.ts'] },
  'widget/paymentPages.ts': { runs: ['worker/pages'] },
  'vite.config.ts': {
    runs: ['widget/build.ts', 'widget/package.ts', 'worker/cli', 'worker/testing/vitest/project.ts'],
  },
  'playwright.config.ts': { runs: ['worker/cli'] },

  'worker/testing': {
    runs: [
      ...workerModules,
      'worker/cli',
      'worker/index.ts',
      'worker/proof/acquirer',
      'worker/proof/leaks',
      'worker/proof/nmi/nmiUnderTest.ts',
      'widget/encrypt',
    ],
    forTests: true,
  },
  'worker/proof': {
    runs: [...workerModules, 'worker/cli', 'worker/openapi.json', 'worker/testing', 'widget/encrypt', 'e2e'],
    forTests: true,
  },
  'widget/testing': { runs: ['widget', 'worker/cli', 'worker/pages'], forTests: true },
  e2e: {
    runs: [
      'demo',
      'widget',
      'worker/cli',
      'worker/domain',
      'worker/openapi.json',
      'worker/proof',
      'worker/terminals',
      'worker/testing',
      'worker/webhooks',
    ],
    forTests: true,
  },
}

/** Importable by every module. */
export const alwaysImportable = ['worker/contract']
