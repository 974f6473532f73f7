import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from './buildWidgets.ts'
import type { TestProject } from 'vitest/node'

/**
 * Once for all tests that need a browser: builds the widgets into a folder of its own, so that nobody's dist/ is touched
 * and the tests see today's source. Who has built them just now names the folder in SLUICE_WIDGETS.
 */
export default async (project: TestProject) => {
  const built = process.env['SLUICE_WIDGETS']
  if (built) return project.provide('built', resolve(project.config.root, built))
  const outDir = await mkdtemp(join(tmpdir(), 'sluice-widgets-'))
  await build(outDir)
  project.provide('built', outDir)
  return () => rm(outDir, { recursive: true, force: true })
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built widgets. */
    built: string
  }
}
