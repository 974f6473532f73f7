import { defineConfig, type Project } from '@playwright/test'
import { findFirefox, findWebKitDriver, headlessChromium } from './worker/cli/verify/browsers.ts'

const long = process.env.SLUICE_LONG === '1'
/** A third of Firefox's time, and React is the same in all: there for npm run test:long alone. */
const tooLongInFirefox = long ? [] : ['**/card/react.spec.ts']

/** What Firefox runs: the card-entry suite, and the hosted checkout from its first field to the receipt. */
const inFirefox = ['**/card/*.spec.ts', '**/checkout/keyboard.spec.ts']
/** Files of that suite which only Chromium can run, and why. */
const needsChromium = {
  '**/card/autofill.spec.ts': 'no other browser lets a test fill in a saved card',
  '**/card/isolation.spec.ts': 'that a frame was refused is told by Chromium’s own console and error page',
  '**/card/backForwardCache.spec.ts': 'Playwright keeps pages for coming back in Chromium alone, by a flag of its own',
}
/** WebKitGTK is driven by WebDriver, not by Playwright: see e2e/webkit/driver.ts. */
const inWebKit = '**/webkit/*.spec.ts'

/** The tests that run end to end in `npm test`. `npm run test:all` runs the others in Chromium, and those that Firefox can run in Firefox. */
const journey = /@journey/

const firefox = findFirefox()

// The longest first. Firefox and WebKit each start once for all their tests, and Chromium's fill the other worker.
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
        // Else keys that are pressed in a frame of another origin are lost.
        firefoxUserPrefs: { 'fission.webContentIsolationStrategy': 0 },
      },
    },
  },
  // Without tests where there is no WebKit: the ring has said so, or failed. See worker/cli/verify/browsers.ts.
  { name: 'webkit', testMatch: findWebKitDriver() ? inWebKit : [], workers: 1 },
  { name: 'chromium', testIgnore: inWebKit, grepInvert: journey, use: { launchOptions: headlessChromium() } },
  { name: 'journeys', testIgnore: inWebKit, grep: journey, use: { launchOptions: headlessChromium() } },
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
  // The same pictures on every machine: what differs there is the font, which the tests allow for.
  snapshotPathTemplate: 'e2e/references/{arg}{ext}',
  projects,
  use: {
    // No `devices` preset: those fake the user agent, and what we test is the browser that is there.
    viewport: { width: 1280, height: 900 },
    // A picture of what went wrong. The whole story, which costs time: npm run e2e -- --trace on
    screenshot: 'only-on-failure',
  },
})
