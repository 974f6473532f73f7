import { defineConfig, type Project } from '@playwright/test'
import { findFirefox, findWebKitDriver, headlessChromium } from './worker/cli/verify/browsers.ts'

const long = process.env.SLUICE_LONG === '1'
/** React takes a third of Firefox’s time, and frameworks behave alike in all browsers: Firefox runs these in `npm run test:long` only. */
const tooLongInFirefox = long ? [] : ['**/card/react.spec.ts', '**/card/frameworks.spec.ts']

/** It fills an account with 10,000 and with 1,000,000 payments: `npm run test:long`. Row counts of each list are tested in workerd, too. */
const tooLong = long ? [] : ['**/console/scale.spec.ts']

/** Specs for Firefox: the card form, a hosted checkout from first field to receipt in each of its states, and the console without passkeys. */
const inFirefox = [
  '**/card/*.spec.ts',
  '**/checkout/keyboard.spec.ts',
  '**/checkout/order.spec.ts',
  '**/checkout/accessibility.spec.ts',
  '**/checkout/scriptFailures.spec.ts',
  '**/console/screens.spec.ts',
]
/** Card form specs that only Chromium can run, with the reason. */
const needsChromium = {
  '**/card/autofill.spec.ts': 'no other browser lets a test fill in a saved card',
  '**/card/isolation.spec.ts': 'asserts on Chromium’s console message and error page for blocked frames',
  '**/card/backForwardCache.spec.ts': 'Playwright can enable the back-forward cache in Chromium only',
}
/** WebKitGTK is driven by WebDriver instead of Playwright: see e2e/webkit/driver.ts. */
const inWebKit = '**/webkit/*.spec.ts'

/** End-to-end tests of `npm test`. `npm run test:all` adds all others in Chromium, Firefox and WebKit. */
const journey = /@journey/

/** The samples of the documentation. Those in languages that not every machine has run in `npm run test:all`. */
const samples = ['**/docs/samples/*.spec.ts', '**/card/frameworks.spec.ts']
const onlyInCi = /@ci/

const firefox = findFirefox()

// Longest first. Firefox and WebKit each use one worker; Chromium fills the other.
const projects: Project[] = [
  {
    name: 'firefox',
    testMatch: inFirefox,
    testIgnore: [...tooLongInFirefox, ...Object.keys(needsChromium)],
    workers: 1,
    use: {
      browserName: 'firefox',
      ...(firefox && !firefox.isPlaywrights && { channel: 'moz-firefox' }),
      launchOptions: {
        executablePath: firefox?.path,
        // Otherwise key presses in a cross-origin frame are lost.
        firefoxUserPrefs: { 'fission.webContentIsolationStrategy': 0 },
      },
    },
  },
  // Without WebKit the project has no tests. worker/cli/verify/browsers.ts reports a missing WebKit.
  { name: 'webkit', testMatch: findWebKitDriver() ? inWebKit : [], workers: 1 },
  {
    name: 'chromium',
    testIgnore: [inWebKit, ...samples, ...tooLong],
    grepInvert: journey,
    use: { launchOptions: headlessChromium() },
  },
  { name: 'journeys', testIgnore: [inWebKit, ...samples], grep: journey, use: { launchOptions: headlessChromium() } },
  { name: 'samples', testMatch: samples, grepInvert: onlyInCi, use: { launchOptions: headlessChromium() } },
  { name: 'samplesInCi', testMatch: samples, grep: onlyInCi, use: { launchOptions: headlessChromium() } },
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/servers.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  outputDir: 'test-results',
  // One set of screenshots for all machines; the comparison tolerates font differences.
  snapshotPathTemplate: 'e2e/references/{arg}{ext}',
  projects,
  use: {
    // No `devices` preset, since presets fake the user agent.
    viewport: { width: 1280, height: 900 },
    // Full traces are slow: npm run e2e -- --trace on
    screenshot: 'only-on-failure',
  },
})
