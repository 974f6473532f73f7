import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'

let started: Promise<Browser> | undefined

/**
 * A frame shares its page's process, as it does in Chromium on a phone with little memory: a process for each frame takes a
 * quarter of a test's time. That no page may look into one is tested where browsers keep frames apart: e2e/card-isolation.spec.ts.
 */
const args = ['--disable-site-isolation-trials']

/**
 * Chromium for the tests of this process: the one that CHROMIUM names, else Debian's, else Playwright's own. Started once for
 * all files, in this process: a browser behind a server of its own costs a quarter of a test's time for passing messages on.
 * It ends with the process.
 */
export const testBrowser = (): Promise<Browser> => {
  const executablePath = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium'].find((path) => path && existsSync(path))
  return (started ??= chromium.launch({ args, ...(executablePath && { executablePath }) }))
}
