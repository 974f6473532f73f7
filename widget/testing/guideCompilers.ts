import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Framework, guideBlocks } from './guideProject.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
/** The compilers and type checkers, which run on a TypeScript of their own. */
const tools = createRequire(join(repository, 'widget/frameworks/package.json'))

const compilerOptions = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: ['vite/client'],
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
}

/** Writes a tsconfig.json for one check. @returns its path */
const tsconfig = async (folder: string, name: string, options: object): Promise<string> => {
  const path = join(folder, `tsconfig.${name}.json`)
  await writeFile(path, JSON.stringify(options))
  return path
}

/** The output of a program, which exits with an error where it reports one. */
const runTool = async (args: readonly string[], cwd: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd }).catch(
    (error: { stdout: string; stderr: string }) => {
      // Angular's compiler reports to the error output.
      if (!error.stdout && !error.stderr.includes('error')) throw new Error(error.stderr)
      return { stdout: error.stdout + error.stderr }
    },
  )
  return stdout
}

/** The reported errors as `file:line`, each once. */
export type CompilerErrors = readonly string[]

/** Reads `src/App.tsx(3,14): error …` and `src/app.ts:3:14 - error …`. */
const errorsIn = (output: string): CompilerErrors => [
  ...new Set(
    [...output.matchAll(/^(?<file>[^\s(:]+)(?:\((?<a>\d+),\d+\)|:(?<b>\d+):\d+)(?:: | - )error/gm)].map(
      ({ groups = {} }) => `${groups['file']}:${groups['a'] ?? groups['b']}`,
    ),
  ),
]

/** Files without a reported place would otherwise pass. */
const reported = (output: string): CompilerErrors => {
  const errors = errorsIn(output)
  if (errors.length === 0 && /error/i.test(output)) throw new Error(output)
  return errors
}

const tsc = async (folder: string, config: string): Promise<CompilerErrors> =>
  reported(
    await runTool([join(repository, 'node_modules/typescript/bin/tsc'), '-p', config, '--pretty', 'false'], folder),
  )

/** Checks the files that Node runs: the server and the configuration of Vite. */
export const checkNodeFiles = async (folder: string, files: readonly string[]): Promise<CompilerErrors> => {
  const options = { ...compilerOptions, types: ['node'], allowJs: true, checkJs: true, noImplicitAny: false }
  return tsc(
    folder,
    await tsconfig(folder, 'node', { compilerOptions: { ...options, strictNullChecks: false }, files }),
  )
}

/** The options that a guide adds to a tsconfig.json. */
const guideOptions = (framework: Framework): object => {
  const fragment = guideBlocks(framework).find(({ language, file }) => language === 'json' && !file)
  if (!fragment) throw new Error(`The guide of ${framework} has no options for its compiler.`)
  return JSON.parse(fragment.code) as object
}

const checkReact = async (folder: string): Promise<CompilerErrors> => {
  const options = { ...compilerOptions, jsx: 'react-jsx' }
  return tsc(folder, await tsconfig(folder, 'app', { compilerOptions: options, include: ['src'] }))
}

const checkVue = async (folder: string): Promise<CompilerErrors> => {
  const config = await tsconfig(folder, 'app', {
    compilerOptions,
    include: ['src/**/*.ts', 'src/**/*.vue'],
    ...guideOptions('vue'),
  })
  // Its own command would run on the TypeScript of this repository, which has no JavaScript API.
  const typescript = JSON.stringify(tools.resolve('typescript/lib/tsc'))
  const command = join(folder, 'vueTsc.cjs')
  await writeFile(command, `require(${JSON.stringify(tools.resolve('vue-tsc'))}).run(${typescript})`)
  return reported(await runTool([command, '-p', config, '--pretty', 'false'], folder))
}

const checkSvelte = async (folder: string): Promise<CompilerErrors> => {
  const config = await tsconfig(folder, 'app', { compilerOptions, include: ['src/**/*.ts', 'src/**/*.svelte'] })
  const output = await runTool(
    [
      tools.resolve('svelte-check/bin/svelte-check'),
      '--tsconfig',
      config,
      '--output',
      'machine',
      '--threshold',
      'error',
    ],
    folder,
  )
  if (!/COMPLETED [1-9]\d* FILES/.test(output)) throw new Error(output)
  return [...new Set([...output.matchAll(/ERROR "(.*?)" (\d+):\d+/g)].map(([, file, line]) => `${file}:${line}`))]
}

/** Compiles ahead of time to `compiled`. */
const checkAngular = async (folder: string): Promise<CompilerErrors> => {
  const config = await tsconfig(folder, 'app', {
    compilerOptions: {
      target: 'es2022',
      module: 'preserve',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: ['vite/client'],
      strict: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      skipLibCheck: true,
      isolatedModules: true,
      experimentalDecorators: true,
      rootDir: 'src',
      outDir: 'compiled',
    },
    include: ['src/**/*.ts'],
    ...guideOptions('angular'),
  })
  const command = join(dirname(tools.resolve('@angular/compiler-cli/package.json')), 'bundles/src/bin/ngc.js')
  // ngc colours its output: the escape character is what is removed.
  // oxlint-disable-next-line no-control-regex
  return reported((await runTool([command, '-p', config], folder)).replaceAll(/\u001b\[\d*m/g, ''))
}

/** Checks all files in `src`, in the strictest mode of the framework's own compiler. */
export const checkTypes: Record<Framework, (folder: string) => Promise<CompilerErrors>> = {
  react: checkReact,
  vue: checkVue,
  svelte: checkSvelte,
  angular: checkAngular,
}
