import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inRepository } from '../../../worker/cli/repository.ts'
import { PACKAGE_NAME, runIn } from '../../../widget/testing/npmPackage.ts'
import { samplesTest, testsOf } from './coverage.ts'
import { blocksIn, isFileName, pages } from './pages.ts'

/** A folder with each sample of the pages in a folder of its page, and the npm package beside them. */
let folder: string
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Samples for Workers, whose types exclude those of a page. */
const isForWorkers = (code: string): boolean => /\b(ExecutionContext|ExportedHandler)\b/.test(code)

const samples = pages().flatMap((page) =>
  blocksIn(page)
    .filter((block) => /^[jt]s$/.test(block.language) && testsOf(page, block)?.includes(samplesTest))
    .map(({ language, file, line, code }) => {
      const name = isFileName(file) ? file : `line-${line}.m${language}`
      return { path: join(page.replace(/\.md$/, ''), name), language: isForWorkers(code) ? 'workers' : language, code }
    }),
)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-sample-types-'))
  mkdirSync(join(folder, 'node_modules', dirname(PACKAGE_NAME)), { recursive: true })
  symlinkSync(inRepository('dist/package'), join(folder, 'node_modules', PACKAGE_NAME))
  symlinkSync(inRepository('node_modules/hono'), join(folder, 'node_modules/hono'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const { path, code } of samples) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    // A sample without an import is a module, too.
    writeFileSync(join(folder, path), `${code}\nexport {}\n`)
  }
})

const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  typeRoots: ['node_modules/@types', 'node_modules'].map(inRepository),
}
const page = { lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'] }

/** JavaScript has no types for its own parameters, and nothing marks a value as present; the package's types hold all the same. */
const options: Readonly<Record<string, object>> = {
  js: { ...page, allowJs: true, checkJs: true, noImplicitAny: false, strictNullChecks: false },
  ts: page,
  workers: { lib: ['es2023'], types: ['@cloudflare/workers-types'], allowJs: true, checkJs: true },
}

/** JavaScript reads members of values without a type, such as the data of an event. */
const ofUntyped = /TS2339: Property '\w+' does not exist on type '(\{\}|unknown)'/

test.each(Object.keys(options))(
  'the samples of the documentation compile strictly: %s',
  async (language) => {
    const files = samples.filter((sample) => sample.language === language).map(({ path }) => path)
    if (files.length === 0) return
    const tsconfig = join(folder, `tsconfig.${language}.json`)
    writeFileSync(tsconfig, JSON.stringify({ compilerOptions: { ...compilerOptions, ...options[language] }, files }))
    const tsc = inRepository('node_modules/typescript/bin/tsc')
    const output = await runIn(folder, process.execPath, [tsc, '-p', tsconfig]).catch((error: Error) => error.message)
    const errors = output.split('\n').filter(Boolean)
    expect(errors.filter((error) => language !== 'js' || !ofUntyped.test(error))).toEqual([])
  },
  60_000,
)
