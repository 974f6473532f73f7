import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'

let started: Promise<Browser> | undefined

/**
 * Chromium for the tests of this process: the one that CHROMIUM names, else Debian's, else Playwright's own. Started once for
 * all files, in this process: a browser behind a server of its own costs a quarter of a test's time for passing messages on.
 * It ends with the process.
 */
export const testBrowser = (): Promise<Browser> => {
  const executablePath = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium'].find((path) => path && existsSync(path))
  return (started ??= chromium.launch(executablePath ? { executablePath } : {}))
}
