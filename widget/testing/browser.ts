import { type Browser, chromium } from '@playwright/test'
import { headlessChromium } from '../../worker/cli/browsers.ts'

let started: Promise<Browser> | undefined

/**
 * A frame shares its page's process, as it does in Chromium on a phone with little memory: a process for each frame takes a
 * quarter of a test's time. That no page may look into one is tested where browsers keep frames apart: e2e/card-isolation.spec.ts.
 */
const oneProcess = ['--disable-site-isolation-trials']

/**
 * Chromium for the tests of this process, started once for all files, in this process: a browser behind a server of its own costs
 * a quarter of a test's time for passing messages on. It ends with the process.
 */
export const testBrowser = (): Promise<Browser> => {
  const { args, ...program } = headlessChromium()
  return (started ??= chromium.launch({ ...program, args: [...args, ...oneProcess] }))
}
