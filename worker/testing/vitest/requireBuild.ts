import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** @throws Error with the command to run, if this file of the build is missing */
export const requireFile = (file: string): void => {
  if (!existsSync(file)) throw new Error(`${file} is not built. Run npm run build once.`)
}

/** Global setup: the worker imports its pages as `#built/pages`. */
export default function requireBuild(): void {
  requireFile(fileURLToPath(new URL('../../../dist/pages.json', import.meta.url)))
}
