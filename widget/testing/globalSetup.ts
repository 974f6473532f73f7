import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildWidgets } from './buildWidgets.ts'
import type { TestProject } from 'vitest/node'

/**
 * Builds the widgets once for all browser tests, into a temporary folder: dist/ stays unchanged, and the tests run the current
 * source. SLUICE_WIDGETS names the folder of an existing build.
 */
export default async (project: TestProject) => {
  const built = process.env['SLUICE_WIDGETS']
  if (built) return project.provide('built', resolve(project.config.root, built))
  const outDir = await mkdtemp(join(tmpdir(), 'sluice-widgets-'))
  await buildWidgets(outDir)
  project.provide('built', outDir)
  return () => rm(outDir, { recursive: true, force: true })
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the built widgets. */
    built: string
  }
}
