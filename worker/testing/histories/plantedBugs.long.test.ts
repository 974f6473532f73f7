import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { plantedBugs } from './plantedBugs.ts'

const tryBug = fileURLToPath(new URL('tryBug.ts', import.meta.url))
const run = promisify(execFile)

/** Each bug on its own, by the very histories that every run of the tests plays. */
describe('a planted bug is caught by the histories', () => {
  test.each(plantedBugs)(
    '$name',
    async ({ name }) => {
      const { stdout } = await run(process.execPath, [tryBug, name])
      const { by } = JSON.parse(stdout) as { by: string | null }
      // An invariant, and not a history that broke down.
      expect(by, stdout).not.toBeNull()
    },
    300_000,
  )
})
