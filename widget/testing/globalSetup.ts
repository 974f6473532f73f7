import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { build } from './built.ts'
import type { TestProject } from 'vitest/node'

/**
 * Once for all tests that need a browser: builds the widgets into a folder of its own, so that nobody's dist/ is touched
 * and the tests see today's source, and starts Chromium:
 * the one that CHROMIUM names, else Debian's, else Playwright's own.
 */
export default async (project: TestProject) => {
  const outDir = await mkdtemp(join(tmpdir(), 'sluice-widgets-'))
  await build(outDir)
  const executablePath = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium'].find((path) => path && existsSync(path))
  const server = await chromium.launchServer(executablePath ? { executablePath } : {})
  project.provide('chromium', server.wsEndpoint())
  project.provide('built', outDir)
  return async () => {
    await server.close()
    await rm(outDir, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where to connect to the browser. */
    chromium: string
    /** The folder of the built widgets. */
    built: string
  }
}
