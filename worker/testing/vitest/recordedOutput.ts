/**
 * Records all console output and all log lines of workers during API tests, even if a test replaces the console's functions. The output is
 * written to a file that is scanned for cards and secrets at the end of the run (see worker/proof/leaks/workerdArtifacts.ts).
 */

/** Test files share a process and load modules again, so the state is global. */
const shared = globalThis as unknown as { console: Console; printed?: string[] }

const asText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value instanceof Error) return String(value.stack)
  return JSON.stringify(value, (_name, member: unknown) => (typeof member === 'bigint' ? String(member) : member))
}

/** Outside of API tests nothing is recorded. */
const recordLine = (...line: unknown[]): void => void shared.printed?.push(line.map(asText).join(' '))

/** A log that also records its lines. */
export const recordLog =
  <Line>(log: (line: Line) => void): ((line: Line) => void) =>
  (line) => {
    recordLine(line)
    log(line)
  }

const consoleMethods: ReadonlySet<string | symbol> = new Set(['log', 'error', 'warn', 'info', 'debug', 'trace'])

/**
 * A console that records its output, even if a test replaces one of its functions. Tests must inspect the spy that `vi.spyOn` returns:
 * `console.log` is a proxy around it.
 */
const recordingConsole = (console: Console): Console =>
  new Proxy(console, {
    get: (target, member) => {
      const value = Reflect.get(target, member) as (...line: unknown[]) => void
      if (!consoleMethods.has(member)) return value
      return new Proxy(value, {
        apply: (print, self, line: unknown[]) => {
          recordLine(...line)
          return Reflect.apply(print, self, line)
        },
      })
    },
  })

export const recordConsole = (): void => {
  if (shared.printed) return
  shared.printed = []
  shared.console = recordingConsole(console)
}

/** Returns and clears the recorded output. */
export const takeOutput = (): string =>
  shared
    .printed!.splice(0)
    .map((line) => `${line}\n`)
    .join('')
