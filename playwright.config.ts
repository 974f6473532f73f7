import { defineConfig } from '@playwright/test'
import { findBrowser } from './worker/cli/browser.ts'

const long = process.env.SLUICE_LONG === '1'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // Tests that take longer say so in their name; npm run test:long runs them too.
  testIgnore: long ? [] : ['**/*.long.spec.ts'],
  globalSetup: './e2e/servers.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    // No `devices` preset: those fake the user agent, and what we test is the browser that is there.
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: findBrowser() },
    // A picture of what went wrong. The whole story, which costs time: npm run e2e -- --trace on
    screenshot: 'only-on-failure',
  },
})
