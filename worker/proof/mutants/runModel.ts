import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const modelProcess = fileURLToPath(new URL('modelProcess.ts', import.meta.url))

export interface ModelResult {
  /** The broken invariant; null for none and for other errors. */
  readonly invariant: string | null
  readonly histories: number
  readonly message: string
}

/**
 * Runs histories of a model until one breaks an invariant: on a mutant, by its name or a JSON file of its patches, or on the unchanged
 * sources.
 */
export const runModel = async (model: string, mutant?: string, histories?: number): Promise<ModelResult> => {
  const args = [modelProcess, model, mutant, histories?.toString()].filter((argument) => argument !== undefined)
  try {
    return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as ModelResult
  } catch (thrown) {
    return { invariant: null, histories: 0, message: String(thrown) }
  }
}
