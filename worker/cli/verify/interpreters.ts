import { CliError } from '../cliError.ts'
import { thisMachine, type Machine } from './browsers.ts'

/** A language of the documentation's samples besides shell and JavaScript, and how to find or install it. */
interface Interpreter {
  readonly name: string
  /** The environment variable with the path of its program. */
  readonly variable: 'PYTHON' | 'PHP'
  /** Debian's path: its packages below belong to this program, and not to one of a version manager. */
  readonly place: string
  /** Arguments with which the program exits with 0 if it has what the samples import. */
  readonly proof: readonly string[]
  /** Debian's packages. */
  readonly packages: readonly string[]
}

const python: Interpreter = {
  name: 'Python with the package requests',
  variable: 'PYTHON',
  place: '/usr/bin/python3',
  proof: ['-c', 'import requests'],
  packages: ['python3', 'python3-requests'],
}

const php: Interpreter = {
  name: 'PHP with the extension curl',
  variable: 'PHP',
  place: '/usr/bin/php',
  proof: ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
  packages: ['php-cli', 'php-curl'],
}

const interpreters = [python, php]

const programOf = ({ variable, place }: Interpreter): string => process.env[variable] || place

/** Python for samples, here and in e2e/docs/samples. */
export const pythonProgram = (): string => programOf(python)
/** PHP for samples, here and in e2e/docs/samples. */
export const phpProgram = (): string => programOf(php)

const isUsable = async (interpreter: Interpreter, { has, run }: Machine): Promise<boolean> => {
  const program = programOf(interpreter)
  return has(program) && (await run([program, ...interpreter.proof])) !== undefined
}

const unusable = async (machine: Machine): Promise<Interpreter[]> => {
  const usable = await Promise.all(interpreters.map((interpreter) => isUsable(interpreter, machine)))
  return interpreters.filter((_, at) => !usable[at])
}

const advice = ({ name, variable, packages }: Interpreter): string =>
  `${name} was not found and could not be installed. Run \`apt-get install ${packages.join(' ')}\`, or set ${variable} to the path of its program.`

/**
 * Ensures that the languages of the samples are installed, as root on Debian by its packages.
 *
 * @throws CliError with the commands to run, if one is missing
 */
export const ensureInterpreters = async (machine: Machine = thisMachine): Promise<void> => {
  const missing = await unusable(machine)
  if (missing.length === 0) return
  if (machine.isRoot && machine.has('/usr/bin/apt-get') && machine.has('/etc/debian_version')) {
    await machine.run(['apt-get', 'update'])
    const packages = missing.flatMap((interpreter) => interpreter.packages)
    await machine.run(['apt-get', 'install', '--yes', '--no-install-recommends', ...packages])
  }
  const still = await unusable(machine)
  if (still.length > 0) throw new CliError(still.map(advice).join('\n'))
}
