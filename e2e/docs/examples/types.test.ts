import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inRepository } from '../../../worker/cli/repository.ts'
import { runIn } from '../../../widget/testing/npmPackage.ts'
import { printedOperations } from './printedSamples.ts'
import { makeSampleFolder } from './sampleFolder.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** Compiles programs with the npm package, as strictly as TypeScript can. */
const compile = async (programs: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await makeSampleFolder()
  folders.push(folder)
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, `${name}.js`), text)
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023'],
    types: ['node'],
    typeRoots: [inRepository('node_modules/@types')],
    allowJs: true,
    checkJs: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
  }
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: Object.keys(programs).map((name) => `${name}.js`) }),
  )
  return runIn(folder, process.execPath, [inRepository('node_modules/typescript/bin/tsc'), '-p', folder])
}

test('the JavaScript samples of all operations compile strictly', { timeout: 60_000 }, async () => {
  const programs = Object.fromEntries(printedOperations.map(({ operation, samples }) => [operation, samples.js]))
  await expect(compile(programs)).resolves.toBe('')
})

test('a JavaScript sample with a wrong member does not compile', { timeout: 60_000 }, async () => {
  const { js } = printedOperations.find(({ operation }) => operation === 'captureTransaction')!.samples
  await expect(compile({ wrong: js.replace('transactionId:', 'transaction:') })).rejects.toThrow('transaction')
})
