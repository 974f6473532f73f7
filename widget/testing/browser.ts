import { type Browser, chromium } from '@playwright/test'
import { headlessChromium } from '../../worker/cli/verify/browsers.ts'

let started: Promise<Browser> | undefined

/**
 * Chromium for the tests of this process, launched once for all files. A separate browser server would add a quarter to the
 * time of each test. It exits with the process.
 */
export const testBrowser = (): Promise<Browser> => (started ??= chromium.launch(headlessChromium()))
