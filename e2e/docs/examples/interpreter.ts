import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { inRepository } from '../../../worker/cli/repository.ts'

/** What a sample did. */
export interface SampleRun {
  /** The value that it printed, if it was JSON or a value of its language. */
  readonly printed?: unknown
  readonly error?: string
}

/** A sample that takes longer hangs. */
const timeoutMs = 60_000

/**
 * One process of a language for all samples, since starting one takes longer than most samples. Its driver reads the paths of samples from
 * the standard input, runs each as a program of its own, and writes what it printed as a line of JSON.
 */
export class Interpreter {
  readonly #process
  readonly #lines

  /** @param driver the file in ./drivers */
  constructor({ program, driver, env }: { program: string; driver: string; env: NodeJS.ProcessEnv }) {
    this.#process = spawn(program, [inRepository(`e2e/docs/examples/drivers/${driver}`)], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#lines = createInterface({ input: this.#process.stdout })
  }

  async run(path: string): Promise<SampleRun> {
    const { signal } = new AbortController()
    const line = Promise.race([
      once(this.#lines, 'line', { signal }).then(([text]) => JSON.parse(text as string) as SampleRun),
      once(this.#process, 'exit').then(() => ({ error: 'The interpreter ended.' })),
      once(AbortSignal.timeout(timeoutMs), 'abort').then(() => ({ error: 'The sample did not end.' })),
    ])
    this.#process.stdin.write(`${path}\n`)
    return line
  }

  /** Ends the process. */
  close(): void {
    this.#process.kill()
  }
}
