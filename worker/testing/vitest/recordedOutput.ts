/**
 * Everything that is printed while tests of the API run, and every line that workers log there, whatever a test does with them: it
 * goes to a file that is searched for cards and secrets at the end of the run (see worker/proof/leaks/workerRun.ts).
 */

/** The files of tests share one process, and load modules anew. */
const shared = globalThis as unknown as { console: Console; printed?: string[] }

const asText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value instanceof Error) return String(value.stack)
  return JSON.stringify(value, (_name, member: unknown) => (typeof member === 'bigint' ? String(member) : member))
}

const remember = (...line: unknown[]): void => void shared.printed!.push(line.map(asText).join(' '))

/** A log that remembers its lines. */
export const remembering =
  <Line>(log: (line: Line) => void): ((line: Line) => void) =>
  (line) => {
    remember(line)
    log(line)
  }

const ways: ReadonlySet<string | symbol> = new Set(['log', 'error', 'warn', 'info', 'debug', 'trace'])

/**
 * A console that remembers what is printed, even where a test has put a function of its own in the place of one of the console's. A test that
 * asks what was printed asks the spy itself, the answer of `vi.spyOn`: the console shows it in a wrapping.
 */
const rememberingConsole = (console: Console): Console =>
  new Proxy(console, {
    get: (target, member) => {
      const value = Reflect.get(target, member) as (...line: unknown[]) => void
      if (!ways.has(member)) return value
      return new Proxy(value, {
        apply: (print, self, line: unknown[]) => {
          remember(...line)
          return Reflect.apply(print, self, line)
        },
      })
    },
  })

export const rememberPrinted = (): void => {
  if (shared.printed) return
  shared.printed = []
  shared.console = rememberingConsole(console)
}

/** Hands over what was printed until now. */
export const takePrinted = (): string =>
  shared
    .printed!.splice(0)
    .map((line) => `${line}\n`)
    .join('')
