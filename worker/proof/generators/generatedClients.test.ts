import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startExampleGateway } from '../examples/exampleGateway.ts'
import type { ExampleGateway } from '../examples/exampleGateway.ts'
import { generatedClients } from './clients.ts'
import type { GeneratedClient } from './clients.ts'

const workspace = fileURLToPath(new URL('.', import.meta.url))
const repository = fileURLToPath(new URL('../../..', import.meta.url))

/** The folder of a package: npm installs it in the workspace, or at the root if no other version is there. */
const packageFolder = (name: string): string => {
  const folders = [workspace, repository].map((folder) => join(folder, 'node_modules', name))
  const found = folders.find((folder) => existsSync(folder))
  if (found === undefined) throw new Error(`${name} is not installed.`)
  return found
}

/** Runs a program of Node and returns its output. Throws with its output if it fails. */
const runNode = async (args: readonly string[], cwd: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${stdout}\n${stderr}`)
    },
  )
  return stdout
}

const tsconfig = {
  compilerOptions: {
    target: 'es2024',
    module: 'nodenext',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    rootDir: '.',
    outDir: 'built',
  },
  include: ['program.ts', 'generated'],
}

let gateway: ExampleGateway
let folder: string

beforeAll(async () => {
  gateway = await startExampleGateway()
  folder = mkdtempSync(join(tmpdir(), 'sluice-generators-'))
})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await gateway.stop()
})

/** Generates a client into a project of its own. Returns its folder. */
const generate = async (
  { generator, command, args, files = {}, imports = [], program }: GeneratedClient,
  name = generator,
) => {
  const project = join(folder, name.replaceAll(/\W/g, '-'))
  const linked = imports.map((name) => [join(project, 'node_modules', name), packageFolder(name)] as const)
  for (const [link, target] of linked) {
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(target, link)
  }
  mkdirSync(project, { recursive: true })
  copyFileSync(join(repository, 'worker/openapi.json'), join(project, 'openapi.json'))
  const texts = {
    'package.json': JSON.stringify({ type: 'module' }),
    'tsconfig.json': JSON.stringify(tsconfig),
    'program.ts': program,
    'main.js': `
import { pay } from './built/program.js'

console.log(JSON.stringify(await pay(process.argv[2], process.argv[3])))
`,
    ...files,
  }
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(project, name), text)
  const ownTypescript = ['--import', join(workspace, 'useOwnTypescript.js')]
  await runNode([...ownTypescript, join(packageFolder(generator), command), ...args], project)
  return project
}

const compile = (project: string): Promise<string> =>
  runNode([join(repository, 'node_modules/typescript/bin/tsc'), '--project', '.', '--pretty', 'false'], project)

test.each(generatedClients)(
  'the client that $generator generates compiles strictly, and authorizes, captures and reads a payment',
  async (client) => {
    const project = await generate(client)
    expect(await compile(project)).toBe('')
    const paid: unknown = JSON.parse(await runNode(['main.js', gateway.url, gateway.keys.secret], project))
    expect(paid).toEqual({ approved: true, status: 'captured', captured: 26.25 })
  },
  60_000,
)

test('a program with a misspelled member does not compile', { timeout: 60_000 }, async () => {
  const [client] = generatedClients
  const program = client!.program.replace('transactionId }', 'transactoinId: transactionId }')
  const project = await generate({ ...client!, program }, 'misspelled')
  await expect(compile(project)).rejects.toThrow('transactoinId')
})
