import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** What a block of shell did. */
export interface Ran {
  readonly succeeded: boolean
  /** The command that failed. */
  readonly failed: string
  readonly stdout: string
  readonly stderr: string
}

/** A command that takes longer hangs. */
const timeoutMs = 60_000

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const readOutput = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

/**
 * One bash for the blocks of a page, as a reader has it: variables, functions, the folder and programs in the background remain. A command
 * that fails, an unset variable, or a response of curl with an error ends it.
 */
export class Shell {
  readonly #scratch: string
  /** The folder that the shell is in. */
  folder: string
  readonly #process
  readonly #results
  #count = 0

  /** @param scratch a folder for the blocks and their output @param setup commands before the first block */
  constructor({
    folder,
    scratch,
    setup,
    env,
  }: {
    folder: string
    scratch: string
    setup: string
    env: NodeJS.ProcessEnv
  }) {
    this.folder = folder
    this.#scratch = scratch
    this.#process = spawn('bash', ['--noprofile', '--norc'], {
      cwd: folder,
      env,
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
      // A group of its own, so that what runs in the background ends with it.
      detached: true,
    })
    process.once('exit', this.#kill)
    this.#results = createInterface({ input: this.#process.stdio[3] as NodeJS.ReadableStream })
    this.#send(`set -eEuo pipefail\ntrap 'printf "%s" "$BASH_COMMAND" > ${quote(this.#file('failed'))}' ERR\n${setup}`)
  }

  readonly #kill = (): void => {
    try {
      process.kill(-this.#process.pid!, 'SIGKILL')
    } catch (error) {
      // ESRCH: the group has already ended.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }

  #file(name: string): string {
    return join(this.#scratch, `${this.#count}.${name}`)
  }

  #send(commands: string): void {
    this.#process.stdin!.write(`${commands}\n`)
  }

  /** Sets and exports variables. */
  export(variables: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(variables)) this.#send(`export ${name}=${quote(value)}`)
  }

  async run(code: string, { mayFail = false } = {}): Promise<Ran> {
    this.#count++
    const [script, out, error] = [this.#file('sh'), this.#file('out'), this.#file('err')]
    await writeFile(script, code)
    this.#send(
      `trap 'printf "%s" "$BASH_COMMAND" > ${quote(this.#file('failed'))}' ERR; accept_errors=${mayFail ? 'yes' : ''}`,
    )
    this.#send(`. ${quote(script)} > ${quote(out)} 2> ${quote(error)} < /dev/null; pwd >&3`)
    const waiting = new AbortController()
    const { signal } = waiting
    const succeeded = await Promise.race([
      once(this.#results, 'line', { signal }).then(([folder]) => {
        this.folder = String(folder)
        return true
      }),
      once(this.#process, 'exit', { signal }).then(() => false),
      once(AbortSignal.timeout(timeoutMs), 'abort', { signal }).then(() => false),
    ])
    waiting.abort()
    return {
      succeeded,
      failed: await readOutput(this.#file('failed')),
      stdout: await readOutput(out),
      stderr: await readOutput(error),
    }
  }

  /** Ends the shell and what it started. */
  close(): void {
    process.removeListener('exit', this.#kill)
    this.#kill()
  }
}
