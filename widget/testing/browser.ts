import { type Browser, chromium } from '@playwright/test'
import { headlessChromium } from '../../worker/cli/verify/browsers.ts'

let started: Promise<Browser> | undefined

/**
 * Chromium for the tests of this process, started once for all files, in this process: a browser behind a server of its own costs
 * a quarter of a test's time for passing messages on. It ends with the process.
 */
export const testBrowser = (): Promise<Browser> => (started ??= chromium.launch(headlessChromium()))
