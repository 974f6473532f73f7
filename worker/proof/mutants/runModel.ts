import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const child = fileURLToPath(new URL('modelProcess.ts', import.meta.url))

export interface Caught {
  /** The broken invariant; null for none, and for an error of another kind. */
  readonly invariant: string | null
  readonly histories: number
  readonly message: string
}

/** Plays histories of a model until one breaks an invariant: on the mutant of a name, or on the sources as they are. */
export const play = async (model: string, mutant?: string): Promise<Caught> => {
  const args = [child, model, ...(mutant === undefined ? [] : [mutant])]
  try {
    return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as Caught
  } catch (thrown) {
    return { invariant: null, histories: 0, message: String(thrown) }
  }
}
