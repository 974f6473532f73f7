import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { requireFile } from './requireBuild.ts'

test('a missing file of the build throws an error that names the command to run', () => {
  expect(() => requireFile('/absent/pages.json')).toThrow('/absent/pages.json is not built. Run npm run build once.')
  expect(() => requireFile(fileURLToPath(import.meta.url))).not.toThrow()
})
